import { listUsers, type UserRow } from '../../db/queries/accounts.ts'
import { setRole } from '../../server/features/auth/set-role.ts'
import { verifyUser } from '../../server/features/auth/verify-user.ts'
import { readEmail } from '../arguments.ts'
import type { Outcome } from '../outcome.ts'
import { table } from '../table.ts'
import { withDeps } from '../with-deps.ts'

export async function listAllUsers(): Promise<Outcome> {
  const users = await withDeps(({ db }) => listUsers(db))
  const rows = users.map(({ email, name, role, emailVerifiedAt, createdAt }) => {
    return [email, name, role, emailVerifiedAt === null ? 'no' : 'yes', createdAt.toISOString().slice(0, 10)]
  })
  return {
    json: { items: users.map(describe) },
    text: users.length === 0 ? 'There are no users.\n' : table(['EMAIL', 'NAME', 'ROLE', 'VERIFIED', 'REGISTERED'], rows),
  }
}

export async function verify(email: string): Promise<Outcome> {
  const address = readEmail(email)
  const { user, isNew } = await withDeps((deps) => verifyUser(deps, address))
  const since = user.emailVerifiedAt.toISOString()
  return {
    json: { ...describe(user), changed: isNew },
    text: isNew ? `The email ${user.email} is verified now.\n` : `The email ${user.email} was verified already, on ${since}.\n`,
  }
}

export async function changeRole(email: string, role: UserRow['role']): Promise<Outcome> {
  const address = readEmail(email)
  const user = await withDeps((deps) => setRole(deps, { email: address, role }))
  return { json: describe(user), text: `${user.email} is ${role === 'admin' ? 'an administrator' : 'a learner'} now.\n` }
}

function describe({ id, email, name, role, emailVerifiedAt, createdAt }: UserRow) {
  return { id, email, name, role, emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null, createdAt: createdAt.toISOString() }
}
