import { adminProcedure, router } from '../../../trpc.ts'
import { MyCourseList } from '../enrollments/schema.ts'
import { reportCohort, reportCourses } from './course-reports.ts'
import { reportLearner } from './learner-reports.ts'
import * as schema from './schema.ts'

const procedure = adminProcedure('reports:read')
const shared = { limits: ['reportsPerAccount' as const] }

export const reportsRouter = router({
  courses: procedure
    .meta({
      route: 'GET /api/v1/admin/reports/courses',
      ...shared,
      summary: 'Report on all courses',
      description: schema.aboutPeriod + schema.aboutDelay,
    })
    .input(schema.ReportCoursesInput)
    .output(schema.CourseReportList)
    .query(({ ctx, input }) => reportCourses(ctx, input)),

  cohort: procedure
    .meta({
      route: 'GET /api/v1/admin/reports/cohorts/{cohortId}',
      ...shared,
      summary: 'Report on the courses of a cohort',
      errors: ['CohortNotFound'],
      description: `Counts the enrollments of its members. ${schema.aboutPeriod}${schema.aboutDelay}`,
    })
    .input(schema.ReportCohortInput)
    .output(schema.CourseReportList)
    .query(({ ctx, input }) => reportCohort(ctx, input)),

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
