import {
  findPlaceBehind,
  findUsers,
  listUsers,
  type UserSummary as Row,
} from '../../../db/queries/accounts/users.ts'
import type { Deps } from '../../context.ts'
import { requirePlace } from '../../errors/require-place.ts'
import { periodOf } from '../../lib/lists/periods.ts'
import { isInstant, toSortedPage } from '../../lib/lists/sorted-pages.ts'
import type { ListUsersInput, UserList, UserSummary } from './schema.ts'

/** So many accounts are looked through for words before an index of trigrams is asked. */
const nearby = 2_000

/**
 * Of more matches than that, the accounts are looked through in their order after all: there are
 * enough of them on the way.
 */
const maxSorted = 20_000

export async function listUsersAtDesk(
  ctx: Pick<Deps, 'db'>,
  { limit, cursor, ...filter }: ListUsersInput,
): Promise<UserList> {
  const after = requirePlace(cursor, filter, isInstant)
  const rows = await searchUsers(ctx, filter, { after, limit: limit + 1 })
  const place = (row: Row) => placeIn(filter.sort, row)
  return toSortedPage(rows, { limit, list: filter, place, item: toUserSummary })
}

export type SearchUsers = Omit<ListUsersInput, 'limit' | 'cursor'>

export async function searchUsers(
  { db }: Pick<Deps, 'db'>,
  { q, role, verified, suspended, sort, ...times }: SearchUsers,
  page: { after: { value: string; id: string } | undefined; limit: number },
): Promise<Row[]> {
  const search = {
    words: q === undefined ? [] : q.split(/\s+/),
    role,
    isVerified: verified,
    isSuspended: suspended,
    registered: periodOf(times),
    seen: seenIn(times),
    sort,
    ...page,
  }
  return q === undefined ? listUsers(db, search) : findByWords(db, search)
}

/** No way alone is quick for words that all have, for rare ones, and for those of old accounts. */
async function findByWords(
  db: Deps['db'],
  search: Parameters<typeof listUsers>[1],
): Promise<Row[]> {
  const upTo = await findPlaceBehind(db, search, nearby)
  const near = await listUsers(db, { ...search, upTo })
  if (near.length === search.limit || upTo === undefined) return near

  const found = await findUsers(db, { ...search, atMost: maxSorted })
  return found ?? listUsers(db, search)
}

type Times = Pick<SearchUsers, 'lastSeenSince' | 'lastSeenBefore' | 'timeZone'>

function seenIn({ lastSeenSince, lastSeenBefore, timeZone }: Times) {
  return {
    from: periodOf({ from: lastSeenSince, timeZone }).from,
    until: periodOf({ from: lastSeenBefore, timeZone }).from,
  }
}

/** Where the page behind a user begins. */
export function placeIn(
  sort: ListUsersInput['sort'],
  { id, createdAt, lastSeenAt }: Pick<Row, 'id' | 'createdAt' | 'lastSeenAt'>,
) {
  const at = sort === 'last-seen' ? (lastSeenAt ?? new Date(0)) : createdAt
  return { value: at.toISOString(), id }
}

export function toUserSummary(row: Row): UserSummary {
  const { id, email, name, role, emailVerifiedAt, suspendedAt, lastSeenAt, createdAt } = row
  return {
    id,
    email,
    name,
    role,
    emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
    suspendedAt: suspendedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
