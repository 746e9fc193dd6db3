import { type Assignment, pointsOf } from '../../../../content/lessons/assignment.ts'
import {
  type AttemptsSoFar,
  findAttemptsSoFar,
  insertAttempt,
} from '../../../../db/queries/assessment/attempts.ts'
import {
  insertSubmissionFiles,
  listSubmissionUploads,
} from '../../../../db/queries/assessment/submissions.ts'
import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import { findStoredFiles } from '../../../../db/queries/courses/media/course-files.ts'
import type { UploadRow } from '../../../../db/queries/courses/uploads.ts'
import { lockEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { newId } from '../../../../lib/ids.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'
import { duesInCourse, inTimeUntil } from '../../learning/progress/learners-days.ts'
import { allowanceOf, openForPass } from '../quizzes/open-quiz.ts'
import type { Submission, SubmitInput } from './schema.ts'
import { showSubmission } from './show-submission.ts'

/**
 * Hands in a text and files for an assignment.
 * @throws LessonNotFound, NotEnrolled, InvalidFields, SubmissionWaiting, AttemptsUsedUp,
 * AssignmentClosed, UploadNotFound
 */
export async function submitAssignment(ctx: UserContext, input: SubmitInput): Promise<Submission> {
  const { lesson, settings } = await openForPass(ctx, input.lessonId, 'assignment')
  requireTaken(input, settings)
  const { courseId, id: lessonId, key: lessonKey } = lesson
  const learning = { userId: ctx.user.id, courseId }
  const attempt = await inTransaction(ctx, async (ctx) => {
    const now = ctx.now()
    const enrollment = await lockEnrollment(ctx.db, learning)
    if (!isOpenTo(enrollment, now)) throw new AppError('NotEnrolled')
    const soFar = await findAttemptsSoFar(ctx.db, { ...learning, lessonId, now })
    const dueAt = inTimeUntil((await duesInCourse(ctx, learning)).get(lessonKey))
    const isLate = requireAllowed(settings, soFar, { dueAt, now })
    await ctx.limits.within(ctx.db).take('submissionsPerAccount', ctx.user.id)
    const uploads = await requireFiles(ctx, { ...input, lessonId, settings })
    const written = await insertAttempt(ctx.db, {
      id: newId(),
      ...learning,
      lessonKey,
      lessonId,
      type: 'assignment',
      number: soFar.lastNumber + 1,
      status: 'waiting',
      startedAt: now,
      deadlineAt: null,
      submittedAt: now,
      isLate,
      items: null,
      text: input.text,
      maxPoints: pointsOf(settings),
    })
    await insertSubmissionFiles(ctx.db, written.id, uploads)
    return written
  })
  return showSubmission(ctx, attempt)
}

function requireTaken({ text, uploadIds }: SubmitInput, { text: takesText, files }: Assignment) {
  const issues: Issue[] = []
  if (text !== null && !takesText)
    issues.push({ path: 'text', message: 'is not for this lesson: it takes files alone' })
  if (uploadIds.length > files)
    issues.push({
      path: 'uploadIds',
      message: `are too many: this lesson takes ${files}`,
      code: 'maxItems',
      limit: files,
    })
  if (text === null && uploadIds.length === 0)
    issues.push({
      path: takesText ? 'text' : 'uploadIds',
      message: 'is missing: there is nothing to hand in',
      code: 'required',
    })
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
}

/** @returns whether it is late */
function requireAllowed(
  settings: Assignment,
  soFar: AttemptsSoFar,
  { dueAt, now }: { dueAt: string | null; now: Date },
): boolean {
  if (soFar.waiting) throw new AppError('SubmissionWaiting')
  if (allowanceOf(settings, soFar) === 0)
    throw new AppError('AttemptsUsedUp', { facts: { attempts: soFar.count } })
  const isLate = dueAt !== null && new Date(dueAt) < now
  if (isLate && !settings.takesLate) throw new AppError('AssignmentClosed', { facts: { dueAt } })
  return isLate
}

async function requireFiles(
  { db, user, now }: Pick<UserContext, 'db' | 'user' | 'now'>,
  {
    lessonId,
    uploadIds,
    settings: { fileTypes },
  }: { lessonId: string; uploadIds: string[]; settings: Assignment },
): Promise<UploadRow[]> {
  if (uploadIds.length === 0) return []
  const of = { userId: user.id, lessonId, ids: uploadIds, now: now() }
  const uploads = await listSubmissionUploads(db, of)
  if (uploads.length < uploadIds.length || uploads.some(({ finishedAt }) => finishedAt === null))
    throw new AppError('UploadNotFound')
  await requireTypes(db, uploads, fileTypes)
  return uploads
}

/** Refuses files of other types, judged by their bytes, whatever their sender said. */
async function requireTypes(
  db: Deps['db'],
  uploads: readonly UploadRow[],
  allowed: readonly string[],
): Promise<void> {
  if (allowed.length === 0) return
  const stored = await findStoredFiles(
    db,
    uploads.map(({ sha256 }) => sha256),
  )
  const types = new Map(stored.map(({ sha256, type }) => [sha256, type.split(';')[0] ?? type]))
  const issues = uploads.flatMap(({ path, sha256 }, index) => {
    const type = types.get(sha256) ?? ''
    const fits = allowed.some(
      (one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
    )
    const message = `are of a type that this lesson does not take: ${path} is ${type}`
    return fits ? [] : [{ path: `uploadIds.${index}`, message }]
  })
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
}
