import { expect, test } from 'vitest'
import { appRouter } from '../router.ts'
import { forAllTests, startApi } from '../test/api.ts'
import { operationsOf } from './operations.ts'

const api = await forAllTests(startApi())
const learner = await api.given.learner()

function inputs(count: number, input: object): Record<number, object> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [index, input]))
}

test('a batch of ten calls succeeds, one of eleven is refused as a whole', async () => {
  const call = (count: number) => {
    const input = encodeURIComponent(JSON.stringify(inputs(count, {})))
    return api.request(
      `GET /trpc/${Array(count).fill('courses.list').join(',')}?batch=1&input=${input}`,
      { token: learner.token },
    )
  }
  const ten = await call(10)
  expect([ten.status, ten.body.length]).toEqual([200, 10])
  const eleven = await call(11)
  expect([eleven.status, eleven.body.error.data.error]).toEqual([400, 'InvalidFields'])
})

test('a streamed batch is refused: its headers would leave before the calls have run', async () => {
  const headers = { 'trpc-accept': 'application/jsonl' }
  const answer = await api.request('GET /trpc/courses.list?batch=1&input=%7B%220%22%3A%7B%7D%7D', {
    token: learner.token,
    headers,
  })
  expect([answer.status, answer.body.error.data.issues[0].path]).toEqual([400, 'trpc-accept'])
})

test('a batch cannot repeat a procedure of auth, however the commas are encoded', async () => {
  for (const name of [
    'auth.login',
    'auth.resetPassword',
    'auth.verifyEmail',
    'auth.register',
    'auth.forgotPassword',
  ]) {
    for (const path of [
      `${name},${name}`,
      `${name}%2C${name}`,
      `${name},me.get,${name}`,
      `${name}%2c${name}`,
    ]) {
      const { email, password } = learner
      const answer = await api.request(`POST /trpc/${path}?batch=1`, {
        token: learner.token,
        body: inputs(3, { email, password }),
      })
      expect([path, answer.status, answer.body.error?.data?.error]).toEqual([
        path,
        400,
        'InvalidFields',
      ])
      expect(answer.text).not.toContain('eyJ')
    }
  }
})

test('each call of a batch counts against the same limits as a request of its own', async () => {
  await using strict = await startApi({ config: { rateLimitScale: 1 } })
  const { email, password } = await strict.given.learner()
  const body = { 0: { email, password: 'wrong' }, 1: { email: 'nobody@example.com' } }
  for (let count = 0; count < 5; count++)
    await strict.request('POST /trpc/auth.login,auth.forgotPassword?batch=1', { body })

  const sixth = await strict.request('POST /trpc/auth.login,auth.forgotPassword?batch=1', {
    body: { ...body, 0: { email, password } },
  })

  expect([sixth.status, sixth.body[0].error.data.error, sixth.body[1].result.data.message]).toEqual(
    [207, 'RateLimited', expect.any(String)],
  )
  expect(sixth.headers['retry-after']).toMatch(/^[1-9]\d*$/)
})

test('a path of commas is refused before anything else is checked', async () => {
  for (const path of [',', ',,,,', ',me.get', 'me.get,', '%2C%2C', `${','.repeat(900)}`]) {
    const answer = await api.request(`GET /trpc/${path}?batch=1`, { token: learner.token })
    expect([
      path.slice(0, 9),
      answer.status < 500 && answer.status >= 400,
      Array.isArray(answer.body),
    ]).toEqual([path.slice(0, 9), true, false])
  }
})

test('property names that every object has are not procedures', async () => {
  for (const name of [
    'constructor',
    '__proto__',
    'toString',
    'auth',
    'auth.constructor',
    'auth.login.constructor',
    '_def',
    'createCaller',
  ]) {
    const answer = await api.request(`GET /trpc/${name}`, { token: learner.token })
    expect([name, answer.status, answer.body.error.data.error]).toEqual([name, 404, 'NotFound'])
  }
})

test('a batch of the ten longest names fits in a URL', async () => {
  const names = operationsOf(appRouter)
    .filter(
      ({ name, type, access, input }) =>
        type === 'mutation' &&
        access === 'user' &&
        !name.startsWith('auth.') &&
        !input.safeParse({}).success,
    )
    .map(({ name }) => name)
    .sort((one, other) => other.length - one.length)
  const path = Array(10).fill(names[0]).join(',')
  expect(path.length).toBeGreaterThan(100)
  const answer = await api.request(`POST /trpc/${path}?batch=1`, {
    token: learner.token,
    body: inputs(10, {}),
  })
  expect([answer.status, answer.body.length]).toEqual([400, 10])
  expect(answer.body[0].error.data.error).toBe('MissingFields')
})

test('in a batch, a stranger gets answers to the open calls only', async () => {
  const answer = await api.request('POST /trpc/auth.forgotPassword,auth.logout?batch=1', {
    body: { 0: { email: learner.email }, 1: {} },
  })
  expect([
    answer.status,
    answer.body[0].result.data.message,
    answer.body[1].error.data.error,
  ]).toEqual([207, expect.any(String), 'TokenMissing'])
})

test('the typed client reads the name of every failure, including those that tRPC did not raise', async () => {
  await using strict = await startApi({ config: { rateLimitScale: 0.005 } })
  const names: string[] = []
  for (let count = 0; count < 4; count++) {
    const failure = await strict
      .as(learner)
      .cart.add.mutate({ courseId: 'not an id' })
      .catch((error) => error)
    names.push(failure.data?.error)
  }
  expect(names).toEqual(['InvalidFields', 'InvalidFields', 'InvalidFields', 'RateLimited'])
})

test.each([
  'POST /trpc/auth.login,me.get?batch=1',
  'GET /trpc/courses.list,cart.add?batch=1',
  'GET /trpc/cart.add',
  'POST /trpc/me.get',
  'PUT /trpc/me.get',
])(
  '%s, with the wrong method or a mixed batch, is refused with the one error body',
  async (address) => {
    const answer = await api.request(address, {
      token: learner.token,
      ...(address.startsWith('POST') && { body: {} }),
    })

    const [{ error }] = [answer.body].flat()
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(error.data).toMatchObject({
      requestId: answer.headers['x-request-id'],
      type: expect.stringContaining('http://lyceum.test/docs/errors#'),
    })
  },
)
