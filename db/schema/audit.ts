import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '../columns.ts'

/**
 * What happened to accounts and to the service. Triggers refuse every change, and removal before a
 * year is over.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: id(),
    at: instant().notNull(),
    event: text().notNull(),
    /** Whom it is about. No foreign key: what happened stays on record when the account is gone. */
    userId: uuid(),
    /**
     * HMAC of the email that was named: finds what happened to an address without telling the
     * address.
     */
    emailMac: text(),
    /** `user:ID`, `operator:NAME` on the command line, `anyone` without a token, or `service`. */
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
    check('audit_events_email_is_mac', sql`${events.emailMac} ~ '^[0-9a-f]{64}$'`),
  ],
)
