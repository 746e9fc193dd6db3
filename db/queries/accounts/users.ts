import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../client.ts'
import { runNamed } from '../../named-statement.ts'
import { users } from '../../schema/accounts/users.ts'

export type UserRow = typeof users.$inferSelect

/** The new user; undefined when the email is taken. */
export async function insertUser(
  db: Db,
  user: typeof users.$inferInsert,
): Promise<UserRow | undefined> {
  const [inserted] = await db.insert(users).values(user).onConflictDoNothing().returning()
  return inserted
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.email, email))
  return user
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  return user
}

export type UserSummary = Pick<
  UserRow,
  'id' | 'email' | 'name' | 'role' | 'emailVerifiedAt' | 'suspendedAt' | 'lastSeenAt' | 'createdAt'
>

interface Period {
  from: Date | undefined
  until: Date | undefined
}

interface UserFilter {
  /** Parts of the email or name; one of one or two characters begins a name. */
  words?: string[]
  role?: UserRow['role'] | undefined
  isVerified?: boolean | undefined
  isSuspended?: boolean | undefined
  registered?: Period
  /** Those that were never seen count as seen before everything. */
  seen?: Period
}

interface UserPage {
  sort: 'newest' | 'oldest' | 'last-seen'
  after?: Place | undefined
  limit: number
}

interface Place {
  value: string
  id: string
}

type UserSearch = UserFilter & UserPage

const { id, email, name, role, emailVerifiedAt, suspendedAt, lastSeenAt, createdAt } = users
const summary = { id, email, name, role, emailVerifiedAt, suspendedAt, lastSeenAt, createdAt }

// As in the indexes users_by_last_seen and users_words.
const lastSeenOrNever = sql`coalesce(${users.lastSeenAt}, to_timestamp(0))`
const emailAndName = sql`lower(${users.email} || ' ' || ${users.name})`

/** The instant that a list is sorted by. */
function instantOf(sort: UserPage['sort']) {
  const instant = sort === 'last-seen' ? lastSeenOrNever : sql`${users.createdAt}`
  return sql<Date>`${instant}`.mapWith(users.createdAt)
}

function matches({ words = [], role, isVerified, isSuspended, registered, seen }: UserFilter) {
  const isSet = (column: SQLWrapper, wanted: boolean | undefined) =>
    wanted === undefined ? undefined : wanted ? isNotNull(column) : isNull(column)
  return and(
    ...words.map((word) => sql`${emailAndName} like lower(${patternOf(word)})`),
    role && eq(users.role, role),
    isSet(users.emailVerifiedAt, isVerified),
    isSet(users.suspendedAt, isSuspended),
    registered?.from && gte(users.createdAt, registered.from),
    registered?.until && lt(users.createdAt, registered.until),
    seen?.from && sql`${lastSeenOrNever} >= ${seen.from.toISOString()}`,
    seen?.until && sql`${lastSeenOrNever} < ${seen.until.toISOString()}`,
  )
}

/** An index of trigrams finds three characters, or the beginning of a word. */
function patternOf(word: string): string {
  const literal = word.replace(/[\\%_]/g, '\\$&')
  return [...word].length < 3 ? `% ${literal}%` : `%${literal}%`
}

function isBehind(instant: SQLWrapper, id: SQLWrapper, { sort, after }: UserPage) {
  const follows = sort === 'oldest' ? sql`>` : sql`<`
  return after && sql`(${instant}, ${id}) ${follows} ${rowOf(after)}`
}

function isUpTo(
  instant: SQLWrapper,
  id: SQLWrapper,
  { sort, upTo }: UserPage & { upTo?: Place | undefined },
) {
  const comes = sort === 'oldest' ? sql`<=` : sql`>=`
  return upTo && sql`(${instant}, ${id}) ${comes} ${rowOf(upTo)}`
}

function rowOf({ value, id }: Place) {
  return sql`(${value}::timestamptz, ${id}::uuid)`
}

function inOrder(instant: SQLWrapper, id: SQLWrapper, { sort }: UserPage) {
  const direction = sort === 'oldest' ? asc : desc
  return [direction(instant), direction(id)]
}

/** The place so many accounts behind the start of the page, whatever they are. */
export async function findPlaceBehind(
  db: Db,
  page: UserPage,
  accounts: number,
): Promise<Place | undefined> {
  const instant = instantOf(page.sort)
  const [place] = await db
    .select({ instant, id: users.id })
    .from(users)
    .where(isBehind(instant, users.id, page))
    .orderBy(...inOrder(instant, users.id, page))
    .offset(accounts)
    .limit(1)
  return place && { value: place.instant.toISOString(), id: place.id }
}

/** Reads the order from its index, up to the end of the page, or to a place before that. */
export async function listUsers(
  db: Db,
  search: UserSearch & { upTo?: Place | undefined },
): Promise<UserSummary[]> {
  const instant = instantOf(search.sort)
  return db
    .select(summary)
    .from(users)
    .where(
      and(matches(search), isBehind(instant, users.id, search), isUpTo(instant, users.id, search)),
    )
    .orderBy(...inOrder(instant, users.id, search))
    .limit(search.limit)
}

/**
 * Reads all that match and sorts them: for words that few have. Undefined when more than `atMost`
 * match.
 */
export async function findUsers(
  db: Db,
  { atMost, ...search }: UserSearch & { atMost: number },
): Promise<UserSummary[] | undefined> {
  const found = db.$with('found').as(
    db
      .select({ ...summary, instant: instantOf(search.sort).as('instant') })
      .from(users)
      .where(matches(search))
      .limit(atMost + 1),
  )
  const all = db
    .select({ count: count().as('count') })
    .from(found)
    .as('all_found')
  const shown = db
    .select()
    .from(found)
    .where(isBehind(found.instant, found.id, search))
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

export async function updatePassword(
  db: Db,
  userId: string,
  password: { passwordHash: string; pepperVersion: number },
): Promise<void> {
  await db.update(users).set(password).where(eq(users.id, userId))
}

/** The user after the change; undefined when there is none. */
export async function updateProfile(
  db: Db,
  userId: string,
  change: Partial<Pick<UserRow, 'name' | 'nameIsGuess' | 'locale'>>,
): Promise<UserRow | undefined> {
  const [user] = await db.update(users).set(change).where(eq(users.id, userId)).returning()
  return user
}

/** Compares salts: a new password gets a new one, the same password hashed anew keeps its own. */
function hasPasswordOf(hash: string) {
  return sql`substr(${users.passwordHash}, 8, 22) = substr(${hash}, 8, 22)`
}

/** True when the user had the password of the other hash until now. */
export async function replacePassword(
  db: Db,
  userId: string,
  { replaces, ...password }: { replaces: string; passwordHash: string; pepperVersion: number },
): Promise<boolean> {
  const replaced = await db
    .update(users)
    .set(password)
    .where(and(eq(users.id, userId), hasPasswordOf(replaces)))
    .returning({ id: users.id })
  return replaced.length === 1
}

/**
 * The user after the change; undefined when the email has changed meanwhile. Violates the unique
 * key when the new one is taken. Keeps on record that the account had a verified email before.
 */
export async function updateEmail(
  db: Db,
  userId: string,
  { replaces, ...change }: { replaces: string; email: string; emailVerifiedAt: Date | null },
): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set({
      ...change,
      formerEmailVerifiedAt: sql`coalesce(${users.formerEmailVerifiedAt}, ${users.emailVerifiedAt})`,
    })
    .where(and(eq(users.id, userId), eq(users.email, replaces)))
    .returning()
  return user
}

/** Deletes the user's own rows with it; rows that remain lose their reference to the user. */
export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.delete(users).where(eq(users.id, userId))
}

/**
 * True if the user has this email and the password of this hash, and is not suspended; a change of
 * any of it then waits for the end of the transaction.
 */
export async function lockPasswordShared(
  db: Db,
  { id, email, passwordHash }: Pick<UserRow, 'id' | 'email' | 'passwordHash'>,
): Promise<boolean> {
  const unchanged = passwordHash === null ? isNull(users.passwordHash) : hasPasswordOf(passwordHash)
  const held = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.email, email), isNull(users.suspendedAt), unchanged))
    .for('share')
  return held.length === 1
}

/** True if the user has this email; a change of it then waits for the end of the transaction. */
export async function lockEmailShared(
  db: Db,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<boolean> {
  const held = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.email, email)))
    .for('share')
  return held.length === 1
}

/** Keeps the first moment of verification. */
export async function markEmailVerified(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .update(users)
    .set({ emailVerifiedAt: at, registrantMac: null })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
}

export async function updateRole(db: Db, userId: string, role: UserRow['role']): Promise<void> {
  await db.update(users).set({ role }).where(eq(users.id, userId))
}

export async function updateSuspension(
  db: Db,
  userId: string,
  suspension: { at: Date; reason: string } | undefined,
): Promise<void> {
  await db
    .update(users)
    .set({
      suspendedAt: suspension?.at ?? null,
      suspensionReason: suspension?.reason ?? null,
    })
    .where(eq(users.id, userId))
}

/** Makes changes of what administrators may do wait for each other until the transaction ends. */
export async function lockAdministrators(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`)
}

/** Whether somebody else is an administrator who can sign in. */
export async function hasOtherAdministrator(db: Db, userId: string): Promise<boolean> {
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.role, 'admin'),
        ne(users.id, userId),
        isNull(users.suspendedAt),
        isNotNull(users.emailVerifiedAt),
      ),
    )
    .limit(1)
  return other !== undefined
}

/** Keeps a later moment. */
export async function markSeen(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .update(users)
    .set({ lastSeenAt: at })
    .where(and(eq(users.id, userId), or(isNull(users.lastSeenAt), lt(users.lastSeenAt, at))))
}

/**
 * Keeps certificates with a guessed name and a change of that name apart until the end of the
 * transaction. Not the row's own lock, with which completions would wait for purchases, and deadlock
 * with refunds.
 */
export async function lockNameOf(db: Db, userId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`name ${userId}`}, 0))`)
}

/** The user; nobody else can change the row until the end of the transaction. */
export async function lockUser(db: Db, userId: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for('update')
  return user
}

export type Claim = Pick<
  UserRow,
  'name' | 'nameIsGuess' | 'locale' | 'passwordHash' | 'pepperVersion'
>

/**
 * Turns an unverified account into a verified one with the claim's profile and password; undefined
 * when it was verified meanwhile.
 */
export async function claimUser(
  db: Db,
  userId: string,
  { at, ...claim }: Claim & { at: Date },
): Promise<UserRow | undefined> {
  const [claimed] = await db
    .update(users)
    .set({ ...claim, emailVerifiedAt: at, registrantMac: null })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    .returning()
  return claimed
}

/**
 * Accounts that nobody ever verified and that hold nothing: no course, purchase, certificate or
 * sign-in method, no code that is still good. Only those registered before `before`, oldest first.
 */
function isAbandoned({ before, now }: { before: Date; now: Date }) {
  return and(
    isNull(users.emailVerifiedAt),
    isNull(users.formerEmailVerifiedAt),
    lt(users.createdAt, before),
    eq(users.role, 'learner'),
    isNull(users.suspendedAt),
    sql`not exists (select from enrollments where user_id = ${users.id})`,
    sql`not exists (select from transactions where user_id = ${users.id})`,
    sql`not exists (select from certificates where user_id = ${users.id})`,
    sql`not exists (select from identities where user_id = ${users.id})`,
    sql`not exists (select from one_time_codes
      where user_id = ${users.id} and expires_at > ${now.toISOString()})`,
  )
}

/** Locks the accounts until the end of the transaction; leaves out those that others hold. */
export async function lockAbandonedUsers(
  db: Db,
  { limit, ...when }: { before: Date; now: Date; limit: number },
): Promise<string[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(isAbandoned(when))
    .orderBy(users.createdAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return found.map(({ id }) => id)
}

/** Deletes those of the accounts that are still abandoned, and returns them. */
export async function deleteAbandonedUsers(
  db: Db,
  ids: string[],
  when: { before: Date; now: Date },
): Promise<Pick<UserRow, 'id' | 'email'>[]> {
  return db
    .delete(users)
    .where(and(inArray(users.id, ids), isAbandoned(when)))
    .returning({ id: users.id, email: users.email })
}

/** The versions of the peppers in stored password hashes. */
export async function listPepperVersions(db: Db): Promise<number[]> {
  const found = await db
    .selectDistinct({ version: users.pepperVersion })
    .from(users)
    .where(isNotNull(users.pepperVersion))
  return found.flatMap(({ version }) => (version === null ? [] : [version]))
}

interface CountsOfUser {
  enrollments: number
  purchases: number
  certificates: number
  /** Those that have not expired. */
  sessions: number
}

/** How much belongs to a user. */
export async function countOfUser(db: Db, userId: string, now: Date): Promise<CountsOfUser> {
  const [counts] = await runNamed<CountsOfUser>(db, {
    name: 'count_of_user',
    text: `select
      (select count(*)::int from enrollments where user_id = $1) as enrollments,
      (select count(*)::int from transactions where user_id = $1) as purchases,
      (select count(*)::int from certificates where user_id = $1) as certificates,
      (select count(*)::int from sessions where user_id = $1 and expires_at > $2) as sessions`,
    values: [userId, now],
  })
  return counts ?? { enrollments: 0, purchases: 0, certificates: 0, sessions: 0 }
}
