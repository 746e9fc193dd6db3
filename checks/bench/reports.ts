import type { Client } from 'pg'
import { pino } from 'pino'
import type { Deps } from '../../server/context.ts'
import { enrollLearner } from '../../server/features/learning/enrollments/enroll-learner.ts'
import { tallyLearning } from '../../server/features/learning/reports/tally-learning.ts'
import { makeKeys } from '../../server/security/key-ring/keys.ts'
import { type GivenCourse, type GivenUser, makeGiven } from '../../server/test/given.ts'
import { rowsOf, withClient } from '../support/database.ts'
import { withoutTriggers } from './school.ts'
import { freshDatabase, numberAfter, openService, startContender, withPostgres } from './setting.ts'
import { median, printHead, printRow, quantile, secondsSince, timesOf } from './times.ts'
import { signIn } from './world.ts'

/*
 * `node checks/bench/reports.ts [--learners 2000000] [--rounds 10]`: fills a course with learners,
 * half of whom have completed it, and asks for its report while nothing is tallied yet, and again
 * when all is; the answers must be the same. Then measures what the triggers cost: learners enroll,
 * report and complete with them and without them in turns. Exit code 1 when a report takes longer
 * than 100 ms.
 */
const learners = numberAfter('--learners', 2_000_000)
const rounds = numberAfter('--rounds', 10)
const perRound = 40

const triggers = {
  enrollments: ['begun', 'changed', 'erased'],
  certificates: ['issued', 'changed'],
}

async function fill(databaseUrl: string, { id }: GivenCourse): Promise<void> {
  const began = performance.now()
  const rows = async (client: Client) => {
    await client.query(
      `with people as (
         insert into users (id, email, name, email_verified_at, created_at)
         select uuidv7(), 'crowd-' || n || '@school.example', 'Ada ' || n, now(), now()
         from generate_series(1, $2::int) n returning id
       ), chosen as materialized (
         select id, random() as chance,
           '2026-01-01Z'::timestamptz + random() * interval '300 days' as began
         from people
       )
       insert into enrollments (user_id, course_id, version_id, status, source, enrolled_at,
         completed_at, last_activity_at, required_lessons, remaining_lessons)
       select c.id, $1, v.id, 'active', 'administrator', began,
         case when chance < 0.5 then began + random() * random() * interval '150 days' end,
         case when chance < 0.8 then began end, 2, case when chance < 0.5 then b'00' else b'11' end
       from chosen c join course_versions v on v.course_id = $1 and v.number = 1
       order by began`,
      [id, learners],
    )
    await client.query(
      `insert into certificates (id, code, user_id, course_id, version_id, learner_name,
         course_title, course_version, language, issuer, completed_at, issued_at)
       select uuidv7(), lpad(upper(to_hex(row_number() over ())), 17, '0'), user_id, course_id,
         version_id, 'Ada', 'A course', 1, 'en', 'Lyceum', completed_at, completed_at
       from enrollments where course_id = $1 and completed_at is not null`,
      [id],
    )
  }
  await withClient(databaseUrl, (client) => withoutTriggers(client, () => rows(client)))
  await rowsOf(databaseUrl, 'vacuum analyze')
  process.stderr.write(`${learners} learners are filled in ${secondsSince(began)} s\n`)
}

async function ask(url: string, token: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${text}`)
  return JSON.parse(text)
}

/** Works while nobody else can tally. */
function withTalliesLocked(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query(`select pg_advisory_lock(hashtextextended('learning tallies', 0))`)
    await work()
  })
}

async function benchReports(
  databaseUrl: string,
  address: string,
  deps: Deps,
  { id }: GivenCourse,
): Promise<void> {
  const { token } = await signIn(deps, await makeGiven(deps).admin())
  const ofCourse = `/api/v1/authoring/courses/${id}`
  const report = `${ofCourse}/report`
  const paths = {
    'a course': report,
    'a version of it': `${report}?version=1`,
    'from May to July, in Berlin': `${report}?from=2026-05-01&to=2026-07-31&timeZone=Europe/Berlin`,
    'between two instants': `${report}?from=2026-02-03T11:59:00Z&to=2026-09-17T12:01:00Z`,
    'twelve months, in Berlin': `${ofCourse}/periods?from=2025-11-01&to=2026-10-31&timeZone=Europe/Berlin`,
    'days of a month, in Los Angeles': `${ofCourse}/periods?per=day&from=2026-05-01&to=2026-05-31&limit=31&timeZone=America/Los_Angeles`,
    'where learners are': `${ofCourse}/stops`,
    'all courses': '/api/v1/admin/reports/courses',
  }
  const measure = async (path: string, count: number) => {
    let answer: unknown
    const times = await timesOf(count, async () => {
      answer = await ask(`${address}${path}`, token)
    })
    const same = JSON.stringify({ ...(answer as object), at: undefined })
    return { answer: same, p50: median(times), p95: quantile(times, 0.95) }
  }
  const before: Awaited<ReturnType<typeof measure>>[] = []
  await withTalliesLocked(databaseUrl, async () => {
    for (const path of Object.values(paths)) before.push(await measure(path, 5))
  })
  const began = performance.now()
  await tallyLearning(deps)
  // The server has a job that does it as well.
  await withTalliesLocked(databaseUrl, async () => undefined)
  process.stderr.write(`tallied in ${secondsSince(began)} s\n`)
  printHead(['p50 ms, counted', 'p50 ms, tallied', 'p95 ms, tallied', 'p95 at most 100 ms'])
  for (const [index, [label, path]] of Object.entries(paths).entries()) {
    await measure(path, 10)
    const tallied = await measure(path, 100)
    if (tallied.answer !== before[index]?.answer) throw new Error(`${label}: other numbers`)
    if (tallied.p95 > 100) process.exitCode = 1
    const cells = [before[index]?.p50 ?? 0, tallied.p50, tallied.p95].map((one) => one.toFixed(1))
    printRow(label, [...cells, tallied.p95 <= 100 ? 'met' : 'MISSED'])
  }
}

async function benchTriggers(databaseUrl: string, address: string, deps: Deps): Promise<void> {
  const given = makeGiven(deps)
  const course = await given.course({ lessons: ['required', 'required'] })
  const [first, last] = course.lessons
  const people: GivenUser[] = []
  for (let number = 0; number < perRound * 2 * (rounds + 1); number++)
    people.push(await given.learner())
  const progress = `${address}/api/v1/progress`
  const steps: Record<string, (learner: GivenUser) => Promise<unknown>> = {
    enrolling: ({ email }) => enrollLearner(deps, { email, idOrSlug: course.slug } as never),
    'the first report of progress': ({ token }) =>
      ask(progress, token, { lessonId: first?.id, percent: 100 }),
    'a completion with its certificate': ({ token }) =>
      ask(progress, token, { lessonId: last?.id, percent: 100 }),
  }
  const times: Record<string, { on: number[]; off: number[] }> = {}
  for (let round = 0; round <= rounds; round++)
    for (const how of ['on', 'off'] as const) {
      for (const [table, names] of Object.entries(triggers))
        for (const name of names)
          await rowsOf(
            databaseUrl,
            `alter table ${table} ${how === 'on' ? 'enable' : 'disable'} trigger ${table}_${name}_tally`,
          )
      const some = people.splice(0, perRound)
      for (const [label, step] of Object.entries(steps)) {
        const taken = await timesOf(some.length, (number) => step(some[number] as never))
        times[label] ??= { on: [], off: [] }
        if (round > 0) times[label][how].push(median(taken))
      }
    }
  printHead(['p50 ms, without triggers', 'with them', 'ratio'])
  for (const [label, { on, off }] of Object.entries(times)) {
    const ratio = median(on.map((one, round) => one / (off[round] ?? Number.NaN)))
    printRow(label, [median(off).toFixed(2), median(on).toFixed(2), ratio.toFixed(2)])
  }
}

const log = pino({ level: 'warn' })
process.env.BENCH_KEYS ??= JSON.stringify(await makeKeys())
await withPostgres(log, async (serverUrl) => {
  await using fresh = await freshDatabase(serverUrl, 'reports')
  const { deps, close } = await openService(fresh.url, log)
  const course = await makeGiven(deps).course({ lessons: ['required', 'required'] })
  await fill(fresh.url, course)
  const { child, address } = await startContender('lyceum', fresh.url)
  await benchReports(fresh.url, address, deps, course)
  await benchTriggers(fresh.url, address, deps)
  child.disconnect()
  await close()
})
