import { hasCohortCourse } from '../../../../db/queries/learning/cohorts.ts'
import {
  findLearner,
  isLearner,
  type LearnerOfCourse,
} from '../../../../db/queries/learning/enrollments/learners.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { requireChosenCohort } from '../../platform/admin/chosen-cohort.ts'

/**
 * Finds a cohort: teachers of cohorts name one of theirs, others one with the course, schools any.
 *
 * @throws CohortNotFound
 */
export async function cohortInScope(
  ctx: Pick<Deps, 'db'>,
  { courseId, chosen }: { courseId: string; chosen: string },
  scope: LearnerScope,
): Promise<{ id: string }> {
  const cohort = await requireChosenCohort(ctx, chosen)
  const isTheirs =
    scope === 'school' ||
    (cohortsOf(scope)?.includes(cohort.id) ??
      (await hasCohortCourse(ctx.db, { cohortId: cohort.id, courseId })))
  if (!isTheirs) throw new AppError('CohortNotFound')
  return cohort
}

/** @throws EnrollmentNotFound also for somebody else's learner */
export async function requireInScope(
  { db }: Pick<Deps, 'db'>,
  learning: EnrollmentKey,
  scope: LearnerScope,
): Promise<void> {
  if (!(await isLearner(db, { ...learning, cohortIds: cohortsOf(scope) })))
    throw new AppError('EnrollmentNotFound')
}

/** @throws EnrollmentNotFound also for somebody else's learner */
export async function learnerInScope(
  ctx: Pick<Deps, 'db' | 'now'>,
  learning: EnrollmentKey,
  scope: LearnerScope,
): Promise<LearnerOfCourse> {
  const found = await findLearner(ctx.db, {
    ...learning,
    cohortIds: cohortsOf(scope),
    now: ctx.now(),
  })
  if (found === undefined) throw new AppError('EnrollmentNotFound')
  return found
}
