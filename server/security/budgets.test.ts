import { expect, test } from 'vitest'
import { endpointRoutesWith } from '../http/openapi/describe-endpoints.ts'
import { operationsOf } from '../http/operations.ts'
import { appRouter } from '../router.ts'
import { forAllTests, startApi } from '../test/api.ts'
import { type LimitName, limits } from './limits.ts'

const api = await forAllTests(startApi({ config: { rateLimitScale: 0.01 } }))

const operations = operationsOf(appRouter)
const names = Object.keys(limits) as LimitName[]
let requests = 0
/** Gives each request its own address: only limits by account count them together. */
const newIp = () => `198.51.100.${++requests}`

test.each(names)('%s is named by an operation or an endpoint', (name) => {
  const named = operations.filter(({ rest }) => rest.limits.includes(name))
  expect(named.length + endpointRoutesWith(name).length).toBeGreaterThan(0)
})

test('limits that count the requests of an account are for operations that need one', () => {
  for (const { name, access, rest } of operations) {
    const perAccount = rest.limits.filter(
      (limit) => limits[limit].takenBy === 'request' && limits[limit].countedBy === 'account',
    )
    if (perAccount.length > 0) expect(['user', 'member', 'admin'], name).toContain(access)
  }
})

test('a request counts before its input is read, for its account from every IP address', async () => {
  const [one, other] = [await api.given.learner(), await api.given.learner()]
  const rename = (token: string) =>
    api.request('PATCH /api/v1/me', { token, body: { name: 17 }, ip: newIp() })

  expect((await rename(one.token)).body.error).toBe('InvalidFields')
  expect((await rename(one.token)).body.error).toBe('RateLimited')
  expect((await rename(other.token)).body.error).toBe('InvalidFields')
})

test('a request counts for its IP address, whoever sends it and however it arrives', async () => {
  const ip = newIp()
  const ask = (address: string) =>
    api.request(address, { body: { email: `${crypto.randomUUID()}@example.com` }, ip })

  expect((await ask('POST /auth/forgetpassword')).status).toBe(200)
  expect((await ask('POST /api/v1/auth/verify-email/resend')).body.error).toBe('RateLimited')
  expect((await ask('POST /trpc/auth.forgotPassword')).body.error.data.error).toBe('RateLimited')
})

test('strangers do not count towards the limits of an account', async () => {
  for (let count = 0; count < 2; count++)
    expect((await api.request('GET /api/v1/me/export', { ip: newIp() })).body.error).toBe(
      'TokenMissing',
    )
})
