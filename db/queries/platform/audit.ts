import { and, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { deleteInBatches } from '../../delete-in-batches.ts'
import { isBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { findNamed, runNamed } from '../../postgres/named-statement.ts'
import { auditEvents, auditReasons, withFreeText } from '../../schema/platform/audit.ts'

export type AuditEventRow = typeof auditEvents.$inferSelect

export async function insertAuditEvent(db: Db, event: AuditEventRow): Promise<void> {
  const { id, at, userId, emailMac, actor, ip, requestId, details } = event
  await runNamed(db, {
    name: 'insert_audit_event',
    text: `
      insert into audit_events (id, at, event, user_id, email_mac, actor, ip, request_id, details)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [id, at, event.event, userId, emailMac, actor, ip, requestId, details],
  })
}

export async function insertAuditReason(
  db: Db,
  reason: typeof auditReasons.$inferInsert,
): Promise<void> {
  await db.insert(auditReasons).values(reason)
}

/** Deletes reasons from before the email had an account, which no account takes along. */
export async function deleteReasonsAboutEmail(db: Db, emailMacs: string[]): Promise<void> {
  const events = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(inArray(auditEvents.emailMac, emailMacs))
  await db
    .delete(auditReasons)
    .where(and(isNull(auditReasons.userId), inArray(auditReasons.eventId, events)))
}

/** Finds reasons by the ids of their events. */
export async function findAuditReasons(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.select().from(auditReasons).where(inArray(auditReasons.eventId, ids))
  return new Map(rows.map(({ eventId, reason }) => [eventId, reason]))
}

export interface AuditFilter {
  /** Limits it to events of this user, or of an email with one of these HMACs. */
  about?: { userId: string | undefined; emailMacs: string[] } | undefined
  event?: string | undefined
  actor?: string | undefined
  ip?: string | undefined
  requestId?: string | undefined
  /** Ids of a period, the first included and the second not: a range of each index. */
  from?: string | undefined
  until?: string | undefined
  /** The id that ended the previous page. */
  before?: string | undefined
  limit: number
}

/**
 * Lists events, newest first. Finds the ids first, by index alone: otherwise the planner reads the
 * whole table from its end if it expects many events, even when there are none.
 */
export async function listAuditEvents(
  db: Db,
  { about, event, actor, ip, requestId, from, until, before, limit }: AuditFilter,
): Promise<AuditEventRow[]> {
  const concerns =
    about &&
    or(
      about.userId === undefined ? undefined : eq(auditEvents.userId, about.userId),
      inArray(auditEvents.emailMac, about.emailMacs),
    )
  const found = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        concerns,
        event === undefined ? undefined : eq(auditEvents.event, event),
        actor === undefined ? undefined : eq(auditEvents.actor, actor),
        ip === undefined ? undefined : eq(auditEvents.ip, ip),
        requestId === undefined ? undefined : eq(auditEvents.requestId, requestId),
        from === undefined ? undefined : gte(auditEvents.id, from),
        until === undefined ? undefined : lt(auditEvents.id, until),
        isBefore(auditEvents.id, before),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(limit)
  return db
    .select()
    .from(auditEvents)
    .where(inArray(auditEvents.id, found))
    .orderBy(desc(auditEvents.id))
}

/**
 * Lists the user's events, and those that name only the email since it was theirs, newest first:
 * reads each part from its index's end, so that a page costs the same however many there are.
 */
export async function listAuditEventsAbout(
  db: Db,
  about: {
    userId: string
    emailMacs: string[]
    emailIsTheirsSince: Date
    before: string | undefined
    limit: number
  },
): Promise<AuditEventRow[]> {
  const { userId, emailMacs, emailIsTheirsSince, before, limit } = about
  const newest = (concerns: SQL | undefined) =>
    db
      .select()
      .from(auditEvents)
      .where(and(concerns, isBefore(auditEvents.id, before)))
      .orderBy(desc(auditEvents.id))
      .limit(limit)
  const ofEmail = emailMacs.map((emailMac) =>
    newest(
      and(
        eq(auditEvents.emailMac, emailMac),
        isNull(auditEvents.userId),
        gte(auditEvents.at, emailIsTheirsSince),
      ),
    ),
  )
  const ofUser = newest(eq(auditEvents.userId, userId))
  const [first, ...others] = ofEmail
  if (first === undefined) return ofUser
  return unionAll(ofUser, first, ...others)
    .orderBy(desc(auditEvents.id))
    .limit(limit)
}

/** Finds when this last happened to the user. */
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

/** Counts sign-ins from new devices since the last one that the user was notified of. */
export async function countUnnotifiedDevices(db: Db, userId: string): Promise<number> {
  const signIns = (isNotified: boolean) => `
    user_id = $1 and event = 'login-succeeded'
    and details @> '${JSON.stringify({ isNotified })}'::jsonb`
  const counted = await findNamed<{ count: number }>(db, {
    name: 'count_unnotified_devices',
    text: `
      select count(*)::int as count from audit_events
      where ${signIns(false)} and id > coalesce(
        (select id from audit_events where ${signIns(true)} order by id desc limit 1),
        '00000000-0000-0000-0000-000000000000')`,
    values: [userId],
  })
  return counted?.count ?? 0
}

/** Whether servers of an earlier release left free text among the details of events. */
export async function hasFreeTexts(db: Db): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from audit_events where ${withFreeText} order by id limit 1`,
  )
  return rows.length > 0
}

/**
 * Takes free text out; reasons go to the account that the event is about, if any. Returns the
 * number of events.
 */
export async function takeFreeTextsOut(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with found as materialized (
      select id, event, user_id, details from audit_events
      where ${withFreeText} order by id limit ${limit} for update skip locked
    ), kept as (
      insert into audit_reasons (event_id, user_id, reason)
      select found.id, users.id, coalesce(details->>'reason', details->>'because')
      from found left join users on users.id = user_id
      where coalesce(details->>'reason', details->>'because') is not null
        and (user_id is null or users.id is not null)
      on conflict do nothing
    )
    update audit_events set details = found.details - array['reason', 'because', 'before.name',
      'after.name', 'before.description', 'after.description']
    from found where audit_events.id = found.id`)
  return rowCount ?? 0
}

export async function deleteAuditEventsBefore(db: Db, at: Date): Promise<void> {
  await deleteInBatches(db, auditEvents, lt(auditEvents.at, at))
}

/** Kinds of people and things that records name by their ids. */
export const namedKinds = [
  'user',
  'course',
  'cohort',
  'certificate',
  'coupon',
  'key',
  'webhook',
] as const

export interface NamedRow {
  id: string
  kind: (typeof namedKinds)[number]
  name: string
}

/** Finds the names behind ids of any kind; what is gone, or has none, is left out. */
export function findNames(db: Db, ids: readonly string[]): Promise<NamedRow[]> {
  return runNamed(db, {
    name: 'find_names',
    text: `
      select id, 'user' as kind, name from users where id = any($1::uuid[])
      union all
      select c.id, 'course', coalesce(v.title, d.title, c.slug)
      from courses c
      left join course_versions v on v.course_id = c.id and v.number = c.current_version
      left join drafts d on d.course_id = c.id
      where c.id = any($1::uuid[])
      union all select id, 'cohort', name from cohorts where id = any($1::uuid[])
      union all
      select id, 'certificate', learner_name || ': ' || course_title from certificates
      where id = any($1::uuid[])
      union all select id, 'coupon', code from coupons where id = any($1::uuid[])
      union all select id, 'key', name from api_keys where id = any($1::uuid[])
      union all
      select id, 'webhook', substring(url from '//([^/?#]+)') from webhook_endpoints
      where id = any($1::uuid[])`,
    values: [ids],
  })
}
