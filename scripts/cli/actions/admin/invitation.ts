import {
  listAdminInvitations,
  resendAsAdmin,
  withdrawAsAdmin,
} from '../../../../server/features/learning/invitations/admin.ts'
import { ListInvitationsInput } from '../../../../server/features/learning/invitations/schema.ts'
import { readId } from '../../arguments.ts'
import type { CommandResult } from '../../output.ts'
import { listAll, readInput } from '../../results.ts'
import { withDeps } from '../../with-deps.ts'

export async function list(options: object): Promise<CommandResult> {
  return listAll(listAdminInvitations, readInput(ListInvitationsInput, options), {
    columns: {
      EMAIL: 'email',
      COURSE: 'courseTitle',
      EXPIRES: ({ expiresAt }) => expiresAt.slice(0, 10),
      ID: 'id',
    },
    none: 'There are no invitations.',
  })
}

export async function withdraw(typed: string): Promise<CommandResult> {
  const invitationId = readId(typed)
  const invitation = await withDeps((deps) => withdrawAsAdmin(deps, { invitationId }))
  return { json: invitation, text: `The invitation of ${invitation.email} is withdrawn.\n` }
}

export async function resend(typed: string): Promise<CommandResult> {
  const invitationId = readId(typed)
  const invitation = await withDeps((deps) => resendAsAdmin(deps, { invitationId }))
  return { json: invitation, text: `The invitation of ${invitation.email} is sent again.\n` }
}
