import type { Deps } from '../../../../server/context.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import { findPerson } from '../../../../server/features/base/admin/chosen-user.ts'
import { inviteToRegister } from '../../../../server/features/learning/invitations/admin.ts'
import { endSessionsOfUser } from '../../../../server/features/people/accounts/change-user.ts'
import { listSessionsOfUser } from '../../../../server/features/people/accounts/lists-of-user.ts'
import { allPages } from '../../all-pages.ts'
import { readEmail } from '../../arguments.ts'
import type { CommandResult } from '../../output.ts'
import { listOf, wholeList } from '../../results.ts'
import { withDeps } from '../../with-deps.ts'

export async function invite(typed: string): Promise<CommandResult> {
  const email = readEmail(typed)
  const { isNew, invitation } = await withDeps((deps) => inviteToRegister(deps, { email }))
  return {
    json: { ...invitation, changed: isNew },
    text: isNew ? `${email} is invited to register.\n` : `${email} was invited before.\n`,
  }
}

export async function sessions(typed: string, { end }: { end?: true }): Promise<CommandResult> {
  const email = readEmail(typed)
  const items = await withDeps(async (deps) => {
    const user = await findPerson(deps, { email })
    if (user === undefined) throw new AppError('UserNotFound')
    const found = await sessionsOf(deps, user.id)
    if (end) await endSessionsOfUser(deps, { userId: user.id })
    return found
  })
  if (end) {
    const text = `All sessions of ${email} have ended: ${items.length}.\n`
    return { json: { email, ended: items.length }, text }
  }
  return listOf(items, {
    columns: { BEGAN: 'createdAt', 'LAST USED': 'lastUsedAt', IP: 'ip', DEVICE: 'device' },
    none: `${email} has no sessions.`,
  })
}

function sessionsOf(deps: Deps, userId: string) {
  return allPages((cursor) => listSessionsOfUser(deps, { userId, ...wholeList, cursor }))
}
