import { expect, test } from 'vitest'
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

test('the query string of a POST has no effect, and neither do unknown fields of a body', async () => {
  const course = await api.given.course()
  const { status } = await api.request('POST /api/cart?serach=css', {
    token,
    body: { courseId: course.id, colour: 'blue' },
  })
  expect(status).toBe(201)
})

const admin = await api.given.admin()
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
