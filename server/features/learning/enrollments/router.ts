import { Empty } from '../../../../lib/schema.ts'
import { adminProcedure, userProcedure } from '../../../trpc.ts'
import { resetProgress } from '../progress/reset-progress.ts'
import { ProgressReset, ResetProgressInput } from '../progress/schema.ts'
import * as admin from './admin.ts'
import * as adminSchema from './admin-schema.ts'
import { leaveCourse, returnToCourse } from './leave-course.ts'
import { getMyCourse, listMyCourses } from './list-my-courses.ts'
import { measureMyCourse } from './measure-my-course.ts'
import { renewCourse } from './renew-course.ts'
import { getResume, listMyWaiting } from './resume.ts'
import * as schema from './schema.ts'
import { setEnrollmentEnd } from './set-end.ts'

export const myCourseProcedures = {
  courses: userProcedure
    .meta({
      route: 'GET /api/v1/me/courses',
      summary: 'List your courses, newest activity first',
      noStore: true,
      description:
        'Every course you are or were enrolled in, however you got it, with your progress, the ' +
        'next lesson, your certificate, and the newer version if there is one. Each course comes ' +
        'once, also one that you work on while you read the pages.',
    })
    .input(schema.ListMyCoursesInput)
    .output(schema.MyCourseList)
    .query(({ ctx, input }) => listMyCourses(ctx, input)),

  course: userProcedure
    .meta({
      route: 'GET /api/v1/me/courses/{courseId}',
      summary: 'Show one of your courses',
      noStore: true,
      description: 'As in the list of your courses; a course that you are or were enrolled in.',
      errors: ['NotEnrolled'],
    })
    .input(schema.MyCourseInput)
    .output(schema.MyCourse)
    .query(({ ctx, input }) => getMyCourse(ctx, input)),

  resume: userProcedure
    .meta({
      route: 'GET /api/v1/me/resume',
      summary: 'Show where you go on',
      noStore: true,
      description: 'Skips lessons that are locked or wait for a grade.',
    })
    .input(Empty)
    .output(schema.Resume)
    .query(({ ctx }) => getResume(ctx)),

  waiting: userProcedure
    .meta({
      route: 'GET /api/v1/me/waiting',
      summary: 'List what you handed in that waits for a grade',
      noStore: true,
    })
    .input(schema.ListWaitingInput)
    .output(schema.WaitingList)
    .query(({ ctx, input }) => listMyWaiting(ctx, input)),

  courseSize: userProcedure
    .meta({
      route: 'GET /api/v1/me/courses/{courseId}/size',
      summary: 'Measure the files of one of your courses',
      noStore: true,
      description:
        'What your version of a course takes up on a device that keeps it. Files elsewhere, such ' +
        'as videos of YouTube, are not counted.',
      errors: ['NotEnrolled'],
    })
    .input(schema.MyCourseInput)
    .output(schema.CourseSize)
    .query(({ ctx, input }) => measureMyCourse(ctx, input)),

  leaveCourse: userProcedure
    .meta({
      route: 'POST /api/v1/me/courses/{courseId}/leave',
      summary: 'Leave a course; your progress is kept',
      errors: ['NotEnrolled', 'CourseNotFound'],
      limits: ['enrollmentChangesPerAccount'],
      description:
        'You can no longer open its lessons, until you return. Progress, completion and ' +
        'certificate are kept, and nothing is refunded. Leaving twice is the same as once.',
      repeatable: true,
    })
    .input(schema.MyCourseInput)
    .output(schema.MyCourse)
    .mutation(({ ctx, input }) => leaveCourse(ctx, input)),

  renewCourse: userProcedure
    .meta({
      route: 'POST /api/v1/me/courses/{courseId}/renew',
      summary: 'Take a course again, to renew its certificate',
      errors: ['NotEnrolled', 'CourseNotFound', 'NotRenewable', 'CertificateRevoked'],
      limits: ['enrollmentChangesPerAccount'],
      description:
        'From 90 days before it expires, and afterwards. You start the current version over: your ' +
        'progress and attempts are cleared, as `dryRun` shows. The course stays completed, and ' +
        'the certificate is valid to its end; once you have completed everything again, a ' +
        'new one replaces it. Renewing twice is the same as once.',
      repeatable: true,
    })
    .input(schema.RenewCourseInput)
    .output(schema.CourseRenewal)
    .mutation(({ ctx, input }) => renewCourse(ctx, input)),

  returnToCourse: userProcedure
    .meta({
      route: 'POST /api/v1/me/courses/{courseId}/return',
      summary: 'Return to a course you left, where you stopped',
      errors: ['NotEnrolled', 'CourseNotFound', 'CourseFull'],
      limits: ['enrollmentChangesPerAccount'],
      description:
        'Free of charge, in the version you had, also when the course is no longer sold. A ' +
        'course whose price was refunded, or that the school has ended, is bought or enrolled ' +
        'in anew.',
      repeatable: true,
    })
    .input(schema.MyCourseInput)
    .output(schema.MyCourse)
    .mutation(({ ctx, input }) => returnToCourse(ctx, input)),
}

const path = '/api/v1/admin/enrollments/{userId}/{courseId}'

/** Procedures for administrators; those for learners' own courses are in `myCourseProcedures`. */
export const enrollmentProcedures = {
  list: adminProcedure('enrollments:read')
    .meta({
      route: 'GET /api/v1/admin/enrollments',
      summary: 'List enrollments',
      errors: ['CourseNotFound', 'UserNotFound', 'CohortNotFound'],
      description:
        'Filters can be combined. `from` and `to` are about when the enrollment began: both are ' +
        'inclusive, and a day is one of `timeZone`. A page may hold fewer items than its limit, ' +
        'even none, where what you look for is rare: go on while `nextCursor` is not null.',
    })
    .input(adminSchema.ListAdminEnrollmentsInput)
    .output(adminSchema.AdminEnrollmentList)
    .query(({ ctx, input }) => admin.listAdminEnrollments(ctx, input)),

  get: adminProcedure('enrollments:read')
    .meta({
      route: `GET ${path}`,
      summary: 'Get an enrollment',
      errors: ['EnrollmentNotFound'],
    })
    .input(adminSchema.EnrollmentInput)
    .output(adminSchema.AdminEnrollment)
    .query(({ ctx, input }) => admin.getAdminEnrollment(ctx, input)),

  setEnd: adminProcedure('enrollments:write')
    .meta({
      route: `PATCH ${path}`,
      summary: 'Change when an enrollment ends',
      description:
        'An enrollment whose end has come opens again with its progress. A course that was paid ' +
        'for has no end.',
      errors: [
        'NotForYourself',
        'EnrollmentNotFound',
        'AccessEnded',
        'CourseFull',
        'CoursePaidFor',
      ],
      limits: ['enrollmentsGivenPerAccount'],
      repeatable: true,
    })
    .input(adminSchema.SetEnrollmentEndInput)
    .output(adminSchema.AdminEnrollment)
    .mutation(({ ctx, input }) => setEnrollmentEnd(ctx, input)),

  resetProgress: adminProcedure('enrollments:write')
    .meta({
      route: `POST ${path}/progress-reset`,
      summary: "Reset a learner's progress in a course",
      description:
        'The learner is mailed the reason. A course that was completed stays completed, with its ' +
        'certificate. With `dryRun` you see what would be reset.',
      errors: ['NotForYourself', 'EnrollmentNotFound'],
      limits: ['enrollmentsGivenPerAccount'],
      repeatable: true,
    })
    .input(ResetProgressInput)
    .output(ProgressReset)
    .mutation(({ ctx, input }) => resetProgress(ctx, input)),
}
