import { type Assignment, pointsOf, rubricOf } from '../../../../content/lessons/assignment.ts'
import type { StoredQuiz } from '../../../../content/lessons/quiz.ts'
import { partsIn, shownPoints } from '../../../../content/questions/parts.ts'
import type { ItemPoints } from '../../../../content/questions/regrade-item.ts'
import { findAttemptsSoFar, lockAttempt } from '../../../../db/queries/assessment/attempts.ts'
import { findLastGrading } from '../../../../db/queries/assessment/grades/grades.ts'
import {
  claimSubmission,
  markReturned,
  type SubmissionRow,
} from '../../../../db/queries/assessment/submissions.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { CourseNotification } from '../../../texts/types.ts'
import { coursePageOf, notifyUser } from '../../platform/notifications/notify.ts'
import {
  type Graded,
  gradeItems,
  lockEnrollmentOf,
  recordGrading,
  sumOf,
} from '../grades/grade-attempt.ts'
import { allowanceOf } from '../quizzes/open-quiz.ts'
import { type GraderContext, requireSubmission } from './find-submission.ts'
import type { CourseSubmissionInput, GradeInput, ReturnInput, SubmissionToGrade } from './schema.ts'
import { getSubmissionToGrade, isForPerson, settingsOf } from './show-to-grade.ts'

/** Characters of a comment that a mail quotes; the lesson shows all of it. */
const maxMailed = 500
/** How long nobody else can grade a claimed submission. */
const claimMilliseconds = 30 * 60_000

/**
 * Reserves it for the caller for a while, so that nobody else grades the same.
 * @throws SubmissionNotFound, SubmissionClaimed
 */
export async function claimToGrade(
  ctx: GraderContext,
  input: CourseSubmissionInput,
): Promise<SubmissionToGrade> {
  const submission = await requireSubmission(ctx, input)
  await requireClaim(ctx, submission)
  return getSubmissionToGrade(ctx, input)
}

/**
 * Grades it, also repeatedly, if the grader has read the grading before: the last one counts, and
 * all of them stay on record.
 * @throws SubmissionNotFound, SubmissionReturned, SubmissionGraded, SubmissionClaimed, InvalidFields
 */
export async function gradeSubmission(
  ctx: GraderContext,
  input: GradeInput,
): Promise<SubmissionToGrade> {
  await inTransaction(ctx, async (ctx) => {
    const enrollment = await lockEnrollmentOf(ctx, await requireSubmission(ctx, input))
    const attempt = await lockAttempt(ctx.db, input.submissionId)
    // Reads it again: whoever had the lock may have graded or returned it.
    const found = await requireSubmission(ctx, input)
    if (attempt === undefined || attempt.status === 'returned')
      throw new AppError('SubmissionReturned')
    if (found.gradings !== input.replaces) throw gradedBefore(found)
    await requireClaim(ctx, found)
    const settings = await settingsOf(ctx, found)
    const graded =
      settings.assignment === undefined
        ? await gradeAnswers(ctx, { attempt: found, quiz: settings.quiz, input })
        : gradeAssignment(settings.assignment, input)
    const grading = { cause: 'person' as const, graderId: ctx.user.id, comment: input.comment }
    const { passed, maxPoints } = await recordGrading(
      ctx,
      { attempt, enrollment },
      { ...graded, ...grading },
    )
    const shown = (points: number) => shownPoints(points, attempt.items)
    await recordEvent(ctx, 'submission-graded', {
      userId: attempt.userId,
      details: {
        courseId: attempt.courseId,
        submissionId: attempt.id,
        points: shown(graded.points),
      },
    })
    const result = { points: shown(graded.points), maxPoints: shown(maxPoints), passed }
    await tell(ctx, found, { kind: 'submission-graded', comment: input.comment, result })
  })
  return getSubmissionToGrade(ctx, input)
}

/**
 * Returns it for another try, ungraded, if the lesson allows one.
 * @throws SubmissionNotFound, SubmissionReturned, SubmissionClaimed, AttemptsUsedUp, InvalidFields
 */
export async function returnSubmission(
  ctx: GraderContext,
  input: ReturnInput,
): Promise<SubmissionToGrade> {
  await inTransaction(ctx, async (ctx) => {
    const found = await requireSubmission(ctx, input)
    await lockEnrollmentOf(ctx, found)
    const attempt = await lockAttempt(ctx.db, found.id)
    const { assignment } = await settingsOf(ctx, found)
    if (attempt?.status === 'returned') throw new AppError('SubmissionReturned')
    if (attempt?.status !== 'waiting' || assignment === undefined) {
      const message = 'is not an assignment that waits: only such a one can be returned'
      throw new AppError('InvalidFields', { issues: [{ path: 'submissionId', message }] })
    }
    await requireClaim(ctx, found)
    const { userId, courseId, lessonId } = found
    const soFar = await findAttemptsSoFar(ctx.db, { userId, courseId, lessonId, now: ctx.now() })
    if (allowanceOf(assignment, soFar) === 0)
      throw new AppError('AttemptsUsedUp', { facts: { attempts: soFar.count } })
    await markReturned(ctx.db, { id: found.id, comment: input.comment })
    await recordEvent(ctx, 'submission-returned', {
      userId,
      details: { courseId, submissionId: found.id },
    })
    await tell(ctx, found, { kind: 'submission-returned', comment: input.comment })
  })
  return getSubmissionToGrade(ctx, input)
}

function gradedBefore({ gradings, gradedByName, gradedAt }: SubmissionRow): AppError {
  const facts = { gradings, gradedBy: gradedByName, gradedAt: gradedAt?.toISOString() ?? null }
  return new AppError('SubmissionGraded', { facts })
}

async function requireClaim(ctx: GraderContext, { id, courseId }: SubmissionRow): Promise<void> {
  const now = ctx.now()
  const until = new Date(now.getTime() + claimMilliseconds)
  if (await claimSubmission(ctx.db, { id, graderId: ctx.user.id, now, until })) return
  const taken = await requireSubmission(ctx, { courseId, submissionId: id })
  const facts = {
    until: (taken.claimedUntil ?? until).toISOString(),
    claimedBy: taken.claimedByName,
  }
  throw new AppError('SubmissionClaimed', { facts })
}

type Points = Pick<Graded, 'itemPoints' | 'points' | 'maxPoints' | 'passPercent'>

/** @throws InvalidFields */
function gradeAssignment(
  assignment: Assignment,
  { points: given, criteria, answers }: GradeInput,
): Points {
  const { passPercent } = assignment
  const [rubric, most] = [rubricOf(assignment), pointsOf(assignment)]
  const issues: Issue[] = []
  const refuse = (path: string, message: string) => issues.push({ path, message })
  if (answers !== undefined) refuse('answers', 'are for quizzes: leave them out')
  if (rubric.length === 0) {
    if (criteria !== undefined) refuse('criteria', 'are for lessons with a rubric: leave them out')
    if (given === undefined) refuse('points', 'is missing: add it')
    else if (given > most) refuse('points', `must be at most ${most}`)
    if (issues.length > 0) throw new AppError('InvalidFields', { issues })
    return { itemPoints: null, points: given ?? 0, maxPoints: most, passPercent }
  }
  if (given !== undefined) refuse('points', 'come from the rubric: leave them out')
  if (criteria?.length !== rubric.length)
    refuse('criteria', `must have ${rubric.length} entries, one for each criterion`)
  const levels = rubric.map((criterion, at) => criterion.levels[criteria?.[at] ?? 0])
  for (const [at, level] of levels.entries())
    if (level === undefined) refuse(`criteria.${at}`, 'must be the index of one of its levels')
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
  const itemPoints = levels.map((level) => level?.points ?? 0)
  const points = itemPoints.reduce((sum, one) => sum + one, 0)
  return { itemPoints, points, maxPoints: most, passPercent }
}

/** Joins a person's points for texts with those that the right answers give for the rest. */
async function gradeAnswers(
  ctx: Deps,
  { attempt, quiz, input }: { attempt: SubmissionRow; quiz: StoredQuiz; input: GradeInput },
): Promise<Points> {
  const issues: Issue[] = []
  const refuse = (path: string, message: string) => issues.push({ path, message })
  if (input.points !== undefined) refuse('points', 'are for assignments: leave them out')
  if (input.criteria !== undefined) refuse('criteria', 'are for assignments: leave them out')
  const { itemPoints: automatic } = await gradeItems(ctx, attempt)
  // Keeps earlier points, such as those of a regrade, unless the person gives others.
  const before = (await findLastGrading(ctx.db, attempt.id))?.itemPoints
  const parts = partsIn(attempt.items)
  const given = new Map(input.answers?.map((one) => [one.position, one.points * parts]))
  for (const [at, { position, points }] of (input.answers ?? []).entries()) {
    const item = attempt.items?.[position]
    if (item === undefined || !isForPerson(item, automatic[position]))
      refuse(`answers.${at}.position`, 'is of no answer that a person grades')
    else if (points * parts > item.points)
      refuse(`answers.${at}.points`, `must be at most ${item.points / parts}`)
  }
  const itemPoints = automatic.map((points, position): ItemPoints => {
    const former = before === undefined || before === null ? undefined : before[position]
    return given.get(position) ?? (former === null ? 'dropped' : (former ?? points))
  })
  for (const [position, points] of itemPoints.entries())
    if (points === 'waiting')
      refuse('answers', `lack the points of the answer at ${position}: add them`)
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
  return { ...sumOf(attempt.items, itemPoints), passPercent: quiz.passPercent }
}

type ToldKind = 'submission-graded' | 'submission-returned'
type Told<Kind = ToldKind> = Kind extends ToldKind
  ? Omit<Extract<CourseNotification, { kind: Kind }>, 'title' | 'lesson' | 'page'>
  : never

async function tell(
  ctx: Deps,
  { id, userId, courseId, lessonKey, lessonTitle, gradings }: SubmissionRow,
  told: Told,
): Promise<void> {
  const [user, course] = [
    await findUser(ctx.db, userId),
    await findCourse(ctx.db, { id: courseId }),
  ]
  if (user === undefined || course === undefined) return
  const page = coursePageOf(ctx, courseId, { lesson: lessonKey })
  await notifyUser(ctx, user, {
    ...{ ...told, title: course.title, lesson: lessonTitle, page },
    comment: told.comment?.slice(0, maxMailed) ?? null,
    about: { courseId, lessonKey, subjectId: id, fact: `${id} ${gradings}` },
  })
}
