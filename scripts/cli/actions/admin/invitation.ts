import {
  listAdminInvitations,
  resendAsAdmin,
  withdrawAsAdmin,
} from '../../../../server/features/learning/invitations/admin.ts'
import { allPages } from '../../all-pages.ts'
import { readEmail, readId } from '../../arguments.ts'
import { type CommandResult, printable } from '../../output.ts'
import { table } from '../../table.ts'
import { withDeps } from '../../with-deps.ts'

export interface InvitationOptions {
  course?: string
  cohort?: string
  email?: string
}

export async function list({
  course,
  cohort,
  ...options
}: InvitationOptions): Promise<CommandResult> {
  const email = options.email === undefined ? undefined : readEmail(options.email, '--email')
  const items = await withDeps((deps) =>
    allPages((cursor) => listAdminInvitations(deps, { course, cohort, email, limit: 100, cursor })),
  )
  const rows = items.map(({ id, email, courseTitle, expiresAt }) => [
    email,
    printable(courseTitle ?? '-'),
    expiresAt.slice(0, 10),
    id,
  ])
  return {
    json: { items },
    text:
      rows.length === 0
        ? 'There are no invitations.\n'
        : table(['EMAIL', 'COURSE', 'EXPIRES', 'ID'], rows),
  }
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
