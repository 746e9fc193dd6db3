import {
  and,
  asc,
  count,
  desc,
  eq,
  isNotNull,
  isNull,
  ne,
  or,
  SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { isIndexed, patternsOf } from '../../../found-by-words.ts'
import type { Db } from '../../../postgres/client.ts'
import { users } from '../../../schema/people/users.ts'
import type { UserRow } from './users.ts'

export type UserSummary = Pick<
  UserRow,
  'id' | 'email' | 'name' | 'role' | 'emailVerifiedAt' | 'suspendedAt' | 'lastSeenAt' | 'createdAt'
>

interface Period {
  from: Date | undefined
  until: Date | undefined
}

interface UserFilter {
  /** Parts of the email or name, each in its spellings; one or two characters only begin a name. */
  words?: string[][]
  role?: UserRow['role'] | undefined
  isVerified?: boolean | undefined
  isSuspended?: boolean | undefined
  registered?: Period
  /** When they were last seen; never counts as before everything. */
  seen?: Period
}

export const userSorts = ['newest', 'oldest', 'last-seen'] as const

interface UserPage {
  sort: (typeof userSorts)[number]
  after?: UserPlace | undefined
  limit: number
}

export interface UserPlace {
  value: string
  id: string
}

export type UserSearch = UserFilter & UserPage

type Columns = Record<keyof UserSummary, SQLWrapper>

const { id, email, name, role, emailVerifiedAt, suspendedAt, lastSeenAt, createdAt } = users
const summary = { id, email, name, role, emailVerifiedAt, suspendedAt, lastSeenAt, createdAt }

// Written like the indexes users_by_last_seen and users_spelled.
const seenOrNever = ({ lastSeenAt }: Columns) => sql`coalesce(${lastSeenAt}, to_timestamp(0))`
const emailAndName = sql`fold_text(${users.email} || ' ' || ${users.name})`

/** Folds once for all words, if there are any. */
function searchedIn({ words = [] }: UserSearch) {
  return sql<string>`${words.length > 0 ? emailAndName : null}`.as('searched')
}

/** Selects the instant that a list is sorted by. */
function instantOf(sort: UserPage['sort']) {
  const instant = sort === 'last-seen' ? seenOrNever(users) : sql`${users.createdAt}`
  return sql<Date>`${instant}`.mapWith(users.createdAt)
}

function isWithin(instant: SQLWrapper, period: Period | undefined) {
  return and(
    period?.from && sql`${instant} >= ${period.from.toISOString()}`,
    period?.until && sql`${instant} < ${period.until.toISOString()}`,
  )
}

function matches(
  columns: Columns & { searched: SQLWrapper },
  { words = [], role, isVerified, isSuspended, registered, seen }: UserFilter,
) {
  const isSet = (column: SQLWrapper, wanted: boolean | undefined) =>
    wanted === undefined ? undefined : wanted ? isNotNull(column) : isNull(column)
  return and(
    ...words.map((word) => hasWord(columns.searched, word)),
    role && eq(columns.role, role),
    isSet(columns.emailVerifiedAt, isVerified),
    isSet(columns.suspendedAt, isSuspended),
    isWithin(columns.createdAt, registered),
    isWithin(seenOrNever(columns), seen),
  )
}

function hasWord(text: SQLWrapper, spellings: string[]) {
  return or(...patternsOf(spellings).map((pattern) => sql`${text} like ${pattern}`))
}

/** Returns filters that few accounts pass, each with its own index. */
export function raritiesOf({ role, isVerified, isSuspended }: UserSearch): SQL[] {
  return [
    role && role !== 'learner' && and(eq(users.role, role), ne(users.role, 'learner')),
    isSuspended === true && isNotNull(users.suspendedAt),
    isVerified === false && isNull(users.emailVerifiedAt),
  ].filter((condition) => condition instanceof SQL)
}

/** Returns further filters that an index serves, in any order. */
export function narrowingsOf({ words = [], registered, seen, sort }: UserSearch): SQL[] {
  const indexed = words.filter((spellings) => spellings.every(isIndexed))
  return [
    sort === 'last-seen'
      ? isWithin(users.createdAt, registered)
      : isWithin(seenOrNever(users), seen),
    and(...indexed.map((word) => hasWord(emailAndName, word))),
  ].filter((condition) => condition !== undefined)
}

/**
 * Finds accounts with these words in their email or name, as far as an index finds words; undefined
 * if it finds none of them, or more than `atMost` accounts.
 */
export async function findIdsByWords(
  db: Db,
  words: string[][],
  atMost: number,
): Promise<string[] | undefined> {
  const [by] = narrowingsOf({ words, sort: 'newest', limit: atMost })
  if (by === undefined) return undefined
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(by)
    .limit(atMost + 1)
  return found.length > atMost ? undefined : found.map(({ id }) => id)
}

function isBehind(instant: SQLWrapper, id: SQLWrapper, { sort, after }: UserPage) {
  const follows = sort === 'oldest' ? sql`>` : sql`<`
  return after && sql`(${instant}, ${id}) ${follows} ${rowOf(after)}`
}

function rowOf({ value, id }: UserPlace) {
  return sql`(${value}::timestamptz, ${id}::uuid)`
}

function inOrder(instant: SQLWrapper, id: SQLWrapper, { sort }: UserPage) {
  const direction = sort === 'oldest' ? asc : desc
  return [direction(instant), direction(id)]
}

/** Limits what a page goes through to one range of its order's index. */
function isOnTheWay(search: UserSearch) {
  const instant = instantOf(search.sort)
  const period = search.sort === 'last-seen' ? search.seen : search.registered
  return and(isWithin(instant, period), isBehind(instant, users.id, search))
}

/** Lists matches among the next so many accounts, whatever they are. */
export async function listUsers(db: Db, search: UserSearch, among: number): Promise<UserSummary[]> {
  const instant = instantOf(search.sort)
  const looked = db
    .select({ ...summary, searched: searchedIn(search), instant: instant.as('instant') })
    .from(users)
    .where(isOnTheWay(search))
    .orderBy(...inOrder(instant, users.id, search))
    .limit(among)
    .as('looked')
  return db
    .select()
    .from(looked)
    .where(matches(looked, search))
    .orderBy(...inOrder(looked.instant, looked.id, search))
    .limit(search.limit)
}

/** Finds the last of the next so many accounts, whatever they are; undefined if there are fewer. */
export async function findPlaceBehind(
  db: Db,
  search: UserSearch,
  accounts: number,
): Promise<UserPlace | undefined> {
  const instant = instantOf(search.sort)
  const [place] = await db
    .select({ instant, id: users.id })
    .from(users)
    .where(isOnTheWay(search))
    .orderBy(...inOrder(instant, users.id, search))
    .offset(accounts - 1)
    .limit(1)
  return place && { value: place.instant.toISOString(), id: place.id }
}

/**
 * Finds matches among all accounts that one of the search's rarities or narrowings finds, sorted;
 * undefined if it finds more than `atMost`.
 */
export async function findUsers(
  db: Db,
  { by, atMost, ...search }: UserSearch & { by: SQL; atMost: number },
): Promise<UserSummary[] | undefined> {
  const found = db.$with('found').as(
    db
      .select({
        ...summary,
        searched: searchedIn(search),
        instant: instantOf(search.sort).as('instant'),
      })
      .from(users)
      .where(by)
      .limit(atMost + 1),
  )
  const all = db
    .select({ count: count().as('count') })
    .from(found)
    .as('all_found')
  const shown = db
    .select()
    .from(found)
    .where(and(matches(found, search), isBehind(found.instant, found.id, search)))
    .orderBy(...inOrder(found.instant, found.id, search))
    .limit(search.limit)
    .as('shown')
  const rows = await db
    .with(found)
    .select()
    .from(all)
    .leftJoin(shown, sql`true`)
    .orderBy(...inOrder(shown.instant, shown.id, search))
  if ((rows[0]?.all_found.count ?? 0) > atMost) return undefined
  return rows.flatMap(({ shown }) => (shown === null ? [] : [shown]))
}
