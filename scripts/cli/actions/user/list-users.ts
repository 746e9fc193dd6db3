import type { UserSummary } from '../../../../db/queries/people/users/find-users.ts'
import { findUserByEmail, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import {
  placeIn,
  type SearchUsers,
  searchUsers,
  toUserSummary,
} from '../../../../server/features/people/accounts/list-users.ts'
import { ListUsersInput } from '../../../../server/features/people/accounts/schema.ts'
import { readEmail, readWholeNumber } from '../../arguments.ts'
import { UsageError } from '../../command-errors.ts'
import type { CommandResult } from '../../output.ts'
import { table } from '../../table.ts'
import { withDeps } from '../../with-deps.ts'

export interface ListOptions {
  limit: string
  /** The email of the last user of the page before. */
  after?: string
  words?: string
  role?: UserRow['role']
  verified?: 'yes' | 'no'
  suspended?: 'yes' | 'no'
  from?: string
  to?: string
  lastSeenSince?: string
  lastSeenBefore?: string
  timeZone?: string
  sort: SearchUsers['sort']
}

export async function listPage({ limit, after, ...options }: ListOptions): Promise<CommandResult> {
  const filter = readFilter(options)
  const most = readWholeNumber(limit, '--limit')
  const email = after === undefined ? undefined : readEmail(after, '--after')
  const users = await withDeps(async (deps) => {
    const last = email === undefined ? undefined : await findUserByEmail(deps.db, email)
    if (email !== undefined && last === undefined) throw new AppError('UserNotFound')
    const found: UserSummary[] = []
    let place = last && placeIn(filter.sort, last)
    do {
      const limit = most + 1 - found.length
      const { rows, lookedUpTo } = await searchUsers(deps, filter, { after: place, limit })
      found.push(...rows)
      place = lookedUpTo
    } while (place !== undefined && found.length <= most)
    return found
  })
  const { json, text } = listOf(users.slice(0, most), 'No users found.')
  const last = users.length > most ? users[most - 1]?.email : undefined
  return {
    json: { ...json, nextAfter: last ?? null },
    text: last === undefined ? text : `${text}\nThere are more: --after ${last}\n`,
  }
}

export async function find(words: string, { limit }: { limit: string }): Promise<CommandResult> {
  return listPage({ limit, words, sort: 'newest' })
}

function readFilter({ words, verified, suspended, ...options }: Partial<ListOptions>): SearchUsers {
  const { role, from, to, lastSeenSince, lastSeenBefore, timeZone, sort = 'oldest' } = options
  const parsed = ListUsersInput.safeParse({
    ...{ role, from, to, lastSeenSince, lastSeenBefore, timeZone, sort },
    q: words,
    verified: verified && verified === 'yes',
    suspended: suspended && suspended === 'yes',
  })
  if (parsed.success) {
    const { limit: _limit, cursor: _cursor, ...read } = parsed.data
    return read
  }
  const [issue] = parsed.error.issues
  const name = String(issue?.path[0] ?? '')
  const option = name === 'q' ? 'words' : name.replace(/[A-Z]/g, (it) => `-${it.toLowerCase()}`)
  throw new UsageError(`error: --${option}: ${issue?.message}`)
}

function listOf(users: UserSummary[], whenEmpty: string) {
  const rows = users
    .map(toUserSummary)
    .map((user) => [
      user.email,
      user.name,
      user.role,
      user.emailVerifiedAt === null ? 'no' : 'yes',
      user.suspendedAt === null ? '' : 'suspended',
      user.createdAt.slice(0, 10),
      user.lastSeenAt?.slice(0, 10) ?? '',
    ])
  const heading = ['EMAIL', 'NAME', 'ROLE', 'VERIFIED', 'SUSPENDED', 'REGISTERED', 'LAST SEEN']
  return {
    json: { items: users.map(toUserSummary) },
    text: users.length === 0 ? `${whenEmpty}\n` : table(heading, rows),
  }
}
