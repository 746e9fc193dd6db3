import type { UserSummary as Row } from '../../../../db/queries/people/users/find-users.ts'
import { findUserByEmail, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import {
  placeIn,
  type SearchUsers,
  searchUsers,
  toUserSummary,
} from '../../../../server/features/people/accounts/list-users.ts'
import {
  ListUsersInput,
  type UserSummary,
} from '../../../../server/features/people/accounts/schema.ts'
import { readEmail, readWholeNumber } from '../../arguments.ts'
import type { CommandResult } from '../../output.ts'
import { type Columns, listOf, readInput } from '../../results.ts'
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
    const found: Row[] = []
    let place = last && placeIn(filter.sort, last)
    do {
      const limit = most + 1 - found.length
      const { rows, lookedUpTo } = await searchUsers(deps, filter, { after: place, limit })
      found.push(...rows)
      place = lookedUpTo
    } while (place !== undefined && found.length <= most)
    return found
  })
  const items = users.slice(0, most).map(toUserSummary)
  const { json, text } = listOf(items, { columns, none: 'No users found.' })
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
  const typed = {
    sort: 'oldest',
    ...options,
    q: words,
    verified: verified && verified === 'yes',
    suspended: suspended && suspended === 'yes',
  }
  const {
    limit: _limit,
    cursor: _cursor,
    ...filter
  } = readInput(ListUsersInput, typed, {
    q: 'words',
  })
  return filter
}

const columns: Columns<UserSummary> = {
  EMAIL: 'email',
  NAME: 'name',
  ROLE: 'role',
  VERIFIED: ({ emailVerifiedAt }) => (emailVerifiedAt === null ? 'no' : 'yes'),
  SUSPENDED: ({ suspendedAt }) => (suspendedAt === null ? '' : 'suspended'),
  REGISTERED: ({ createdAt }) => createdAt.slice(0, 10),
  'LAST SEEN': ({ lastSeenAt }) => lastSeenAt?.slice(0, 10) ?? '',
}
