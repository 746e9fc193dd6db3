import {
  countStops,
  mostLearnersRead,
} from '../../../../db/queries/learning/enrollments/stop-counts.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import { courseInScope, type ReportDeps } from './course-reports.ts'
import { dayMilliseconds } from './learner-reports.ts'
import type { LessonStops, ReportStopsInput } from './schema.ts'

/**
 * The lessons that are next for those who are on their way, where most of them are first.
 *
 * @throws CourseNotFound
 * @throws CohortNotFound
 */
export async function reportStops(
  ctx: ReportDeps,
  { courseId, version, cohort: chosen, days, limit }: ReportStopsInput,
  scope?: LearnerScope,
): Promise<LessonStops> {
  const { cohortId } = await courseInScope(ctx, { courseId, chosen }, scope)
  const now = ctx.now()
  const { learners, lessons } = await countStops(ctx.replicas.recent(), {
    ...{ courseId, version, cohortId, now, limit },
    quietSince: new Date(now.getTime() - days * dayMilliseconds),
  })
  return {
    at: now.toISOString(),
    learners: Math.min(learners, mostLearnersRead),
    areAll: learners <= mostLearnersRead,
    items: lessons,
  }
}
