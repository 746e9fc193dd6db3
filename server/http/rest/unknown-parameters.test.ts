import { expect, test } from 'vitest'
import { z } from 'zod'
import { appRouter } from '../../router.ts'
import { forAllTests, startApi } from '../../test/api.ts'
import { mountedEndpoints } from '../endpoints/mounted.ts'
import { operationsOf, routesOf, specificationPosts } from '../operations.ts'

const api = await forAllTests(startApi())
const { token } = await api.given.learner()
const admin = await api.given.admin()

async function issuesOf(address: string, options: object = {}): Promise<unknown> {
  const { status, body } = await api.request(address, { token, ...options })
  const { error, issues } = body?.error?.data ?? body ?? {}
  return [status, error, issues?.map(({ path }: { path: string }) => path)]
}

test.each([
  ['GET /api/courses?serach=css', ['serach']],
  ['GET /api/courses?limit=5&Limit=6&query', ['Limit', 'query']],
  ['HEAD /api/courses?serach=css', undefined],
  ['GET /api/v1/me?fields=name', ['fields']],
  ['GET /api/v1/courses/some-course?idOrSlug=other', ['idOrSlug']],
  ['GET /api/courses?__proto__=x&constructor=y', ['__proto__', 'constructor']],
  [`DELETE /api/v1/me/sessions/${crypto.randomUUID()}?all=true`, ['all']],
])('%s is refused, and the unknown parameters are named', async (address, names) => {
  expect(await issuesOf(address)).toEqual([400, names && 'InvalidFields', names])
})

test('the message lists the parameters that exist', async () => {
  const { body } = await api.request('GET /api/courses?serach=css', { token })
  expect(body.issues[0].message).toMatch(
    /^is not a query parameter of this endpoint, which are: (\w+, )*limit\b/,
  )
})

test('of very many unknown parameters ten are named', async () => {
  const query = Array.from({ length: 500 }, (_, index) => `p${index}`).join('&')
  const { body } = await api.request(`GET /api/courses?${query}`, { token })
  expect(body.issues).toHaveLength(10)
})

test('a stranger is refused before the parameters are checked', async () => {
  expect((await api.request('GET /api/v1/me?fields=name')).body.error).toBe('TokenMissing')
})

test('at a POST of the specification a query string has no effect, unless it names a field', async () => {
  const course = await api.given.course()
  const body = { courseId: course.id }
  expect((await api.request('POST /api/cart?serach=css', { token, body })).status).toBe(201)
  expect(await issuesOf('POST /api/v1/transaction?couponCode=SPRING', { body: {} })).toEqual([
    400,
    'InvalidFields',
    ['couponCode'],
  ])
})

test('nothing is done that a query string asks to try: it takes no part of a body', async () => {
  const course = await api.given.course()
  const address = `POST /api/v1/authoring/courses/${course.id}/moves`
  const { status, body } = await api.request(`${address}?dryRun=true`, { token: admin.token })
  expect([status, body.issues]).toEqual([
    400,
    [{ path: 'dryRun', message: 'belongs in the body, not in the address' }],
  ])
})

const changes = routesOf(operationsOf(appRouter)).filter(
  ({ method, path }) => method !== 'GET' && !specificationPosts.includes(`${method} ${path}`),
)

test.each(changes.map(({ method, path }) => [`${method} ${path}`] as const))(
  '%s refuses a query parameter',
  async (route) => {
    const address = route.replaceAll(/\{\w+\}/g, crypto.randomUUID())
    const { status, body } = await api.request(`${address}?colour=red`, {
      token: admin.token,
      headers: { 'if-match': '"1"' },
    })
    expect([status, body.issues?.[0]?.path]).toEqual([400, 'colour'])
  },
)

const { id: courseId } = await api.given.course()
const files = mountedEndpoints
  .filter(({ takesAnyQuery }) => takesAnyQuery === undefined)
  .flatMap(({ endpoints }) => endpoints.map(({ route }) => route))

test('people, payment providers and identity providers alone may add parameters', () => {
  const open = mountedEndpoints.filter(({ takesAnyQuery }) => takesAnyQuery)
  expect(open.flatMap(({ endpoints }) => endpoints.map(({ route }) => route))).toEqual([
    'GET /verify/{code}',
    'GET /certificates/{code}.json',
    'GET /verify',
    'GET /unsubscribe/{token}',
    'POST /unsubscribe/{token}',
    'GET /api/v1/auth/oauth/{provider}/redirect',
    'GET /api/v1/auth/oauth/{provider}/return',
    'POST /api/v1/payments/{provider}/webhook',
    'GET /checkout/return',
  ])
})

test.each(files)('%s refuses a query parameter that it does not name', async (route) => {
  const address = route.replaceAll(/\{\w+\}/g, courseId)
  expect(await issuesOf(`${address}?colour=red`, { token: admin.token })).toEqual([
    400,
    'InvalidFields',
    ['colour'],
  ])
})

test.each([
  ['POST /trpc/me.get?dryRun=true', ['dryRun']],
  ['POST /trpc/me.update?input=%7B%7D', ['input']],
])('%s is refused: the address of a call holds nothing else', async (address, names) => {
  expect(await issuesOf(address, { body: {} })).toEqual([400, 'InvalidFields', names])
})

test('a field that is none is named, and not what would have been needed in its place', async () => {
  for (const address of ['PATCH /api/v1/me', 'POST /trpc/me.update']) {
    const { body } = await api.request(address, { token, body: { unknown: 1 } })
    const { error, issues } = body.error?.data ?? body
    expect([error, issues]).toEqual([
      'InvalidFields',
      [{ path: 'unknown', message: 'is no field' }],
    ])
  }
})

const sent = { user: 'ada@example.com', course: 'knots' }
const learners = `/api/v1/authoring/courses/${courseId}/learners`

test.each([
  [
    'POST /api/v1/admin/coupons',
    { code: 'SPRING', takesOff: { percent: 20 }, maxUse: 1 },
    'maxUses',
  ],
  [`POST ${learners}`, { user: sent.user, endAt: '2030-01-01T00:00:00.000Z' }, 'endsAt'],
  [
    'POST /api/v1/admin/webhooks',
    { url: 'https://example.com', type: ['course.completed'] },
    'types',
  ],
  ['POST /api/v1/admin/bulk-enrollments', { rows: [{ ...sent, endAt: '2030-01-01' }] }, 'endsAt'],
  ['POST /api/v1/transaction', { coupon: 'SPRING' }, 'couponCode'],
  ['POST /api/progress/update', { lessonId: crypto.randomUUID(), complete: true }, 'completed'],
])('%s refuses %j, and says what was meant', async (address, body, meant) => {
  const { status, body: refused } = await api.request(address, { token: admin.token, body })

  expect(status).toBe(400)
  expect(refused.issues.map(({ message }: { message: string }) => message)).toContain(
    `is no field: did you mean ${meant}?`,
  )
})

test('a client of an address of the specification may send more than it knows, to no effect', async () => {
  const course = await api.given.course()
  const body = { courseId: course.id, colour: 'blue', userId: admin.id, __proto__: { a: 1 } }
  const { status } = await api.request('POST /api/cart', { token, body })
  expect(status).toBe(201)
})

test('what a purchase does not know is refused: it might be meant for somebody else', async () => {
  const body = { courseIds: [crypto.randomUUID()], recipientEmail: 'ada@example.com' }
  expect(await issuesOf('POST /api/v1/transaction', { body })).toEqual([
    400,
    'InvalidFields',
    ['recipientEmail'],
  ])
})

test('of very many unknown fields ten are named, and long names are cut', async () => {
  const keys = Array.from({ length: 300 }, (_, index) => [`${index}${'x'.repeat(150)}`, 1])
  const body = { name: 'Class', ...Object.fromEntries(keys) }
  const refused = await api.request('POST /api/v1/admin/cohorts', { token: admin.token, body })
  expect([refused.status, refused.body.issues.length]).toEqual([400, 10])
  expect(JSON.stringify(refused.body).length).toBeLessThan(3_000)
})

/** Returns the objects of a schema that take unknown fields, by their paths. */
function openIn(type: z.core.$ZodType, path: string): string[] {
  const def = type._zod.def as unknown as Record<string, unknown>
  const inner = [def.innerType, def.element, def.in, def.out, ...((def.options as unknown[]) ?? [])]
  const below = inner.flatMap((it) => (it instanceof z.ZodType ? openIn(it, path) : []))
  if (!(type instanceof z.ZodObject)) return below
  const fields = Object.entries(type.shape).flatMap(([name, it]) => openIn(it, `${path}.${name}`))
  return type.def.catchall instanceof z.ZodNever ? fields : [path, ...fields]
}

test('every input is strict at each depth, but those that take what others send', () => {
  const operations = operationsOf(appRouter)
  expect(operations.flatMap(({ name, input }) => openIn(input, name))).toEqual([
    'auth.register',
    'auth.login',
    'auth.forgotPassword',
    'auth.resetPassword',
    'auth.finishOAuth',
    'auth.secondFactor.passkey',
    'auth.secondFactor.passkey.response',
    'me.finishLink',
    'me.confirmPasskey.passkey',
    'me.confirmPasskey.passkey.response',
    'cart.add',
    'progress.update',
    'certificates.issue',
  ])
})

const reads = routesOf(operationsOf(appRouter)).filter(
  ({ method, path, operation, isAlias }) =>
    method === 'GET' &&
    (path.startsWith('/api/v1/admin/') || operation.name.startsWith('learners.')) &&
    !isAlias,
)

test.each(reads.map(({ operation: { name }, path }) => [name, path] as const))(
  'in administration, %s refuses a filter that it does not have by name, over REST and tRPC',
  async (name, path) => {
    const id = crypto.randomUUID()
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => [field, id])
    const input = JSON.stringify({ ...Object.fromEntries(ids), courseId, colour: 'red' })
    const address = path.replace('{courseId}', courseId).replaceAll(/\{\w+\}/g, id)
    const rest = await api.request(`GET ${address}?colour=red`, {
      token: admin.token,
    })
    const rpc = await api.request(`GET /trpc/${name}?input=${encodeURIComponent(input)}`, {
      token: admin.token,
    })
    for (const { error, issues } of [rest.body, rpc.body.error.data]) {
      expect(error).toMatch(/^(Invalid|Missing)Fields$/)
      expect(issues.map(({ path }: { path: string }) => path)).toContain('colour')
    }
  },
)
