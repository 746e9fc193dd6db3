import {
  findPlaceBehind,
  findUsers,
  listUsers,
  narrowingsOf,
  type UserSummary as Row,
  raritiesOf,
  type UserPlace,
  type UserSearch,
} from '../../../../db/queries/people/users/find-users.ts'
import { Email } from '../../../../lib/email.ts'
import { periodOf } from '../../../../lib/lists/periods.ts'
import { isInstant, toSortedPage } from '../../../../lib/lists/sorted-pages.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { wordsToSpell } from '../../../../lib/typed-text/typed-text.ts'
import type { Deps } from '../../../context.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import type { ListUsersInput, UserList, UserSummary } from './schema.ts'

/** How many a page looks at in its order, and then by each index that could narrow the search. */
const lookedAtAtMost = 3_000

/** Lists users. A page may be short where matches are rare: `nextCursor` goes on. */
export async function listUsersAsAdmin(
  ctx: Pick<Deps, 'db' | 'config'>,
  { limit, cursor, ...filter }: ListUsersInput,
): Promise<UserList> {
  const after = requirePlace(cursor, filter, isInstant)
  const { rows, lookedUpTo } = await searchUsers(ctx, filter, { after, limit: limit + 1 })
  const place = (row: Row) => placeIn(filter.sort, row)
  return toSortedPage(rows, { limit, list: filter, place, item: toUserSummary, end: lookedUpTo })
}

export type SearchUsers = Omit<ListUsersInput, 'limit' | 'cursor'>

interface FoundUsers {
  rows: Row[]
  /** The last user looked at, if there may be more behind. */
  lookedUpTo: UserPlace | undefined
}

/**
 * Asks the indexes of what is rare, looks through the next accounts, and asks the other indexes.
 * What none of them finds is found page by page: no search costs more because the school is larger.
 */
export async function searchUsers(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { q, role, verified, suspended, sort, ...times }: SearchUsers,
  page: { after: UserPlace | undefined; limit: number },
): Promise<FoundUsers> {
  const search = {
    words: q === undefined ? [] : wordsToSpell(Email.safeParse(q).data ?? q),
    role,
    isVerified: verified,
    isSuspended: suspended,
    registered: periodOf(times, config.timeZone),
    seen: seenIn(times, config.timeZone),
    sort,
    ...page,
  }
  const rare = await findByIndex(db, search, raritiesOf(search))
  if (rare !== undefined) return { rows: rare, lookedUpTo: undefined }

  const near = await listUsers(db, search, lookedAtAtMost)
  if (near.length === page.limit) return { rows: near, lookedUpTo: undefined }
  const lookedUpTo = await findPlaceBehind(db, search, lookedAtAtMost)
  if (lookedUpTo === undefined) return { rows: near, lookedUpTo }

  const far = await findByIndex(db, search, narrowingsOf(search))
  return far === undefined ? { rows: near, lookedUpTo } : { rows: far, lookedUpTo: undefined }
}

/** Returns users by an index; undefined if each finds too many. */
async function findByIndex(
  db: Deps['db'],
  search: UserSearch,
  conditions: ReturnType<typeof narrowingsOf>,
): Promise<Row[] | undefined> {
  for (const by of conditions) {
    const found = await findUsers(db, { ...search, by, atMost: lookedAtAtMost })
    if (found !== undefined) return found
  }
  return undefined
}

type Times = Pick<SearchUsers, 'lastSeenSince' | 'lastSeenBefore' | 'timeZone'>

function seenIn({ lastSeenSince, lastSeenBefore, timeZone }: Times, ofSchool: string) {
  return {
    from: periodOf({ from: lastSeenSince, timeZone }, ofSchool).from,
    until: periodOf({ from: lastSeenBefore, timeZone }, ofSchool).from,
  }
}

/** Returns where the page behind a user begins. */
export function placeIn(
  sort: ListUsersInput['sort'],
  { id, createdAt, lastSeenAt }: Pick<Row, 'id' | 'createdAt' | 'lastSeenAt'>,
) {
  const at = sort === 'last-seen' ? (lastSeenAt ?? new Date(0)) : createdAt
  return { value: at.toISOString(), id }
}

export function toUserSummary(row: Row): UserSummary {
  const { id, email, name, role, emailVerifiedAt, suspendedAt, lastSeenAt, createdAt } = row
  const times = { emailVerifiedAt, suspendedAt, lastSeenAt, createdAt }
  return withIsoDates({ id, email, name, role, ...times })
}
