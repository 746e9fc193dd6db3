import { type SQL, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { z } from 'zod'
import { buildApp } from '../../../server/app.ts'
import type { Deps } from '../../../server/context.ts'
import { operationsOf } from '../../../server/http/operations.ts'
import { cursorOf } from '../../../server/lib/lists/sorted-pages.ts'
import { appRouter } from '../../../server/router.ts'
import { openService } from '../../bench/long-course.ts'
import { fillSchool } from '../../bench/school.ts'
import { freshDatabase, numberAfter, withPostgres } from '../../bench/setting.ts'
import { report, say } from '../support/say.ts'
import { cohortId, fillAdmin, fillJobs, mailed, openAdmin, requestId } from './fill-admin.ts'

/*
 * `npm run checks -- admin-lists [--users 100000] [--runs 5] [--verbose]`: fills a school and reads
 * every admin list below over REST: with every filter alone and every two together, the
 * first, a middle and the last page. Exit code 1 when a page is above the limit.
 */
const userCount = numberAfter('--users', 100_000)
const runs = numberAfter('--runs', 5)
const isVerbose = process.argv.includes('--verbose')
const limitMilliseconds = 50

type Filters = Record<string, string>

/** Values of the filters that no schema lists, or too many; others come from there. */
const valuesOf: Record<string, readonly string[]> = {
  // Three accounts, a few, the oldest 3,000, a sixth, all, nobody; two letters of some and of none.
  q: ['12345', 'ada 99', 'old.example', 'grace', 'school', 'nobody at all', 'ad', 'zq'],
  from: ['2020-01-01', dayAgo(30)],
  to: [dayAgo(30)],
  lastSeenSince: [dayAgo(2), dayAgo(-1)],
  lastSeenBefore: [dayAgo(200)],
  // Nobody's, and everybody's: both look at all there is.
  endsBefore: ['1990-01-01', '2990-01-01'],
  course: ['school-course-3'],
  cohort: ['All of them'],
  days: ['1', '14', '200'],
  user: [mailed],
  email: ['nobody@school.example'],
  event: ['login-succeeded', 'login-failed', 'role-changed', 'certificate-revoked'],
  actor: ['anyone', 'operator:ada'],
  ip: ['192.0.2.1', '192.0.2.77'],
  requestId: [requestId],
}

interface List {
  operation: string
  /** The fields in its path, and others that each request must have. */
  given?: Filters
  /** The cursors of a middle and of the last page of the list with these filters. */
  cursorsOf(deps: Deps, filters: Filters): Promise<string[]>
}

const listsOf = (courseId: string): List[] => [
  {
    operation: 'admin.users.list',
    cursorsOf: async ({ db }, { limit: _, ...given }) => {
      const filters = { timeZone: 'UTC', sort: 'newest', ...given }
      const instant =
        filters.sort === 'last-seen'
          ? sql`coalesce(last_seen_at, to_timestamp(0))`
          : sql`created_at`
      const places = await placesIn({ db }, sql`users`, instant)
      const last = filters.sort === 'oldest' ? places.toReversed() : places
      return last.slice(1).map((place) => cursorOf(place, toInput('admin.users.list', filters)))
    },
  },
  {
    operation: 'admin.enrollments.list',
    cursorsOf: async ({ db }, { limit: _, ...given }) => {
      const { rows } = await db.execute<{ userId: string; courseId: string }>(sql`
        select user_id as "userId", course_id as "courseId" from (
          select *, row_number() over (order by user_id desc, course_id desc) as number,
            count(*) over () as count
          from enrollments) numbered
        where number in (count / 2, count - 10) order by number`)
      return rows.map(({ userId, courseId }) =>
        cursorOf(
          { value: userId, id: courseId },
          toInput('admin.enrollments.list', { timeZone: 'UTC', ...given }),
        ),
      )
    },
  },
  {
    operation: 'admin.transactions.list',
    cursorsOf: async ({ db }, { limit: _, ...given }) => {
      const filters = { timeZone: 'UTC', period: 'created', ...given }
      const places = await placesIn({ db }, sql`transactions`, sql`created_at`)
      return places.map((place) => cursorOf(place, toInput('admin.transactions.list', filters)))
    },
  },
  {
    operation: 'admin.cohorts.members',
    given: { cohortId },
    cursorsOf: (deps) => idsIn(deps, sql`select user_id as id from cohort_members`),
  },
  {
    operation: 'admin.invitations.list',
    cursorsOf: (deps) => idsIn(deps, sql`select id from invitations`),
  },
  {
    operation: 'admin.mails.list',
    cursorsOf: (deps) => idsIn(deps, sql`select id from mails`),
  },
  {
    operation: 'admin.reports.learners',
    given: { courseId },
    cursorsOf: (deps) =>
      idsIn(deps, sql`select user_id as id from enrollments where course_id = ${courseId}`),
  },
  {
    operation: 'admin.reports.stuck',
    given: { courseId },
    cursorsOf: async (deps) => {
      const learners = sql`(select user_id as id, last_activity_at from enrollments
        where course_id = ${courseId} and last_activity_at is not null) learners`
      const places = await placesIn(deps, learners, sql`last_activity_at`)
      return places.map((place) => cursorOf(place, ['stuck', courseId]))
    },
  },
  {
    operation: 'admin.audit.list',
    cursorsOf: (deps) => idsIn(deps, sql`select id from audit_events`),
  },
  ...(['waiting', 'running', 'failed'] as const).map((status) => ({
    operation: 'admin.jobs.list',
    given: { status },
    cursorsOf: async ({ db }: Deps, { limit: _, ...given }: Filters) => {
      const at = status === 'waiting' ? sql`start_after` : sql`created_on`
      const { rows } = await db.execute<{ id: string; value: string }>(sql`
        select id, (extract(epoch from ${at}) * 1000000)::bigint::text as value from pgboss.job
        where name = 'print-certificate' order by ${at}, id offset 1000 limit 1`)
      return rows.map((place) => cursorOf(place, toInput('admin.jobs.list', { ...given, status })))
    },
  })),
]

/** Those of a list in the order of the ids of these rows. */
async function idsIn({ db }: Pick<Deps, 'db'>, rows: SQL): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    select id from (
      select id, row_number() over (order by id) as number, count(*) over () as count
      from (${rows}) listed) numbered
    where number in (10, count / 2, count - 10) order by number`)
  return found.rows.map(({ id }) => Buffer.from(id).toString('base64url'))
}

/** The places near the end, in the middle and near the beginning of all rows. */
async function placesIn({ db }: Pick<Deps, 'db'>, table: SQL, instant: SQL) {
  const { rows } = await db.execute<{ id: string; at: string }>(sql`
    select id, to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from (select id, ${instant} as instant,
      row_number() over (order by ${instant} desc, id desc) as number, count(*) over () as count
      from ${table}) numbered
    where number in (10, count / 2, count - 10) order by number`)
  return rows.map(({ id, at }) => ({ value: at, id }))
}

const operations = operationsOf(appRouter)

function operationOf(name: string) {
  const operation = operations.find((operation) => operation.name === name)
  if (operation === undefined) throw new Error(`There is no operation ${name}.`)
  return operation
}

/** As the operation reads its filters: a cursor belongs to them. */
function toInput(name: string, filters: Filters): object {
  const typed = Object.entries(filters).map(([field, value]) => [
    field,
    value === 'true' ? true : value === 'false' ? false : value,
  ])
  const { limit: _limit, ...input } = operationOf(name).input.parse(Object.fromEntries(typed))
  return input
}

function choicesIn(field: z.ZodType, name: string): readonly string[] {
  const inner =
    field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : field
  const values = valuesOf[name]
  if (values !== undefined) return values
  if (inner instanceof z.ZodEnum) return inner.options.map(String)
  return inner instanceof z.ZodBoolean ? ['true', 'false'] : []
}

/** No filter, each value of each alone, and each two of different filters. */
function combinationsOf(name: string, given: Filters): Filters[] {
  const free = Object.entries(operationOf(name).input.shape).filter(([field]) => !(field in given))
  const single = free.flatMap(([field, type]) =>
    choicesIn(type as z.ZodType, field).map((value) => ({ field, value })),
  )
  const pairs = single.flatMap((one, index) =>
    single.slice(index + 1).flatMap((other) => (other.field === one.field ? [] : [[one, other]])),
  )
  return [[], ...single.map((one) => [one]), ...pairs].map((chosen) =>
    Object.fromEntries(chosen.map(({ field, value }) => [field, value])),
  )
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

const log = pino({ level: 'warn' })
await withPostgres(log, async (serverUrl) => {
  const url = await freshDatabase(serverUrl, 'admin_lists')
  await fillSchool(url, {
    courses: 20,
    lessonsPerCourse: 5,
    users: userCount,
    coursesPerUser: 2,
    lessonsBegun: 0,
    purchases: userCount,
  })
  const courseId = await fillAdmin(url)
  const { deps, close } = await openService(url, log)
  await fillJobs(url)
  const token = await openAdmin(deps)
  const { server } = await buildApp(deps)
  say('filled', `${userCount} accounts`)
  for (const list of listsOf(courseId)) await measure(list)
  await close()

  async function measure({ operation, given = {}, cursorsOf }: List): Promise<void> {
    const { route } = operationOf(operation).rest
    const inQuery = Object.entries(given).filter(([field]) => !route.includes(`{${field}}`))
    const address = route
      .replace('GET ', '')
      .replaceAll(/\{(\w+)\}/g, (_, field: string) => given[field] ?? '')
    const times: number[] = []
    let slowest = { milliseconds: 0, query: '' }
    for (const filters of combinationsOf(operation, given))
      for (const cursor of [undefined, ...(await cursorsOf(deps, filters))]) {
        const query = new URLSearchParams({
          ...Object.fromEntries(inQuery),
          ...filters,
          ...(cursor !== undefined && { cursor }),
        })
        const read = async () => {
          const start = performance.now()
          const { statusCode, body } = await server.inject({
            url: `${address}?${query}`,
            headers: { authorization: `Bearer ${token}` },
          })
          if (statusCode !== 200) throw new Error(`${address}?${query}: ${statusCode} ${body}`)
          return performance.now() - start
        }
        await read()
        const taken: number[] = []
        for (let run = 0; run < runs; run += 1) taken.push(await read())
        times.push(...taken)
        const milliseconds = taken.toSorted((one, other) => one - other)[runs >> 1] ?? 0
        const name = `${JSON.stringify(filters)}${cursor === undefined ? '' : ', a later page'}`
        if (isVerbose) say(name, `${milliseconds.toFixed(1)} ms`)
        if (milliseconds > slowest.milliseconds) slowest = { milliseconds, query: name }
      }
    times.sort((one, other) => one - other)
    const [p50 = 0, p95 = 0] = [0.5, 0.95].map((part) => times[Math.floor(part * times.length)])
    report(
      p95 <= limitMilliseconds && slowest.milliseconds <= limitMilliseconds,
      operation,
      `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms of ${times.length} reads; the slowest ` +
        `page: ${slowest.milliseconds.toFixed(1)} ms with ${slowest.query}`,
    )
  }
})
process.exit()
