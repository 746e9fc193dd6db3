import type { LimitName } from '../../../security/limits.ts'
import { adminProcedure, router } from '../../../trpc.ts'
import * as cohorts from './manage-cohort.ts'
import * as members from './manage-members.ts'
import * as schema from './schema.ts'
import * as shown from './show-cohorts.ts'

const limits: LimitName[] = ['enrollmentsGivenPerAccount']
const mailLimits: LimitName[] = ['invitationMailsPerEmail', 'schoolMailsPerAccount']

const cohortProcedures = {
  list: adminProcedure('enrollments:read')
    .meta({ route: 'GET /api/v1/admin/cohorts', summary: 'List cohorts' })
    .input(schema.ListCohortsInput)
    .output(schema.CohortList)
    .query(({ ctx, input }) => shown.listAdminCohorts(ctx, input)),

  get: adminProcedure('enrollments:read')
    .meta({
      route: 'GET /api/v1/admin/cohorts/{cohortId}',
      summary: 'Get a cohort with its courses',
      errors: ['CohortNotFound'],
    })
    .input(schema.CohortInput)
    .output(schema.Cohort)
    .query(({ ctx, input }) => shown.getCohort(ctx, input)),

  create: adminProcedure('enrollments:write')
    .meta({
      route: 'POST /api/v1/admin/cohorts',
      summary: 'Create a cohort',
      location: '/api/v1/admin/cohorts/{id}',
      errors: ['CohortNameTaken'],
      limits,
    })
    .input(schema.CreateCohortInput)
    .output(schema.Cohort)
    .mutation(({ ctx, input }) => cohorts.createCohort(ctx, input)),

  update: adminProcedure('enrollments:write')
    .meta({
      route: 'PATCH /api/v1/admin/cohorts/{cohortId}',
      summary: 'Rename a cohort, or move its dates',
      description:
        'A different end moves that of the enrollments which came with the cohort, in a job, ' +
        'unless they have an end of their own.',
      errors: ['NotForYourself', 'CohortNotFound', 'CohortNameTaken'],
      limits,
      repeatable: true,
    })
    .input(schema.UpdateCohortInput)
    .output(schema.Cohort)
    .mutation(({ ctx, input }) => cohorts.updateCohort(ctx, input)),

  delete: adminProcedure('enrollments:write')
    .meta({
      route: 'DELETE /api/v1/admin/cohorts/{cohortId}',
      summary: 'Delete a cohort; its members stay enrolled',
      description:
        'It is gone at once, however large it is. A job then takes it off its members, their ' +
        'enrollments, and invitations, after what was asked for before: courses that were ' +
        'removed, an end that was moved. If the cohort has not begun, the invitations to its ' +
        'courses are withdrawn.',
      errors: ['CohortNotFound'],
      limits,
    })
    .input(schema.CohortInput)
    .output(schema.DeletedCohort)
    .mutation(({ ctx, input }) => cohorts.deleteCohort(ctx, input)),
}

const memberProcedures = {
  members: adminProcedure('enrollments:read')
    .meta({
      route: 'GET /api/v1/admin/cohorts/{cohortId}/members',
      summary: 'List the members of a cohort',
      description: 'People without an account are among the invitations, with the same cohort.',
      errors: ['CohortNotFound'],
    })
    .input(schema.ListCohortMembersInput)
    .output(schema.CohortMemberList)
    .query(({ ctx, input }) => shown.listMembersOfCohort(ctx, input)),

  addMember: adminProcedure('enrollments:write')
    .meta({
      route: 'POST /api/v1/admin/cohorts/{cohortId}/members',
      summary: 'Add somebody to a cohort, and enroll them in its courses',
      description:
        'Before its start a cohort enrolls nobody: its members are enrolled together when it ' +
        'comes.',
      status: 201,
      statusWhenExisting: 200,
      errors: ['NotForYourself', 'CohortNotFound', 'UserNotFound', 'CourseFull'],
      limits: [...limits, ...mailLimits],
      repeatable: true,
    })
    .input(schema.AddCohortMemberInput)
    .output(schema.AddedCohortMember)
    .mutation(({ ctx, input }) => members.addCohortMember(ctx, input)),

  removeMember: adminProcedure('enrollments:write')
    .meta({
      route: 'DELETE /api/v1/admin/cohorts/{cohortId}/members/{userId}',
      summary: 'Remove a member, and end what came with the cohort',
      errors: ['CohortNotFound', 'MemberNotFound', 'CoursePaidFor'],
      limits,
    })
    .input(schema.CohortMemberInput)
    .output(schema.Cohort)
    .mutation(({ ctx, input }) => members.removeCohortMember(ctx, input)),
}

const courseProcedures = {
  addCourse: adminProcedure('enrollments:write')
    .meta({
      route: 'POST /api/v1/admin/cohorts/{cohortId}/courses',
      summary: 'Add a course to a cohort; a job enrolls its members',
      status: 201,
      statusWhenExisting: 200,
      errors: ['NotForYourself', 'CohortNotFound', 'CourseNotFound'],
      limits: [...limits, ...mailLimits],
      repeatable: true,
    })
    .input(schema.AddCohortCourseInput)
    .output(schema.Cohort)
    .mutation(({ ctx, input }) => cohorts.addCohortCourse(ctx, input)),

  removeCourse: adminProcedure('enrollments:write')
    .meta({
      route: 'DELETE /api/v1/admin/cohorts/{cohortId}/courses/{courseId}',
      summary: 'Remove a course from a cohort; a job ends what came with it',
      errors: ['CohortNotFound', 'CourseNotFound'],
      limits,
      repeatable: true,
    })
    .input(schema.CohortCourseInput)
    .output(schema.Cohort)
    .mutation(({ ctx, input }) => cohorts.removeCohortCourse(ctx, input)),
}

export const cohortsRouter = router({
  ...cohortProcedures,
  ...memberProcedures,
  ...courseProcedures,
})
