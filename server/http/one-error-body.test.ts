import { describe, expect, test } from 'vitest'
import { type ErrorName, errors } from '../errors/errors.ts'
import { forAllTests, type RequestOptions, startApi } from '../test/api.ts'

const api = await forAllTests(startApi())
const { token } = await api.given.learner()
const json = { 'content-type': 'application/json' }

const failures: [string, ErrorName, RequestOptions?][] = [
  ['GET /nothing/here', 'NotFound'],
  ['TRACE /api/v1/me', 'NotFound'],
  ['POST /nothing/here', 'NotFound', { body: '{', headers: json }],
  ['GET /%E0%A4%A', 'InvalidFields'],
  [`GET /api/lessons/${'x'.repeat(1001)}`, 'InvalidFields', { token }],
  ['PUT /auth/login', 'MethodNotAllowed'],
  ['DELETE /api/courses', 'MethodNotAllowed', { body: '{', headers: json }],
  ['POST /auth/login', 'MalformedJson', { body: '{"email":', headers: json }],
  ['POST /auth/login', 'MalformedJson', { body: '{"__proto__":{}}', headers: json }],
  [
    'POST /auth/login',
    'UnsupportedMediaType',
    { body: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ],
  [
    'POST /auth/login',
    'UnsupportedMediaType',
    { body: '{}', headers: { ...json, 'content-encoding': 'gzip' } },
  ],
  ['POST /auth/login', 'PayloadTooLarge', { body: { email: 'x'.repeat(66_000) } }],
  ['POST /auth/login', 'MissingFields', { body: {} }],
  ['POST /auth/signup', 'InvalidFields', { body: { email: 'x', password: 'x' } }],
  ['GET /api/courses?serach=x', 'InvalidFields', { token }],
  [
    'POST /auth/login',
    'InvalidCredentials',
    { body: { email: 'nobody@example.com', password: 'x' } },
  ],
  ['GET /api/v1/me', 'TokenMissing'],
  ['GET /api/v1/me', 'TokenInvalid', { token: 'x' }],
  ['POST /api/cart', 'CourseNotFound', { token, body: { courseId: crypto.randomUUID() } }],
  ['GET /api/courses?limit=many', 'InvalidFields', { token }],
]

describe('every failure has the one error body, with the request id of its header', () => {
  test.each(
    failures.map(([address, error, options = {}]) => ({
      address: address.slice(0, 60),
      full: address,
      error,
      options,
    })),
  )('$error at $address', async ({ full, error, options }) => {
    const answer = await api.request(full, options)
    const { status } = errors[error]

    expect([answer.status, answer.headers['content-type']]).toEqual([
      status,
      'application/json; charset=utf-8',
    ])
    const { message, issues, facts, ...rest } = answer.body
    expect(rest).toEqual({
      error,
      status,
      title: expect.stringMatching(/^[A-Z][a-z ]+$/),
      detail: message,
      type: `http://lyceum.test/docs/errors#${error}`,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(message).toEqual(expect.any(String))
    expect(answer.headers['x-request-id']).toBe(rest.requestId)
    expect(answer.headers['cache-control']).toBe('no-store')
    if (issues !== undefined)
      for (const issue of issues)
        expect(Object.keys(issue).slice(0, 2)).toEqual(['path', 'message'])
    if (status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
    if (status === 405) expect(answer.headers.allow).toMatch(/^[A-Z]+(, [A-Z]+)*$/)
  })
})

test('a caller that asks for application/problem+json gets it', async () => {
  for (const [address, error, options] of failures) {
    const answer = await api.request(address, {
      ...options,
      headers: { ...options?.headers, accept: 'application/problem+json, application/json;q=0.5' },
    })
    expect([error, answer.headers['content-type']]).toEqual([
      error,
      'application/problem+json; charset=utf-8',
    ])
  }
})

test('over tRPC the same body is the data of the error, even if the request did not reach tRPC', async () => {
  const calls: [string, ErrorName, RequestOptions?][] = [
    ['GET /trpc/no.such', 'NotFound'],
    ['GET /trpc/auth.login', 'MethodNotAllowed'],
    ['PUT /trpc/auth.login', 'MethodNotAllowed', { body: {} }],
    [
      'POST /trpc/auth.login',
      'UnsupportedMediaType',
      { body: 'x', headers: { 'content-type': 'text/plain' } },
    ],
    ['POST /trpc/auth.login', 'UnsupportedMediaType', { body: 'x' }],
    ['POST /trpc/auth.login', 'PayloadTooLarge', { body: { email: 'x'.repeat(66_000) } }],
    ['POST /trpc/auth.login', 'MalformedJson', { body: '{', headers: json }],
    ['GET /trpc/courses.list?connectionParams=x', 'InvalidFields'],
    ['GET /trpc/courses.list?input={}', 'TokenMissing'],
    ['GET /trpc/courses.list?input={', 'MalformedJson', { token }],
  ]
  for (const [address, error, options] of calls) {
    const answer = await api.request(address, options)
    const { status } = errors[error]
    expect([address, answer.status]).toEqual([address, status])
    expect(answer.headers['content-type']).toMatch(/^application\/json\b/)
    expect(answer.body.error).toMatchObject({
      message: expect.any(String),
      code: expect.any(Number),
    })
    expect(answer.body.error.data).toMatchObject({
      error,
      status,
      httpStatus: status,
      type: `http://lyceum.test/docs/errors#${error}`,
      requestId: answer.headers['x-request-id'],
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    if (status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer')
  }
})

test.each([
  ['/trpc/auth.login', 65_536],
  ['/trpc/drafts.createLesson', 4_194_304],
])(
  'a body that is too long for %s is told that %i bytes are the most',
  async (address, maxBytes) => {
    const body = { text: 'x'.repeat(maxBytes) }
    const answer = await api.request(`POST ${address}`, { token, body })
    expect(answer.body.error.data).toMatchObject({ error: 'PayloadTooLarge', facts: { maxBytes } })
  },
)

test('a batch that fails for several reasons has each header once', async () => {
  const answer = await api.request('GET /trpc/me.get,cart.get?batch=1&input={"0":{},"1":{}}', {
    token: 'x',
  })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
})

test('a client cannot choose its request id', async () => {
  for (const address of [
    'GET /nothing',
    'GET /trpc/no.such',
    'GET /openapi.json',
    'GET /%E0%A4%A',
  ]) {
    const { headers } = await api.request(address, {
      headers: { 'x-request-id': 'chosen', 'request-id': 'chosen' },
    })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('a server that is stopping says when to try again, and logs no failure', async () => {
  const logLines: string[] = []
  await using stopping = await startApi({ logLines })
  stopping.app.health.draining = true
  const answer = await stopping.request('GET /readyz')
  expect([answer.status, answer.body.error, answer.headers['retry-after']]).toEqual([
    503,
    'ServiceUnavailable',
    '5',
  ])
  const lines = logLines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId)
  expect(lines).toMatchObject([{ level: 30, msg: 'request', status: 503 }])
})
