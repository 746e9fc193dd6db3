import {
  type LearningCounts as Counted,
  type CountedCourse,
  countLearning,
  listCountedCourses,
  listCountedCoursesOfCohort,
} from '../../../../db/queries/learning/enrollments/learning-counts.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { periodOf } from '../../../../lib/lists/periods.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { requireChosenCohort } from '../../platform/admin/chosen-cohort.ts'
import { requireAnyCourse } from '../../platform/admin/chosen-course.ts'
import { cohortInScope } from './in-scope.ts'
import type * as schema from './schema.ts'

export type ReportDeps = Pick<
  Deps,
  'db' | 'replicas' | 'now' | 'config' | 'versionDays' | 'mediaUrls'
>

/** Counts learners of the courses that were published: the newest course first. */
export async function reportCourses(
  ctx: ReportDeps,
  { limit, cursor, ...times }: schema.ReportCoursesInput,
): Promise<schema.CourseReportList> {
  const rows = await listCountedCourses(ctx.replicas.recent(), {
    ...periodOf(times, ctx.config.timeZone),
    after: startOf({ limit, cursor }),
    limit: limit + 1,
    now: ctx.now(),
  })
  return toPage(rows, limit, toCourseReport)
}

/**
 * Reports on the courses of a cohort, with the counts of its members.
 *
 * @throws CohortNotFound
 */
export async function reportCohort(
  ctx: ReportDeps,
  { cohortId, limit, cursor, ...times }: schema.ReportCohortInput,
): Promise<schema.CourseReportList> {
  const cohort = await requireChosenCohort(ctx, cohortId)
  const rows = await listCountedCoursesOfCohort(ctx.replicas.recent(), {
    ...periodOf(times, ctx.config.timeZone),
    cohortId: cohort.id,
    after: startOf({ limit, cursor }),
    limit: limit + 1,
    now: ctx.now(),
  })
  return toPage(rows, limit, toCourseReport)
}

/**
 * Reports the counts of a course, of one version of it, or of a cohort in it.
 *
 * @throws CourseNotFound
 * @throws CohortNotFound
 */
export async function reportCourse(
  ctx: ReportDeps,
  { courseId, version, cohort: chosen, ...times }: schema.ReportCourseInput,
  scope: LearnerScope,
): Promise<schema.CourseReport> {
  const { course, cohortId } = await courseInScope(ctx, { courseId, chosen }, scope)
  const counted = await countLearning(ctx.replicas.recent(), {
    ...periodOf(times, ctx.config.timeZone),
    courseId,
    version,
    cohortId,
    now: ctx.now(),
  })
  return toCourseReport({ ...counted, id: courseId, slug: course.slug, title: course.title })
}

/**
 * Returns the course of a report, and the cohort in it, if it is about one.
 *
 * @throws CourseNotFound
 * @throws CohortNotFound
 */
export async function courseInScope(
  ctx: ReportDeps,
  { courseId, chosen }: { courseId: string; chosen: string | undefined },
  scope: LearnerScope,
) {
  const course = await requireAnyCourse(ctx, courseId)
  if (chosen === undefined && cohortsOf(scope) !== null) throw choosing()
  if (chosen === undefined) return { course, cohortId: undefined }
  return { course, cohortId: (await cohortInScope(ctx, { courseId, chosen }, scope)).id }
}

/** Asks for one cohort: counts are kept for each alone, as somebody may be in several. */
function choosing(): AppError {
  const message = 'is required: choose one of your cohorts'
  return new AppError('InvalidFields', { issues: [{ path: 'cohort', message }] })
}

function toCourseReport({ id, slug, title, ...counted }: CountedCourse): schema.CourseReport {
  return { courseId: id, slug, title, ...toCounts(counted) }
}

function toCounts({ medianSeconds, ...counts }: Counted): schema.LearningCounts {
  return {
    ...counts,
    completionPercent: completionPercent(counts),
    medianDays: medianSeconds === null ? null : Math.round(medianSeconds / 8_640) / 10,
  }
}

export function completionPercent({
  completed,
  enrolled,
}: Pick<Counted, 'completed' | 'enrolled'>): number {
  return enrolled === 0 ? 0 : Math.floor((1_000 * completed) / enrolled) / 10
}
