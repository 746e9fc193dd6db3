import { listUsers, type UserRow } from '../../../db/queries/users.ts'
import { setEmail } from '../../../server/features/me/change-email.ts'
import { eraseAccountOf } from '../../../server/features/me/erase-account.ts'
import { setRole } from '../../../server/features/users/set-role.ts'
import { verifyUser } from '../../../server/features/users/verify-user.ts'
import { readEmail } from '../arguments.ts'
import { confirm } from '../confirm.ts'
import type { Outcome } from '../outcome.ts'
import { table } from '../table.ts'
import { UsageError } from '../usage-error.ts'
import { withDeps } from '../with-deps.ts'

export async function listAllUsers(): Promise<Outcome> {
  const users = await withDeps(({ db }) => listUsers(db))
  const rows = users.map(({ email, name, role, emailVerifiedAt, createdAt }) => {
    return [
      email,
      name,
      role,
      emailVerifiedAt === null ? 'no' : 'yes',
      createdAt.toISOString().slice(0, 10),
    ]
  })
  return {
    json: { items: users.map(describe) },
    text:
      users.length === 0
        ? 'There are no users.\n'
        : table(['EMAIL', 'NAME', 'ROLE', 'VERIFIED', 'REGISTERED'], rows),
  }
}

export async function verify(email: string): Promise<Outcome> {
  const address = readEmail(email)
  const { user, isNew } = await withDeps((deps) => verifyUser(deps, address))
  const since = user.emailVerifiedAt.toISOString()
  return {
    json: { ...describe(user), changed: isNew },
    text: isNew
      ? `The email ${user.email} is verified now.\n`
      : `The email ${user.email} was verified already, on ${since}.\n`,
  }
}

export async function changeRole(email: string, role: UserRow['role']): Promise<Outcome> {
  const address = readEmail(email)
  const user = await withDeps((deps) => setRole(deps, { email: address, role }))
  return {
    json: describe(user),
    text: `${user.email} is ${role === 'admin' ? 'an administrator' : 'a learner'} now.\n`,
  }
}

export async function changeEmail(oldEmail: string, newEmail: string): Promise<Outcome> {
  const addresses = { oldEmail: readEmail(oldEmail, 'OLD'), newEmail: readEmail(newEmail, 'NEW') }
  if (addresses.oldEmail === addresses.newEmail)
    throw new UsageError('error: OLD and NEW are the same email')
  const user = await withDeps((deps) => setEmail(deps, addresses))
  return {
    json: describe(user),
    text: `The email of ${user.name} is ${user.email} now. A code to verify it is on its way there.\n`,
  }
}

export async function erase(email: string, { isMeant }: { isMeant: boolean }): Promise<Outcome> {
  const address = readEmail(email)
  if (!isMeant) await confirm(`Erase ${address} with all personal data, for good?`, 'erase')
  const id = await withDeps((deps) => eraseAccountOf(deps, address))
  return { json: { id, email: address, erased: true }, text: `${address} is erased.\n` }
}

function describe({ id, email, name, role, emailVerifiedAt, createdAt }: UserRow) {
  return {
    id,
    email,
    name,
    role,
    emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
