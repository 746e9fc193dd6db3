import { and, count, desc, eq, getTableColumns, gt, inArray, lt, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '../../client.ts'
import { deleteInBatches } from '../../delete-in-batches.ts'
import { runNamed } from '../../named-statement.ts'
import { isBefore, type PageBefore } from '../../page.ts'
import { knownDevices, sessions } from '../../schema/people/sessions.ts'
import type { UserRow } from './users/users.ts'

export type SessionRow = Omit<typeof sessions.$inferSelect, 'userId'>

const { userId: _owner, ...shown } = getTableColumns(sessions)

interface SessionPage extends PageBefore {
  userId: string
  aliveAt: Date
  usedSince: Date
}

/** Newest first; only those older than `before`. */
export async function listSessions(
  db: Db,
  { userId, aliveAt, usedSince, before, limit }: SessionPage,
): Promise<SessionRow[]> {
  return db
    .select(shown)
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, aliveAt),
        gt(sessions.lastUsedAt, usedSince),
        isBefore(sessions.publicId, before),
      ),
    )
    .orderBy(desc(sessions.publicId))
    .limit(limit)
}

export async function noteUseOfSession(db: Db, idHash: string, at: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastUsedAt: at })
    .where(and(eq(sessions.idHash, idHash), lt(sessions.lastUsedAt, at)))
}

export async function deleteOtherSessions(db: Db, userId: string, idHash: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.idHash, idHash)))
}

/** False when the user has no such session. */
export async function deleteSessionByPublicId(
  db: Db,
  userId: string,
  publicId: string,
): Promise<boolean> {
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.publicId, publicId)))
  return rowCount === 1
}

export interface SessionWithUser
  extends Pick<typeof sessions.$inferSelect, 'idHash' | 'userId' | 'expiresAt' | 'lastUsedAt'>,
    Pick<UserRow, 'email' | 'name' | 'role'> {
  isSuspended: boolean
  /** Not looked for with learners. */
  hasSecondFactor: boolean
}

// The limit is the length of the array, which the planner cannot see: it would expect ten sessions
// and make a new plan for every call, 65 µs instead of 20.
const sessionsWithUsers = `
  select s.id_hash as "idHash", u.id as "userId", s.expires_at as "expiresAt",
    s.last_used_at as "lastUsedAt", u.email, u.name, u.role,
    u.suspended_at is not null as "isSuspended",
    u.role <> 'learner' and exists (select from second_factors where user_id = u.id)
      as "hasSecondFactor"
  from (select * from unnest($1::text[]) limit $2) as wanted (id_hash)
  join sessions s on s.id_hash = wanted.id_hash
  join users u on u.id = s.user_id`

export async function findSessionsWithUsers(
  db: Db,
  idHashes: string[],
): Promise<SessionWithUser[]> {
  return runNamed(db, {
    name: 'find_sessions_with_users',
    text: sessionsWithUsers,
    values: [idHashes, idHashes.length],
  })
}

export async function insertSession(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

/** Ends the user's oldest sessions, so that `keep` are left. */
export async function deleteOldestSessions(db: Db, userId: string, keep: number): Promise<void> {
  const oldest = db
    .select({ publicId: sessions.publicId })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.publicId))
    .offset(keep)
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), inArray(sessions.publicId, oldest)))
}

/** Makes the user's sign-ins wait for each other until the end of the transaction. */
export async function lockSignInsOf(db: Db, userId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${userId}`}, 0))`)
}

export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, idHash))
}

export async function deleteSessionsOfUser(db: Db, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId))
}

type KnownDevice = typeof knownDevices.$inferSelect

export async function hasKnownIp(
  db: Db,
  { userId, ipMac }: Pick<KnownDevice, 'userId' | 'ipMac'>,
): Promise<boolean> {
  const found = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.ipMac, ipMac)))
    .limit(1)
  return found.length === 1
}

export async function hasKnownIps(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .limit(1)
  return found.length === 1
}

/** True for the first call with this IP and device. */
export async function putKnownDevice(db: Db, device: KnownDevice): Promise<boolean> {
  const [put] = await db
    .insert(knownDevices)
    .values(device)
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.ipMac, knownDevices.deviceMac],
      set: { lastSeenAt: device.lastSeenAt },
    })
    // Only a row that was inserted has no earlier version.
    .returning({ isNew: sql<boolean>`xmax = 0` })
  return put?.isNew === true
}

/** Forgets the entries that were not seen for longest, so that `keep` are left. */
export async function deleteOldestKnownDevices(
  db: Db,
  userId: string,
  keep: number,
): Promise<void> {
  const oldest = db
    .select({ ipMac: knownDevices.ipMac, deviceMac: knownDevices.deviceMac })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastSeenAt), knownDevices.ipMac, knownDevices.deviceMac)
    .offset(keep)
  await db
    .delete(knownDevices)
    .where(
      and(
        eq(knownDevices.userId, userId),
        sql`(${knownDevices.ipMac}, ${knownDevices.deviceMac}) in ${oldest}`,
      ),
    )
}

/** Counts the user's entries except those of `noDevice`, and those of this device among them. */
export async function countKnownDevices(
  db: Db,
  { userId, deviceMac, noDevice }: Pick<KnownDevice, 'userId' | 'deviceMac'> & { noDevice: string },
): Promise<{ all: number; same: number }> {
  const [counted] = await db
    .select({
      all: count(),
      same: sql<number>`count(*) filter (where ${knownDevices.deviceMac} = ${deviceMac})`.mapWith(
        Number,
      ),
    })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), ne(knownDevices.deviceMac, noDevice)))
  return counted ?? { all: 0, same: 0 }
}

export async function deleteKnownDevicesOf(db: Db, userId: string): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId))
}

export async function deleteKnownDevicesNotSeenSince(db: Db, at: Date): Promise<void> {
  await deleteInBatches(db, knownDevices, lt(knownDevices.lastSeenAt, at))
}

/** Whether a session that was opened until then is still alive. */
export async function hasSessionOpenedUntil(
  db: Db,
  { until, now }: { until: Date; now: Date },
): Promise<boolean> {
  const found = await db
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(and(lte(sessions.createdAt, until), gt(sessions.expiresAt, now)))
    .limit(1)
  return found.length === 1
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, sessions, lt(sessions.expiresAt, now))
}
