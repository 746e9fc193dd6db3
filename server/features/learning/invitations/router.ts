import { adminProcedure, router } from '../../../trpc.ts'
import * as admin from './admin.ts'
import * as schema from './schema.ts'

export const invitationsRouter = router({
  list: adminProcedure('enrollments:read')
    .meta({
      route: 'GET /api/v1/admin/invitations',
      summary: 'List invitations that nobody has accepted yet',
      errors: ['CourseNotFound', 'CohortNotFound'],
    })
    .input(schema.ListInvitationsInput)
    .output(schema.InvitationList)
    .query(({ ctx, input }) => admin.listAdminInvitations(ctx, input)),

  create: adminProcedure('users:write')
    .meta({
      route: 'POST /api/v1/admin/invitations',
      summary: 'Invite somebody to register',
      status: 201,
      statusWhenExisting: 200,
      meansWhenExisting: 'The person was invited before, and gets no second mail',
      errors: ['DuplicateEmail'],
      limits: ['accountsChangedPerAccount', 'invitationMailsPerEmail'],
      description:
        'Mails the person where to register; it is a registration like any other. An invitation ' +
        'is forgotten after 90 days. To invite to a course, use `learners.enroll`.',
    })
    .input(schema.CreateInvitationInput)
    .output(schema.Invitation)
    .mutation(({ ctx, input }) => admin.createAsAdmin(ctx, input)),

  withdraw: adminProcedure('enrollments:write')
    .meta({
      route: 'DELETE /api/v1/admin/invitations/{invitationId}',
      summary: 'Withdraw an invitation, which frees its seat',
      errors: ['InvitationNotFound'],
      limits: ['enrollmentsGivenPerAccount'],
    })
    .input(schema.InvitationInput)
    .output(schema.Invitation)
    .mutation(({ ctx, input }) => admin.withdrawAsAdmin(ctx, input)),

  resend: adminProcedure('enrollments:write')
    .meta({
      route: 'POST /api/v1/admin/invitations/{invitationId}/resend',
      summary: 'Send the mail of an invitation again',
      description:
        'The invitation then waits for 90 days from now. Beyond the mails of a day to the email, ' +
        'this is refused with `RateLimited`.',
      errors: ['InvitationNotFound'],
      limits: ['enrollmentsGivenPerAccount', 'invitationMailsPerEmail'],
    })
    .input(schema.InvitationInput)
    .output(schema.Invitation)
    .mutation(({ ctx, input }) => admin.resendAsAdmin(ctx, input)),
})
