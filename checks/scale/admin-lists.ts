import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findCourse } from '../../db/queries/courses/courses/courses.ts'
import { dayOf } from '../../lib/lists/periods.ts'
import { cursorOf } from '../../lib/lists/sorted-pages.ts'
import { listedStatuses } from '../../server/adapters/jobs/kept-jobs.ts'
import { buildApp } from '../../server/app.ts'
import type { Deps } from '../../server/context.ts'
import { operationsOf } from '../../server/http/operations.ts'
import { appRouter } from '../../server/router.ts'
import { fillSchool, longCourse } from '../bench/school.ts'
import { numberAfter } from '../bench/setting.ts'
import { quantile, timesOf } from '../bench/times.ts'
import { openPlace } from '../support/place.ts'
import { report, say } from '../support/say.ts'
import { cohortId, fillAdmin, fillJobs, requestId } from './fill-admin.ts'
import type { Scale } from './judge.ts'

/*
 * Reads every admin list below over REST, with every filter alone and every two together, the first
 * page and others: `--runs 5 --verbose`. No page may be above the limit in the median of its reads,
 * nor 95 of 100 reads.
 */
const runs = numberAfter('--runs', 5)
/** The administrator who reads the lists. */
const email = 'admin@school.example'
const isVerbose = process.argv.includes('--verbose')

type Filters = Record<string, string>

/** Values for filters whose schema lists none, or too many. */
const valuesOf: Record<string, readonly string[]> = {
  // Three accounts, a few, the oldest 3,000, a sixth, all, nobody; two letters of some and of none.
  q: ['12345', 'ada 99', 'old.example', 'grace', 'school', 'nobody at all', 'ad', 'zq'],
  from: ['2020-01-01', dayAgo(30)],
  to: [dayAgo(30)],
  lastSeenSince: [dayAgo(2), dayAgo(-1)],
  lastSeenBefore: [dayAgo(200)],
  // One matches nothing, one everything: both scan all rows.
  endsBefore: ['1990-01-01', '2990-01-01'],
  course: ['school-course-3'],
  cohort: ['All of them'],
  days: ['1', '14', '200'],
  user: [email],
  email: ['nobody@school.example'],
  event: ['login-succeeded', 'login-failed', 'role-changed', 'certificate-revoked'],
  actor: ['anyone', 'operator:ada'],
  ip: ['192.0.2.1', '192.0.2.77'],
  requestId: [requestId],
}

interface List {
  operation: string
  /** Parameters in its path, and others that each request needs. */
  given?: Filters
  /** Selects what it lists: `id`, and `value` if it is sorted by that. */
  rows(filters: Filters): SQL
  /** The filters that a cursor with a value is tied to. Default: all. */
  belongsTo?: unknown
}

/** Describes a list sorted by id alone. */
const byId = (operation: string, rows: SQL, given: Filters = {}): List => ({
  operation,
  given,
  rows: () => sql`select id, null as value from (${rows}) rows`,
})

const byInstant = (id: SQL, instant: SQL, table: SQL) =>
  sql`select ${id} as id,
    to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as value from ${table}`

const listsOf = (courseId: string): List[] => [
  {
    operation: 'admin.users.list',
    rows: ({ sort }) =>
      byInstant(
        sql`id`,
        sort === 'last-seen' ? sql`coalesce(last_seen_at, to_timestamp(0))` : sql`created_at`,
        sql`users`,
      ),
  },
  {
    operation: 'admin.enrollments.list',
    rows: () => sql`select course_id as id, user_id::text as value from enrollments`,
  },
  {
    operation: 'admin.transactions.list',
    rows: () => byInstant(sql`id`, sql`created_at`, sql`transactions`),
  },
  byId('admin.cohorts.members', sql`select user_id as id from cohort_members`, { cohortId }),
  byId('admin.invitations.list', sql`select id from invitations`),
  byId('admin.mails.list', sql`select id from mails`),
  byId('learners.list', sql`select user_id as id from enrollments where course_id = ${courseId}`, {
    courseId,
  }),
  {
    operation: 'learners.stuck',
    given: { courseId },
    rows: () =>
      byInstant(
        sql`user_id`,
        sql`last_activity_at`,
        sql`enrollments where course_id = ${courseId} and last_activity_at is not null`,
      ),
    belongsTo: ['stuck', courseId],
  },
  byId('admin.audit.list', sql`select id from audit_events`),
  ...listedStatuses.map((status) => ({
    operation: 'admin.jobs.list',
    given: { status },
    rows: () => {
      const at = status === 'waiting' ? sql`start_after` : sql`created_on`
      return sql`select id, (extract(epoch from ${at}) * 1000000)::bigint::text as value
        from pgboss.job where name = 'print-certificate'`
    },
  })),
]

/** Returns cursors near the end, in the middle and near the beginning of the filtered list. */
async function cursorsOf({ db }: Deps, list: List, filters: Filters): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; value: string | null }>(sql`
    select id, value from (
      select *, row_number() over (order by value desc, id desc) as number,
        count(*) over () as count
      from (${list.rows(filters)}) listed) numbered
    where number in (10, count / 2, count - 10) order by number`)
  const { operation, belongsTo = toInput(operation, { ...list.given, ...filters }) } = list
  return rows.map(({ id, value }) =>
    value === null ? Buffer.from(id).toString('base64url') : cursorOf({ value, id }, belongsTo),
  )
}

const operations = operationsOf(appRouter)

function operationOf(name: string) {
  const operation = operations.find((operation) => operation.name === name)
  if (operation === undefined) throw new Error(`There is no operation ${name}.`)
  return operation
}

/** Parses filters as the operation does: a cursor is tied to them. */
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

/** Combines filters: none, each value alone, and each pair of different filters. */
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
  return dayOf(new Date(Date.now() - days * 86_400_000), 'UTC')
}

export async function readAdminLists({ rows, limit }: Scale): Promise<void> {
  const size = {
    courses: 20,
    lessonsPerCourse: 5,
    users: rows,
    coursesPerUser: 2,
    lessonsBegun: 0,
    purchases: rows,
  }
  await using place = await openPlace('admin-lists')
  const { deps, databaseUrl } = place
  await fillSchool(databaseUrl, size)
  await fillAdmin(databaseUrl)
  await fillJobs(databaseUrl)
  const { token } = await place.given.learner({ role: 'admin', email })
  const { server } = await buildApp(deps)
  const { id = '' } = (await findCourse(deps.db, { slug: longCourse })) ?? {}
  for (const list of listsOf(id)) await measure({ deps, server, token, limit }, list)
}

interface Reader {
  deps: Deps
  server: FastifyInstance
  token: string
  limit: number
}

async function measure({ deps, server, token, limit }: Reader, list: List): Promise<void> {
  const { operation, given = {} } = list
  const { route } = operationOf(operation).rest
  const inQuery = Object.entries(given).filter(([field]) => !route.includes(`{${field}}`))
  const address = route
    .replace('GET ', '')
    .replaceAll(/\{(\w+)\}/g, (_, field: string) => given[field] ?? '')
  const times: number[] = []
  let slowest = { milliseconds: 0, query: '' }
  for (const filters of combinationsOf(operation, given))
    for (const cursor of [undefined, ...(await cursorsOf(deps, list, filters))]) {
      const query = new URLSearchParams({
        ...Object.fromEntries(inQuery),
        ...filters,
        ...(cursor !== undefined && { cursor }),
      })
      const request = {
        url: `${address}?${query}`,
        headers: { authorization: `Bearer ${token}` },
      }
      const [, ...taken] = await timesOf(1 + runs, async () => {
        const { statusCode, body } = await server.inject(request)
        if (statusCode !== 200) throw new Error(`${request.url}: ${statusCode} ${body}`)
      })
      times.push(...taken)
      const milliseconds = quantile(taken, 0.5)
      const name = `${JSON.stringify(filters)}${cursor === undefined ? '' : ', a later page'}`
      if (isVerbose) say(name, `${milliseconds.toFixed(1)} ms`)
      if (milliseconds > slowest.milliseconds) slowest = { milliseconds, query: name }
    }
  const [p50 = 0, p95 = 0] = [0.5, 0.95].map((part) => quantile(times, part))
  report(
    p95 <= limit && slowest.milliseconds <= limit,
    operation,
    `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms of ${times.length} reads; the slowest ` +
      `page: ${slowest.milliseconds.toFixed(1)} ms with ${slowest.query}`,
  )
}
