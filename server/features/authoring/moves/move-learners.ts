import { isDatabaseUnavailable } from '../../../../db/postgres/failures.ts'
import * as stored from '../../../../db/queries/authoring/moves.ts'
import {
  findNumberedVersion,
  type NumberedVersion,
} from '../../../../db/queries/courses/courses/versions.ts'
import { lockEnrollmentToMove } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { coursePageOf, notify } from '../../platform/notifications/notify.ts'
import { spreadMails } from '../../platform/notifications/spread-mails.ts'
import { correctLearners, listCorrected } from './correct-learners.ts'
import { countStep, nobody, Overtaken } from './count-step.ts'
import { moveEnrollment } from './move-learner.ts'

/** How long a job runs, so that a server that stops waits no longer. The next job goes on. */
const sliceMilliseconds = 5_000
const learnersListedAtOnce = 2_000

/**
 * The job: moves learners for some seconds and enqueues the job that goes on. Killed at any point,
 * it resumes after the last counted learner; of two at once, one gives way.
 */
export async function moveLearners(ctx: Deps, { moveId }: { moveId: string }): Promise<void> {
  const move = await openMove(ctx, moveId)
  if (move === undefined) return
  try {
    await moveForAWhile(ctx, move)
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    ctx.log.info({ moveId }, 'a different process goes on with this move')
  }
}

/** Enqueues moves whose job was lost; a second job is harmless. */
export async function resumeMoves(ctx: Deps): Promise<void> {
  for (const moveId of await stored.listUnfinishedMoves(ctx.db)) await enqueueMove(ctx, moveId)
}

interface OpenMove extends stored.MoveUnderWay {
  version: NumberedVersion
}

/** Opens the move; undefined when it is done. */
async function openMove(ctx: Deps, moveId: string): Promise<OpenMove | undefined> {
  const move = await stored.findMove(ctx.db, moveId)
  if (move === undefined || move.status === 'done') return undefined
  const { courseId, toVersion: number, policy } = move
  const version = await findNumberedVersion(ctx.db, { courseId, number })
  if (version === undefined) throw new Error('There is no such version of the course.')

  const correctedIds = policy === 'correction' ? await listCorrected(ctx, version) : []
  const open = { ...move, version, versionId: version.id, correctedIds }
  await stored.beginMove(ctx.db, open)
  return open
}

async function moveForAWhile(ctx: Deps, open: OpenMove): Promise<void> {
  const deadline = performance.now() + sliceMilliseconds
  const moveSome = open.policy === 'correction' ? correctLearners : moveListed
  let move = open
  while (performance.now() < deadline) {
    const next = await moveSome(ctx, move, deadline)
    if (next === undefined) return finish(ctx, move)
    move = next
  }
  await enqueueMove(ctx, move.id)
}

/** Returns the move after the learners handled before the deadline; undefined if nobody is left. */
async function moveListed(
  ctx: Deps,
  open: OpenMove,
  deadline: number,
): Promise<OpenMove | undefined> {
  const learners = await stored.listLearnersToMove(ctx.db, open, learnersListedAtOnce)
  if (learners.length === 0) return undefined
  let move = open
  for (const userId of learners) {
    const { moved } = await moveOne(ctx, move, userId)
    move = { ...move, afterUser: userId, moved: move.moved + moved }
    if (performance.now() >= deadline) break
  }
  return move
}

/** Moves one learner or leaves them, and counts that. */
async function moveOne(ctx: Deps, move: OpenMove, userId: string): Promise<stored.MoveStep> {
  try {
    const inBackground = spreadMails(ctx, { since: move.createdAt, place: move.moved })
    return await inTransaction(inBackground, async (ctx) => {
      const step = { userId, ...(await moveByPolicy(ctx, move, userId)) }
      await countStep(ctx, move, step)
      return step
    })
  } catch (error) {
    if (error instanceof Overtaken || isDatabaseUnavailable(error)) throw error
    if (!(error instanceof LosesPercent))
      // Logs and goes on: one learner must not hold up all the others.
      ctx.log.error(
        { moveId: move.id, userId, cause: describeCause(error) },
        'a learner could not be moved, and stays on their version',
      )
    const step = { userId, ...skipped }
    await countStep(ctx, move, step)
    return step
  }
}

const skipped = { ...nobody, skipped: 1 }

/** Undoes a trial move where the policy leaves the learner in place. */
class LosesPercent extends Error {}

async function moveByPolicy(ctx: Deps, move: OpenMove, userId: string) {
  const { courseId, versionId, policy } = move
  if (policy === 'not-started') {
    // Locks it: reports meanwhile wait, and then count in the new version.
    await lockEnrollmentToMove(ctx.db, { userId, courseId })
    if (await stored.hasBegun(ctx.db, { userId, courseId })) return skipped
  }
  const learner = await moveEnrollment(ctx, { userId, courseId, versionId })
  if (learner === undefined) return skipped
  const { percentBefore, percentAfter, completes: isCompleted } = learner
  if (policy === 'nothing-lost' && percentAfter < percentBefore) throw new LosesPercent()

  const { title, number: version, note } = move.version
  const page = coursePageOf(ctx, courseId)
  await notify(ctx, {
    userId,
    notification: {
      ...{ kind: 'course-moved', title, version, note, isCompleted, page },
      about: { courseId, fact: move.id },
    },
  })
  return { ...nobody, moved: 1, completed: isCompleted ? 1 : 0 }
}

async function finish(ctx: Deps, move: OpenMove): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const finished = await stored.finishMove(ctx.db, move, ctx.now())
    if (finished === undefined) return
    const { id: moveId, courseId, moved, skipped, completed } = finished
    await recordHistory(ctx, 'move-finished', {
      courseId,
      details: { moveId, moved, skipped, completed },
    })
  })
}

async function enqueueMove(ctx: Deps, moveId: string): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, 'move-learners', { moveId })
  ctx.afterCommit(() => ctx.jobs.wake('move-learners'))
}
