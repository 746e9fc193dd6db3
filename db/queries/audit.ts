import { and, desc, eq, gt, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { auditEvents } from '../schema/audit.ts'

export type AuditEventRow = typeof auditEvents.$inferSelect

export async function insertAuditEvent(db: Db, event: AuditEventRow): Promise<void> {
  await db.insert(auditEvents).values(event)
}

export interface AuditFilter {
  /**
   * Events of this user, or of an email with one of these HMACs; of the latter only those that name
   * no other user and came after `emailIsTheirsSince`, if given.
   */
  about?: { userId: string | undefined; emailMacs: string[]; emailIsTheirsSince?: Date }
  since?: Date
  limit: number
}

/** Newest first. */
export async function listAuditEvents(
  db: Db,
  { about, since, limit }: AuditFilter,
): Promise<AuditEventRow[]> {
  const concerns =
    about &&
    or(
      about.userId === undefined ? undefined : eq(auditEvents.userId, about.userId),
      and(
        inArray(auditEvents.emailMac, about.emailMacs),
        about.emailIsTheirsSince &&
          and(isNull(auditEvents.userId), gte(auditEvents.at, about.emailIsTheirsSince)),
      ),
    )
  return db
    .select()
    .from(auditEvents)
    .where(and(concerns, since && gte(auditEvents.at, since)))
    .orderBy(desc(auditEvents.id))
    .limit(limit)
}

/** When this last happened to the user. */
export async function findLastAuditEvent(
  db: Db,
  { userId, event }: { userId: string; event: string },
): Promise<AuditEventRow | undefined> {
  const [last] = await db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.userId, userId), eq(auditEvents.event, event)))
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return last
}

/** Sign-ins from new devices since the last one that the user was notified of. */
export async function countUnnotifiedDevices(db: Db, userId: string): Promise<number> {
  const signIns = (isNotified: boolean) =>
    and(
      eq(auditEvents.userId, userId),
      eq(auditEvents.event, 'login-succeeded'),
      sql`${auditEvents.details} @> ${JSON.stringify({ isNotified })}::jsonb`,
    )
  const [lastNotified] = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(signIns(true))
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return db.$count(
    auditEvents,
    and(signIns(false), lastNotified && gt(auditEvents.id, lastNotified.id)),
  )
}

export async function deleteAuditEventsBefore(db: Db, at: Date): Promise<void> {
  await db.delete(auditEvents).where(lt(auditEvents.at, at))
}
