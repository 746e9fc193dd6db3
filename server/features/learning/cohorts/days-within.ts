import { dayAfterCohort } from '../../../../content/days/days.ts'
import { findPublishedCourses } from '../../../../db/queries/courses/courses/courses.ts'
import type { CohortRow } from '../../../../db/queries/learning/cohorts.ts'
import { lastDayBefore } from '../../../../lib/lists/periods.ts'
import type { ActorDeps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { daysOfVersions } from '../progress/learners-days.ts'

/**
 * Checks that nothing of the courses opens, or is due, after the cohort's end, which closes them.
 * @throws InvalidFields with the lesson at fault
 */
export async function requireDaysWithin(
  ctx: ActorDeps,
  { startsAt, begunAt, endsAt }: Pick<CohortRow, 'startsAt' | 'begunAt' | 'endsAt'>,
  { courseIds, path }: { courseIds: string[]; path: 'course' | 'endsAt' },
): Promise<void> {
  if (endsAt === null) return
  const { timeZone } = ctx.config
  const beginning = { begunAt: begunAt ?? startsAt ?? ctx.now(), timeZone }
  const lastDay = lastDayBefore(endsAt, timeZone)
  const versionIds = (await findPublishedCourses(ctx.db, courseIds)).map((one) => one.versionId)
  for (const version of (await daysOfVersions(ctx, versionIds)).values())
    for (const { title, available, due } of [version, ...version.lessons])
      for (const [what, rule] of [['opens', available] as const, ['is due', due] as const]) {
        const day = dayAfterCohort(rule, beginning)
        if (day === undefined || day <= lastDay) continue
        const message = `is too soon: "${title}" ${what} on ${day}, after the cohort ends on ${lastDay}`
        throw new AppError('InvalidFields', { issues: [{ path, message }] })
      }
}
