import type { CommandEntry } from '../../command-entry.ts'
import { loading, operationCommand } from '../../operations/operation-command.ts'
import { idArgument } from '../described.ts'

const invitations = loading(async () => ({
  ...(await import('../../../../server/features/learning/invitations/schema.ts')),
  ...(await import('../../../../server/features/learning/invitations/admin.ts')),
}))

export const invitationCommands: CommandEntry = {
  name: 'invitation',
  about: 'Lists, withdraws and repeats invitations of people without a verified account.',
  examples: ['list --course knots'],
  commands: [
    operationCommand(invitations('ListInvitationsInput', 'listAdminInvitations'), {
      name: 'list',
      about: 'Lists the invitations that nobody has accepted yet, newest first.',
      operation: 'admin.invitations.list',
      examples: ['', '--course knots'],
      columns: ['email', 'courseTitle', 'expiresAt', 'id'],
      none: 'There are no invitations.',
    }),
    operationCommand(invitations('InvitationInput', 'withdrawAsAdmin'), {
      name: 'withdraw',
      about: 'Withdraws an invitation, which frees its seat.',
      operation: 'admin.invitations.withdraw',
      arguments: [idArgument('invitation')],
      says: ({ email }) => `The invitation of ${email} is withdrawn.`,
    }),
    operationCommand(invitations('InvitationInput', 'resendAsAdmin'), {
      name: 'resend',
      about: 'Sends the mail of an invitation again; it then waits for 90 days from now.',
      operation: 'admin.invitations.resend',
      arguments: [idArgument('invitation')],
      says: ({ email }) => `The invitation of ${email} is sent again.`,
    }),
  ],
}
