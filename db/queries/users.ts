import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { runNamed } from '../named-statement.ts'
import { oneTimeCodes, rateCounters, sessions, users } from '../schema/index.ts'

export type UserRow = typeof users.$inferSelect

/** The new user; undefined when the email is taken. */
export async function insertUser(db: Db, user: typeof users.$inferInsert): Promise<UserRow | undefined> {
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

export async function listUsers(db: Db): Promise<UserRow[]> {
  return db.select().from(users).orderBy(users.id)
}

export async function updatePassword(db: Db, userId: string, password: { passwordHash: string; pepperVersion: number }): Promise<void> {
  await db.update(users).set(password).where(eq(users.id, userId))
}

/** The user after the change; undefined when there is none (any more). */
export async function updateProfile(
  db: Db,
  userId: string,
  change: Partial<Pick<UserRow, 'name' | 'locale'>>,
): Promise<UserRow | undefined> {
  const [user] = await db.update(users).set(change).where(eq(users.id, userId)).returning()
  return user
}

/** By the salt: a new password has a new one, the same password hashed anew keeps its own. */
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

/** The user after the change; undefined when the email is no longer this one. Fails with the unique key when the new one is taken. */
export async function updateEmail(
  db: Db,
  userId: string,
  { replaces, ...change }: { replaces: string; email: string; emailVerifiedAt: Date | null },
): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set(change)
    .where(and(eq(users.id, userId), eq(users.email, replaces)))
    .returning()
  return user
}

/** Everything that is the person's goes with it; what stays without the person is set to null. */
export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.delete(users).where(eq(users.id, userId))
}

/** True while the user has this email and the password that this hash is of; a change of either then waits for the end of the transaction. */
export async function holdCredentials(
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

/** True while the user has this email; a change of it then waits for the end of the transaction. */
export async function holdEmail(db: Db, { id, email }: Pick<UserRow, 'id' | 'email'>): Promise<boolean> {
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
    .set({ emailVerifiedAt: at })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
}

/** The user after the change; undefined when there is none, or none of another role. */
export async function updateRole(db: Db, email: string, role: UserRow['role']): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set({ role })
    .where(and(eq(users.email, email), ne(users.role, role)))
    .returning()
  return user
}

export interface SessionWithUser {
  idHash: string
  userId: string
  expiresAt: Date
  lastUsedAt: Date
  email: string
  name: string
  role: UserRow['role']
}

const sessionsWithUsers = `
  select s.id_hash as "idHash", u.id as "userId", s.expires_at as "expiresAt", s.last_used_at as "lastUsedAt", u.email, u.name, u.role
  from sessions s join users u on u.id = s.user_id
  where s.id_hash = any($1::text[])`

export async function findSessionsWithUsers(db: Db, idHashes: string[]): Promise<SessionWithUser[]> {
  return runNamed(db, { name: 'find_sessions_with_users', text: sessionsWithUsers, values: [idHashes] })
}

export async function insertSession(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, idHash))
}

export async function deleteSessionsOfUser(db: Db, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId))
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
  await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now))
  await db.delete(rateCounters).where(lt(rateCounters.resetsAt, now))
}

type OneTimeCode = typeof oneTimeCodes.$inferSelect
type CodeOwner = Pick<OneTimeCode, 'userId' | 'purpose'>

/** Replaces the code that the user had for this purpose. */
export async function putCode(db: Db, code: Omit<OneTimeCode, 'tries'>): Promise<void> {
  const { codeMac, expiresAt, newEmail } = code
  await db
    .insert(oneTimeCodes)
    .values(code)
    .onConflictDoUpdate({ target: [oneTimeCodes.userId, oneTimeCodes.purpose], set: { codeMac, expiresAt, newEmail, tries: 0 } })
}

/** Counts one try and gives what to compare with; undefined when there is no code, it is too old, or its five tries are used up. */
export async function countTryOfCode(
  db: Db,
  { userId, purpose, now }: CodeOwner & { now: Date },
): Promise<Pick<OneTimeCode, 'codeMac' | 'newEmail'> | undefined> {
  const [code] = await db
    .update(oneTimeCodes)
    .set({ tries: sql`${oneTimeCodes.tries} + 1` })
    .where(
      and(
        eq(oneTimeCodes.userId, userId),
        eq(oneTimeCodes.purpose, purpose),
        lt(oneTimeCodes.tries, 5),
        sql`${oneTimeCodes.expiresAt} > ${now.toISOString()}`,
      ),
    )
    .returning({ codeMac: oneTimeCodes.codeMac, newEmail: oneTimeCodes.newEmail })
  return code
}

/** Takes back a try of the right code. */
export async function giveBackTryOfCode(db: Db, { userId, purpose, codeMac }: CodeOwner & { codeMac: string }): Promise<void> {
  await db
    .update(oneTimeCodes)
    .set({ tries: sql`greatest(${oneTimeCodes.tries} - 1, 0)` })
    .where(and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.purpose, purpose), eq(oneTimeCodes.codeMac, codeMac)))
}

/** True for exactly one of those who hold the right code. */
export async function useUpCode(db: Db, { userId, purpose, codeMac }: CodeOwner & { codeMac: string }): Promise<boolean> {
  const used = await db
    .delete(oneTimeCodes)
    .where(and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.purpose, purpose), eq(oneTimeCodes.codeMac, codeMac)))
    .returning({ userId: oneTimeCodes.userId })
  return used.length === 1
}
