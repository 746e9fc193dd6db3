import { and, desc, eq, gt, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { auditEvents } from '../schema/audit.ts'

export type AuditEventRow = typeof auditEvents.$inferSelect

export async function insertAuditEvent(db: Db, event: AuditEventRow): Promise<void> {
  await db.insert(auditEvents).values(event)
}

export interface AuditFilter {
  /**
   * What happened to this user, or to an email with one of these HMACs; of the latter only what
   * names no other user and came after `emailIsTheirsSince`, where that is given.
   */
  about?: { userId: string | undefined; emailMacs: string[]; emailIsTheirsSince?: Date }
  since?: Date
  limit: number
}

/** The newest first. */
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

/** Sign-ins from new devices since the last one that the user was told of by mail. */
export async function countUntoldDevices(db: Db, userId: string): Promise<number> {
  const signIns = (isTold: boolean) =>
    and(
      eq(auditEvents.userId, userId),
      eq(auditEvents.event, 'login-succeeded'),
      sql`${auditEvents.details} @> ${JSON.stringify({ isTold })}::jsonb`,
    )
  const [lastTold] = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(signIns(true))
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return db.$count(auditEvents, and(signIns(false), lastTold && gt(auditEvents.id, lastTold.id)))
}

export async function deleteAuditEventsBefore(db: Db, at: Date): Promise<void> {
  await db.delete(auditEvents).where(lt(auditEvents.at, at))
}
