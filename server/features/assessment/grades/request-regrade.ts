import { questionTypeOf } from '../../../../content/questions/question-types.ts'
import { isComparable } from '../../../../content/questions/regrade-item.ts'
import {
  countRegradeResults,
  findRegrade,
  insertRegrade,
  listRegradeResults,
  listRevisions,
  type RegradeRow,
} from '../../../../db/queries/assessment/grades/regrades.ts'
import { findQuestionsWithSecrets } from '../../../../db/queries/assessment/questions/secrets.ts'
import { newId } from '../../../../lib/ids.ts'
import { isText, toSortedPage } from '../../../../lib/lists/sorted-pages.ts'
import { type ActorDeps, type Deps, inTransaction } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { recordEvent } from '../../../security/audit.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { requireQuestion, toNumbered } from './grade-attempt.ts'
import { percentOf } from './read-grades.ts'
import { regradeForAWhile } from './run-regrade.ts'
import type {
  ListRegradedInput,
  Regrade,
  RegradedList,
  RegradeInput,
  RegradeQuestionInput,
} from './schema.ts'

/** How long to wait for a small regrade; of a large one the answer tells the progress. */
const waitMilliseconds = 2_000

/**
 * Grades a question again in all attempts that asked it, or says what that would do. Both run the
 * same code, of which a dry run undoes everything but its findings.
 * @throws QuestionNotFound, InvalidFields, RegradeRunning
 */
export async function requestRegrade(
  ctx: ActorDeps,
  input: RegradeQuestionInput,
): Promise<Regrade> {
  const { courseId, key, toRevision: number, policy, dryRun, allowLower, reason } = input
  const revisions = await listRevisions(ctx.db, { courseId, key })
  if (revisions.length === 0) throw new AppError('QuestionNotFound')
  const to = revisions.find((revision) => revision.number === number)
  if (to === undefined)
    throw invalid('toRevision', `must be one that was published: ${listed(revisions)}`)
  if (allowLower && reason === null)
    throw invalid('reason', 'is missing: say why learners may lose points')
  if (policy === 'recompute' || policy === 'accept-both')
    await requireComparable(ctx, { revisions, to })

  const regrade = await inTransaction(ctx, async (ctx) => {
    const row = await insertRegrade(ctx.db, {
      id: newId(),
      courseId,
      questionKey: key,
      toRevision: to.id,
      policy,
      dryRun,
      allowLower,
      reason,
      certificates: input.certificates,
      requestedBy: ctx.user?.id ?? null,
      createdAt: ctx.now(),
    })
    if (row === undefined) throw new AppError('RegradeRunning')
    const details = { courseId, regradeId: row.id, policy, toRevision: number, allowLower }
    if (!dryRun)
      await recordEvent(ctx, 'question-regraded', {
        userId: ctx.user?.id ?? null,
        details,
        reason,
      })
    await ctx.jobs.enqueue(ctx.db, 'regrade', { regradeId: row.id })
    return row
  })
  await regradeForAWhile(ctx, regrade.id, waitMilliseconds)
  return showRegrade(ctx, (await findRegrade(ctx.db, regrade.id)) ?? regrade)
}

function listed(revisions: readonly { number: number }[]): string {
  return revisions.map((revision) => revision.number).join(', ')
}

function invalid(path: string, message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path, message }] })
}

/** Requires that answers to one revision mean something for the other. */
async function requireComparable(
  { db }: Pick<Deps, 'db'>,
  {
    revisions,
    to,
  }: { revisions: { id: string; number: number }[]; to: { id: string; number: number } },
): Promise<void> {
  const earlier = revisions.filter(({ number }) => number <= to.number)
  const questions = await findQuestionsWithSecrets(
    db,
    earlier.map(({ id }) => id),
  )
  const target = toNumbered(requireQuestion(questions, to.id))
  if (questionTypeOf(target.question.type).grade === undefined)
    throw invalid(
      'policy',
      'is for questions that are graded by themselves: grade texts one by one',
    )
  const issues = earlier.flatMap(({ id, number }): Issue[] => {
    const { question } = toNumbered(requireQuestion(questions, id))
    const message = `asks otherwise than revision ${number}: their answers cannot be compared. Give full points, or drop it`
    return isComparable(question, target.question) ? [] : [{ path: 'toRevision', message }]
  })
  if (issues.length > 0) throw new AppError('InvalidFields', { issues: issues.slice(0, 1) })
}

/** Who reads what a regrade does to all learners: for teachers of cohorts there is none. */
type RegradeReader = Pick<Deps, 'db'> & { learners: LearnerScope }

/** @throws RegradeNotFound */
export async function getRegrade(
  ctx: RegradeReader,
  { courseId, regradeId }: RegradeInput,
): Promise<Regrade> {
  return showRegrade(ctx, await requireRegrade(ctx, { courseId, regradeId }))
}

async function requireRegrade(
  { db, learners }: RegradeReader,
  { courseId, regradeId }: RegradeInput,
): Promise<RegradeRow> {
  const regrade = await findRegrade(db, regradeId)
  if (regrade?.courseId !== courseId || cohortsOf(learners) !== null)
    throw new AppError('RegradeNotFound')
  return regrade
}

async function showRegrade({ db }: Pick<Deps, 'db'>, row: RegradeRow): Promise<Regrade> {
  const { id, questionKey: key, policy, dryRun, allowLower, reason, certificates, status } = row
  const revisions = await listRevisions(db, { courseId: row.courseId, key })
  return {
    ...{ id, key, policy, dryRun, allowLower, reason, certificates, status },
    toRevision: revisions.find((revision) => revision.id === row.toRevision)?.number ?? 0,
    checkedAttempts: row.checked,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    effect: await countRegradeResults(db, id),
  }
}

/**
 * Lists learners whose points, pass, completion, grade or certificate a regrade changes.
 * @throws RegradeNotFound, InvalidFields
 */
export async function listRegraded(
  ctx: RegradeReader,
  { courseId, regradeId, limit, cursor }: ListRegradedInput,
): Promise<RegradedList> {
  await requireRegrade(ctx, { courseId, regradeId })
  const list = ['regraded', regradeId]
  const after = requirePlace(cursor, list, isText)
  const rows = await listRegradeResults(ctx.db, { regradeId, after, limit: limit + 1 })
  return toSortedPage(rows, {
    limit,
    list,
    place: (row) => ({ value: row.lessonKey, id: row.userId }),
    item: (row) => ({
      learner: { id: row.userId, name: row.learnerName },
      lessonKey: row.lessonKey,
      percentBefore: row.scoreBefore / 100,
      percentAfter: row.scoreAfter / 100,
      passedBefore: row.passedBefore,
      passedAfter: row.passedAfter,
      kept: row.kept,
      gradeBefore: percentOf(row.gradeBefore),
      gradeAfter: percentOf(row.gradeAfter),
      completes: row.completes,
      certificate: row.certificate,
    }),
  })
}
