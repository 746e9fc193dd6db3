import {
  findUserByEmail,
  findUsers,
  listUsers,
  type UserRow,
} from '../../../db/queries/accounts/users.ts'
import { AppError } from '../../../server/errors/errors.ts'
import { eraseAccountByEmail } from '../../../server/features/users/erase-account.ts'
import { setEmail } from '../../../server/features/users/set-email.ts'
import { setRole } from '../../../server/features/users/set-role.ts'
import { verifyUser } from '../../../server/features/users/verify-user.ts'
import { readEmail, readWholeNumber } from '../arguments.ts'
import type { CautionOptions } from '../caution.ts'
import { UsageError } from '../command-errors.ts'
import { changeWithCare } from '../confirm.ts'
import type { CommandResult } from '../output.ts'
import { table } from '../table.ts'
import { withDeps } from '../with-deps.ts'

export interface PageOptions {
  limit: string
  /** The email of the last user of the page before. */
  after?: string
}

export async function listPage({ limit, after }: PageOptions): Promise<CommandResult> {
  const page = { limit: readWholeNumber(limit, '--limit') }
  const email = after === undefined ? undefined : readEmail(after)
  const users = await withDeps(async ({ db }) => {
    if (email === undefined) return listUsers(db, page)
    const last = await findUserByEmail(db, email)
    if (last === undefined) throw new AppError('UserNotFound')
    return listUsers(db, { ...page, after: last.id })
  })
  const { json, text } = listOf(users, 'There are no users.')
  const last = users.length === page.limit ? users.at(-1)?.email : undefined
  return last === undefined ? { json, text } : { json, text: `${text}\nMore: --after ${last}\n` }
}

export async function find(text: string, options: { limit: string }): Promise<CommandResult> {
  const limit = readWholeNumber(options.limit, '--limit')
  return listOf(await withDeps(({ db }) => findUsers(db, { text, limit })), 'No users found.')
}

function listOf(users: UserRow[], whenEmpty: string): CommandResult {
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
        ? `${whenEmpty}\n`
        : table(['EMAIL', 'NAME', 'ROLE', 'VERIFIED', 'REGISTERED'], rows),
  }
}

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

export async function changeRole(email: string, role: UserRow['role']): Promise<CommandResult> {
  const userEmail = readEmail(email)
  const user = await withDeps((deps) => setRole(deps, { email: userEmail, role }))
  return {
    json: describe(user),
    text: `${user.email} is now ${role === 'admin' ? 'an administrator' : 'a learner'}.\n`,
  }
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

export function describe({ id, email, name, role, emailVerifiedAt, createdAt }: UserRow) {
  return {
    id,
    email,
    name,
    role,
    emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
