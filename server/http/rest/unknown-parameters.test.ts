import { expect, test } from 'vitest'
import { z } from 'zod'
import { appRouter } from '../../router.ts'
import { forAllTests, startApi } from '../../test/api.ts'
import { operationsOf, routesOf } from '../operations.ts'

const api = await forAllTests(startApi())
const { token } = await api.given.learner()

async function issuesOf(address: string, options: object = {}): Promise<unknown> {
  const { status, body } = await api.request(address, { token, ...options })
  return [status, body.error, body.issues?.map(({ path }: { path: string }) => path)]
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

test('the query string of a POST has no effect', async () => {
  const course = await api.given.course()
  const body = { courseId: course.id }
  expect((await api.request('POST /api/cart?serach=css', { token, body })).status).toBe(201)
})

const admin = await api.given.admin()
const sent = { user: 'ada@example.com', course: 'knots' }

test.each([
  [
    'POST /api/v1/admin/coupons',
    { code: 'SPRING', takesOff: { percent: 20 }, maxUse: 1 },
    'maxUses',
  ],
  ['POST /api/v1/admin/enrollments', { ...sent, endAt: '2030-01-01T00:00:00.000Z' }, 'endsAt'],
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

test('of very many unknown fields ten are named, and long names are cut', async () => {
  const keys = Array.from({ length: 300 }, (_, index) => [`${index}${'x'.repeat(150)}`, 1])
  const body = { name: 'Class', ...Object.fromEntries(keys) }
  const refused = await api.request('POST /api/v1/admin/cohorts', { token: admin.token, body })
  expect([refused.status, refused.body.issues.length]).toEqual([400, 10])
  expect(JSON.stringify(refused.body).length).toBeLessThan(3_000)
})

/** The objects of a schema that take unknown fields, by their paths. */
function openIn(type: z.core.$ZodType, path: string): string[] {
  const def = type._zod.def as unknown as Record<string, unknown>
  const inner = [def.innerType, def.element, def.in, def.out, ...((def.options as unknown[]) ?? [])]
  const below = inner.flatMap((it) => (it instanceof z.ZodType ? openIn(it, path) : []))
  if (!(type instanceof z.ZodObject)) return below
  const fields = Object.entries(type.shape).flatMap(([name, it]) => openIn(it, `${path}.${name}`))
  return type.def.catchall instanceof z.ZodNever ? fields : [path, ...fields]
}

test('every input is strict at each depth, but those that take what others send', () => {
  const withFields = operationsOf(appRouter).filter(
    ({ input }) => Object.keys(input.shape).length > 0,
  )
  expect(withFields.flatMap(({ name, input }) => openIn(input, name))).toEqual([
    'auth.register',
    'auth.login',
    'auth.verifyEmail',
    'auth.resendVerification',
    'auth.forgotPassword',
    'auth.resetPassword',
    'auth.finishOAuth',
    'me.finishLink',
    'progress.update',
    'cart.add',
    'transactions.create',
    'certificates.issue',
  ])
})

const reads = routesOf(operationsOf(appRouter)).filter(
  ({ method, path, isAlias }) => method === 'GET' && path.startsWith('/api/v1/admin/') && !isAlias,
)

test.each(reads.map(({ operation: { name }, path }) => [name, path] as const))(
  'in administration, %s refuses a filter that it does not have by name, over REST and tRPC',
  async (name, path) => {
    const id = crypto.randomUUID()
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => [field, id])
    const input = JSON.stringify({ ...Object.fromEntries(ids), colour: 'red' })
    const rest = await api.request(`GET ${path.replaceAll(/\{\w+\}/g, id)}?colour=red`, {
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
