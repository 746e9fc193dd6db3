import type { Db } from '../../../postgres/client.ts'
import { anyNamed, findNamed } from '../../../postgres/named-statement.ts'
import type { outages } from '../../../schema/assessment/deadlines.ts'
import { graceSeconds } from './deadlines.ts'

export type OutageRow = typeof outages.$inferSelect

/** Each attempt's grace covers anything shorter. */
const longestSilence = `interval '${graceSeconds} seconds'`

/**
 * Notes that the service answers: from any process, at most once a second, and from none in
 * quarantine. Returns true when an outage has ended that is not recorded yet.
 */
export async function beat(db: Db, now: Date): Promise<boolean> {
  return anyNamed(db, {
    name: 'beat',
    text: `
      with answered as (
        insert into heartbeats (is_on, answered_at)
        select true, $1::timestamptz where not exists (select from quarantine)
        on conflict (is_on) do update set answered_at = $1
        where heartbeats.answered_at between $1::timestamptz - ${longestSilence}
          and $1::timestamptz - interval '1 second'
      )
      select from heartbeats where answered_at < $1::timestamptz - ${longestSilence}
        and not exists (select from quarantine)`,
    values: [now],
  })
}

/** Whether an outage has ended that is not recorded yet. */
export async function wasSilent(db: Db, now: Date): Promise<boolean> {
  return anyNamed(db, {
    name: 'was_silent',
    text: `
      select from heartbeats where answered_at < $1::timestamptz - ${longestSilence}`,
    values: [now],
  })
}

/** Records an outage once, whichever process notices it first; forgets those of long ago. */
export async function noteOutage(db: Db, now: Date): Promise<OutageRow | undefined> {
  return findNamed(db, {
    name: 'note_outage',
    text: `
      with back as (
        update heartbeats set answered_before = answered_at, answered_at = $1
        where answered_at < $1::timestamptz - ${longestSilence} returning answered_before
      ), forgotten as (
        delete from outages where ended_at < $1::timestamptz - interval '90 days'
      )
      insert into outages (began_at, ended_at) select answered_before, $1 from back
      returning began_at as "beganAt", ended_at as "endedAt"`,
    values: [now],
  })
}
