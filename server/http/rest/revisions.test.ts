import { describe, expect, test } from 'vitest'
import { appRouter } from '../../router.ts'
import { forAllTests, startApi } from '../../test/api.ts'
import { givenTeam, newCourse, type Team } from '../../test/authoring.ts'
import { describeApi } from '../openapi/openapi.ts'
import { operationsOf, routesOf } from '../operations.ts'

const api = await forAllTests(startApi())
const price = (amount: number) => ({ price: { amount, currency: 'USD' } })

function addressOf({ courseId }: Team, method = 'PATCH'): string {
  return `${method} /api/v1/authoring/courses/${courseId}`
}

function change(team: Team, tag: string | undefined, body: unknown = price(100)) {
  const headers: Record<string, string> = tag === undefined ? {} : { 'if-match': tag }
  return api.request(addressOf(team), { token: team.owner.token, headers, body })
}

test('a change needs the ETag that was read, and answers with the next one', async () => {
  const team = await givenTeam(api)
  const read = await api.request(addressOf(team, 'GET'), { token: team.owner.token })
  expect([read.headers.etag, read.body.revision]).toEqual(['"r1"', 1])

  const first = await change(team, String(read.headers.etag))
  expect([first.status, first.headers.etag, first.body.revision]).toEqual([200, '"r2"', 2])
  expect(first.body.price.amount).toBe(100)

  const late = await change(team, String(read.headers.etag), price(200))
  expect([late.status, late.body.error, late.body.facts]).toEqual([
    412,
    'DraftChanged',
    { revision: 2 },
  ])
  const after = await api.request(addressOf(team, 'GET'), { token: team.owner.token })
  expect([after.body.price.amount, after.body.revision]).toEqual([100, 2])
})

test('without If-Match nothing is written', async () => {
  const team = await givenTeam(api)
  const { status, body } = await change(team, undefined)
  expect([status, body.error]).toEqual([428, 'RevisionRequired'])
  // Ignores a revision in the body, which is no more than an unknown field.
  const inBody = await change(team, undefined, { revision: 1, ...price(100) })
  expect(inBody.status).toBe(428)
  expect((await change(team, '"r1"', { revision: 99, ...price(100) })).status).toBe(200)
})

test.each(['W/"r1"', ' "r1" '])('the tag %j of a proxy counts', async (tag) => {
  expect((await change(await givenTeam(api), tag)).status).toBe(200)
})

test.each([
  '*',
  '"r1", "r2"',
  '"r1","r1"',
  'r1',
  '"1"',
  '""',
  '"r-1"',
  '"r01"',
  '"r1.5"',
  '"r99999999999"',
  '"r2147483648"',
  '"r1',
])('If-Match: %s is refused by its name', async (tag) => {
  const { status, body } = await change(await givenTeam(api), tag)
  expect([status, body.error, body.issues?.[0]?.path]).toEqual([400, 'InvalidFields', 'If-Match'])
})

test('of fifty writers with one revision one writes, and the others hear of it', async () => {
  const team = await givenTeam(api)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, amount) => change(team, '"r1"', price(amount))),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 412)).toHaveLength(49)
  const winner = answers.find(({ status }) => status === 200)
  const after = await api.request(addressOf(team, 'GET'), { token: team.owner.token })
  expect(after.body).toEqual(winner?.body)
})

test('those who may not change anything learn nothing from If-Match', async () => {
  const team = await givenTeam(api)
  const { token } = await api.given.learner()
  for (const headers of [{}, { 'if-match': '*' }, { 'if-match': '"r1"' }]) {
    const stranger = await api.request(addressOf(team), { headers, body: price(1) })
    const learner = await api.request(addressOf(team), { token, headers, body: price(1) })
    expect([stranger.status, learner.status < 500]).toEqual([401, true])
    expect(learner.status).not.toBe(412)
  }
})

test('over tRPC the revision is a field of the input', async () => {
  const { courseId, owner } = await givenTeam(api)
  const { authoring } = api.as(owner)
  const changed = await authoring.update.mutate({ courseId, revision: 1, ...price(5) })
  expect(changed.revision).toBe(2)
  await expect(
    authoring.update.mutate({ courseId, revision: 1, ...price(6) }),
  ).rejects.toMatchObject({ data: { error: 'DraftChanged', facts: { revision: 2 } } })
  const without = await api.request('POST /trpc/authoring.update', {
    token: owner.token,
    body: { courseId, ...price(7) },
  })
  expect(without.body.error.data).toMatchObject({ error: 'MissingFields' })
  expect(without.body.error.data.issues[0].path).toBe('revision')
})

test('a created course answers with its ETag', async () => {
  const { token } = await api.given.admin()
  const { status, headers } = await api.request('POST /api/v1/authoring/courses', {
    token,
    body: newCourse(),
  })
  expect([status, headers.etag]).toEqual([201, '"r1"'])
})

test('the ETag of terms is for If-Match alone: the answer shows more than they do', async () => {
  const team = await givenTeam(api)
  const { status, headers } = await api.request(addressOf(team, 'GET'), {
    token: team.owner.token,
    headers: { 'if-none-match': '"r1"' },
  })
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
})

test('pages of other origins may send If-Match, PUT, and read the ETag', async () => {
  await using frontends = await startApi({
    config: { corsOrigins: ['https://learn.example.org'] },
  })
  const origin = 'https://learn.example.org'
  const preflight = await frontends.request('OPTIONS /api/v1/authoring/courses', {
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,if-match',
    },
  })
  expect(preflight.headers['access-control-allow-methods']).toContain('PUT')
  expect(preflight.headers['access-control-allow-headers']).toContain('if-match')
  const answer = await frontends.request('GET /api/v1/courses', { headers: { origin } })
  expect(answer.headers['access-control-expose-headers']).toContain('etag')
})

describe('of every operation that changes what has a revision', () => {
  const document = describeApi('http://lyceum.test')
  const revisioned = routesOf(operationsOf(appRouter)).filter(
    ({ operation }) => operation.rest.revisioned && operation.type === 'mutation',
  )

  test('there are some', () => expect(revisioned.length).toBeGreaterThan(0))

  test.each(revisioned.map((route) => [route.operation.name, route] as const))(
    '%s is refused without the revision that it is for',
    async (name, { method, path }) => {
      const { courseId } = await givenTeam(api)
      const { token } = await api.given.admin()
      const address = path.replace('{courseId}', courseId).replace(/\{\w+\}/g, 'lesson-1')
      const ask = (headers: Record<string, string>) =>
        api.request(`${method} ${address}`, { token, headers, body: {} })
      expect((await ask({})).body.error).toBe('RevisionRequired')
      expect((await ask({ 'if-match': '*' })).body).toMatchObject({
        error: 'InvalidFields',
        issues: expect.arrayContaining([expect.objectContaining({ path: 'If-Match' })]),
      })
      const overRpc = await api.request(`POST /trpc/${name}`, { token, body: { courseId } })
      const { issues } = overRpc.body.error.data
      expect(issues.map(({ path }: { path: string }) => path)).toContain('revision')
    },
  )

  test.each(revisioned.map((route) => [route.operation.name, route] as const))(
    '%s the document asks for If-Match, and for no revision in the body',
    (_name, { method, path, operation }) => {
      const item = document.paths[path]
      const described = item?.[method.toLowerCase() as keyof typeof item]
      const header = described?.parameters?.find(({ name }) => name === 'If-Match')
      expect(header).toMatchObject({ in: 'header', required: true })
      const body = described?.requestBody?.content['application/json']?.schema.$ref
      const schema = document.components.schemas[body?.split('/').at(-1) ?? '']
      expect(Object.keys(schema?.properties ?? {})).not.toContain('revision')
      expect(Object.keys(described?.responses ?? {})).toEqual(
        expect.arrayContaining(['412', '428']),
      )
      // Repeats nothing: after a lost answer a retry gets 412, and the client has to read again.
      expect(operation.rest.repeatable).toBe(false)
    },
  )
})
