import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import {
  type BulkEnrollmentRow,
  findBulkEnrollment,
} from '../../db/queries/learning/bulk-enrollments.ts'
import type { Deps } from '../../server/context.ts'
import { beginBulk } from '../../server/features/learning/bulk-enrollments/create-bulk-enrollment.ts'
import { enqueueBulk } from '../../server/features/learning/bulk-enrollments/enroll-in-bulk.ts'
import { fillLongCourse, longCourse } from '../bench/school.ts'
import { numberAfter } from '../bench/setting.ts'
import { withClient } from '../support/database.ts'
import { kill, openPlace, type Place } from '../support/place.ts'
import { report, say } from '../support/say.ts'
import type { Scale } from './judge.ts'

/*
 * A server enrolls some rows, three of four people with an account; again, it changes nothing; then
 * `--many 10000`, killed (-9) halfway. Fails when a row is not settled exactly once, too.
 */
const manyRows = numberAfter('--many', 10_000)

/** Begins a bulk enrollment of these people, which the server goes on with. */
async function begin(deps: Deps, people: { from: number; count: number }): Promise<string> {
  const rows = Array.from({ length: people.count }, (_, place) => ({
    email: `pupil-${people.from + place}@example.com`,
  }))
  const operator = { ...deps, operator: 'check' }
  const { id } = await beginBulk(operator, rows, { course: longCourse, timeZone: 'UTC' })
  await enqueueBulk(deps, id)
  return id
}

async function until(
  { db }: Deps,
  id: string,
  holds: (bulk: BulkEnrollmentRow) => boolean,
): Promise<BulkEnrollmentRow> {
  for (;;) {
    const bulk = await findBulkEnrollment(db, id)
    if (bulk === undefined) throw new Error('The bulk enrollment is gone.')
    if (holds(bulk)) return bulk
    await pause(50)
  }
}

const isDone = ({ status }: BulkEnrollmentRow) => status === 'done'

/** Whatever enrolling writes: equal if and only if no row has changed. */
const state = `
  select (select md5(string_agg(e::text || e.xmin, ',' order by user_id)) from enrollments e) as a,
    (select md5(string_agg(i::text || i.xmin, ',' order by id)) from invitations i) as b,
    (select count(*) from events) as c,
    (select count(*) from audit_events where event not like 'bulk-%') as d,
    (select max(created_on) from pgboss.job where name = 'send-course-mail') as e`

export async function enrollInBulk(scale: Scale): Promise<void> {
  await using place = await openPlace('bulk-enrollment')
  await fillLongCourse(place.databaseUrl, { learners: 1, lessons: 20 })
  await withClient(place.databaseUrl, async (client) => {
    await client.query(
      `insert into users (id, email, name, role, created_at, email_verified_at)
       select gen_random_uuid(), 'pupil-' || n || '@example.com', 'Ada Lovelace', 'learner', now(),
         now()
       from generate_series(1, $1::integer) as n where n % 4 > 0`,
      [scale.rows + manyRows],
    )
    await client.query('vacuum analyze')
    await enroll(place, client, scale)
  })
}

async function enroll({ deps, startServer }: Place, client: Client, { rows, limit }: Scale) {
  const atDefaultRates = { RATE_LIMIT_SCALE: '1' }
  const server = await startServer(atDefaultRates)
  const few = { from: 1, count: rows }
  const first = await until(deps, await begin(deps, few), isDone)
  report(
    secondsOf(first) * 1_000 <= limit && first.enrolled + first.invited === rows,
    `${rows} rows`,
    `${first.enrolled} enrolled, ${first.invited} invited in ${secondsOf(first)} s`,
  )
  const before = (await client.query(state)).rows
  const again = await until(deps, await begin(deps, few), isDone)
  const after = (await client.query(state)).rows
  report(
    again.unchanged === rows && JSON.stringify(before) === JSON.stringify(after),
    'again',
    `${again.unchanged} unchanged in ${secondsOf(again)} s`,
  )

  const id = await begin(deps, { from: rows + 1, count: manyRows })
  const { done } = await until(deps, id, ({ done }) => done >= manyRows / 2)
  await kill(server)
  say('killed', `after ${done} rows`)
  await startServer(atDefaultRates)
  const last = await until(deps, id, isDone)
  report(
    last.enrolled + last.invited === manyRows && last.done === manyRows,
    `${manyRows} rows with the kill`,
    `settled in ${secondsOf(last)} s; ${last.failed} failed`,
  )
  const { rows: counted } = await client.query<{ enrolled: number; people: number }>(
    `select (select count(*)::int from enrollments where source = 'administrator'
         and user_id in (select id from users where email like 'pupil-%')) as enrolled,
       (select count(distinct data->>'to')::int from pgboss.job
         where name = 'send-course-mail') as people`,
  )
  report(
    counted[0]?.enrolled === first.enrolled + last.enrolled,
    'enrollments',
    `${counted[0]?.enrolled}; mails to ${counted[0]?.people} people`,
  )
}

function secondsOf({ createdAt, endedAt }: BulkEnrollmentRow): number {
  return Math.round(((endedAt?.getTime() ?? Number.NaN) - createdAt.getTime()) / 100) / 10
}
