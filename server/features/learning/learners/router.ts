import { adminProcedure, memberProcedure, router } from '../../../trpc.ts'
import { getSeatsAsAdmin, setSeatsAsAdmin } from '../../shop/seats/admin.ts'
import { Seats, SeatsInput, UpdateSeatsInput } from '../../shop/seats/schema.ts'
import { extendDue, revokeExtension } from '../extensions/extend-due.ts'
import * as extensions from '../extensions/schema.ts'
import { reportCourse } from '../reports/course-reports.ts'
import { reportLearners, reportStuck } from '../reports/learner-reports.ts'
import { reportPeriods } from '../reports/report-periods.ts'
import { reportStops } from '../reports/report-stops.ts'
import * as reports from '../reports/schema.ts'
import { endAsTeacher, enrollAsTeacher } from './enroll-and-end.ts'
import { markLesson } from './mark-lesson.ts'
import * as schema from './schema.ts'
import { showLearner, toCourseLearners } from './show-learner.ts'

const path = '/api/v1/authoring/courses/{courseId}' as const
const enrollment = '/api/v1/admin/enrollments/{userId}/{courseId}' as const
const ofReports = { limits: ['reportsPerAccount' as const] }
const ofChanges = { limits: ['enrollmentsGivenPerAccount' as const], repeatable: true as const }

const marking = {
  ...ofChanges,
  summary: 'Mark a lesson as done for one learner, or open it again',
  description:
    'The learner is mailed the reason. Lessons that need a pass can be marked too. The last one ' +
    'completes the course. Reopening one takes away no completion or certificate; a passed one ' +
    'stays done.',
  errors: [
    'NotForYourself' as const,
    'EnrollmentNotFound' as const,
    'LessonNotFound' as const,
    'PassStays' as const,
  ],
}
const extending = {
  ...ofChanges,
  summary: 'Give one learner a later due date',
  description: 'For the course or a lesson, in place of what was given before. They are mailed.',
  errors: ['NotForYourself' as const, 'EnrollmentNotFound' as const],
}
const revoking = {
  ...ofChanges,
  summary: 'Take an extension back',
  description: 'The general due date applies again, and they are mailed.',
  errors: ['EnrollmentNotFound' as const],
}

/** For those who teach a course: the desk's reports and changes, of its learners alone. */
export const learnersRouter = router({
  list: memberProcedure('readLearners')
    .meta({
      route: `GET ${path}/learners`,
      ...ofReports,
      summary: 'List the learners of a course that you teach',
      errors: ['CohortNotFound'],
      description:
        'A teacher of cohorts sees their members. A page may hold fewer items than its limit, ' +
        'even none: go on while `nextCursor` is not null. It may be a few seconds old.',
      noStore: true,
    })
    .input(reports.ReportLearnersInput)
    .output(schema.CourseLearnerList)
    .query(async ({ ctx, input }) =>
      toCourseLearners(ctx, await reportLearners(ctx, input, ctx.learners)),
    ),

  get: memberProcedure('readLearners')
    .meta({
      route: `GET ${path}/learners/{userId}`,
      ...ofReports,
      summary: 'Show a learner of a course, lesson by lesson',
      errors: ['EnrollmentNotFound'],
      noStore: true,
    })
    .input(schema.ShowLearnerInput)
    .output(schema.CourseLearnerPage)
    .query(({ ctx, input }) => showLearner(ctx, input, ctx.learners)),

  report: memberProcedure('readLearners')
    .meta({
      route: `GET ${path}/report`,
      ...ofReports,
      summary: 'Report on a course that you teach, or a cohort in it',
      errors: ['CohortNotFound'],
      description: 'A teacher of cohorts names one of them. The numbers may be a few seconds old.',
      noStore: true,
    })
    .input(reports.ReportCourseInput)
    .output(reports.CourseReport)
    .query(({ ctx, input }) => reportCourse(ctx, input, ctx.learners)),

  periods: memberProcedure('readLearners')
    .meta({
      route: `GET ${path}/periods`,
      ...ofReports,
      summary: 'Count who began your course in each day or month, and completed it since',
      errors: ['CohortNotFound'],
      description: `${reports.aboutPeriods}A teacher of cohorts names one of them.`,
      noStore: true,
    })
    .input(reports.ReportPeriodsInput)
    .output(reports.LearningPeriodList)
    .query(({ ctx, input }) => reportPeriods(ctx, input, ctx.learners)),

  stops: memberProcedure('readLearners')
    .meta({
      route: `GET ${path}/stops`,
      ...ofReports,
      summary: 'Count at which lessons the learners of your course are',
      errors: ['CohortNotFound'],
      description: `${reports.aboutStops}A teacher of cohorts names one of them.`,
      noStore: true,
    })
    .input(reports.ReportStopsInput)
    .output(reports.LessonStops)
    .query(({ ctx, input }) => reportStops(ctx, input, ctx.learners)),

  stuck: memberProcedure('readLearners')
    .meta({
      route: `GET ${path}/stuck`,
      ...ofReports,
      summary: 'List learners who stopped in a course that you teach',
      errors: ['CohortNotFound'],
      description: 'As `admin.reports.stuck`: the quietest come first.',
      noStore: true,
    })
    .input(reports.ReportStuckInput)
    .output(schema.CourseLearnerList)
    .query(async ({ ctx, input }) =>
      toCourseLearners(ctx, await reportStuck(ctx, input, ctx.learners)),
    ),

  enroll: memberProcedure('manageClass')
    .meta({
      route: `POST ${path}/learners`,
      summary: 'Enroll somebody in a course that you teach, or invite them',
      description: 'As `admin.enrollments.enroll`, but with no cohort: ask an administrator.',
      status: 201,
      statusWhenExisting: 200,
      errors: [
        'NotForYourself',
        'UserNotFound',
        'CourseFull',
        'PrerequisiteMissing',
        'RefundNeeded',
      ],
      limits: ['enrollmentsGivenPerAccount', 'invitationMailsPerEmail', 'schoolMailsPerAccount'],
      repeatable: true,
    })
    .input(schema.TeacherEnrollInput)
    .output(schema.EnrolledByTeacher)
    .mutation(({ ctx, input }) => enrollAsTeacher(ctx, input)),

  end: memberProcedure('teach')
    .meta({
      route: `DELETE ${path}/learners/{userId}`,
      ...ofChanges,
      summary: 'End the enrollment of a learner; progress and certificate are kept',
      description: 'What was paid for ends by a refund instead.',
      errors: ['EnrollmentNotFound', 'UserNotFound', 'RefundNeeded'],
    })
    .input(schema.LearnerInput)
    .output(schema.EndedByTeacher)
    .mutation(({ ctx, input }) => endAsTeacher(ctx, input, ctx.learners)),

  seats: memberProcedure('readClass')
    .meta({ route: `GET ${path}/seats`, summary: 'Get the seats of a course that you teach' })
    .input(SeatsInput)
    .output(Seats)
    .query(({ ctx, input }) => getSeatsAsAdmin(ctx, input)),

  setSeats: memberProcedure('manageClass')
    .meta({
      route: `PATCH ${path}/seats`,
      ...ofChanges,
      summary: 'Limit the seats of a course that you teach, or when it takes learners',
      errors: ['SeatsTaken'],
    })
    .input(UpdateSeatsInput)
    .output(Seats)
    .mutation(({ ctx, input }) => setSeatsAsAdmin(ctx, input)),

  markLesson: memberProcedure('teach')
    .meta({ route: `PUT ${path}/learners/{userId}/lessons/{key}` as const, ...marking })
    .input(schema.MarkLessonInput)
    .output(schema.MarkedLesson)
    .mutation(({ ctx, input }) => markLesson(ctx, input, ctx.learners)),

  extend: memberProcedure('extend')
    .meta({ route: `PUT ${path}/learners/{userId}/extensions` as const, ...extending })
    .input(extensions.ExtendInput)
    .output(extensions.Extension)
    .mutation(({ ctx, input }) => extendDue(ctx, input, ctx.learners)),

  revokeExtension: memberProcedure('extend')
    .meta({ route: `DELETE ${path}/learners/{userId}/extensions` as const, ...revoking })
    .input(extensions.RevokeExtensionInput)
    .output(extensions.RevokedExtension)
    .mutation(({ ctx, input }) => revokeExtension(ctx, input, ctx.learners)),
})

/** The same of the desk, beside what it does with enrollments. */
export const helpingProcedures = {
  markLesson: adminProcedure('enrollments:write')
    .meta({ route: `PUT ${enrollment}/lessons/{key}` as const, ...marking })
    .input(schema.MarkLessonInput)
    .output(schema.MarkedLesson)
    .mutation(({ ctx, input }) => markLesson(ctx, input)),

  extend: adminProcedure('enrollments:write')
    .meta({ route: `PUT ${enrollment}/extensions` as const, ...extending })
    .input(extensions.ExtendInput)
    .output(extensions.Extension)
    .mutation(({ ctx, input }) => extendDue(ctx, input)),

  revokeExtension: adminProcedure('enrollments:write')
    .meta({ route: `DELETE ${enrollment}/extensions` as const, ...revoking })
    .input(extensions.RevokeExtensionInput)
    .output(extensions.RevokedExtension)
    .mutation(({ ctx, input }) => revokeExtension(ctx, input)),
}
