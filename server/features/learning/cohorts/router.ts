import type { LimitName } from '../../../security/limits.ts'
import { adminProcedure, rest, router } from '../../../trpc.ts'
import {
  addCourseAsAdmin,
  addMemberAsAdmin,
  createCohortAsAdmin,
  deleteCohortAsAdmin,
  getCohort,
  listAdminCohorts,
  listMembersOfCohort,
  removeCourseAsAdmin,
  removeMemberAsAdmin,
  updateCohortAsAdmin,
} from './admin.ts'
import {
  AddCohortCourseInput,
  AddCohortMemberInput,
  AddedCohortMember,
  Cohort,
  CohortCourseInput,
  CohortInput,
  CohortList,
  CohortMemberInput,
  CohortMemberList,
  CreateCohortInput,
  DeletedCohort,
  ListCohortMembersInput,
  ListCohortsInput,
  UpdateCohortInput,
} from './schema.ts'

const limits: LimitName[] = ['enrollmentsGivenPerAccount']
const mailLimits: LimitName[] = ['invitationMailsPerEmail', 'schoolMailsPerAccount']

const cohortProcedures = {
  list: adminProcedure('enrollments:read')
    .meta(rest('GET /api/v1/admin/cohorts', { summary: 'List cohorts' }))
    .input(ListCohortsInput)
    .output(CohortList)
    .query(({ ctx, input }) => listAdminCohorts(ctx, input)),

  get: adminProcedure('enrollments:read')
    .meta(
      rest('GET /api/v1/admin/cohorts/{cohortId}', {
        summary: 'Get a cohort with its courses',
        errors: ['CohortNotFound'],
      }),
    )
    .input(CohortInput.strict())
    .output(Cohort)
    .query(({ ctx, input }) => getCohort(ctx, input)),

  create: adminProcedure('enrollments:write')
    .meta(
      rest('POST /api/v1/admin/cohorts', {
        summary: 'Create a cohort',
        status: 201,
        location: '/api/v1/admin/cohorts/{id}',
        errors: ['CohortNameTaken'],
        limits,
      }),
    )
    .input(CreateCohortInput)
    .output(Cohort)
    .mutation(({ ctx, input }) => createCohortAsAdmin(ctx, input)),

  update: adminProcedure('enrollments:write')
    .meta(
      rest('PATCH /api/v1/admin/cohorts/{cohortId}', {
        summary: 'Rename a cohort, or move its dates',
        description:
          'A different end moves that of the enrollments which came with the cohort, in a job, ' +
          'unless they have an end of their own.',
        errors: ['CohortNotFound', 'CohortNameTaken'],
        limits,
        repeatable: true,
      }),
    )
    .input(UpdateCohortInput)
    .output(Cohort)
    .mutation(({ ctx, input }) => updateCohortAsAdmin(ctx, input)),

  delete: adminProcedure('enrollments:write')
    .meta(
      rest('DELETE /api/v1/admin/cohorts/{cohortId}', {
        summary: 'Delete a cohort; its members stay enrolled',
        description:
          'It is gone at once, however large it is. A job then takes it off its members, their ' +
          'enrollments, and invitations, after what was asked for before: courses that were ' +
          'removed, an end that was moved. If the cohort has not begun, the invitations to its ' +
          'courses are withdrawn.',
        errors: ['CohortNotFound'],
        limits,
      }),
    )
    .input(CohortInput)
    .output(DeletedCohort)
    .mutation(({ ctx, input }) => deleteCohortAsAdmin(ctx, input)),
}

const memberProcedures = {
  members: adminProcedure('enrollments:read')
    .meta(
      rest('GET /api/v1/admin/cohorts/{cohortId}/members', {
        summary: 'List the members of a cohort',
        description: 'People without an account are among the invitations, with the same cohort.',
        errors: ['CohortNotFound'],
      }),
    )
    .input(ListCohortMembersInput)
    .output(CohortMemberList)
    .query(({ ctx, input }) => listMembersOfCohort(ctx, input)),

  addMember: adminProcedure('enrollments:write')
    .meta(
      rest('POST /api/v1/admin/cohorts/{cohortId}/members', {
        summary: 'Add somebody to a cohort, and enroll them in its courses',
        description:
          'Before its start a cohort enrolls nobody: its members are enrolled together when it ' +
          'comes.',
        status: 201,
        statusWhenExisting: 200,
        errors: ['CohortNotFound', 'UserNotFound', 'CourseFull'],
        limits: [...limits, ...mailLimits],
        repeatable: true,
      }),
    )
    .input(AddCohortMemberInput)
    .output(AddedCohortMember)
    .mutation(({ ctx, input }) => addMemberAsAdmin(ctx, input)),

  removeMember: adminProcedure('enrollments:write')
    .meta(
      rest('DELETE /api/v1/admin/cohorts/{cohortId}/members/{userId}', {
        summary: 'Remove a member, and end what came with the cohort',
        errors: ['CohortNotFound', 'MemberNotFound', 'CoursePaidFor'],
        limits,
      }),
    )
    .input(CohortMemberInput)
    .output(Cohort)
    .mutation(({ ctx, input }) => removeMemberAsAdmin(ctx, input)),
}

const courseProcedures = {
  addCourse: adminProcedure('enrollments:write')
    .meta(
      rest('POST /api/v1/admin/cohorts/{cohortId}/courses', {
        summary: 'Add a course to a cohort; a job enrolls its members',
        status: 201,
        statusWhenExisting: 200,
        errors: ['CohortNotFound', 'CourseNotFound'],
        limits: [...limits, ...mailLimits],
        repeatable: true,
      }),
    )
    .input(AddCohortCourseInput)
    .output(Cohort)
    .mutation(({ ctx, input }) => addCourseAsAdmin(ctx, input)),

  removeCourse: adminProcedure('enrollments:write')
    .meta(
      rest('DELETE /api/v1/admin/cohorts/{cohortId}/courses/{courseId}', {
        summary: 'Remove a course from a cohort; a job ends what came with it',
        errors: ['CohortNotFound', 'CourseNotFound'],
        limits,
        repeatable: true,
      }),
    )
    .input(CohortCourseInput)
    .output(Cohort)
    .mutation(({ ctx, input }) => removeCourseAsAdmin(ctx, input)),
}

export const cohortsRouter = router({
  ...cohortProcedures,
  ...memberProcedures,
  ...courseProcedures,
})
