import { afterAll, expect, test } from 'vitest'
import { type RequestOptions, startApi } from '../test/api.ts'
import { requestsPerMinute } from './protection.ts'

// Six a minute, so that a flood is short.
const api = await startApi({ config: { rateLimitScale: 0.02 } })
afterAll(() => api[Symbol.asyncDispose]())
const json = { 'content-type': 'application/json' }

test('the published limit is 300 requests a minute', async () => {
  await using published = await startApi({ config: { rateLimitScale: 1 } })
  const { headers } = await published.request('GET /openapi.json')
  expect(requestsPerMinute).toBe(300)
  expect([headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual(['300', '299'])
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
  ['malformed addresses', 'GET /api/courses/%E0%A4%A', 400, {}],
  ['HEAD', 'HEAD /openapi.json', 200, {}],
  ['requests without a token', 'GET /api/me', 401, {}],
  ['requests with a false token', 'GET /api/courses', 401, { token: 'not.a.token' }],
  ['unknown methods', 'PATCH /auth/login', 405, {}],
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
