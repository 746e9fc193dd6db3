import { adminProcedure, router } from '../../../trpc.ts'
import { MyCourseList } from '../enrollments/schema.ts'
import { reportCohort, reportCourse, reportCourses } from './course-reports.ts'
import { reportLearner, reportLearners, reportStuck } from './learner-reports.ts'
import { reportPeriods } from './report-periods.ts'
import { reportStops } from './report-stops.ts'
import * as schema from './schema.ts'

const procedure = adminProcedure('reports:read')
const shared = { limits: ['reportsPerAccount' as const] }
const aboutPeriod =
  '`from` and `to` are about when the enrollment began: both are inclusive, and a day is one of ' +
  '`timeZone`. '
const aboutDelay = 'The numbers may be a few seconds old.'

export const reportsRouter = router({
  courses: procedure
    .meta({
      route: 'GET /api/v1/admin/reports/courses',
      ...shared,
      summary: 'Report on all courses',
      description: aboutPeriod + aboutDelay,
    })
    .input(schema.ReportCoursesInput)
    .output(schema.CourseReportList)
    .query(({ ctx, input }) => reportCourses(ctx, input)),

  course: procedure
    .meta({
      route: 'GET /api/v1/admin/reports/courses/{courseId}',
      ...shared,
      summary: 'Report on a course, a version of it, or a cohort in it',
      errors: ['CourseNotFound', 'CohortNotFound'],
      description: aboutPeriod + aboutDelay,
    })
    .input(schema.ReportCourseInput)
    .output(schema.CourseReport)
    .query(({ ctx, input }) => reportCourse(ctx, input)),

  periods: procedure
    .meta({
      route: 'GET /api/v1/admin/reports/courses/{courseId}/periods',
      ...shared,
      summary: 'Count who began a course in each day or month, and completed it since',
      errors: ['CourseNotFound', 'CohortNotFound'],
      description: schema.aboutPeriods + aboutDelay,
    })
    .input(schema.ReportPeriodsInput)
    .output(schema.LearningPeriodList)
    .query(({ ctx, input }) => reportPeriods(ctx, input)),

  stops: procedure
    .meta({
      route: 'GET /api/v1/admin/reports/courses/{courseId}/stops',
      ...shared,
      summary: 'Count at which lessons the learners of a course are',
      errors: ['CourseNotFound', 'CohortNotFound'],
      description: schema.aboutStops + aboutDelay,
    })
    .input(schema.ReportStopsInput)
    .output(schema.LessonStops)
    .query(({ ctx, input }) => reportStops(ctx, input)),

  cohort: procedure
    .meta({
      route: 'GET /api/v1/admin/reports/cohorts/{cohortId}',
      ...shared,
      summary: 'Report on the courses of a cohort',
      errors: ['CohortNotFound'],
      description: `Counts the enrollments of its members. ${aboutPeriod}${aboutDelay}`,
    })
    .input(schema.ReportCohortInput)
    .output(schema.CourseReportList)
    .query(({ ctx, input }) => reportCohort(ctx, input)),

  learners: procedure
    .meta({
      route: 'GET /api/v1/admin/reports/courses/{courseId}/learners',
      ...shared,
      summary: 'Report on the learners of a course',
      errors: ['CourseNotFound', 'CohortNotFound'],
      description: aboutDelay,
    })
    .input(schema.ReportLearnersInput)
    .output(schema.LearnerReportList)
    .query(({ ctx, input }) => reportLearners(ctx, input)),

  stuck: procedure
    .meta({
      route: 'GET /api/v1/admin/reports/courses/{courseId}/stuck',
      ...shared,
      summary: 'List learners who stopped in a course',
      errors: ['CourseNotFound', 'CohortNotFound'],
      description:
        'They began it, have not completed it, can still open it, and have reported nothing ' +
        'for `days` days. The quietest come first. The list may be a few seconds old.',
    })
    .input(schema.ReportStuckInput)
    .output(schema.LearnerReportList)
    .query(({ ctx, input }) => reportStuck(ctx, input)),

  learner: procedure
    .meta({
      route: 'GET /api/v1/admin/reports/learners/{userId}',
      ...shared,
      summary: 'Report on a learner: all courses with progress',
      errors: ['UserNotFound'],
      description:
        'The same as the learner sees in `me.courses`, newest activity first. It may be a few ' +
        'seconds old.',
    })
    .input(schema.ReportLearnerInput)
    .output(MyCourseList)
    .query(({ ctx, input }) => reportLearner(ctx, input)),
})
