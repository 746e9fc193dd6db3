import { describe, expect, test } from 'vitest'
import { assessment } from '../../features/assessment/assessment.ts'
import { authoring } from '../../features/authoring/authoring.ts'
import { courses } from '../../features/courses/courses.ts'
import { learning } from '../../features/learning/learning.ts'
import { people } from '../../features/people/people.ts'
import { platform } from '../../features/platform/platform.ts'
import { shop } from '../../features/shop/shop.ts'
import { appRouter } from '../../router.ts'
import { forAllTests, startApi } from '../../test/api.ts'
import { describeApi } from '../openapi/openapi.ts'
import { operationsOf } from '../operations.ts'

const api = await forAllTests(startApi())
const learner = await api.given.learner()
const { token } = learner
const json = { 'content-type': 'application/json' }

const strangeFields = 'fields that nobody asked for'
const emptyForms = [
  ['no body and no type', {}],
  ['a type and an empty body', { headers: json, body: '' }],
  ['a type and no body', { headers: json }],
  ['an empty object', { body: {} }],
  [strangeFields, { body: { userId: 'x', name: 'y' } }],
] as const

test('no area takes a name of the router from another', () => {
  const doors = [people, courses, shop, learning, assessment, authoring, platform]
  for (const part of ['routers', 'me', 'admin']) {
    const names = doors.flatMap((door: Record<string, object>) => Object.keys(door[part] ?? {}))
    expect(names).toEqual([...new Set(names)])
  }
})

test('what has no input, and is no operation of the specification, refuses every field', async () => {
  const body = { everywhere: true }
  const { status, body: refused } = await api.request('POST /api/v1/auth/logout', { token, body })
  expect([status, refused.issues[0].path]).toEqual([400, 'everywhere'])
})

describe.each(emptyForms)('a POST that needs no body works with %s', (what, form) => {
  test('the certificate of a course', async () => {
    const course = await api.given.course({ lessons: ['required'] })
    await api.given.enrollment(learner, course)
    const tooEarly = await api.request(`POST /courses/${course.id}/certificate`, { token, ...form })
    expect([tooEarly.status, tooEarly.body.error]).toEqual([409, 'CourseNotCompleted'])
    await api.request('POST /api/progress/update', {
      token,
      body: { lessonId: course.lessons[0]?.id, completed: true },
    })

    expect(
      (await api.request(`POST /courses/${course.id}/certificate`, { token, ...form })).body
        .verificationCode,
    ).toMatch(/^[0-9A-Z-]+/)
  })

  test.skipIf(what === strangeFields)('a logout', async () => {
    const other = await api.given.learner()
    expect(
      (await api.request('POST /api/v1/auth/logout', { token: other.token, ...form })).status,
    ).toBe(200)
  })
})

test('an alias answers as its canonical route does', async () => {
  const ids = { idOrSlug: (await api.given.course()).slug, userId: learner.id }
  for (const { rest } of operationsOf(appRouter)) {
    if (rest.aliases.length === 0) continue
    const answers = await Promise.all(
      [rest.route, ...rest.aliases].map(async (route) => {
        const address = route.replace(/\{(\w+)\}/g, (_, name) => ids[name as 'userId'] ?? 'x')
        const { status, body, headers } = await api.request(address, {
          token: (await api.given.learner()).token,
          ...(!route.startsWith('GET') && { body: {} }),
        })
        return [status, withoutIds(body), headers['cache-control'], headers.allow]
      }),
    )
    for (const answer of answers) expect([rest.route, answer]).toEqual([rest.route, answers[0]])
  }
})

/** Returns what an answer says, whoever asked. */
function withoutIds(body: unknown): string {
  const [uuid, instant] = [/[\da-f]{8}-[\da-f-]{27}/g, /\d{4}-\d\d-\d\dT[\d:.]+Z/g]
  const text = JSON.stringify(body).replace(uuid, 'ID').replace(instant, 'INSTANT')
  return text.replace(/[\w.-]+@[\w.-]+/g, 'EMAIL')
}

test('a static path takes precedence over one with a parameter', async () => {
  const { status, body } = await api.request('GET /api/v1/transaction/user', { token })
  expect([status, body]).toEqual([200, { items: [], nextCursor: null }])
  expect((await api.request('GET /api/v1/transaction/users', { token })).body.error).toBe(
    'TransactionNotFound',
  )
})

test('parameters of a path arrive decoded', async () => {
  const { id, slug } = await api.given.course()
  const encoded = [...slug].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  expect((await api.request(`GET /api/v1/courses/${encoded}`, { token })).body.id).toBe(id)
  expect(
    (await api.request(`GET /api/v1/courses/${id.toUpperCase().replaceAll('-', '%2D')}`, { token }))
      .body.id,
  ).toBe(id)
  for (const absent of [`..%2F..%2Fme`, `${slug}%00`, `${slug}%2F`, '%F0%9F%99%82']) {
    const { status, body } = await api.request(`GET /api/v1/courses/${absent}`, { token })
    expect([absent, status < 500, body.error]).toEqual([
      absent,
      true,
      expect.stringMatching(/^(CourseNotFound|InvalidFields)$/),
    ])
  }
})

test('every path answers unsupported methods with 405 and the supported ones', async () => {
  const { paths = {} } = describeApi('http://lyceum.test')
  for (const [path, item] of Object.entries(paths)) {
    const known = Object.keys(item ?? {}).map((method) => method.toUpperCase())
    if (known.includes('GET')) known.push('HEAD')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (one) => !known.includes(one),
    )) {
      const answer = await api.request(`${method} ${path.replace(/\{\w+\}/, 'x')}`, {
        body: '{',
        headers: json,
      })
      expect([method, path, answer.status, answer.headers.allow]).toEqual([
        method,
        path,
        405,
        known.sort().join(', '),
      ])
    }
  }
})

test('HEAD answers like GET, without the body', async () => {
  for (const [address, options] of [
    ['/api/v1/me', { token }],
    ['/api/v1/me', {}],
    ['/openapi.json', {}],
    ['/api/courses?limit=x', { token }],
  ] as const) {
    const get = await api.request(`GET ${address}`, options)
    const head = await api.request(`HEAD ${address}`, options)
    expect([head.status, head.headers['content-type'], head.text]).toEqual([
      get.status,
      get.headers['content-type'],
      '',
    ])
  }
})

test('a path is exact: no other case, no slash at its end, no empty part, nothing after it', async () => {
  for (const path of [
    '/AUTH/login',
    '/auth/login/',
    '//auth/login',
    '/auth/login/x',
    '/api/v1/auth/signup',
    '/auth/register',
    '/courses//certificate',
  ]) {
    expect([path, (await api.request(`POST ${path}`, { body: {} })).status]).toEqual([path, 404])
  }
  for (const path of [
    '/api/v1/courses/',
    '/api/v1/courses/?limit=5',
    '/api/lessons/',
    '/api/v1/transaction/',
    '/certificates/verify/',
    '/verify/',
    '/docs/errors/',
    '/credentials/keys/',
    '/trpc/',
    '/trpc/courses.list/',
  ]) {
    const { status, text } = await api.request(`GET ${path}`, { token })
    expect([path, status, text]).toEqual([path, 404, expect.stringContaining('NotFound')])
  }
})

test('strangers learn nothing about their input, its media type or the existence of what they request', async () => {
  for (const [address, options] of [
    ['POST /api/cart', { body: '{', headers: json }],
    ['POST /api/cart', { body: 'x', headers: { 'content-type': 'text/plain' } }],
    ['POST /api/progress/update', { body: { lessonId: 17 } }],
    ['GET /api/courses?limit=abc', {}],
    ['GET /api/lessons/x', {}],
    ['POST /trpc/cart.add', { body: '{', headers: json }],
    ['POST /trpc/cart.add', { body: { courseId: 17 } }],
    ['GET /trpc/courses.list?input={"limit":"abc"}', {}],
    ['POST /trpc/cart.add,progress.update?batch=1', { body: '[', headers: json }],
  ] as const) {
    const { status, body } = await api.request(address, options)
    expect([address, status, body.error?.data?.error ?? body.error]).toEqual([
      address,
      401,
      'TokenMissing',
    ])
  }
})
