import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import {
  type BulkEnrollmentRow,
  findBulkEnrollment,
} from '../../../db/queries/learning/bulk-enrollments.ts'
import { beginBulk } from '../../../server/features/learning/bulk-enrollments/create-bulk-enrollment.ts'
import { enqueueBulk } from '../../../server/features/learning/bulk-enrollments/enroll-in-bulk.ts'
import { createKeys } from '../../../server/security/key-ring/keys.ts'
import { startServerProcess } from '../../../server/test/server-process.ts'
import { fillLongCourse, longCourse, openService } from '../../bench/long-course.ts'
import { freshDatabase, numberAfter, withPostgres } from '../../bench/setting.ts'

/*
 * `npm run checks -- bulk-enrollment [--rows 1000] [--many 10000] [--seconds 10]`: a server enrolls
 * some rows in so many seconds, three of four people with an account; again, it changes nothing;
 * then many more, killed (-9) halfway. Exit code 1 when it takes longer, or a row is not settled
 * exactly once.
 */
const rowCount = numberAfter('--rows', 1_000)
const manyRows = numberAfter('--many', 10_000)
const secondsAllowed = numberAfter('--seconds', 10)
const log = pino({ level: 'warn' })

type Opened = Awaited<ReturnType<typeof openService>>

/** Begins a bulk enrollment of these people, which the server goes on with. */
async function begin({ deps }: Opened, people: { from: number; count: number }): Promise<string> {
  const rows = Array.from({ length: people.count }, (_, place) => ({
    email: `pupil-${people.from + place}@example.com`,
  }))
  const operator = { ...deps, operator: 'check' }
  const { id } = await beginBulk(operator, rows, { course: longCourse, timeZone: 'UTC' })
  await enqueueBulk(deps, id)
  return id
}

async function find({ deps }: Opened, id: string): Promise<BulkEnrollmentRow> {
  const bulk = await findBulkEnrollment(deps.db, id)
  if (bulk === undefined) throw new Error('The bulk enrollment is gone.')
  return bulk
}

async function until(
  opened: Opened,
  id: string,
  holds: (bulk: BulkEnrollmentRow) => boolean,
): Promise<BulkEnrollmentRow> {
  for (;;) {
    const bulk = await find(opened, id)
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

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(line: string): void {
  say(`FAILED: ${line}`)
  process.exitCode = 1
}

const folder = await mkdtemp(join(tmpdir(), 'lyceum-bulk-'))
await chmod(folder, 0o755)
await createKeys(join(folder, 'keys.json'))
try {
  await withPostgres(log, async (serverUrl) => {
    const databaseUrl = await freshDatabase(serverUrl, 'bulk_enrollment_check')
    await fillLongCourse(databaseUrl, { learners: 1, lessons: 20 })
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(
      `insert into users (id, email, name, role, created_at, email_verified_at)
       select gen_random_uuid(), 'pupil-' || n || '@example.com', 'Ada Lovelace', 'learner', now(),
         now()
       from generate_series(1, $1::integer) as n where n % 4 > 0`,
      [rowCount + manyRows],
    )
    await client.query('vacuum analyze')
    const opened = await openService(databaseUrl, log)
    const startServer = () =>
      startServerProcess(folder, {
        DATABASE_URL: databaseUrl,
        KEYS_FILE: join(folder, 'keys.json'),
        PUBLIC_URL: 'http://lyceum.test',
        SEED_DEMO: 'false',
        LOG_LEVEL: 'warn',
      })
    let server = await startServer()
    await server.ready()

    const few = { from: 1, count: rowCount }
    const first = await until(opened, await begin(opened, few), isDone)
    const seconds = secondsOf(first)
    say(`${rowCount} rows: ${first.enrolled} enrolled, ${first.invited} invited in ${seconds} s`)
    if (seconds > secondsAllowed) fail(`more than ${secondsAllowed} s`)
    if (first.enrolled + first.invited !== rowCount) fail('not everybody is enrolled or invited')

    const before = (await client.query(state)).rows
    const again = await until(opened, await begin(opened, few), isDone)
    say(`again: ${again.unchanged} unchanged in ${secondsOf(again)} s`)
    const after = (await client.query(state)).rows
    if (again.unchanged !== rowCount || JSON.stringify(before) !== JSON.stringify(after))
      fail('the second time has changed something')

    const id = await begin(opened, { from: rowCount + 1, count: manyRows })
    const killed = await until(opened, id, ({ done }) => done >= manyRows / 2)
    server.process.kill('SIGKILL')
    await server.exit
    say(`killed after ${killed.done} rows`)
    server = await startServer()
    const last = await until(opened, id, isDone)
    say(`${manyRows} rows in ${secondsOf(last)} s with the kill; ${last.failed} failed`)
    const { rows } = await client.query<{ enrolled: number; people: number }>(
      `select (select count(*)::int from enrollments where source = 'administrator'
           and user_id in (select id from users where email like 'pupil-%')) as enrolled,
         (select count(distinct data->>'to')::int from pgboss.job
           where name = 'send-course-mail') as people`,
    )
    const [counted] = rows
    say(`  ${counted?.enrolled} enrollments; mails to ${counted?.people} people`)
    if (last.enrolled + last.invited !== manyRows || last.done !== manyRows)
      fail('a row is not settled exactly once')
    if (counted?.enrolled !== first.enrolled + last.enrolled) fail('enrollments and counts differ')

    await server[Symbol.asyncDispose]()
    await opened.close()
    await client.end()
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}

function secondsOf({ createdAt, endedAt }: BulkEnrollmentRow): number {
  return Math.round(((endedAt?.getTime() ?? Number.NaN) - createdAt.getTime()) / 100) / 10
}
