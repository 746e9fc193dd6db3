import { lt } from 'drizzle-orm'
import { deleteInBatches } from '../../../delete-in-batches.ts'
import type { Db } from '../../../postgres/client.ts'
import { findNamed, runNamed } from '../../../postgres/named-statement.ts'
import { webhookDeliveries } from '../../../schema/platform/webhooks.ts'
import type { EventRow } from '../events.ts'

type WholeRow = typeof webhookDeliveries.$inferSelect
export type DeliveryRow = Omit<WholeRow, 'endpointId' | 'leasedUntil'>

const fields = `
  event_id as "eventId", type, number::float8 as number, status, attempts, due_at as "dueAt",
  answer_status as "answerStatus", answer, failure, milliseconds, attempted_at as "attemptedAt",
  created_at as "createdAt"`

/** Lists active endpoints, and whether they have something to do; none in quarantine. */
export async function listActiveWebhooks(
  db: Db,
  now: Date,
): Promise<{ id: string; isBusy: boolean }[]> {
  return runNamed(db, {
    name: 'list_active_webhooks',
    text: `
      select id, position < (select last_number from event_counter) or replay_until is not null
        or exists (
          select from webhook_deliveries
          where endpoint_id = e.id and status = 'waiting' and due_at <= $1) as "isBusy"
      from webhook_endpoints as e
      where status = 'active' and not exists (select from quarantine)`,
    values: [now],
  })
}

interface Slice {
  id: string
  /** Null for all. */
  types: string[] | null
  now: Date
  /** The number of events to look at. */
  size: number
}

/**
 * Hands the next events to a locked endpoint. A number is seen only after all below it, so that
 * none is passed over.
 */
export async function handOverEvents(db: Db, { id, types, now, size }: Slice): Promise<void> {
  await runNamed(db, {
    name: 'hand_over_events',
    text: `
      with slice as (
        select id, type, number, at from events
        where number > (select position from webhook_endpoints where id = $1)
        order by number limit $4
      ),
      added as (
        insert into webhook_deliveries
          (endpoint_id, event_id, type, number, status, due_at, created_at)
        select $1, id, type, number, 'waiting', least(at, $3), $3
        from slice where $2::text[] is null or type = any ($2)
        on conflict do nothing
      )
      update webhook_endpoints
      set position = coalesce((select max(number) from slice), (select last_number from event_counter))
      where id = $1 and position < (select last_number from event_counter)`,
    values: [id, types, now, size],
  })
}

/**
 * Hands the next events of its replay to a locked endpoint again. Does not duplicate what still
 * waits.
 */
export async function handOverAgain(db: Db, { id, types, now, size }: Slice): Promise<void> {
  await runNamed(db, {
    name: 'hand_over_again',
    text: `
      with slice as (
        select e.id, e.type, e.number from events e join webhook_endpoints w on w.id = $1
        where e.number > w.replay_position and e.number <= w.replay_until
        order by e.number limit $4
      ),
      added as (
        insert into webhook_deliveries
          (endpoint_id, event_id, type, number, status, due_at, created_at)
        select $1, id, type, number, 'waiting', $3, $3
        from slice where $2::text[] is null or type = any ($2)
        on conflict (endpoint_id, event_id) do update
        set status = 'waiting', attempts = 0, due_at = excluded.due_at,
          created_at = excluded.created_at
        where webhook_deliveries.status <> 'waiting'
      ),
      reached as (select max(number) as number, count(*) as count from slice)
      update webhook_endpoints
      set replay_position = case when count = $4 then reached.number end,
        replay_until = case when count = $4 then replay_until end
      from reached where id = $1 and replay_until is not null`,
    values: [id, types, now, size],
  })
}

/** A delivery being sent, with its event; without, if that is gone. */
export interface LeasedDelivery {
  eventId: string
  attempts: number
  leasedUntil: Date
  event: EventRow | undefined
}

interface Lease {
  id: string
  now: Date
  until: Date
  /** The number of places that this process has for it. */
  places: number
  /** The most that all processes together may send to it at once. */
  most: number
}

/**
 * Takes the deliveries due first of a locked endpoint, so that nobody else counts what is being
 * sent. If their taker dies, others get them when the lease is over.
 */
export async function leaseDeliveries(
  db: Db,
  { id, now, until, places, most }: Lease,
): Promise<LeasedDelivery[]> {
  const leased = await runNamed<
    Omit<LeasedDelivery, 'event'> & { type: string | null; number: number } & Pick<
        EventRow,
        'at' | 'data'
      >
  >(db, {
    name: 'lease_deliveries',
    text: `
      with due as (
        select event_id from webhook_deliveries
        where endpoint_id = $1 and status = 'waiting' and due_at <= $2
          and (leased_until is null or leased_until <= $2)
        order by due_at, number
        limit least($4, $5 - (
          select count(*)::int from webhook_deliveries
          where endpoint_id = $1 and leased_until > $2))
        for update skip locked
      )
      update webhook_deliveries d set leased_until = $3
      from due left join events e on e.id = due.event_id
      where d.endpoint_id = $1 and d.event_id = due.event_id
      returning d.event_id as "eventId", d.attempts, d.leased_until as "leasedUntil", e.type,
        e.number::float8 as number, e.at, e.data`,
    values: [id, now, until, places, most],
  })
  return leased.map(({ eventId, attempts, leasedUntil, type, number, at, data }) => ({
    eventId,
    attempts,
    leasedUntil,
    event: type === null ? undefined : { id: eventId, type, number, at, data },
  }))
}

type Attempt = Pick<
  WholeRow,
  'endpointId' | 'eventId' | 'status' | 'answerStatus' | 'answer' | 'failure' | 'milliseconds'
> & { leasedUntil: Date; dueAt: Date; attemptedAt: Date }

/** Ends a lease with its outcome, unless it was already over. */
export async function settleDelivery(db: Db, attempt: Attempt): Promise<void> {
  await runNamed(db, {
    name: 'settle_delivery',
    text: `
      update webhook_deliveries
      set status = $4, attempts = attempts + 1, due_at = $5, leased_until = null,
        answer_status = $6, answer = $7, failure = $8, milliseconds = $9, attempted_at = $10
      where endpoint_id = $1 and event_id = $2 and leased_until = $3`,
    values: [
      attempt.endpointId,
      attempt.eventId,
      attempt.leasedUntil,
      attempt.status,
      attempt.dueAt,
      attempt.answerStatus,
      attempt.answer,
      attempt.failure,
      attempt.milliseconds,
      attempt.attemptedAt,
    ],
  })
}

/** Returns leases: what was not sent is due as before. */
export async function releaseDelivery(
  db: Db,
  { id, eventId, leasedUntil }: { id: string; eventId: string; leasedUntil: Date },
): Promise<void> {
  await runNamed(db, {
    name: 'release_delivery',
    text: `
      update webhook_deliveries set leased_until = null
      where endpoint_id = $1 and event_id = $2 and leased_until = $3`,
    values: [id, eventId, leasedUntil],
  })
}

/** Makes a delivery due now, with all its attempts anew. Undefined if there is none. */
export async function renewDelivery(
  db: Db,
  { id, eventId, now }: { id: string; eventId: string; now: Date },
): Promise<DeliveryRow | undefined> {
  return findNamed(db, {
    name: 'renew_delivery',
    text: `
      update webhook_deliveries set status = 'waiting', attempts = 0, due_at = $3
      where endpoint_id = $1 and event_id = $2 returning ${fields}`,
    values: [id, eventId, now],
  })
}

interface DeliveryFilter {
  id: string
  status: DeliveryRow['status'] | undefined
  type: string | undefined
  from: Date | undefined
  until: Date | undefined
  before: { createdAt: Date; eventId: string } | undefined
  limit: number
}

/** Lists deliveries, newest first. */
export async function listDeliveries(db: Db, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { id, status, type, from, until, before, limit } = filter
  const values: unknown[] = [
    id,
    from ?? null,
    until ?? null,
    before?.createdAt ?? null,
    before?.eventId ?? null,
    limit,
  ]
  // Each filter has an index in the list's order, which one statement for all would not use.
  const conditions = [
    ...(status === undefined ? [] : [`and status = $${values.push(status)}`]),
    ...(type === undefined ? [] : [`and type = $${values.push(type)}`]),
  ]
  const names = [status === undefined ? '' : '_status', type === undefined ? '' : '_type']
  return runNamed(db, {
    name: `list_deliveries${names.join('')}`,
    text: `
      select ${fields} from webhook_deliveries
      where endpoint_id = $1 ${conditions.join(' ')}
        and created_at >= coalesce($2::timestamptz, '-infinity')
        and created_at < coalesce($3::timestamptz, 'infinity')
        and (created_at, event_id) < (coalesce($4::timestamptz, 'infinity'),
          coalesce($5::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      order by created_at desc, event_id desc limit $6`,
    values,
  })
}

interface Reach {
  /** The number before the first. */
  after: number
  until: number
  /** Null if all can be sent. */
  next: number | null
}

/** Finds the events from a number or instant on, up to `until` and at most so many. */
export async function findReach(
  db: Db,
  { from, until, most }: { from: number | Date; until: number | undefined; most: number },
): Promise<Reach | undefined> {
  const number = from instanceof Date ? null : from
  const at = from instanceof Date ? from : null
  return findNamed(db, {
    name: 'find_replay_reach',
    text: `
      with wanted as (
        -- Of two that are written at once, the later number may be a moment older.
        select coalesce($1::bigint, (select min(number) from (
          select number from events where at >= $2 and number is not null order by at limit 1000
        ) as early)) as number
      ),
      kept as (
        select (
          select number from events where number >= wanted.number order by number limit 1
        ) as first, least(coalesce($3::bigint, last_number), last_number) as last
        from wanted, event_counter
      )
      select (first - 1)::float8 as after, least(last, first + $4::int - 1)::float8 as until,
        case when last >= first + $4 then (first + $4)::float8 end as next
      from kept where first <= last`,
    values: [number, at, until ?? null, most],
  })
}

/** Deletes old deliveries, which are of use for a month. */
export async function deleteDeliveriesBefore(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, webhookDeliveries, lt(webhookDeliveries.createdAt, before))
}
