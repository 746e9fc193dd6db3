import { afterAll, expect, test } from 'vitest'
import { startApi } from '../../test/api.ts'
import { completeCourse } from '../../test/learning.ts'
import { deprecationHeaders } from './deprecation.ts'

const api = await startApi()
afterAll(() => api[Symbol.asyncDispose]())

test('an unchanged answer is not sent again', async () => {
  const { token } = await api.given.learner()
  const course = await api.given.course()
  const first = await api.request(`GET /api/courses/${course.id}`, { token })
  const etag = String(first.headers.etag)

  const again = await api.request(`GET /api/courses/${course.id}`, {
    token,
    headers: { 'if-none-match': etag },
  })

  expect(etag).toMatch(/^W\/"/)
  expect([again.status, again.text]).toEqual([304, ''])
})

test('a changed answer is sent in full', async () => {
  const { token } = await api.given.learner()
  const { etag } = (await api.request('GET /api/cart', { token })).headers
  const course = await api.given.course()
  await api.request('POST /api/cart', { token, body: { courseId: course.id } })

  const again = await api.request('GET /api/cart', {
    token,
    headers: { 'if-none-match': String(etag) },
  })

  expect([again.status, again.body.items.length]).toEqual([200, 1])
})

test('personal answers are stored by their owner’s browser only, and answers of mutations by nobody', async () => {
  const { token } = await api.given.learner()
  const course = await api.given.course()

  const read = await api.request('GET /api/cart', { token })
  const written = await api.request('POST /api/cart', { token, body: { courseId: course.id } })

  expect([read.headers['cache-control'], written.headers['cache-control']]).toEqual([
    'private, no-cache',
    'no-store',
  ])
})

test('HEAD answers with the headers of GET and no body', async () => {
  const { token } = await api.given.learner()
  const get = await api.request('GET /api/courses', { token })

  const head = await api.request('HEAD /api/courses', { token })

  expect([head.status, head.text, head.headers.etag]).toEqual([200, '', get.headers.etag])
  expect((await api.request('HEAD /api/courses')).status).toBe(401)
})

test('a 201 has a Location, a 200 has none', async () => {
  const learner = await api.given.learner()
  const { token } = learner
  const course = await api.given.course()
  const other = await api.given.course()

  const cart = [
    await api.request('POST /api/cart', { token, body: { courseId: other.id } }),
    await api.request('POST /api/cart', { token, body: { courseId: other.id } }),
  ]
  const transaction = await api.request('POST /api/v1/transaction', {
    token,
    body: { courseIds: [course.id] },
  })
  await completeCourse(api, { learner, course })
  const certificate = await api.request(`POST /courses/${course.id}/certificate`, { token })

  expect(cart.map(({ headers }) => headers.location)).toEqual(['/api/cart', undefined])
  expect(transaction.headers.location).toBe(`/api/v1/transaction/${transaction.body.id}`)
  for (const { headers } of [transaction, certificate]) {
    expect((await api.request(`GET ${headers.location}`, { token })).status).toBe(200)
  }
})

test('a page of a different origin can read the headers that a client needs', async () => {
  const { headers } = await api.request('GET /api/courses', {
    headers: { origin: 'https://learn.example' },
  })

  expect(headers['access-control-allow-origin']).toBe('*')
  const exposed = String(headers['access-control-expose-headers']).split(', ')
  const limits = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']
  expect(exposed).toEqual([
    'x-request-id',
    'retry-after',
    ...limits,
    'etag',
    'location',
    'idempotency-replayed',
  ])
})

test('a preflight request allows a browser to send a token', async () => {
  const preflight = await api.request('OPTIONS /api/progress/update', {
    headers: {
      origin: 'https://learn.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })

  expect(preflight.status).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization,content-type,idempotency-key',
    'access-control-allow-methods': expect.stringContaining('POST'),
  })
})

test('where CORS_ORIGINS names origins, only those can read answers', async () => {
  await using strict = await startApi({ config: { corsOrigins: ['https://learn.example'] } })
  const originOf = async (origin: string) =>
    (await strict.request('GET /livez', { headers: { origin } })).headers[
      'access-control-allow-origin'
    ]

  expect([await originOf('https://learn.example'), await originOf('https://evil.example')]).toEqual(
    ['https://learn.example', undefined],
  )
})

test('a deprecated route says since when it is, and when it goes away', () => {
  expect(deprecationHeaders({ since: '2027-01-01', sunset: '2027-07-01' })).toEqual({
    deprecation: '@1798761600',
    sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
  })
  expect(deprecationHeaders(undefined)).toEqual({})
})
