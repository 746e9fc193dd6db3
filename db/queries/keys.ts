import { and, gt, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { sessions, users } from '../schema/index.ts'

// 'keys' in ASCII.
const keysLock = 0x6b657973

/** Whoever changes the keys waits for whoever else does, until the end of the transaction. */
export async function lockKeys(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${keysLock})`)
}

/** Whether a session that was opened until then is still alive. */
export async function hasSessionOpenedUntil(db: Db, { until, now }: { until: Date; now: Date }): Promise<boolean> {
  const found = await db
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(and(lte(sessions.createdAt, until), gt(sessions.expiresAt, now)))
    .limit(1)
  return found.length === 1
}

/** Versions of the peppers that passwords are stored with. */
export async function listPepperVersions(db: Db): Promise<number[]> {
  const found = await db.selectDistinct({ version: users.pepperVersion }).from(users).where(isNotNull(users.pepperVersion))
  return found.flatMap(({ version }) => (version === null ? [] : [version]))
}
