import { describe, expect, test } from 'vitest'
import { doorLimits } from '../../security/door-limits.ts'
import { forAllTests, type RequestOptions, startApi } from '../../test/api.ts'

// Allows six a minute, so that a flood is short.
const api = await forAllTests(startApi({ config: { rateLimitScale: 0.02 } }))
const json = { 'content-type': 'application/json' }

test('the published limits are 300 requests a minute of strangers and 600 of an account', async () => {
  await using published = await startApi({ config: { rateLimitScale: 1 } })
  const { token } = await published.given.learner()
  const left = async (options: RequestOptions) => {
    const { headers } = await published.request('GET /openapi.json', options)
    return [headers['ratelimit-limit'], headers['ratelimit-remaining']]
  }

  expect(await left({})).toEqual(['300', '299'])
  expect(await left({ token })).toEqual(['600', '599'])
  expect([doorLimits.strangersPerIp.uses, doorLimits.callsPerAccount.uses]).toEqual([300, 600])
})

const floods: [string, string, number, RequestOptions][] = [
  ['unknown addresses', 'GET /nothing/here', 404, {}],
  [
    'unknown addresses with malformed JSON',
    'POST /nothing/here',
    404,
    { body: '{', headers: json },
  ],
  ['malformed JSON', 'POST /auth/login', 400, { body: '{', headers: json }],
  ['malformed addresses', 'GET /api/v1/courses/%E0%A4%A', 400, {}],
  ['HEAD', 'HEAD /openapi.json', 200, {}],
  ['requests without a token', 'GET /api/v1/me', 401, {}],
  ['requests with a false token', 'GET /api/courses', 401, { token: 'not.a.token' }],
  ['unknown methods', 'PATCH /auth/login', 405, {}],
  ['OPTIONS', 'OPTIONS /api/v1/cart', 204, {}],
  ['compressed bodies', 'POST /auth/login', 415, { headers: { 'content-encoding': 'gzip' } }],
  [
    'other media types',
    'POST /auth/login',
    415,
    { body: 'x', headers: { 'content-type': 'text/plain' } },
  ],
  ['bodies that are too long', 'POST /auth/login', 413, { body: { email: 'x'.repeat(70_000) } }],
  ['tRPC calls of strangers', 'GET /trpc/me.get', 401, {}],
  ['tRPC calls of nothing', 'GET /trpc/,,,,', 404, {}],
]

test.each(floods.map(([what, ...rest], index) => [what, `192.0.2.${index}`, ...rest] as const))(
  '%s end in 429 with a pause, and so does everything else from there',
  async (_what, ip, address, status, options) => {
    for (let count = 0; count < 6; count++)
      expect((await api.request(address, { ...options, ip })).status).toBe(status)

    for (const blocked of [address, 'GET /openapi.json', 'POST /auth/login']) {
      const answer = await api.request(blocked, { ...(blocked === address && options), ip })
      expect([blocked, answer.status]).toEqual([blocked, 429])
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
      expect(answer.headers).toMatchObject({ 'ratelimit-limit': '6', 'ratelimit-remaining': '0' })
      if (address.startsWith('HEAD') && blocked === address) continue
      const problem = answer.body.error?.data ?? answer.body
      expect(problem).toMatchObject({
        error: 'RateLimited',
        status: 429,
        requestId: answer.headers['x-request-id'],
      })
    }
    expect((await api.request('GET /livez', { ip })).status).toBe(200)
  },
)

test('a different IP address is not limited, a different one of the same IPv6 subscriber is', async () => {
  for (let count = 0; count < 7; count++)
    await api.request('GET /openapi.json', { ip: `2001:db8:7:7::${count}` })
  expect((await api.request('GET /openapi.json', { ip: '2001:db8:7:7:1::' })).status).toBe(429)
  expect((await api.request('GET /openapi.json', { ip: '2001:db8:7:8::' })).status).toBe(200)
})

describe('signed in', () => {
  // Twelve a minute.
  const calls = Math.floor(doorLimits.callsPerAccount.uses * 0.02)
  const statusesOf = async (count: number, send: () => Promise<{ status: number }>) => {
    const statuses: number[] = []
    for (let sent = 0; sent < count; sent++) statuses.push((await send()).status)
    return statuses
  }

  test('an account has its own requests, from every IP address and over every door', async () => {
    const [learner, other] = [await api.given.learner(), await api.given.learner()]
    const { token } = learner
    const ip = '198.51.100.1'
    await statusesOf(7, () => api.request('GET /nothing', { ip }))

    const used = [
      ...(await statusesOf(calls - 6, () => api.request('GET /api/v1/me', { token, ip }))),
      ...(await statusesOf(1, () => api.request('GET /nothing', { token, ip: '198.51.100.2' }))),
      ...(await statusesOf(2, () =>
        api.request('GET /trpc/me.get,cart.get?batch=1&input={"0":{},"1":{}}', { token, ip }),
      )),
      ...(await statusesOf(1, () => api.request('GET /trpc/me.get?input={}', { token, ip }))),
    ]
    expect(new Set(used)).toEqual(new Set([200, 404]))

    for (const [address, from] of [
      ['GET /api/v1/me', ip],
      ['GET /trpc/me.get?input={}', ip],
      ['GET /api/v1/me', '198.51.100.3'],
    ] as const) {
      const answer = await api.request(address, { token, ip: from })
      expect([address, answer.status]).toEqual([address, 429])
      expect(answer.headers).toMatchObject({
        'ratelimit-limit': String(calls),
        'ratelimit-remaining': '0',
        'ratelimit-reset': answer.headers['retry-after'],
      })
    }
    expect((await api.request('GET /api/v1/me', { token: other.token, ip })).status).toBe(200)
  })

  test('a minute later it starts anew', async () => {
    const { token } = await api.given.learner()
    await statusesOf(calls + 1, () => api.request('GET /api/v1/me', { token }))
    api.advance(60_000)
    const { status, headers } = await api.request('GET /api/v1/me', { token })
    expect([status, headers['ratelimit-remaining']]).toEqual([200, String(calls - 1)])
  })

  test('a thousand forged, foreign and expired tokens from one IP address are a stranger’s', async () => {
    const { token } = await api.given.learner()
    const [head = '', payload = '', signature = ''] = token.split('.')
    const ip = '198.51.100.4'
    const forged = (count: number) =>
      `${head}.${payload}.${signature.slice(0, -6)}${String(count).padStart(6, 'A')}`

    const statuses: number[] = []
    for (let count = 0; count < 1_000; count++)
      statuses.push((await api.request('GET /api/v1/me', { token: forged(count), ip })).status)

    expect(statuses.slice(0, 6)).toEqual(Array(6).fill(401))
    expect(new Set(statuses.slice(6))).toEqual(new Set([429]))
    expect((await api.request('GET /api/v1/me', { token, ip })).status).toBe(200)
  })

  test('a token that was ended counts as a stranger’s and uses up nothing of its account', async () => {
    const learner = await api.given.learner()
    const ip = '198.51.100.5'
    const session = await api.deps.sessions.open(api.deps.db, learner.id)
    const from = api.deps.now()
    const again = await api.deps.tokens.issue(
      { userId: learner.id, sessionId: session.id },
      { from, until: session.expiresAt },
    )
    await api.request('POST /api/v1/auth/logout', { token: learner.token, ip })

    const statuses = await statusesOf(20, () =>
      api.request('GET /api/v1/me', { token: learner.token, ip }),
    )

    expect(statuses.slice(0, 7)).toEqual(Array(7).fill(401))
    expect(statuses.at(-1)).toBe(429)
    const { headers } = await api.request('GET /api/v1/me', { token: again, ip })
    expect(Number(headers['ratelimit-remaining'])).toBe(calls - 3)
  })

  test.each([
    ['at an unknown address', 'GET /nothing', 404, {}],
    ['with a compressed body', 'POST /api/cart', 415, { headers: { 'content-encoding': 'gzip' } }],
    ['in a batch of nothing', 'GET /trpc/nothing', 404, {}],
  ] as const)(
    'also where nobody looks at the session: %s',
    async (_where, address, status, more) => {
      const learner = await api.given.learner()
      const session = await api.deps.sessions.open(api.deps.db, learner.id)
      const again = await api.deps.tokens.issue(
        { userId: learner.id, sessionId: session.id },
        { from: api.deps.now(), until: session.expiresAt },
      )
      const ip = `2001:db8:${status}:${address.length}::1`
      await api.request('POST /api/v1/auth/logout', { token: learner.token })

      const { token } = learner
      const first = await api.request(address, { ...more, token, ip })
      expect(first.status).toBe(status)
      const limit = async () =>
        (await api.request(address, { ...more, token, ip })).headers['ratelimit-limit']
      await expect.poll(limit).toBe('6')
      await statusesOf(20, () => api.request(address, { ...more, token, ip }))
      expect((await api.request('GET /api/v1/me', { token: again, ip })).status).toBe(200)
    },
  )

  test('all accounts of one IP address together have a bound', async () => {
    await using few = await startApi({ config: { rateLimitScale: 0.001 } })
    const bound = Math.floor(doorLimits.signedInCallsPerIp.uses * 0.001)
    const statuses: number[] = []
    for (let count = 0; count <= bound; count++) {
      const { token } = await few.given.learner()
      statuses.push((await few.request('GET /api/v1/me', { token })).status)
    }
    expect(statuses).toEqual([...Array(bound).fill(200), 429])
  })
})

test('preflight requests do not use up what a stranger may ask', async () => {
  const ip = '198.51.100.6'
  const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' }
  for (let count = 0; count < 20; count++)
    expect((await api.request('OPTIONS /api/v1/cart', { ip, headers })).status).toBe(204)
  expect((await api.request('GET /openapi.json', { ip })).status).toBe(200)

  const bound = Math.floor(doorLimits.preflightsPerIp.uses * 0.02)
  for (let count = 20; count < bound; count++)
    await api.request('OPTIONS /api/v1/cart', { ip, headers })
  expect((await api.request('OPTIONS /api/v1/cart', { ip, headers })).status).toBe(429)
})
