import { and, desc, eq, gt, ilike, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../client.ts'
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

/** Oldest first, those after the user with the id. */
export async function listUsers(
  db: Db,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(after === undefined ? undefined : gt(users.id, after))
    .orderBy(users.id)
    .limit(limit)
}

/** Those with the text in their email or name, newest first. */
export async function findUsers(
  db: Db,
  { text, limit }: { text: string; limit: number },
): Promise<UserRow[]> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return db
    .select()
    .from(users)
    .where(or(ilike(users.email, pattern), ilike(users.name, pattern)))
    .orderBy(desc(users.id))
    .limit(limit)
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
 * True if the user has this email and the password of this hash; a change of either then waits for
 * the end of the transaction.
 */
export async function lockPasswordShared(
  db: Db,
  { id, email, passwordHash }: Pick<UserRow, 'id' | 'email' | 'passwordHash'>,
): Promise<boolean> {
  const unchanged = passwordHash === null ? isNull(users.passwordHash) : hasPasswordOf(passwordHash)
  const held = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.email, email), unchanged))
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

/** The user after the change; undefined when there is none, or when the role stays the same. */
export async function updateRole(
  db: Db,
  email: string,
  role: UserRow['role'],
): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set({ role })
    .where(and(eq(users.email, email), ne(users.role, role)))
    .returning()
  return user
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
