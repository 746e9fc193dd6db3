import { countStops } from '../../../../db/queries/learning/enrollments/stop-counts.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import { courseInScope, type ReportDeps } from './course-reports.ts'
import { dayMilliseconds } from './learner-reports.ts'
import { type LessonStops, mostLearnersCounted, type ReportStopsInput } from './schema.ts'

/**
 * Reports which lesson comes next for learners under way, the most frequent first.
 *
 * @throws CourseNotFound
 * @throws CohortNotFound
 */
export async function reportStops(
  ctx: ReportDeps,
  { courseId, version, cohort: chosen, days, limit }: ReportStopsInput,
  scope: LearnerScope,
): Promise<LessonStops> {
  const { cohortId } = await courseInScope(ctx, { courseId, chosen }, scope)
  const now = ctx.now()
  const { lessons, ...counted } = await countStops(ctx.replicas.recent(), {
    ...{ courseId, version, cohortId, now, limit },
    most: mostLearnersCounted,
    quietSince: new Date(now.getTime() - days * dayMilliseconds),
  })
  return { at: now.toISOString(), ...counted, items: lessons }
}
