import { type AttemptRow, findAttempt } from '../../../../db/queries/assessment/attempts.ts'
import { findLastGrading } from '../../../../db/queries/assessment/grades/grades.ts'
import { listSubmissionFiles } from '../../../../db/queries/assessment/submissions.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { resultOf } from '../attempts/show-attempt.ts'
import type { Submission, SubmissionInput } from './schema.ts'

/**
 * Shows what the caller handed in.
 * @throws SubmissionNotFound
 */
export async function getSubmission(
  ctx: UserContext,
  { submissionId }: SubmissionInput,
): Promise<Submission> {
  const attempt = await findAttempt(ctx.db, submissionId)
  if (attempt?.userId !== ctx.user.id || attempt.type !== 'assignment')
    throw new AppError('SubmissionNotFound')
  return showSubmission(ctx, attempt)
}

export async function showSubmission(
  ctx: Pick<Deps, 'db' | 'now' | 'mediaUrls'>,
  attempt: AttemptRow,
): Promise<Submission> {
  const { id, lessonId, courseId, number, status, submittedAt, startedAt, isLate, text } = attempt
  const [files, grading] = [
    await listSubmissionFiles(ctx.db, id),
    status === 'graded' ? await findLastGrading(ctx.db, id) : undefined,
  ]
  const isByCriteria = attempt.type === 'assignment'
  return {
    ...{ id, lessonId, courseId, number, status, isLate, text },
    submittedAt: (submittedAt ?? startedAt).toISOString(),
    files: files.map(({ name, type, size, sha256 }) => ({
      ...{ name, type, size },
      url: ctx.mediaUrls.urlOf({ sha256, name }, ctx.now()),
    })),
    result: resultOf(attempt, grading, 'score'),
    criteria: isByCriteria ? (grading?.itemPoints?.map((points) => points ?? 0) ?? null) : null,
    comment: grading?.comment ?? attempt.comment,
  }
}
