import {
  findLearner,
  isLearner,
  type LearnerOfCourse,
} from '../../../../db/queries/learning/enrollments/learners.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import { requireChosenCohort } from '../../base/admin/chosen-cohort.ts'

/** @throws CohortNotFound also for one of somebody else's */
export async function cohortInScope(
  ctx: Pick<Deps, 'db'>,
  chosen: string,
  scope: LearnerScope,
): Promise<{ id: string }> {
  const cohort = await requireChosenCohort(ctx, chosen)
  if (scope !== null && !scope.includes(cohort.id)) throw new AppError('CohortNotFound')
  return cohort
}

/** @throws EnrollmentNotFound also for a learner of somebody else's */
export async function requireInScope(
  { db }: Pick<Deps, 'db'>,
  learning: EnrollmentKey,
  scope: LearnerScope,
): Promise<void> {
  if (!(await isLearner(db, { ...learning, cohortIds: scope })))
    throw new AppError('EnrollmentNotFound')
}

/** @throws EnrollmentNotFound also for a learner of somebody else's */
export async function learnerInScope(
  ctx: Pick<Deps, 'db' | 'now'>,
  learning: EnrollmentKey,
  scope: LearnerScope,
): Promise<LearnerOfCourse> {
  const found = await findLearner(ctx.db, { ...learning, cohortIds: scope, now: ctx.now() })
  if (found === undefined) throw new AppError('EnrollmentNotFound')
  return found
}
