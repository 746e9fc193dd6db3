import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '../../columns.ts'
import { users } from '../people/users.ts'

/** Matches events of an earlier release, which put what somebody had typed into the details. */
export const withFreeText = sql`details ?| array['reason', 'because', 'before.name', 'after.name',
  'before.description', 'after.description'] and event not in ('webhook-given-up', 'enrollment-ended')`

/**
 * Security-relevant events of accounts and of the service. Triggers refuse updates, and deletes
 * before a year is over.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: id(),
    at: instant().notNull(),
    event: text().notNull(),
    /** The user it is about. No foreign key: events outlive the account. */
    userId: uuid(),
    /** HMAC of the email it is about: finds events of an email without storing the email. */
    emailMac: text(),
    /**
     * `user:ID`, `key:ID`, `operator:NAME` on the command line, `anyone` without a token, or
     * `service`.
     */
    actor: text().notNull(),
    ip: text(),
    requestId: uuid(),
    details: jsonb()
      .$type<Record<string, string | number | boolean | null>>()
      .notNull()
      .default({}),
  },
  (events) => [
    index('audit_events_user').on(events.userId, events.id),
    index('audit_events_email').on(events.emailMac, events.id),
    index('audit_events_at').on(events.at),
    index('audit_events_event').on(events.event, events.id),
    index('audit_events_actor').on(events.actor, events.id),
    index('audit_events_act').on(events.actor, events.event, events.id),
    index('audit_events_ip').on(events.ip, events.id).where(sql`${events.ip} is not null`),
    index('audit_events_ip_event')
      .on(events.ip, events.event, events.id)
      .where(sql`${events.ip} is not null`),
    index('audit_events_request').on(events.requestId).where(sql`${events.requestId} is not null`),
    index('audit_events_with_text').on(events.id).where(withFreeText),
    check('audit_events_email_is_mac', sql`${events.emailMac} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** Reasons in somebody's words, deleted with the event and with the account it is about. */
export const auditReasons = pgTable(
  'audit_reasons',
  {
    eventId: uuid()
      .primaryKey()
      .references(() => auditEvents.id, { onDelete: 'cascade' }),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
  },
  (reasons) => [index('audit_reasons_user').on(reasons.userId)],
)
