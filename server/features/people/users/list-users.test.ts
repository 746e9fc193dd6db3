import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'

const api = await forAllTests(startApi({ databaseUrl: await makeTestDatabase() }))
const { db } = api.database
const admin = await api.given.learner({
  name: 'Root Admin',
  role: 'admin',
  email: 'root@desk.test',
})

interface Account {
  email: string
  name: string
  role?: string
  verified?: boolean
  suspended?: boolean
  registered: string
  seen?: string
}

const accounts: Account[] = [
  { email: 'grace.hopper@navy.test', name: 'Grace Hopper', registered: '2026-03-01T00:00:00.000Z' },
  {
    email: 'alan@bletchley.test',
    name: 'Alan Turing',
    role: 'support',
    registered: '2026-03-01T22:59:59.999Z',
    seen: '2026-05-01T10:00:00.000Z',
  },
  {
    email: 'hedy@film.test',
    name: 'Hedy Lamarr',
    verified: false,
    registered: '2026-03-01T23:00:00.000Z',
    seen: '2026-05-02T10:00:00.000Z',
  },
  {
    email: 'maria_m@sky.test',
    name: 'Maria Mitchell',
    suspended: true,
    registered: '2026-03-02T23:59:59.999Z',
    seen: '2026-05-03T00:00:00.000Z',
  },
  { email: 'xiaoyun@math.test', name: '王 小云', registered: '2026-03-03T00:00:00.000Z' },
]
for (const { email, name, role, verified, suspended, registered, seen } of accounts)
  await db.execute(sql`
    insert into users (id, email, name, role, email_verified_at, suspended_at, suspension_reason,
      created_at, last_seen_at)
    values (gen_random_uuid(), ${email}, ${name}, ${role ?? 'learner'},
      ${verified === false ? null : registered}, ${suspended ? registered : null},
      ${suspended ? 'a reason' : null}, ${registered}, ${seen ?? null})`)

type Query = Record<string, string | number | boolean>

async function namesOf(query: Query): Promise<string[]> {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const { status, body } = await api.request(`GET /api/v1/admin/users?${parameters}`, {
    token: admin.token,
  })
  if (status !== 200) return [`${status} ${body.error} ${body.issues?.[0]?.path}`]
  return body.items.map(({ name }: { name: string }) => name.split(' ')[0])
}

test.each<[string, Query, string[]]>([
  ['nothing', {}, ['Root', '王', 'Maria', 'Hedy', 'Alan', 'Grace']],
  ['a part of a name, in any case', { q: 'HOPP' }, ['Grace']],
  ['a part of an email', { q: 'bletch' }, ['Alan']],
  ['several words', { q: 'navy  grace' }, ['Grace']],
  ['words of which one fits nobody', { q: 'navy alan' }, []],
  ['a sign that means something in patterns', { q: 'maria_m' }, ['Maria']],
  ['that sign alone', { q: '%' }, []],
  ['the beginning of a name, in two letters', { q: 'tu' }, ['Alan']],
  ['two letters inside of a name', { q: 'ri' }, []],
  ['two characters', { q: '小云' }, ['王']],
  ['a role', { role: 'support' }, ['Alan']],
  ['an unverified email', { verified: false }, ['Hedy']],
  ['suspension', { suspended: true }, ['Maria']],
  ['no suspension, and a word', { suspended: false, q: 'ma' }, []],
  [
    'days, both inclusive',
    { from: '2026-03-01', to: '2026-03-02' },
    ['Maria', 'Hedy', 'Alan', 'Grace'],
  ],
  [
    'a day in Berlin',
    { from: '2026-03-02', to: '2026-03-02', timeZone: 'Europe/Berlin' },
    ['Hedy'],
  ],
  [
    'instants, both inclusive',
    { from: '2026-03-01T22:59:59.999Z', to: '2026-03-01T23:00:00Z' },
    ['Hedy', 'Alan'],
  ],
  ['a day since which they were seen', { lastSeenSince: '2026-05-02' }, ['Maria', 'Hedy']],
  [
    'a day before which they were seen last, or never',
    { lastSeenBefore: '2026-05-02', from: '2026-03-01', to: '2026-03-31' },
    ['王', 'Alan', 'Grace'],
  ],
])('accounts are found by %s', async (_by, query, names) => {
  expect(await namesOf(query)).toEqual(names)
})

test('a name is found in the spelling of whoever has not its letters', async () => {
  const names = ['Zoë Müller', 'Łukasz O’Brien', 'Søren Groß', 'Ægir ｆｕｌｌ']
  for (const [at, name] of names.entries())
    await db.execute(sql`
      insert into users (id, email, name, created_at)
      values (gen_random_uuid(), ${`spelled-${at}@desk.test`}, ${name}, '2025-01-01T00:00:00Z')`)
  const queries = ['zoe', 'ZOË', 'muller', 'mueller', 'müller', 'lukasz', "o'brien", 'o’BRIEN']
  const found = await Promise.all(
    [...queries, 'soren', 'gross', 'aegir', 'full'].map((q) => namesOf({ q })),
  )
  expect(found.flat()).toEqual([
    ...Array(5).fill('Zoë'),
    ...Array(3).fill('Łukasz'),
    ...['Søren', 'Søren', 'Ægir', 'Ægir'],
  ])
  await db.execute(sql`delete from users where email like 'spelled-%'`)
})

test('they are sorted as you ask, those who were never seen last', async () => {
  expect(await namesOf({ sort: 'oldest', limit: 2 })).toEqual(['Grace', 'Alan'])
  const seen = await namesOf({ sort: 'last-seen', to: '2026-03-31' })
  expect(seen.slice(0, 3)).toEqual(['Maria', 'Hedy', 'Alan'])
  expect(seen.slice(3).sort()).toEqual(['Grace', '王'])
})

test.each<Query>([
  { sort: 'newest' },
  { sort: 'oldest' },
  { sort: 'last-seen' },
  { q: 'test' },
  { q: 'test', sort: 'last-seen' },
])('pages of two hold each account once: %j', async (query) => {
  const list = api.as(admin).admin.users.list
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await list.query({ ...query, limit: 2, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  const whole = await list.query({ ...query, limit: 100 })
  expect(seen).toEqual(whole.items.map(({ id }) => id))
  expect(seen).toHaveLength(6)
})

test.each<[string, Query]>([
  ['colour', { colour: 'red' }],
  ['role', { role: 'boss' }],
  ['verified', { verified: 'perhaps' }],
  ['from', { from: '2026-02-30' }],
  ['to', { from: '2026-03-02', to: '2026-03-01' }],
  ['timeZone', { timeZone: 'Mars/Olympus' }],
  ['sort', { sort: 'name' }],
  ['q', { q: 'a b c d e f' }],
  ['cursor', { cursor: 'abc' }],
])('a filter that makes no sense is refused by name: %s', async (path, query) => {
  expect(await namesOf(query)).toEqual([`400 InvalidFields ${path}`])
})

test('a cursor belongs to the filters of its list', async () => {
  const { nextCursor } = await api.as(admin).admin.users.list.query({ q: 'test', limit: 2 })
  expect(await namesOf({ cursor: nextCursor ?? '', q: 'desk' })).toEqual([
    '400 InvalidFields cursor',
  ])
})

test('words are found whether most accounts have them, or those far away in the order', async () => {
  // Leaves out the events that each would write.
  await db.execute(sql`alter table users disable trigger user`)
  for (let from = 1; from <= 22_501; from += 2_500)
    await db.execute(sql`
      insert into users (id, email, name, created_at)
      select gen_random_uuid(), part || '-' || n || '@crowd.test', 'Crowd',
        '2025-04-01T00:00:00Z'::timestamptz + n * interval '1 minute'
      from (select n, case when n <= 2500 then 'early' when n <= 7500 then 'middle' else 'late' end
          as part
        from generate_series(${from}::int, ${from + 2_499}::int) n) numbered`)
  const { list } = api.as(admin).admin.users
  const emailsOf = async (q: string, sort: 'newest' | 'oldest') => {
    const first = await list.query({ q, sort, limit: 2 })
    const second = await list.query({ q, sort, limit: 1, cursor: first.nextCursor ?? '' })
    return [...first.items, ...second.items].map(({ email }) => email.split('@')[0])
  }
  expect(await emailsOf('crowd', 'oldest')).toEqual(['early-1', 'early-2', 'early-3'])
  expect(await emailsOf('early', 'newest')).toEqual(['early-2500', 'early-2499', 'early-2498'])
})

test('a page that looked at enough without finding anything says where to go on', async () => {
  const { list } = api.as(admin).admin.users
  // Finds more than are sorted, behind more than are looked through.
  const filter = { q: 'middle', sort: 'newest' as const, limit: 2 }
  const found: string[] = []
  const sizes: number[] = []
  let cursor: string | undefined
  do {
    const page = await list.query({ ...filter, ...(cursor && { cursor }) })
    sizes.push(page.items.length)
    found.push(...page.items.map(({ email }) => email))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && found.length < 3)

  expect(found.slice(0, 3)).toEqual([7500, 7499, 7498].map((n) => `middle-${n}@crowd.test`))
  expect(sizes[0]).toBe(0)
})
