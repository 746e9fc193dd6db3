import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../test/api.ts'
import { completeCourse } from '../../test/learning.ts'
import { deprecationHeaders } from './deprecation.ts'

const api = await forAllTests(startApi())

test('an unchanged answer is not sent again', async () => {
  const { token } = await api.given.learner()
  const course = await api.given.course()
  const first = await api.request(`GET /api/v1/courses/${course.id}`, { token })
  const etag = String(first.headers.etag)

  const again = await api.request(`GET /api/v1/courses/${course.id}`, {
    token,
    headers: { 'if-none-match': etag },
  })

  expect(etag).toMatch(/^W\/"/)
  expect([again.status, again.text]).toEqual([304, ''])
})

test('a changed answer is sent in full', async () => {
  const { token } = await api.given.learner()
  const { etag } = (await api.request('GET /api/v1/cart', { token })).headers
  const course = await api.given.course()
  await api.request('POST /api/cart', { token, body: { courseId: course.id } })

  const again = await api.request('GET /api/v1/cart', {
    token,
    headers: { 'if-none-match': String(etag) },
  })

  expect([again.status, again.body.items.length]).toEqual([200, 1])
})

test('personal answers are stored by their owner’s browser only, and answers of mutations by nobody', async () => {
  const { token } = await api.given.learner()
  const course = await api.given.course()

  const read = await api.request('GET /api/v1/cart', { token })
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

  expect(cart.map(({ headers }) => headers.location)).toEqual(['/api/v1/cart', undefined])
  expect(transaction.headers.location).toBe(`/api/v1/transaction/${transaction.body.id}`)
  for (const { headers } of [transaction, certificate]) {
    expect((await api.request(`GET ${headers.location}`, { token })).status).toBe(200)
  }
})

test('the header Link leads through all pages of a list, at the route that was called', async () => {
  const { token } = await api.given.learner()
  for (let count = 0; count < 3; count += 1) await api.given.course()

  for (const route of ['/api/v1/courses', '/api/courses']) {
    const ids: string[] = []
    let next: string | undefined = `${route}?limit=2`
    while (next !== undefined) {
      const { body, headers } = await api.request(`GET ${next}`, { token })
      ids.push(...body.items.map(({ id }: { id: string }) => id))
      const link = /^<(.+)>; rel="next"$/.exec(String(headers.link))?.[1]
      expect([link !== undefined, link?.startsWith(`${route}?limit=2&cursor=`) ?? true]).toEqual([
        body.nextCursor !== null,
        true,
      ])
      next = link
    }
    const whole = await api.request(`GET ${route}?limit=100`, { token })
    expect(ids).toEqual(whole.body.items.map(({ id }: { id: string }) => id))
    expect(whole.headers).not.toHaveProperty('link')
  }
})

const frontend = 'http://localhost:5173'

test('in development only pages of this machine can read answers, at any port', async () => {
  const originsAllowed: string[] = []
  for (const origin of [
    frontend,
    'https://localhost',
    'http://app.localhost:8080',
    'http://127.0.0.1:3000',
    'http://[::1]:4321',
    'capacitor://localhost',
    'https://evil.example',
    'http://localhost.evil.example',
    'http://evil.example/localhost',
    'http://127.0.0.1.evil.example',
    'http://evillocalhost',
    'null',
  ]) {
    const { headers } = await api.request('GET /openapi.json', { headers: { origin } })
    if (headers['access-control-allow-origin'] === origin) originsAllowed.push(origin)
    else expect([origin, headers['access-control-allow-origin']]).toEqual([origin, undefined])
  }
  expect(originsAllowed).toEqual([
    frontend,
    'https://localhost',
    'http://app.localhost:8080',
    'http://127.0.0.1:3000',
    'http://[::1]:4321',
    'capacitor://localhost',
  ])
})

test('a page of a different origin can read the headers that a client needs', async () => {
  const { headers } = await api.request('GET /api/courses', {
    headers: { origin: frontend },
  })

  expect(headers['access-control-allow-origin']).toBe(frontend)
  const exposed = String(headers['access-control-expose-headers']).split(', ')
  const limits = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']
  expect(exposed).toEqual([
    'x-request-id',
    'retry-after',
    ...limits,
    'etag',
    'location',
    'link',
    'idempotency-replayed',
    'accept-ranges',
    'content-range',
  ])
})

test('an answer to no page carries no headers for pages, but caches keep it apart from theirs', async () => {
  const { headers } = await api.request('GET /api/courses')

  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  expect(headers.vary).toMatch(/\bOrigin\b/)
})

test('a preflight request allows a browser to send a token', async () => {
  const preflight = await api.request('OPTIONS /api/progress/update', {
    headers: {
      origin: frontend,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })

  expect(preflight.status).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': frontend,
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

test('a validator of any origin may read keys, issuer and status, whatever CORS_ORIGINS says', async () => {
  await using strict = await startApi({ config: { corsOrigins: ['https://learn.example'] } })
  for (const document of [
    '/.well-known/jwks.json',
    '/credentials/issuer',
    '/credentials/status/0',
    '/certificates/7Q3M-X9KD-2HVA-RT5E-8/credential',
  ]) {
    const { headers } = await strict.request(`GET ${document}`, {
      headers: { origin: 'https://validator.example' },
    })
    expect(headers, document).toMatchObject({ 'access-control-allow-origin': '*' })
    expect(headers, document).not.toHaveProperty('access-control-allow-credentials')
  }
})

test('a deprecated route says since when it is, and when it goes away', () => {
  expect(deprecationHeaders({ since: '2027-01-01', sunset: '2027-07-01' })).toEqual({
    deprecation: '@1798761600',
    sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
  })
  expect(deprecationHeaders(undefined)).toEqual({})
})
