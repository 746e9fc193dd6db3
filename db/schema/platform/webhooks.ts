import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, id, idOf, instant, known, together } from '../../columns.ts'
import { users } from '../people/users.ts'

export const webhookStatuses = ['active', 'disabled'] as const
/** Disabled by an administrator, by an answer of 410, or because nothing arrived for days. */
export const disabledReasons = ['by-hand', 'gone', 'failing'] as const
export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const

/** Endpoints that events are sent to. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    url: text().notNull(),
    description: text().notNull(),
    /** The types that are sent; null for all. */
    types: text().array(),
    /** Encrypted: the secret that signs, and the former one, with the end of its signing. */
    secret: bytes().notNull(),
    formerSecret: bytes(),
    formerUntil: instant(),
    /** Encrypted: the private key of the asymmetric signature. */
    signingKey: bytes().notNull(),
    status: text({ enum: webhookStatuses }).notNull().default('active'),
    /** The reason for being disabled. */
    reason: text({ enum: disabledReasons }),
    /** All events up to this number have been handed to its deliveries. */
    position: bigint({ mode: 'number' }).notNull(),
    /** The replay: events after the one number, up to the other; null when all are sent. */
    replayPosition: bigint({ mode: 'number' }),
    replayUntil: bigint({ mode: 'number' }),
    /** When deliveries began to fail; null after a success. */
    failingSince: instant(),
    revision: integer().notNull().default(1),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant().notNull(),
  },
  (endpoints) => [
    index('webhook_endpoints_created_by')
      .on(endpoints.createdBy)
      .where(sql`${endpoints.createdBy} is not null`),
    known('webhook_endpoints_status_known', endpoints.status),
    known('webhook_endpoints_reason_known', endpoints.reason),
    check(
      'webhook_endpoints_disabled_why',
      sql`(${endpoints.status} = 'disabled') = (${endpoints.reason} is not null)`,
    ),
    together('webhook_endpoints_former_whole', endpoints.formerSecret, endpoints.formerUntil),
    together('webhook_endpoints_replay_whole', endpoints.replayPosition, endpoints.replayUntil),
  ],
)

/** An event on its way to an endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    endpointId: idOf(() => webhookEndpoints.id, 'cascade'),
    /** The event; outlives it by nothing. */
    eventId: uuid().notNull(),
    type: text().notNull(),
    number: bigint({ mode: 'number' }).notNull(),
    status: text({ enum: deliveryStatuses }).notNull(),
    attempts: integer().notNull().default(0),
    /** When to send it. */
    dueAt: instant().notNull(),
    /** The end of its lease for sending; nobody else takes it until then. */
    leasedUntil: instant(),
    /** Status of the last answer: null before the first attempt, and if nothing answered. */
    answerStatus: integer(),
    /** The beginning of the answer. */
    answer: text(),
    /** Why nothing answered. */
    failure: text(),
    milliseconds: integer(),
    attemptedAt: instant(),
    createdAt: instant().notNull(),
  },
  (deliveries) => [
    primaryKey({ columns: [deliveries.endpointId, deliveries.eventId] }),
    index('webhook_deliveries_due')
      .on(deliveries.endpointId, deliveries.dueAt)
      .where(sql`${deliveries.status} = 'waiting'`),
    index('webhook_deliveries_leased')
      .on(deliveries.endpointId, deliveries.leasedUntil)
      .where(sql`${deliveries.leasedUntil} is not null`),
    index('webhook_deliveries_newest').on(
      deliveries.endpointId,
      deliveries.createdAt,
      deliveries.eventId,
    ),
    index('webhook_deliveries_by_status').on(
      deliveries.endpointId,
      deliveries.status,
      deliveries.createdAt,
      deliveries.eventId,
    ),
    index('webhook_deliveries_by_type').on(
      deliveries.endpointId,
      deliveries.type,
      deliveries.createdAt,
      deliveries.eventId,
    ),
    index('webhook_deliveries_created').on(deliveries.createdAt),
    known('webhook_deliveries_status_known', deliveries.status),
    check('webhook_deliveries_answer_short', sql`octet_length(${deliveries.answer}) <= 1024`),
  ],
)
