import { createHash } from 'node:crypto'
import type { DraftProblem } from '../../../../content/rules/draft-problem.ts'
import {
  countLearners,
  deleteOlderImpacts,
  findImpact,
  findVersionTerms,
  upsertImpact,
} from '../../../../db/queries/authoring/impact.ts'
import type { ImpactQuestion, ImpactTally } from '../../../../db/schema/authoring/impact.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { compareContents } from './compare-contents.ts'
import { enqueueCounting } from './count-impact.ts'
import { createCounter, type ImpactProgress, notBegun } from './count-learners.ts'
import { changedRules, rulesOf, rulingTerms } from './rules.ts'
import {
  type Impact,
  maxChangesInImpact,
  maxLostLessonsInImpact,
  maxProblemsInImpact,
} from './schema.ts'
import type { ComparedContent } from './types.ts'

/** How long a caller waits; a job counts longer. */
const defaultPatienceMilliseconds = 1_500
/** How long an answer that a job has counted is reused. */
const freshMilliseconds = 300_000
/** The most questions kept of a course; one pushed out by newer ones begins anew. */
const maxQuestionsOfCourse = 8
/** Seconds after which to ask again. */
const retryAfterSeconds = 2

export interface ImpactOptions {
  courseId: string
  /** Undefined before the first version. */
  before: ComparedContent | undefined
  after: ComparedContent
  /** Whom a move would include. Default: all. */
  policy?: ImpactQuestion['policy'] | undefined
  /** Required by the policy `chosen`. */
  userIds?: readonly string[] | undefined
  /** The version that `after` is; absent for a draft. */
  targetVersion?: number | undefined
  problems?: readonly DraftProblem[] | undefined
  /** How long to count before a job takes over. */
  patienceMilliseconds?: number | undefined
}

/**
 * Describes what changes from one content to another, and what happens to learners of all versions
 * when they are moved to it.
 * @throws ImpactNotCounted while a job counts them
 */
export async function describeImpact(ctx: Deps, options: ImpactOptions): Promise<Impact> {
  const { before, after, problems = [] } = options
  const { kind, changes } = compareContents(before, after)
  const tally = await countImpact(ctx, options, kind)
  const { completed, inProgress, notStarted } = tally
  const isRefused = kind === 'terms' && changedRules(before?.terms ?? {}, after.terms).length > 0

  const lost = Object.entries(tally.lessonsLost).map(([key, learners]) => ({ key, learners }))
  lost.sort((a, b) => b.learners - a.learners || (a.key < b.key ? -1 : 1))
  return {
    kind,
    changes: changes.slice(0, maxChangesInImpact),
    changeCount: changes.length,
    learners: {
      total: completed + inProgress + notStarted,
      completed,
      inProgress,
      notStarted,
      correctable: isRefused ? 0 : tally.correctable,
    },
    ifMoved: {
      moved: tally.moved,
      left: completed + inProgress + notStarted - tally.moved,
      // Relies on whole-number keys being in order.
      percentFalls: Object.entries(tally.percentFalls).map(([by, learners]) => ({
        by: Number(by),
        learners,
      })),
      completeAtOnce: tally.completeAtOnce,
      locked: tally.locked ?? 0,
      lessonsLost: lost.slice(0, maxLostLessonsInImpact),
      lessonsLostCount: lost.length,
    },
    problems: problems.slice(0, maxProblemsInImpact),
    problemCount: problems.length,
  }
}

async function countImpact(
  ctx: Deps,
  options: ImpactOptions,
  kind: Impact['kind'],
): Promise<ImpactTally> {
  const { courseId, after, policy = 'all', userIds = [] } = options
  const { targetVersion: number } = options
  const target = number === undefined ? undefined : { courseId, number }
  const version = target && (await findVersionTerms(ctx.db, target))
  const rules = rulesOf(after)
  const question: ImpactQuestion = {
    lessons: after.lessons.map(({ key, formerKeys, type, required }) => ({
      key,
      formerKeys: [...formerKeys],
      type,
      required,
    })),
    // Leaves it out if nothing locks a lesson: then nothing more is read.
    ...(rules && { rules }),
    ...(after.terms.choose != null && { choose: after.terms.choose }),
    ...(kind === 'terms' && { terms: rulingTerms(after.terms) }),
    targetVersionId: version?.id ?? null,
    policy,
    userIds: policy === 'chosen' ? [...userIds] : [],
  }
  const fingerprint = createHash('sha256').update(JSON.stringify(question)).digest('hex')
  const asked = await findImpact(ctx.db, { courseId, fingerprint })
  if (asked !== undefined) {
    if (asked.finishedAt === null) throw notCounted(asked)
    const age = ctx.now().getTime() - asked.finishedAt.getTime()
    if (age < freshMilliseconds) return asked.tally
  }

  const progress = await countForAWhile(ctx, question, options)
  if (progress.isFinished) return progress.tally
  const { userIds: chosen } = question
  const total = await countLearners(ctx.db, {
    courseId,
    targetVersionId: question.targetVersionId,
    userIds: policy === 'chosen' ? chosen : null,
  })
  const { done, afterUser, tally } = progress
  const counts = { total, done, afterUser, tally }
  await inTransaction(ctx, async (ctx) => {
    await deleteOlderImpacts(ctx.db, courseId, maxQuestionsOfCourse - 1)
    await upsertImpact(ctx.db, { courseId, fingerprint, question, ...counts, askedAt: ctx.now() })
    await enqueueCounting(ctx, { courseId, fingerprint })
  })
  throw notCounted(counts)
}

async function countForAWhile(
  ctx: Deps,
  question: ImpactQuestion,
  { courseId, patienceMilliseconds = defaultPatienceMilliseconds }: ImpactOptions,
): Promise<ImpactProgress> {
  const until = performance.now() + patienceMilliseconds
  const countNext = createCounter(ctx, courseId, question)
  let progress = notBegun
  while (!progress.isFinished && performance.now() < until) progress = await countNext(progress)
  return progress
}

function notCounted({ done, total }: { done: number; total: number }): AppError {
  return new AppError('ImpactNotCounted', {
    facts: { done, total, retryAfterSeconds },
    retryAfterSeconds,
  })
}
