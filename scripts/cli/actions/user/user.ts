import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import { toUserSummary } from '../../../../server/features/people/accounts/list-users.ts'
import { eraseAccountByEmail } from '../../../../server/features/people/users/erase-account.ts'
import { setEmail } from '../../../../server/features/people/users/set-email.ts'
import { setRole } from '../../../../server/features/people/users/set-role.ts'
import { reinstateUser, suspendUser } from '../../../../server/features/people/users/suspend.ts'
import { verifyUser } from '../../../../server/features/people/users/verify-user.ts'
import { readEmail, readSuspensionReason } from '../../arguments.ts'
import type { CautionOptions } from '../../caution.ts'
import { UsageError } from '../../command-errors.ts'
import { changeWithCare } from '../../confirm.ts'
import type { CommandResult } from '../../output.ts'
import { withDeps } from '../../with-deps.ts'

export async function verify(email: string): Promise<CommandResult> {
  const userEmail = readEmail(email)
  const { user, isNew } = await withDeps((deps) => verifyUser(deps, userEmail))
  const since = user.emailVerifiedAt.toISOString()
  return {
    json: { ...describe(user), changed: isNew },
    text: isNew
      ? `The email ${user.email} is now verified.\n`
      : `The email ${user.email} was already verified on ${since}.\n`,
  }
}

const roleWords = {
  learner: 'a learner',
  admin: 'an administrator',
  support: 'as support',
  finance: 'as finance',
} as const satisfies Record<UserRow['role'], string>

export async function changeRole(email: string, role: UserRow['role']): Promise<CommandResult> {
  const userEmail = readEmail(email)
  const user = await withDeps((deps) => setRole(deps, { email: userEmail, role }))
  return { json: describe(user), text: `${user.email} is now ${roleWords[role]}.\n` }
}

export async function suspend(
  email: string,
  { reason }: { reason: string },
): Promise<CommandResult> {
  const suspension = { email: readEmail(email), reason: readSuspensionReason(reason) }
  const user = await withDeps((deps) => suspendUser(deps, suspension))
  const since = user.suspendedAt?.toISOString() ?? ''
  return {
    json: describe(user),
    text: `${user.email} is suspended since ${since}: ${user.suspensionReason}\n`,
  }
}

export async function reinstate(email: string): Promise<CommandResult> {
  const userEmail = readEmail(email)
  const user = await withDeps((deps) => reinstateUser(deps, { email: userEmail }))
  return { json: describe(user), text: `${user.email} is not suspended.\n` }
}

export async function changeEmail(oldEmail: string, newEmail: string): Promise<CommandResult> {
  const emails = { oldEmail: readEmail(oldEmail, 'OLD'), newEmail: readEmail(newEmail, 'NEW') }
  if (emails.oldEmail === emails.newEmail)
    throw new UsageError('error: OLD and NEW are the same email')
  const user = await withDeps((deps) => setEmail(deps, emails))
  return {
    json: describe(user),
    text: `The email of ${user.name} is now ${user.email}. A verification code was sent to it.\n`,
  }
}

export async function erase(email: string, options: CautionOptions): Promise<CommandResult> {
  const userEmail = readEmail(email)
  return changeWithCare(options, {
    question: `Erase ${userEmail} and all personal data for good?`,
    word: 'erase',
    change: async (deps) => {
      const id = await eraseAccountByEmail(deps, userEmail)
      return { json: { id, email: userEmail, erased: true }, text: `${userEmail} was erased.\n` }
    },
  })
}

export function describe(user: UserRow) {
  return { ...toUserSummary(user), suspensionReason: user.suspensionReason }
}
