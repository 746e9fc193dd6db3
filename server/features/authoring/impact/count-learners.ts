import * as stored from '../../../../db/queries/authoring/impact.ts'
import { keepRemaining } from '../../../../db/queries/authoring/moves.ts'
import type { ImpactQuestion, ImpactTally } from '../../../../db/schema/authoring/impact.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { countsTheSame } from './compare-contents.ts'
import { findLocked, type RuledOutline } from './count-locked.ts'
import {
  type CountedLearner,
  countLessons,
  effectOf,
  effectOfChoice,
  type MoveEffect,
  type MovePlan,
  needsLookup,
  planMove,
} from './plan-move.ts'
import { changedRules, mayLockMore } from './rules.ts'

const learnersAtOnce = 5_000
/** How many rows of progress a step may probe: this takes some tenths of a second. */
const probesAtOnce = 40_000

/** How many rows of a learner are read as fast as one is probed by its whole key. */
const rowsOfAProbe = 4

/** How far a question is answered. */
export interface ImpactProgress {
  tally: ImpactTally
  done: number
  /** The last learner who was looked at. */
  afterUser: string | null
  isFinished: boolean
}

export const emptyTally: ImpactTally = {
  completed: 0,
  inProgress: 0,
  notStarted: 0,
  moved: 0,
  correctable: 0,
  completeAtOnce: 0,
  locked: 0,
  percentFalls: {},
  lessonsLost: {},
}

export const notBegun: ImpactProgress = {
  tally: emptyTally,
  done: 0,
  afterUser: null,
  isFinished: false,
}

interface VersionPlan {
  move: MovePlan
  lessons: stored.CountedLessonRow[]
  rules: RuledOutline['rules']
  /** Whether a correction for everyone reaches learners of the version. */
  isCorrectable: boolean
  /** Whether learners choose in it, or in the target. */
  chooses: boolean
}

export type CountNext = (progress: ImpactProgress) => Promise<ImpactProgress>

/**
 * Answers a question step by step: each call looks at some thousand learners, or fewer where more
 * than their enrollments must be read, so that no statement takes long.
 */
export function createCounter(ctx: Deps, courseId: string, question: ImpactQuestion): CountNext {
  const plans = new Map<string, VersionPlan>()
  const { lessons, targetVersionId, policy, rules } = question
  const target = rules && {
    rules,
    lessons: lessons.map((lesson, place) => ({ ...lesson, ...rules.lessons[place] })),
  }
  const asked = {
    courseId,
    targetVersionId,
    userIds: policy === 'chosen' ? question.userIds : null,
  }
  let limit = learnersAtOnce

  async function planVersions(rows: readonly { versionId: string }[]): Promise<void> {
    for (const { versionId } of rows)
      if (!plans.has(versionId)) plans.set(versionId, await planVersion(versionId))
  }

  async function planVersion(versionId: string): Promise<VersionPlan> {
    const from = await stored.listCountedLessons(ctx.db, versionId)
    const ownKeys = new Set(from.map(({ key }) => key))
    const others = lessons
      .flatMap(({ key, formerKeys }) => [key, ...formerKeys])
      .filter((key) => !ownKeys.has(key))
    const earlier =
      others.length === 0
        ? []
        : await stored.findEarlierKeys(ctx.db, { courseId, versionId, keys: others })
    const own = await stored.findVersionRules(ctx.db, versionId)
    const { terms } = question
    const isKept = terms === undefined || changedRules(own ?? {}, terms).length === 0
    return {
      move: planMove(from, lessons, new Set(earlier)),
      lessons: from,
      rules: (target && own) ?? nothingRuled,
      isCorrectable:
        isKept && countsTheSame(from, lessons) && !locksMoreThan(own ?? nothingRuled, from),
      chooses: question.choose !== undefined || (await stored.hasChoice(ctx.db, versionId)),
    }
  }

  function locksMoreThan(
    own: RuledOutline['rules'],
    from: readonly stored.CountedLessonRow[],
  ): boolean {
    if (target === undefined) return false
    const contentOf = (terms: RuledOutline['rules'], all: readonly LockedLesson[]) => ({
      terms,
      lessons: all.map(({ key, preview = false, requires = [], available }) => ({
        ...{ key, preview },
        details: { prerequisites: requires, ...(available != null && { available }) },
      })),
    })
    return mayLockMore(contentOf(own, from), contentOf(target.rules, target.lessons))
  }

  /** Takes the first learners, as many as may be looked at in one step. */
  function takeSome(learners: stored.LearnerRow[]): stored.LearnerRow[] {
    let rows = 0
    for (const [index, learner] of learners.entries()) {
      const plan = plans.get(learner.versionId)
      if (learner.hasBegun) rows += plan?.move.keys.length ?? 0
      if (target !== undefined) rows += (plan?.lessons.length ?? 0) / rowsOfAProbe
      if (learner.remainingLessons === null) rows += (plan?.lessons.length ?? 0) / rowsOfAProbe
      if (rows > probesAtOnce) return learners.slice(0, Math.max(1, index))
    }
    return learners
  }

  return async (progress) => {
    const listed = await stored.listLearners(ctx.db, asked, { after: progress.afterUser, limit })
    await planVersions(listed)
    const rows = takeSome(listed)
    const last = rows.at(-1)
    if (last === undefined) return { ...progress, isFinished: true }

    const isFinished = rows.length === listed.length && listed.length < limit
    limit = Math.min(learnersAtOnce, rows.length * 2)
    const uncounted = rows.filter((row) => !isCounted(row))
    const counted = await countNow(ctx, { courseId, learners: uncounted })
    await planVersions(counted)
    const tally = structuredClone(progress.tally)
    const learners = Map.groupBy(
      [...rows.filter(isCounted), ...counted],
      ({ versionId }) => versionId,
    )
    for (const [versionId, group] of learners) {
      const plan = plans.get(versionId)
      if (plan === undefined) throw new Error('The version has no plan.')
      const completed = plan.chooses
        ? await lookUpAll(ctx, { courseId, learners: group })
        : await lookUp(ctx, { courseId, plan: plan.move, learners: group })
      const locked = target
        ? await findLocked(ctx, { courseId, learners: group, from: plan, to: target })
        : nothing
      for (const learner of group) {
        addLearner(tally, learner, plan.isCorrectable)
        const done = completed.get(learner.userId) ?? nothing
        const effect = plan.chooses
          ? effectOfChoice(lessons, { choose: question.choose, learner, from: plan.lessons, done })
          : effectOf(plan.move, learner, done)
        if (!isMovedBy(policy, learner, effect)) continue
        addEffect(tally, effect)
        if (locked.has(learner.userId)) tally.locked = (tally.locked ?? 0) + 1
      }
    }
    return { tally, done: progress.done + rows.length, afterUser: last.userId, isFinished }
  }
}

type LockedLesson = RuledOutline['lessons'][number]

const nothingRuled = { order: null, available: null }
const nothing: ReadonlySet<string> = new Set()

/** Counts the lessons of uncounted learners, and stores the result with them. */
async function countNow(
  ctx: Deps,
  { courseId, learners }: { courseId: string; learners: stored.LearnerRow[] },
): Promise<CountedLearner[]> {
  if (learners.length === 0) return []
  const rows = new Map(learners.map((learner) => [learner.userId, learner]))
  return inTransaction(ctx, async ({ db }) => {
    // Locks them, so that reports meanwhile wait, and are then applied to the bits.
    const locked = await stored.lockLearners(db, { courseId, userIds: [...rows.keys()] })
    const counts: CountedLearner[] = []
    for (const [versionId, group] of Map.groupBy(locked, (it) => it.versionId)) {
      const lessons = await stored.listCountedLessons(db, versionId)
      const userIds = group.map(({ userId }) => userId)
      const completed = await stored.listAllCompletedKeys(db, { courseId, userIds })
      const keysOf = new Map(completed.map(({ userId, keys }) => [userId, new Set(keys)]))
      for (const { userId } of group) {
        const row = rows.get(userId)
        const bits = countLessons(lessons, keysOf.get(userId) ?? nothing)
        if (row !== undefined) counts.push({ ...row, versionId, ...bits })
      }
    }
    await keepRemaining(
      db,
      courseId,
      counts.map(({ remainingLessons, ...it }) => ({ ...it, remaining: remainingLessons })),
    )
    return counts
  })
}

function isCounted(row: stored.LearnerRow): row is CountedLearner {
  return row.remainingLessons !== null && row.remaining !== null && row.requiredLessons !== null
}

/** Looks up which of the plan's keys each learner has completed; nobody if all is known. */
async function lookUp(
  { db }: Deps,
  { courseId, plan, learners }: { courseId: string; plan: MovePlan; learners: CountedLearner[] },
): Promise<Map<string, ReadonlySet<string>>> {
  const userIds = learners
    .filter((learner) => needsLookup(plan, learner))
    .map(({ userId }) => userId)
  if (userIds.length === 0) return new Map()
  const found = await stored.listCompletedKeys(db, { courseId, userIds, keys: plan.keys })
  return new Map(found.map(({ userId, keys }) => [userId, new Set(keys)]))
}

async function lookUpAll(
  { db }: Deps,
  { courseId, learners }: { courseId: string; learners: CountedLearner[] },
): Promise<Map<string, ReadonlySet<string>>> {
  const userIds = learners.map(({ userId }) => userId)
  const found = await stored.listAllCompletedKeys(db, { courseId, userIds })
  return new Map(found.map(({ userId, keys }) => [userId, new Set(keys)]))
}

function isMovedBy(
  policy: ImpactQuestion['policy'],
  learner: CountedLearner,
  { percentBefore, percentAfter }: MoveEffect,
): boolean {
  if (policy === 'not-started') return !learner.hasBegun
  if (policy === 'nothing-lost') return percentAfter >= percentBefore
  return true
}

function addLearner(tally: ImpactTally, learner: CountedLearner, isCorrectable: boolean): void {
  if (learner.isCompleted) tally.completed++
  else if (learner.hasBegun) tally.inProgress++
  else tally.notStarted++
  if (isCorrectable) tally.correctable++
}

function addEffect(
  tally: ImpactTally,
  { percentBefore, percentAfter, completesAtOnce, lost }: MoveEffect,
): void {
  tally.moved++
  if (completesAtOnce) tally.completeAtOnce++
  if (percentAfter < percentBefore) increment(tally.percentFalls, percentBefore - percentAfter)
  for (const key of lost) increment(tally.lessonsLost, key)
}

/** Increments safely: a lesson may be called like something that every object has. */
function increment(counts: Record<string, number>, key: string | number): void {
  const own = Object.hasOwn(counts, key) ? counts[key] : undefined
  counts[key] = (own ?? 0) + 1
}
