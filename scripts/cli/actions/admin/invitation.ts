import type { Deps } from '../../../../server/context.ts'
import {
  listAdminInvitations,
  resendAsAdmin,
  withdrawAsAdmin,
} from '../../../../server/features/learning/invitations/admin.ts'
import { ListInvitationsInput } from '../../../../server/features/learning/invitations/schema.ts'
import { type CommandResult, said } from '../../output.ts'
import { listAll, readInput } from '../../results.ts'
import { withDeps } from '../../with-deps.ts'

export async function list(options: object): Promise<CommandResult> {
  const input = readInput(ListInvitationsInput, options)
  return withDeps((deps) =>
    listAll(deps, listAdminInvitations, input, {
      columns: ['email', 'courseTitle', 'expiresAt', 'id'],
      none: 'There are no invitations.',
    }),
  )
}

export async function withdraw(deps: Deps, invitationId: string): Promise<CommandResult> {
  const invitation = await withdrawAsAdmin(deps, { invitationId })
  return said(invitation, `The invitation of ${invitation.email} is withdrawn.`)
}

export async function resend(deps: Deps, invitationId: string): Promise<CommandResult> {
  const invitation = await resendAsAdmin(deps, { invitationId })
  return said(invitation, `The invitation of ${invitation.email} is sent again.`)
}
