import {
  findSubmission,
  type SubmissionRow,
} from '../../../../db/queries/assessment/submissions.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import type { CourseSubmissionInput } from './schema.ts'

/** Whoever works on a course, and whose learners they grade. */
export type GraderContext = UserContext & { learners: LearnerScope }

/** Finds what a learner of theirs tried, never one's own: graders may take the course as well. */
export async function requireTried(
  ctx: GraderContext,
  { courseId, submissionId: id }: CourseSubmissionInput,
): Promise<SubmissionRow> {
  const cohortIds = cohortsOf(ctx.learners)
  const submission = await findSubmission(ctx.db, { id, courseId, cohortIds })
  if (submission === undefined || submission.status === 'open')
    throw new AppError('SubmissionNotFound')
  refuseOwn(ctx, submission.userId)
  return submission
}

/**
 * Finds what a person grades.
 * @throws SubmissionNotFound, NotForYourself
 */
export async function requireSubmission(
  ctx: GraderContext,
  input: CourseSubmissionInput,
): Promise<SubmissionRow> {
  const submission = await requireTried(ctx, input)
  if (!submission.isByPerson) throw new AppError('SubmissionNotFound')
  return submission
}
