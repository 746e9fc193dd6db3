import { and, desc, eq, getTableColumns, gt, lt, lte, ne, sql } from 'drizzle-orm'
import { deleteInBatches } from '../../delete-in-batches.ts'
import { isBefore, type PageBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../postgres/named-statement.ts'
import { knownDevices, sessions } from '../../schema/people/sessions.ts'
import type { UserRow } from './users/users.ts'

export type SessionRow = Omit<typeof sessions.$inferSelect, 'userId'>

const { userId: _owner, ...shown } = getTableColumns(sessions)

interface SessionPage extends PageBefore {
  userId: string
  aliveAt: Date
  usedSince: Date
}

/** Lists sessions older than `before`, newest first. */
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

/** Deletes a session; false if the user has no such one. */
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
  /** Never looked up for learners. */
  hasSecondFactor: boolean
}

// The limit is the array's length, which the planner cannot see: it would expect ten sessions and
// make a new plan for every call, 65 µs instead of 20.
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

/** Stores a session and ends the user's oldest ones, so that `keep` are left. */
export async function insertSession(
  db: Db,
  session: SessionRow & { userId: string },
  keep: number,
): Promise<void> {
  const { idHash, publicId, userId, expiresAt, createdAt, lastUsedAt, device, ip } = session
  await runNamed(db, {
    name: 'insert_session',
    text: `
      with opened as (
        insert into sessions
          (id_hash, public_id, user_id, expires_at, created_at, last_used_at, device, ip)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
      )
      delete from sessions where user_id = $3 and public_id in (
        select public_id from sessions where user_id = $3
        order by public_id desc offset $9::int - 1)`,
    values: [idHash, publicId, userId, expiresAt, createdAt, lastUsedAt, device, ip, keep],
  })
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
  return anyNamed(db, {
    name: 'has_known_ip',
    text: 'select from known_devices where user_id = $1 and ip_mac = $2 limit 1',
    values: [userId, ipMac],
  })
}

export async function hasKnownIps(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .limit(1)
  return found.length === 1
}

export async function putKnownDevice(db: Db, device: KnownDevice): Promise<void> {
  await db
    .insert(knownDevices)
    .values(device)
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.ipMac, knownDevices.deviceMac],
      set: { lastSeenAt: device.lastSeenAt },
    })
}

/**
 * Makes the user's sign-ins wait for each other until the end of the transaction. True for the
 * first with this IP and device: only an inserted row has no earlier version.
 */
export async function putDeviceInTurn(db: Db, device: KnownDevice): Promise<boolean> {
  const { userId, ipMac, deviceMac, lastSeenAt } = device
  const put = await findNamed<{ isNew: boolean }>(db, {
    name: 'put_device_in_turn',
    text: `
      insert into known_devices (user_id, ip_mac, device_mac, last_seen_at)
      select $1::uuid, $2, $3, $4::timestamptz
      from (select pg_advisory_xact_lock(hashtextextended('sign-in ' || $1::text, 0))) as turn
      on conflict (user_id, ip_mac, device_mac) do update set last_seen_at = excluded.last_seen_at
      returning xmax = 0 as "isNew"`,
    values: [userId, ipMac, deviceMac, lastSeenAt],
  })
  return put?.isNew === true
}

/** Deletes the entries seen longest ago, so that `keep` are left. */
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

/** Counts the user's entries, those except of `noDevice`, and this device's among them. */
export async function countKnownDevices(
  db: Db,
  { userId, deviceMac, noDevice }: Pick<KnownDevice, 'userId' | 'deviceMac'> & { noDevice: string },
): Promise<{ entries: number; all: number; same: number }> {
  const counted = await findNamed<{ entries: number; all: number; same: number }>(db, {
    name: 'count_known_devices',
    text: `
      select count(*)::int as entries, count(*) filter (where device_mac <> $3)::int as "all",
        count(*) filter (where device_mac = $2 and device_mac <> $3)::int as same
      from known_devices where user_id = $1`,
    values: [userId, deviceMac, noDevice],
  })
  return counted ?? { entries: 0, all: 0, same: 0 }
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
