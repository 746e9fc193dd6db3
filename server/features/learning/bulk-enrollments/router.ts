import { adminProcedure, memberProcedure, router } from '../../../trpc.ts'
import { actOnLearners, actOnMany, showActInCourse } from './act-on-many.ts'
import * as acts from './acts-schema.ts'
import { createBulkEnrollment } from './create-bulk-enrollment.ts'
import { foretellBulk } from './foretell.ts'
import { getBulkEnrollment, listBulkEnrollments, listRows } from './read-bulk-enrollments.ts'
import * as schema from './schema.ts'

export const bulkEnrollmentsRouter = router({
  create: adminProcedure('enrollments:write')
    .meta({
      route: 'POST /api/v1/admin/bulk-enrollments',
      summary: 'Enroll many people at once',
      description:
        'A job enrolls row after row, each like a single enrollment by administrators; people ' +
        'without a verified account are invited. A row that is wrong fails by itself. Sending ' +
        'the same rows again changes nothing.',
      location: '/api/v1/admin/bulk-enrollments/{id}',
      errors: ['BulkEnrollmentsRunning'],
      limits: ['bulkEnrollmentsPerAccount', 'invitationMailsPerEmail', 'schoolMailsPerAccount'],
      idempotent: true,
      longBody: true,
      oncePerBatch: true,
    })
    .input(schema.CreateBulkEnrollmentInput)
    .output(schema.BulkEnrollment)
    .mutation(({ ctx, input }) => createBulkEnrollment(ctx, input)),

  dryRun: adminProcedure('enrollments:write')
    .meta({
      route: 'POST /api/v1/admin/bulk-enrollments/dry-run',
      summary: 'See what a bulk enrollment would do',
      description:
        'Who would get access, be invited, is there already or is refused, and how many mails ' +
        'would go out. It takes what `create` takes, mails nobody and stores nothing.',
      limits: ['impactsPerAccount'],
      status: 200,
      repeatable: true,
      longBody: true,
      oncePerBatch: true,
    })
    .input(schema.CreateBulkEnrollmentInput)
    .output(schema.BulkEnrollmentLook)
    .mutation(({ ctx, input }) => foretellBulk(ctx, input)),

  act: adminProcedure('enrollments:write')
    .meta({
      route: 'POST /api/v1/admin/bulk-enrollments/acts',
      summary: 'Do the same with many enrollments or invitations',
      description:
        'Says what it does, and a job does it row after row, each like the single act; a row that ' +
        'is refused fails by itself. `rows` lists the results. With `dryRun` it only says so.',
      status: 200,
      errors: ['BulkEnrollmentsRunning'],
      limits: ['actsOnManyPerAccount', 'messageMailsPerLearner'],
      idempotent: true,
      longBody: true,
      oncePerBatch: true,
    })
    .input(acts.ActOnManyInput)
    .output(acts.ActOnMany)
    .mutation(({ ctx, input }) => actOnMany(ctx, input)),

  get: adminProcedure('enrollments:read')
    .meta({
      route: 'GET /api/v1/admin/bulk-enrollments/{bulkEnrollmentId}',
      summary: 'See how far a bulk enrollment is',
      errors: ['BulkEnrollmentNotFound'],
    })
    .input(schema.BulkEnrollmentInput)
    .output(schema.BulkEnrollment)
    .query(({ ctx, input }) => getBulkEnrollment(ctx, input)),

  list: adminProcedure('enrollments:read')
    .meta({
      route: 'GET /api/v1/admin/bulk-enrollments',
      summary: 'List the bulk enrollments of the last 30 days, newest first',
    })
    .input(schema.ListBulkEnrollmentsInput)
    .output(schema.BulkEnrollmentList)
    .query(({ ctx, input }) => listBulkEnrollments(ctx, input)),

  rows: adminProcedure('enrollments:read')
    .meta({
      route: 'GET /api/v1/admin/bulk-enrollments/{bulkEnrollmentId}/rows',
      summary: 'List the rows of a bulk enrollment with their results',
      errors: ['BulkEnrollmentNotFound'],
    })
    .input(schema.ListRowsInput)
    .output(schema.BulkEnrollmentResultList)
    .query(({ ctx, input }) => listRows(ctx, input)),
})

const path = '/api/v1/authoring/courses/{courseId}' as const

/** Acts on learners of a course, for its staff: part of `learners`. */
export const learnerActProcedures = {
  act: memberProcedure('teach', 'enrollments:write')
    .meta({
      route: `POST ${path}/acts`,
      summary: 'Do the same with many learners of a course',
      description:
        'Says what it does, and a job does it learner after learner, each like the single act; a ' +
        'teacher of cohorts reaches only their members. With `dryRun` it only says so.',
      status: 200,
      errors: ['BulkEnrollmentsRunning'],
      limits: ['actsOnManyPerAccount', 'messageMailsPerLearner'],
      idempotent: true,
      longBody: true,
      oncePerBatch: true,
    })
    .input(acts.ActOnLearnersInput)
    .output(acts.ActOnMany)
    .mutation(({ ctx, input }) => actOnLearners(ctx, input, ctx.learners)),

  acted: memberProcedure('teach', 'enrollments:write')
    .meta({
      route: `GET ${path}/acts/{bulkEnrollmentId}`,
      summary: 'See how far an act of yours on many learners is',
      noStore: true,
      errors: ['BulkEnrollmentNotFound'],
    })
    .input(acts.ActInCourseInput)
    .output(acts.ActInCourse)
    .query(({ ctx, input }) => showActInCourse(ctx, input, ctx.learners)),
}
