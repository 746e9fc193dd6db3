import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUsers } from '../../db/queries/people/users/find-users.ts'
import { listAuditEvents } from '../../db/queries/platform/audit.ts'
import { eraseAccount } from '../../server/features/people/accounts/erase-account.ts'
import { jobHandlers } from '../../server/job-handlers.ts'
import { type Api, startApi } from '../../server/test/api.ts'
import { makeTestDatabase } from '../../server/test/database.ts'
import { withClient } from '../support/database.ts'
import { fillSchool, longCourse } from './school.ts'
import { signIn } from './world.ts'

/** The most rows of one table that one call may read; each growing table has far more. */
const mostRows = 1_000

const size = {
  courses: 40,
  lessonsPerCourse: 20,
  users: 3_000,
  coursesPerUser: 4,
  lessonsBegun: 5,
  purchases: 4_000,
  completedShare: 0.3,
}

let api: Api
let learner: { id: string; email: string; token: string }
let courseId: string
let adminToken: string
/** The course that everybody takes. */
let longId: string
let lessonId: string
let verificationCode: string

beforeAll(async () => {
  const databaseUrl = await makeTestDatabase()
  await fillSchool(databaseUrl, size)
  await withClient(databaseUrl, (client) => client.query('vacuum analyze'))
  api = await startApi({ databaseUrl })
  const found = await rowsOf<Record<'id' | 'email' | 'courseId' | 'lessonId' | 'code', string>>(
    `select u.id, u.email, c.course_id as "courseId", l.id as "lessonId", c.code
     from certificates c join users u on u.id = c.user_id
     join lessons l on l.version_id = c.version_id and l.position = 7 limit 1`,
  )
  const [own] = found
  if (own === undefined) throw new Error('The school has no certificate.')
  courseId = own.courseId
  lessonId = own.lessonId
  verificationCode = own.code
  learner = { ...own, ...(await signIn(api.deps, own)) }
  const [admin] = await rowsOf<{ id: string; email: string; courseId: string }>(
    `update users u set role = 'admin' from courses c
     where u.email = 'learner-7@school.example' and c.slug = '${longCourse}'
     returning u.id, u.email, c.id as "courseId"`,
  )
  if (admin === undefined) throw new Error('The school has no learner 7.')
  longId = admin.courseId
  adminToken = (await signIn(api.deps, admin)).token
}, 120_000)
afterAll(() => api[Symbol.asyncDispose]())

async function rowsOf<Row>(text: string): Promise<Row[]> {
  const { rows } = await api.deps.db.execute(text)
  return rows as Row[]
}

/** Counts the rows read by table. Connections report them when they are idle, or forced to. */
async function rowsReadByTable(): Promise<Map<string, number>> {
  const flush = 'select pg_stat_force_next_flush(), pg_sleep(0.05)'
  await Promise.all(Array.from({ length: 10 }, () => api.deps.db.execute(flush)))
  const rows = await rowsOf<{ name: string; read: number }>(
    `select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read
     from pg_stat_user_tables where schemaname = 'public'`,
  )
  return new Map(rows.map(({ name, read }) => [name, read]))
}

/** Returns the tables of which the work reads more rows than one call may. */
async function tablesReadAtLength(work: () => Promise<unknown>): Promise<Record<string, number>> {
  // Works once before, so that neither the plan nor a first look at the catalogue counts.
  await work()
  const before = await rowsReadByTable()
  await work()
  const after = await rowsReadByTable()
  const read = [...after].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)] as const)
  return Object.fromEntries(read.filter(([, rows]) => rows > mostRows))
}

const get = (path: () => string) => async () => {
  const { status, text } = await api.request(`GET ${path()}`, { token: learner.token })
  expect(status, text).toBe(200)
}

const asAdmin = (path: string) => async () => {
  const { status, text } = await api.request(`GET ${path.replace('{long}', longId)}`, {
    token: adminToken,
  })
  expect(status, text.slice(0, 500)).toBe(200)
  return text
}
const learners = '/api/v1/authoring/courses/{long}/learners'
const gradebook = '/api/v1/authoring/courses/{long}/gradebook'

async function lastPageOfGradebook() {
  const [last] = await rowsOf<{ id: string }>(
    `select user_id as id from enrollments where course_id = '${longId}'
     order by user_id desc offset 5 limit 1`,
  )
  const cursor = Buffer.from(last?.id ?? '').toString('base64url')
  await asAdmin(`${gradebook}?cursor=${cursor}`)()
}

test.each<[string, () => Promise<unknown>]>([
  ['a search for a learner of a course', asAdmin(`${learners}?q=lovelace%202999`)],
  ['the same, newest first', asAdmin(`${learners}?q=lovelace%202999&sort=newest`)],
  ['a page of those who are late', asAdmin(`${learners}?overdue=true`)],
  ['a page of those who are not', asAdmin(`${learners}?overdue=false`)],
  ['the last page of a gradebook', lastPageOfGradebook],
  [
    'the impact of a draft that changes nothing',
    asAdmin('/api/v1/authoring/courses/{long}/draft/impact'),
  ],
  ['the catalogue', get(() => '/api/v1/courses?limit=20')],
  ['a course', get(() => `/api/v1/courses/${courseId}`)],
  ['a lesson', get(() => `/api/v1/lessons/${lessonId}`)],
  ['the progress in a course', get(() => `/api/v1/progress/${courseId}`)],
  ['the account', get(() => '/api/v1/me')],
  ['its sessions', get(() => '/api/v1/me/sessions')],
  ['the export of its data', get(() => '/api/v1/me/export')],
  ['the cart', get(() => '/api/v1/cart')],
  ['the transactions', get(() => '/api/v1/transaction/user')],
  ['the certificates', get(() => `/api/v1/users/${learner.id}/certificates`)],
  ['a verification', get(() => `/api/v1/certificates/verify/${verificationCode}`)],
  [
    'a report of progress',
    () =>
      api.request('POST /api/v1/progress', {
        token: learner.token,
        body: { lessonId, percent: 40, positionSeconds: 90 },
      }),
  ],
  ['a page of users', () => listUsers(api.deps.db, { sort: 'newest', limit: 20 }, 4_000)],
  ['the newest audit events', () => listAuditEvents(api.deps.db, { limit: 20 })],
  [
    'the audit events of one account',
    () =>
      listAuditEvents(api.deps.db, { limit: 20, about: { userId: learner.id, emailMacs: ['0'] } }),
  ],
  ['the hourly clean-up', () => jobHandlers(api.deps)['clean-up']({}, undefined)],
  ['the search for payments', () => jobHandlers(api.deps)['find-payments']({}, undefined)],
  [
    'the search for slow payments',
    () => jobHandlers(api.deps)['find-slow-payments']({}, undefined),
  ],
  [
    'the erasure of an account',
    async () => {
      const [other] = await rowsOf<{ id: string }>(
        `select user_id as id from transactions where user_id <> '${learner.id}'
         order by id limit 1`,
      )
      if (other !== undefined) await eraseAccount(api.deps, other.id)
    },
  ],
])('%s reads a few rows, however many there are', async (_what, work) => {
  expect(await tablesReadAtLength(work)).toEqual({})
})

test.each([
  ['learners', `${learners}.csv`],
  ['grades', `${gradebook}.csv`],
])('an export of %s reads a few rows for each of its lines', async (_what, path) => {
  const lines = (await asAdmin(path)()).split('\r\n').length
  const read = await tablesReadAtLength(asAdmin(path))

  expect(lines).toBeGreaterThan(size.users * 0.9)
  const perLine = Object.entries(read).map(([table, rows]) => [table, Math.floor(rows / lines)])
  expect(perLine.filter(([, rows]) => Number(rows) > 10)).toEqual([])
})

test('the test sees what reads a whole table', async () => {
  const read = await tablesReadAtLength(() =>
    rowsOf(`select id from users where name like '%no such name%'`),
  )
  expect(read).toEqual({ users: expect.any(Number) })
})

/** Foreign keys without an index: no referenced row is ever deleted, nor its key changed. */
const keysWithoutIndex = [
  'certificates_branding_brandings_sha256_fk',
  'courses_branding_brandings_sha256_fk',
  'draft_lessons_body_sha256_lesson_bodies_sha256_fk',
  'lesson_revisions_body_sha256_lesson_bodies_sha256_fk',
  'wallet_offers_certificate_id_certificates_id_fk',
]

test('every foreign key has an index, so that an erasure finds its rows', async () => {
  const keys = await rowsOf<{ name: string }>(
    `select conname as name from pg_constraint k
     where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
       select from pg_index i
       where i.indrelid = k.conrelid and i.indkey[0] = any(k.conkey)
         and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) like '%IS NOT NULL%'))
     order by 1`,
  )
  expect(keys.map(({ name }) => name)).toEqual(keysWithoutIndex)
})
