import { adminProcedure, memberProcedure } from '../../../trpc.ts'
import { Seats, SeatsInput, UpdateSeatsInput } from '../../shop/seats/schema.ts'
import { getSeats, removeSeats, setSeats } from '../../shop/seats/set-seats.ts'
import { extendDue, revokeExtension } from '../extensions/extend-due.ts'
import * as extensions from '../extensions/schema.ts'
import { reportCourse } from '../reports/course-reports.ts'
import { reportLearners, reportStuck } from '../reports/learner-reports.ts'
import { reportPeriods } from '../reports/report-periods.ts'
import { reportStops } from '../reports/report-stops.ts'
import * as reports from '../reports/schema.ts'
import { endInCourse, enrollInCourse } from './enroll-and-end.ts'
import { markLesson } from './mark-lesson.ts'
import * as schema from './schema.ts'
import { showLearner } from './show-learner.ts'

const path = '/api/v1/authoring/courses/{courseId}' as const
const ofReports = { limits: ['reportsPerAccount' as const], noStore: true }
const ofChanges = { limits: ['enrollmentsGivenPerAccount' as const], repeatable: true as const }

const reporting = memberProcedure('readLearners', 'reports:read')

const aboutCohorts = 'A teacher of cohorts names one of them. '

/**
 * The learners of a course, for its teachers, and for the school by a permission: `ctx.learners`
 * says whose learners, and what of them is told.
 */
export const learnerProcedures = {
  list: reporting
    .meta({
      route: `GET ${path}/learners`,
      ...ofReports,
      summary: 'List the learners of a course',
      errors: ['CohortNotFound'],
      description:
        'A teacher of cohorts sees their members. A page may hold fewer items than its limit, ' +
        'even none: go on while `nextCursor` is not null. It may be a few seconds old.',
    })
    .input(reports.ReportLearnersInput)
    .output(reports.LearnerReportList)
    .query(({ ctx, input }) => reportLearners(ctx, input, ctx.learners)),

  get: memberProcedure('readLearners')
    .meta({
      route: `GET ${path}/learners/{userId}`,
      ...ofReports,
      summary: 'Show a learner of a course, lesson by lesson',
      errors: ['EnrollmentNotFound'],
    })
    .input(schema.ShowLearnerInput)
    .output(schema.CourseLearnerPage)
    .query(({ ctx, input }) => showLearner(ctx, input, ctx.learners)),

  report: reporting
    .meta({
      route: `GET ${path}/report`,
      ...ofReports,
      summary: 'Report on a course, a version of it, or a cohort in it',
      errors: ['CohortNotFound'],
      description: aboutCohorts + reports.aboutPeriod + reports.aboutDelay,
    })
    .input(reports.ReportCourseInput)
    .output(reports.CourseReport)
    .query(({ ctx, input }) => reportCourse(ctx, input, ctx.learners)),

  periods: reporting
    .meta({
      route: `GET ${path}/periods`,
      ...ofReports,
      summary: 'Count who began a course in each day or month, and completed it since',
      errors: ['CohortNotFound'],
      description:
        'Days and months begin and end in `timeZone`. Without `to` the last one is that of today; ' +
        'without `from` there are twelve months, or the days of the month. `completed` counts ' +
        `those who began in the period and have completed the course since. ${aboutCohorts}` +
        reports.aboutDelay,
    })
    .input(reports.ReportPeriodsInput)
    .output(reports.LearningPeriodList)
    .query(({ ctx, input }) => reportPeriods(ctx, input, ctx.learners)),

  stops: reporting
    .meta({
      route: `GET ${path}/stops`,
      ...ofReports,
      summary: 'Count at which lessons the learners of a course are',
      errors: ['CohortNotFound'],
      description:
        'Counts those who have begun, have not completed the course, and can go on, by the first ' +
        `lesson that is left to them. \`at\` says when, \`learners\` how many. ${aboutCohorts}` +
        reports.aboutDelay,
    })
    .input(reports.ReportStopsInput)
    .output(reports.LessonStops)
    .query(({ ctx, input }) => reportStops(ctx, input, ctx.learners)),

  stuck: reporting
    .meta({
      route: `GET ${path}/stuck`,
      ...ofReports,
      summary: 'List learners who stopped in a course',
      errors: ['CohortNotFound'],
      description:
        'They began it, have not completed it, can still open it, and have reported nothing ' +
        'for `days` days. The quietest come first. The list may be a few seconds old.',
    })
    .input(reports.ReportStuckInput)
    .output(reports.LearnerReportList)
    .query(({ ctx, input }) => reportStuck(ctx, input, ctx.learners)),

  enroll: memberProcedure('manageClass', 'enrollments:write')
    .meta({
      route: `POST ${path}/learners`,
      summary: 'Enroll somebody in a course, or invite them',
      description:
        'Doing it again changes nothing, except when the access ends if you name that. ' +
        'Somebody without a verified account gets an invitation by mail, and is enrolled as ' +
        'soon as they have verified the email. The enrollment window of the course does not ' +
        'apply; its seats do. Beyond the limits of mails none is sent; nothing else changes.',
      status: 201,
      statusWhenExisting: 200,
      errors: [
        'NotForYourself',
        'UserNotFound',
        'CohortNotFound',
        'CourseFull',
        'CoursePaidFor',
        'RefundNeeded',
        'PrerequisiteMissing',
      ],
      limits: ['enrollmentsGivenPerAccount', 'invitationMailsPerEmail', 'schoolMailsPerAccount'],
      repeatable: true,
    })
    .input(schema.EnrollLearnerInput)
    .output(schema.EnrolledLearner)
    .mutation(({ ctx, input }) => enrollInCourse(ctx, input, ctx.learners)),

  end: memberProcedure('teach', 'enrollments:write')
    .meta({
      route: `DELETE ${path}/learners/{userId}`,
      ...ofChanges,
      summary: 'End the enrollment of a learner; progress and certificate are kept',
      description:
        'A course that was paid for ends by a refund instead. Ending twice is the same as once.',
      errors: ['EnrollmentNotFound', 'UserNotFound', 'CoursePaidFor', 'RefundNeeded'],
    })
    .input(schema.LearnerInput)
    .output(schema.EndedEnrollment)
    .mutation(({ ctx, input }) => endInCourse(ctx, input, ctx.learners)),

  seats: memberProcedure('readClass', 'enrollments:read')
    .meta({
      route: `GET ${path}/seats`,
      summary: 'Get the seats of a course, and when it takes learners',
      noStore: true,
    })
    .input(SeatsInput)
    .output(Seats)
    .query(({ ctx, input }) => getSeats(ctx, input)),

  setSeats: memberProcedure('manageClass', 'enrollments:write')
    .meta({
      route: `PATCH ${path}/seats`,
      ...ofChanges,
      summary: 'Limit the seats of a course, or when it takes learners',
      description:
        'Learners, open purchases and invitations hold a seat each. The window is for what ' +
        'learners do themselves: teachers and administrators enroll at any time.',
      errors: ['SeatsTaken'],
    })
    .input(UpdateSeatsInput)
    .output(Seats)
    .mutation(({ ctx, input }) => setSeats(ctx, input)),

  removeSeats: adminProcedure('enrollments:write')
    .meta({
      route: `DELETE ${path}/seats`,
      ...ofChanges,
      summary: 'Remove the limit of seats and the enrollment window of a course',
      errors: ['CourseNotFound'],
    })
    .input(SeatsInput)
    .output(Seats)
    .mutation(({ ctx, input }) => removeSeats(ctx, input)),

  markLesson: memberProcedure('teach', 'enrollments:write')
    .meta({
      route: `PUT ${path}/learners/{userId}/lessons/{key}`,
      ...ofChanges,
      summary: 'Mark a lesson as done for one learner, or open it again',
      description:
        'The learner is mailed the reason. Lessons that need a pass can be marked too. The last ' +
        'one completes the course. Reopening one takes away no completion or certificate; a ' +
        'passed one stays done.',
      errors: ['NotForYourself', 'EnrollmentNotFound', 'LessonNotFound', 'PassStays'],
    })
    .input(schema.MarkLessonInput)
    .output(schema.MarkedLesson)
    .mutation(({ ctx, input }) => markLesson(ctx, input, ctx.learners)),

  extend: memberProcedure('extend', 'enrollments:write')
    .meta({
      route: `PUT ${path}/learners/{userId}/extensions`,
      ...ofChanges,
      summary: 'Give one learner a later due date',
      description:
        'For the course or a lesson, in place of what was given before. They are mailed.',
      errors: ['NotForYourself', 'EnrollmentNotFound'],
    })
    .input(extensions.ExtendInput)
    .output(extensions.Extension)
    .mutation(({ ctx, input }) => extendDue(ctx, input, ctx.learners)),

  revokeExtension: memberProcedure('extend', 'enrollments:write')
    .meta({
      route: `DELETE ${path}/learners/{userId}/extensions`,
      ...ofChanges,
      summary: 'Take an extension back',
      description: 'The general due date applies again, and they are mailed.',
      errors: ['EnrollmentNotFound'],
    })
    .input(extensions.RevokeExtensionInput)
    .output(extensions.RevokedExtension)
    .mutation(({ ctx, input }) => revokeExtension(ctx, input, ctx.learners)),
}
