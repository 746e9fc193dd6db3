import { deskProcedure, rest, router } from '../../trpc.ts'
import { listDeskInvitations, repeatAtDesk, withdrawAtDesk } from './desk.ts'
import { Invitation, InvitationChoice, InvitationList, ListInvitationsInput } from './schema.ts'

export const invitationsRouter = router({
  list: deskProcedure('enrollments:read')
    .meta(
      rest('GET /api/v1/admin/invitations', {
        summary: 'List invitations that nobody has accepted yet',
        noStore: true,
        errors: ['CourseNotFound', 'CohortNotFound'],
      }),
    )
    .input(ListInvitationsInput)
    .output(InvitationList)
    .query(({ ctx, input }) => listDeskInvitations(ctx, input)),

  withdraw: deskProcedure('enrollments:write')
    .meta(
      rest('DELETE /api/v1/admin/invitations/{invitationId}', {
        summary: 'Withdraw an invitation, which frees its seat',
        errors: ['InvitationNotFound'],
        limits: ['enrollmentsGivenPerAccount'],
      }),
    )
    .input(InvitationChoice)
    .output(Invitation)
    .mutation(({ ctx, input }) => withdrawAtDesk(ctx, input)),

  sendAgain: deskProcedure('enrollments:write')
    .meta(
      rest('POST /api/v1/admin/invitations/{invitationId}/mail', {
        summary: 'Send the mail of an invitation again',
        description: 'The invitation then waits for 90 days from now.',
        errors: ['InvitationNotFound'],
        limits: ['enrollmentsGivenPerAccount', 'invitationMailsPerInvitation'],
      }),
    )
    .input(InvitationChoice)
    .output(Invitation)
    .mutation(({ ctx, input }) => repeatAtDesk(ctx, input)),
})
