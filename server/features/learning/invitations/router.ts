import { adminProcedure, rest, router } from '../../../trpc.ts'
import { createAsAdmin, listAdminInvitations, resendAsAdmin, withdrawAsAdmin } from './admin.ts'
import {
  CreateInvitationInput,
  Invitation,
  InvitationInput,
  InvitationList,
  ListInvitationsInput,
} from './schema.ts'

export const invitationsRouter = router({
  list: adminProcedure('enrollments:read')
    .meta(
      rest('GET /api/v1/admin/invitations', {
        summary: 'List invitations that nobody has accepted yet',
        errors: ['CourseNotFound', 'CohortNotFound'],
      }),
    )
    .input(ListInvitationsInput)
    .output(InvitationList)
    .query(({ ctx, input }) => listAdminInvitations(ctx, input)),

  create: adminProcedure('users:write')
    .meta(
      rest('POST /api/v1/admin/invitations', {
        summary: 'Invite somebody to register',
        status: 201,
        statusWhenExisting: 200,
        meansWhenExisting: 'The person was invited before, and gets no second mail',
        errors: ['DuplicateEmail'],
        limits: ['accountsChangedPerAccount', 'invitationMailsPerEmail'],
        description:
          'Mails the person where to register; it is a registration like any other. An invitation ' +
          'is forgotten after 90 days. To invite to a course, use `admin.enrollments.enroll`.',
      }),
    )
    .input(CreateInvitationInput)
    .output(Invitation)
    .mutation(({ ctx, input }) => createAsAdmin(ctx, input)),

  withdraw: adminProcedure('enrollments:write')
    .meta(
      rest('DELETE /api/v1/admin/invitations/{invitationId}', {
        summary: 'Withdraw an invitation, which frees its seat',
        errors: ['InvitationNotFound'],
        limits: ['enrollmentsGivenPerAccount'],
      }),
    )
    .input(InvitationInput)
    .output(Invitation)
    .mutation(({ ctx, input }) => withdrawAsAdmin(ctx, input)),

  resend: adminProcedure('enrollments:write')
    .meta(
      rest('POST /api/v1/admin/invitations/{invitationId}/resend', {
        summary: 'Send the mail of an invitation again',
        description:
          'The invitation then waits for 90 days from now. Beyond the mails of a day to the email, ' +
          'this is refused with `RateLimited`.',
        errors: ['InvitationNotFound'],
        limits: ['enrollmentsGivenPerAccount', 'invitationMailsPerEmail'],
      }),
    )
    .input(InvitationInput)
    .output(Invitation)
    .mutation(({ ctx, input }) => resendAsAdmin(ctx, input)),
})
