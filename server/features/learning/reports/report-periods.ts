import { countPeriods } from '../../../../db/queries/learning/enrollments/period-counts.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import { closedPeriodOf, firstOfYearUpTo, splitPeriod } from '../../platform/admin/split-period.ts'
import { completionPercent, courseInScope, type ReportDeps } from './course-reports.ts'
import type { LearningPeriodList, ReportPeriodsInput } from './schema.ts'

/**
 * Reports on a course by period: how many began it in each day or month, and how many of them have
 * completed it since.
 * @throws CourseNotFound
 * @throws CohortNotFound
 */
export async function reportPeriods(
  ctx: ReportDeps,
  { courseId, version, cohort: chosen, per, limit, cursor, ...asked }: ReportPeriodsInput,
  scope: LearnerScope,
): Promise<LearningPeriodList> {
  const { cohortId } = await courseInScope(ctx, { courseId, chosen }, scope)
  const timeZone = asked.timeZone ?? ctx.config.timeZone
  const whole = closedPeriodOf(asked, ctx, per === 'month' ? firstOfYearUpTo : undefined)
  const all = splitPeriod(whole, { per, timeZone, since: cursor })
  const periods = [...all.take(limit + 1)]
  const shown = periods.slice(0, limit)
  const end = shown.at(-1)?.until
  const rows =
    end === undefined
      ? []
      : await countPeriods(ctx.replicas.recent(), {
          ...{ courseId, version, cohortId },
          bounds: [...shown.map(({ from }) => from), end],
        })
  const counts = new Map(rows.map(({ place, ...counted }) => [place, counted]))
  return {
    items: shown.map(({ name, from, until }, index) => {
      const counted = counts.get(index + 1) ?? { enrolled: 0, started: 0, completed: 0 }
      return {
        period: name,
        from: from.toISOString(),
        until: until.toISOString(),
        ...counted,
        completionPercent: completionPercent(counted),
      }
    }),
    nextCursor: periods[limit]?.firstDay ?? null,
  }
}
