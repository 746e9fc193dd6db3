import type { Answer } from '../../../../content/questions/question-types.ts'
import {
  type ItemPoints,
  type Regrade,
  regradeItem,
} from '../../../../content/questions/regrade-item.ts'
import { atSavepoint } from '../../../../db/postgres/savepoint.ts'
import { findGradesOf } from '../../../../db/queries/assessment/grades/grades.ts'
import {
  advanceRegrade,
  deleteOldResults,
  findRegrade,
  type GradedAttempt,
  insertRegradeResults,
  insertRegradings,
  listAttemptsToRegrade,
  listLearnersToRegrade,
  listRevisions,
  listUnfinishedRegrades,
  lockRegrade,
  type NewPoints,
  needsPass,
  type RegradeResult,
  type RegradeRow,
} from '../../../../db/queries/assessment/grades/regrades.ts'
import { findQuestionsWithSecrets } from '../../../../db/queries/assessment/questions/secrets.ts'
import { findLessonRevision } from '../../../../db/queries/courses/lessons.ts'
import { findCertificateOf, markRevoked } from '../../../../db/queries/learning/certificates.ts'
import {
  type EnrollmentRow,
  lockEnrollmentsOf,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import { replaceForGrade } from '../../learning/certificates/reissue-certificate.ts'
import { completeByPass } from '../../learning/completion/complete-by-pass.ts'
import { passes, requireQuestion, scoreOf, sumOf, toNumbered } from './grade-attempt.ts'
import { reinstateAfterPass } from './reinstate-after-pass.ts'

/** How long a job runs, so that a server that stops waits no longer. The next job goes on. */
const sliceMilliseconds = 5_000
const learnersAtOnce = 200

/**
 * The job: grades a question again for some seconds, and enqueues the job that goes on. Killed at
 * any point, it resumes after the last learner with a written result: nobody is regraded twice.
 */
export async function runRegrade(ctx: Deps, { regradeId }: { regradeId: string }): Promise<void> {
  if (!(await regradeForAWhile(ctx, regradeId)))
    await ctx.jobs.enqueue(ctx.db, 'regrade', { regradeId })
}

/** Enqueues regrades whose job was lost; a second job is harmless. */
export async function resumeRegrades(ctx: Deps): Promise<void> {
  for (const regradeId of await listUnfinishedRegrades(ctx.db))
    await ctx.jobs.enqueue(ctx.db, 'regrade', { regradeId })
}

const keptMilliseconds = 30 * 86_400_000

/** Forgets after 30 days whom a regrade changed; the gradings stay. */
export async function forgetOldResults({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteOldResults(db, new Date(now().getTime() - keptMilliseconds))
}

/** Regrades for a while, and returns whether it is done. */
export async function regradeForAWhile(
  ctx: Deps,
  regradeId: string,
  milliseconds = sliceMilliseconds,
): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  do {
    const regrade = await findRegrade(ctx.db, regradeId)
    if (regrade === undefined || regrade.status === 'done') return true
    await inTransaction(ctx, (ctx) => regradeSome(ctx, regradeId))
  } while (performance.now() < deadline)
  return (await findRegrade(ctx.db, regradeId))?.status === 'done'
}

interface Asked {
  regrade: RegradeRow
  revisions: string[]
  rule: Regrade
  questions: Awaited<ReturnType<typeof findQuestionsWithSecrets>>
}

/** Regrades some more learners in one transaction: gradings, consequences and progress. */
async function regradeSome(ctx: Deps, regradeId: string): Promise<void> {
  const regrade = await lockRegrade(ctx.db, regradeId)
  if (regrade === undefined || regrade.status === 'done') return
  const { courseId, questionKey: key, after } = regrade
  const ids = (await listRevisions(ctx.db, { courseId, key })).map(({ id }) => id)
  const questions = await findQuestionsWithSecrets(ctx.db, ids)
  const to = toNumbered(requireQuestion(questions, regrade.toRevision))
  const revisions = ids.filter((id) => requireQuestion(questions, id).number <= to.number)
  const asked: Asked = { regrade, revisions, questions, rule: { policy: regrade.policy, to } }

  const userIds = await listLearnersToRegrade(ctx.db, {
    courseId,
    revisions,
    requestedBy: regrade.requestedBy,
    after: after ?? undefined,
    limit: learnersAtOnce,
  })
  const { results, checked } = regrade.dryRun
    ? await rehearse(ctx, asked, userIds)
    : await apply(ctx, asked, userIds)
  await insertRegradeResults(ctx.db, results)
  await advanceRegrade(ctx.db, {
    id: regradeId,
    after: userIds.at(-1) ?? null,
    checked,
    now: ctx.now(),
  })
}

interface Outcome {
  results: RegradeResult[]
  checked: number
}

class Rehearsed extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('A rehearsal ends.')
    this.outcome = outcome
  }
}

/** Finds out what would happen by doing and undoing it, so that the two never differ. */
async function rehearse(ctx: Deps, asked: Asked, userIds: string[]): Promise<Outcome> {
  const quiet: Deps = { ...ctx, afterCommit: () => undefined }
  try {
    return await atSavepoint(ctx.db, async () => {
      throw new Rehearsed(await apply(quiet, asked, userIds))
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcome
    throw error
  }
}

interface Changed extends NewPoints {
  userId: string
}

async function apply(ctx: Deps, asked: Asked, userIds: string[]): Promise<Outcome> {
  if (userIds.length === 0) return { results: [], checked: 0 }
  const { courseId } = asked.regrade
  const enrollments = new Map(
    (await lockEnrollmentsOf(ctx.db, { courseId, userIds })).map((row) => [row.userId, row]),
  )
  const attempts = await listAttemptsToRegrade(ctx.db, {
    courseId,
    revisions: asked.revisions,
    userIds,
  })
  const passPercents = await passPercentsOf(ctx, attempts)
  const asking = attempts.filter(({ asks }) => asks)
  const kept = new Set<string>()
  const changed = asking.flatMap((attempt): Changed[] => {
    const passPercent = passPercents.get(attempt.lessonId) ?? 100
    const after = regradeAttempt(asked, attempt, passPercent)
    if (isSame(attempt, after)) return []
    const falls = after.score < attempt.score || (attempt.passed && !after.passed)
    if (falls && !asked.regrade.allowLower) {
      kept.add(attempt.id)
      return []
    }
    return [{ ...after, userId: attempt.userId }]
  })
  const touched = [...new Set(changed.map(({ userId }) => userId))]
  const gradesBefore = await findGradesOf(ctx.db, { courseId, userIds: touched })
  await insertRegradings(ctx.db, ctx.now(), changed)
  const gradesAfter = await findGradesOf(ctx.db, { courseId, userIds: touched })

  const byAttempt = new Map(changed.map((one) => [one.id, one]))
  const groups = Map.groupBy(attempts, ({ userId, lessonKey }) => `${userId} ${lessonKey}`)
  const results: RegradeResult[] = []
  for (const group of groups.values()) {
    const [first] = group
    if (first === undefined) continue
    const isKept = group.some(({ id }) => kept.has(id))
    if (!isKept && !group.some(({ id }) => byAttempt.has(id))) continue
    const after = group.map((attempt) => byAttempt.get(attempt.id) ?? attempt)
    const enrollment = enrollments.get(first.userId)
    if (enrollment === undefined) continue
    const result = {
      regradeId: asked.regrade.id,
      userId: first.userId,
      lessonKey: first.lessonKey,
      scoreBefore: Math.max(...group.map(({ score }) => score)),
      scoreAfter: Math.max(...after.map(({ score }) => score)),
      passedBefore: group.some(({ passed }) => passed),
      passedAfter: after.some(({ passed }) => passed),
      kept: isKept,
      gradeBefore: gradesBefore.get(first.userId)?.grade ?? null,
      gradeAfter: gradesAfter.get(first.userId)?.grade ?? null,
    }
    results.push({ ...result, ...(await follow(ctx, asked.regrade, enrollment, result)) })
  }
  return { results, checked: asking.length }
}

async function passPercentsOf(
  ctx: Deps,
  attempts: readonly GradedAttempt[],
): Promise<Map<string, number>> {
  const percents = new Map<string, number>()
  for (const { lessonId } of attempts) {
    if (percents.has(lessonId)) continue
    const lesson = await findLessonRevision(ctx.db, lessonId)
    percents.set(lessonId, Number(lesson?.details?.quiz?.passPercent ?? 100))
  }
  return percents
}

function regradeAttempt(
  { rule, revisions, questions }: Asked,
  { id, items, answers, itemPoints }: GradedAttempt,
  passPercent: number,
): NewPoints {
  const again = (items ?? []).map(({ revision, points, order }, position): ItemPoints => {
    const current = itemPoints[position] ?? 'dropped'
    if (!revisions.includes(revision)) return current
    const question = toNumbered(requireQuestion(questions, revision))
    const answer = answers?.[position] as Answer | null | undefined
    return regradeItem(rule, { asked: question, points, order, answer }, current)
  })
  const sum = sumOf(items, again)
  return {
    id,
    ...sum,
    score: scoreOf(sum.points, sum.maxPoints),
    passed: passes(sum.points, sum.maxPoints, passPercent),
  }
}

function isSame(before: GradedAttempt, after: NewPoints): boolean {
  return JSON.stringify(before.itemPoints) === JSON.stringify(after.itemPoints)
}

type Effect = Pick<RegradeResult, 'completes' | 'certificate'>

/**
 * Draws the consequences of new points: completions, and certificates that come, go or are
 * replaced.
 */
async function follow(
  ctx: Deps,
  regrade: RegradeRow,
  enrollment: EnrollmentRow,
  {
    lessonKey,
    passedBefore,
    passedAfter,
  }: Pick<RegradeResult, 'lessonKey' | 'passedBefore' | 'passedAfter'>,
): Promise<Effect> {
  if (passedAfter && !passedBefore) {
    const completion = await completeByPass(ctx, enrollment, lessonKey)
    if (completion !== undefined)
      return { completes: true, certificate: completion.certificate ? 'issued' : null }
    if (await reinstateAfterPass(ctx, enrollment))
      return { completes: false, certificate: 'issued' }
  }
  if (passedBefore && !passedAfter) return takePass(ctx, regrade, { ...enrollment, lessonKey })
  const replaced =
    enrollment.completedAt === null ? undefined : await replaceForGrade(ctx, enrollment)
  return { completes: false, certificate: replaced === undefined ? null : 'replaced' }
}

/** Keeps the completion; the certificate that needed the pass is kept or revoked, as asked for. */
async function takePass(
  ctx: Deps,
  { id: regradeId, certificates, reason }: RegradeRow,
  { userId, courseId, lessonKey, renewingSince }: EnrollmentRow & { lessonKey: string },
): Promise<Effect> {
  const certificate = await findCertificateOf(ctx.db, userId, courseId)
  const nothing = { completes: false, certificate: null }
  // Keeps a certificate under renewal, which earlier work has earned.
  if (certificate?.status !== 'issued' || renewingSince !== null) return nothing
  const { versionId } = certificate
  if (!(await needsPass(ctx.db, { userId, courseId, versionId, lessonKey }))) return nothing
  if (certificates === 'keep') return { completes: false, certificate: 'kept' }
  const why = { reason: reason ?? '', at: ctx.now() }
  await markRevoked(ctx.db, certificate.id, why)
  await recordEvent(ctx, 'certificate-revoked', {
    userId,
    details: { certificateId: certificate.id, regradeId },
  })
  return { completes: false, certificate: 'revoked' }
}
