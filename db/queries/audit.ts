import { and, desc, eq, gte, inArray, lt, or } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { auditEvents } from '../schema/index.ts'

export type AuditEventRow = typeof auditEvents.$inferSelect

export async function insertAuditEvent(db: Db, event: AuditEventRow): Promise<void> {
  await db.insert(auditEvents).values(event)
}

export interface AuditFilter {
  /** What happened to this user, or to an email with one of these HMACs. */
  about?: { userId: string | undefined; emailMacs: string[] }
  since?: Date
  limit: number
}

/** The newest first. */
export async function listAuditEvents(db: Db, { about, since, limit }: AuditFilter): Promise<AuditEventRow[]> {
  const concerns =
    about &&
    or(about.userId === undefined ? undefined : eq(auditEvents.userId, about.userId), inArray(auditEvents.emailMac, about.emailMacs))
  return db
    .select()
    .from(auditEvents)
    .where(and(concerns, since && gte(auditEvents.at, since)))
    .orderBy(desc(auditEvents.id))
    .limit(limit)
}

export async function deleteAuditEventsBefore(db: Db, at: Date): Promise<void> {
  await db.delete(auditEvents).where(lt(auditEvents.at, at))
}
