import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { prepared } from '../prepared.ts'
import { oneTimeCodes, rateCounters, sessions, users } from '../schema/index.ts'

export type UserRow = typeof users.$inferSelect

/** The new user; undefined when the email is taken. */
export async function insertUser(db: Db, user: Omit<UserRow, 'role'> & { role?: UserRow['role'] }): Promise<UserRow | undefined> {
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

/** True while the user has this password; a change of it then waits for the end of the transaction. */
export async function holdPassword(db: Db, userId: string, passwordHash: string | null): Promise<boolean> {
  const unchanged = passwordHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, passwordHash)
  const held = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), unchanged))
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

/** The user after the change; undefined when there is none. */
export async function updateRole(db: Db, email: string, role: UserRow['role']): Promise<UserRow | undefined> {
  const [user] = await db.update(users).set({ role }).where(eq(users.email, email)).returning()
  return user
}

export interface SessionWithUser {
  userId: string
  expiresAt: Date
  email: string
  name: string
  role: UserRow['role']
}

export async function findSessionWithUser(db: Db, idHash: string): Promise<SessionWithUser | undefined> {
  const [session] = await prepared(db, 'find_session_with_user', (db) =>
    db
      .select({ userId: users.id, expiresAt: sessions.expiresAt, email: users.email, name: users.name, role: users.role })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.idHash, sql.placeholder('idHash'))),
  ).execute({ idHash })
  return session
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
  const { codeMac, expiresAt } = code
  await db
    .insert(oneTimeCodes)
    .values(code)
    .onConflictDoUpdate({ target: [oneTimeCodes.userId, oneTimeCodes.purpose], set: { codeMac, expiresAt, tries: 0 } })
}

/** Counts one try and gives what to compare with; undefined when there is no code, it is too old, or its five tries are used up. */
export async function countTryOfCode(db: Db, { userId, purpose, now }: CodeOwner & { now: Date }): Promise<string | undefined> {
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
    .returning({ codeMac: oneTimeCodes.codeMac })
  return code?.codeMac
}

/** True for exactly one of those who hold the right code. */
export async function useUpCode(db: Db, { userId, purpose, codeMac }: CodeOwner & { codeMac: string }): Promise<boolean> {
  const used = await db
    .delete(oneTimeCodes)
    .where(and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.purpose, purpose), eq(oneTimeCodes.codeMac, codeMac)))
    .returning({ userId: oneTimeCodes.userId })
  return used.length === 1
}
