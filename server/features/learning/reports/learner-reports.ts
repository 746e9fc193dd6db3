import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import {
  type LearnerOfCourse,
  listLearners,
  listQuietLearners,
} from '../../../../db/queries/learning/enrollments/learners.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { AppError } from '../../../errors/errors.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { startOf, toPage } from '../../../lib/lists/pagination.ts'
import { isInstant, toSortedPage } from '../../../lib/lists/sorted-pages.ts'
import { withIsoDates } from '../../../lib/schema.ts'
import { requireChosenCohort } from '../../base/admin/chosen-cohort.ts'
import { coursePercent } from '../../courses/courses/course-state.ts'
import { listCoursesOf, toCourseCertificate } from '../enrollments/list-my-courses.ts'
import type { MyCourseList } from '../enrollments/schema.ts'
import type { ReportDeps } from './course-reports.ts'
import type {
  LearnerReport,
  LearnerReportList,
  ReportLearnerInput,
  ReportLearnersInput,
  ReportStuckInput,
} from './schema.ts'

const dayMilliseconds = 24 * 3_600_000

/**
 * The learners of a course, or of a cohort in it.
 *
 * @throws CourseNotFound
 * @throws CohortNotFound
 */
export async function reportLearners(
  ctx: ReportDeps,
  { courseId, status, cohort: chosen, ...page }: ReportLearnersInput,
): Promise<LearnerReportList> {
  await requireCourse(ctx, courseId)
  const cohort = chosen === undefined ? undefined : await requireChosenCohort(ctx, chosen)
  const rows = await listLearners(ctx.replicas.recent(), {
    courseId,
    status,
    cohortId: cohort?.id,
    after: startOf(page),
    limit: page.limit + 1,
    now: ctx.now(),
  })
  return toPage(rows, page.limit, (row) => toLearnerReport(ctx, row))
}

/**
 * Learners who began a course and have reported nothing for some days, the quietest first.
 *
 * @throws CourseNotFound
 */
export async function reportStuck(
  ctx: ReportDeps,
  { courseId, days, limit, cursor }: ReportStuckInput,
): Promise<LearnerReportList> {
  await requireCourse(ctx, courseId)
  const list = ['stuck', courseId]
  const after = requirePlace(cursor, list, isInstant)
  const now = ctx.now()
  const rows = await listQuietLearners(ctx.replicas.recent(), {
    courseId,
    quietSince: new Date(now.getTime() - days * dayMilliseconds),
    after: after && { lastActivityAt: new Date(after.value), userId: after.id },
    limit: limit + 1,
    now,
  })
  return toSortedPage(rows, {
    limit,
    list,
    place: ({ lastActivityAt, id }) => ({ value: lastActivityAt?.toISOString() ?? '', id }),
    item: (row) => toLearnerReport(ctx, row),
  })
}

/**
 * All courses of a learner, as the learner sees them.
 *
 * @throws UserNotFound
 */
export async function reportLearner(
  ctx: ReportDeps,
  { userId, ...page }: ReportLearnerInput,
): Promise<MyCourseList> {
  if ((await findUser(ctx.db, userId)) === undefined) throw new AppError('UserNotFound')
  return listCoursesOf({ ...ctx, db: ctx.replicas.recent() }, { userId, ...page })
}

async function requireCourse({ db }: ReportDeps, id: string): Promise<void> {
  if ((await findCourse(db, { id })) === undefined) throw new AppError('CourseNotFound')
}

function toLearnerReport(
  ctx: ReportDeps,
  { id, remaining, certificate, ...learner }: LearnerOfCourse,
): LearnerReport {
  const { requiredLessons } = learner
  return {
    ...withIsoDates(learner),
    userId: id,
    percent: coursePercent(learner, { requiredLessons, remaining }),
    completedLessons: requiredLessons - remaining,
    certificate: certificate && toCourseCertificate(ctx, certificate),
  }
}
