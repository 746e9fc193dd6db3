import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { type Api, startApi } from '../test/api.ts'
import { tally } from '../test/at-once.ts'

const { limitExemptNetworks } = readConfig({ LIMIT_EXEMPT_NETWORKS: '198.51.100.0/24' })
const [school, elsewhere] = ['198.51.100.7', '203.0.113.7']
const published = { limitExemptNetworks, rateLimitScale: 1 }
// Allows six requests of strangers a minute.
const few = { limitExemptNetworks, rateLimitScale: 0.02 }

async function statusesOf(count: number, send: (index: number) => Promise<{ status: number }>) {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) statuses.push((await send(index)).status)
  return tally(statuses)
}

const register = (api: Api, ip: string, name: string) =>
  api.request('POST /auth/signup', {
    body: { email: `${name}@example.com`, password: 'a long enough sentence', name: 'Ada' },
    ip,
  })

test('pupils register from the school as they like, where others are refused after twenty in an hour', async () => {
  await using api = await startApi({ config: { limitExemptNetworks, rateLimitScale: 0.1 } })

  expect(await statusesOf(12, (index) => register(api, school, `pupil-${index}`))).toEqual({
    201: 12,
  })
  await api.deps.limits.add('registrationsPerIp', elsewhere, 20)
  expect((await register(api, elsewhere, 'other')).status).toBe(429)
  const { rows } = await api.deps.db.execute(
    sql`select key from rate_counters where key like '%PerIp:198.51.100.%'`,
  )
  expect(rows).toEqual([])
}, 120_000)

test('the sixth wrong password of an account is refused at the school too, with the right one', async () => {
  await using api = await startApi({ config: published })
  const [ada, grace] = [await api.given.learner(), await api.given.learner()]
  const login = (email: string, password: string) =>
    api.request('POST /auth/login', { body: { email, password }, ip: school })

  expect(await statusesOf(6, () => login(ada.email, 'not the right one'))).toEqual({
    401: 5,
    429: 1,
  })
  expect((await login(ada.email, ada.password)).status).toBe(429)
  expect((await login(grace.email, grace.password)).status).toBe(200)
})

test('requests of strangers from the school have no bound, and say what the limit would be', async () => {
  await using api = await startApi({ config: few })
  const read = (ip: string) => api.request('GET /openapi.json', { ip })

  expect(await statusesOf(20, () => read(school))).toEqual({ 200: 20 })
  expect((await read(school)).headers).toMatchObject({
    'ratelimit-limit': '6',
    'ratelimit-remaining': '6',
  })
  expect(await statusesOf(7, () => read(elsewhere))).toEqual({ 200: 6, 429: 1 })
})

test('an account has its limit at the school as anywhere', async () => {
  await using api = await startApi({ config: few })
  const { token } = await api.given.learner()

  expect(await statusesOf(13, () => api.request('GET /api/v1/me', { token, ip: school }))).toEqual({
    200: 12,
    429: 1,
  })
})

test.each([
  ['a trusted proxy', 'loopback', { 200: 20 }],
  ['nobody that is trusted', false as const, { 200: 6, 429: 14 }],
])('through a socket, an address forwarded by %s', async (_by, trustProxy, expected) => {
  await using api = await startApi({ config: { ...few, trustProxy } })
  const url = await api.server.listen({ host: '127.0.0.1', port: 0 })
  const read = (forwarded: string) =>
    fetch(`${url}/openapi.json`, { headers: { 'x-forwarded-for': forwarded } })

  expect(await statusesOf(20, () => read('::ffff:198.51.100.7'))).toEqual(expected)
})

test('a client behind a trusted proxy that claims to be at the school is not', async () => {
  await using api = await startApi({ config: { ...few, trustProxy: '10.1.0.0/16' } })
  const read = () =>
    api.request('GET /openapi.json', {
      ip: '10.1.2.3',
      headers: { 'x-forwarded-for': `${school}, ${elsewhere}` },
    })

  expect(await statusesOf(7, read)).toEqual({ 200: 6, 429: 1 })
})

test('whoever signed in at the school makes it known for their account alone', async () => {
  // Allows an account two wrong passwords an hour from unknown addresses, and two from known ones.
  await using api = await startApi({ config: { limitExemptNetworks, rateLimitScale: 0.04 } })
  const [ada, grace] = [await api.given.learner(), await api.given.learner()]
  const login = (email: string, password: string, ip: string) =>
    api.request('POST /auth/login', { body: { email, password }, ip })
  await login(ada.email, ada.password, school)
  for (const [index, { email }] of [ada, grace].entries())
    for (let host = 1; host <= 3; host++)
      await login(email, 'not the right one', `203.0.11${index}.${host}`)

  expect((await login(ada.email, ada.password, school)).status).toBe(200)
  expect((await login(grace.email, grace.password, school)).status).toBe(429)
})
