import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createLyceum, isLyceumError } from '../src/index.ts'
import { failureOf, startHostileServer } from './support.ts'

const retries = 0

test.each([
  [
    'a web page with status 200',
    200,
    'text/html',
    '<!doctype html><title>Welcome</title>',
    'UnexpectedAnswer',
  ],
  ['a web page that says 404', 404, 'text/html', '<h1>Not Found</h1>', 'UnexpectedAnswer'],
  ['a proxy’s 502', 502, 'text/html', '<html>502 Bad Gateway</html>', 'ServiceUnavailable'],
  ['a proxy’s 504 without a body', 504, 'text/plain', '', 'ServiceUnavailable'],
  ['a proxy’s own limit on bodies', 413, 'text/html', '<html>413</html>', 'PayloadTooLarge'],
  ['JSON that ends in the middle', 200, 'application/json', '[{"result":{"da', 'UnexpectedAnswer'],
  ['JSON of something else', 200, 'application/json', '{"hello":"world"}', 'UnexpectedAnswer'],
  ['JSON null', 200, 'application/json', 'null', 'UnexpectedAnswer'],
  ['an answer too few', 200, 'application/json', '[]', 'UnexpectedAnswer'],
  [
    'an answer too many',
    200,
    'application/json',
    '[{"result":{"data":1}},{"result":{"data":2}}]',
    'UnexpectedAnswer',
  ],
  ['a result without data', 200, 'application/json', '[{"result":null}]', 'UnexpectedAnswer'],
  ['nothing at all', 200, 'application/json', '', 'UnexpectedAnswer'],
] as const)(
  '%s gets an error name and a plain message',
  async (_what, status, type, body, name) => {
    await using server = await startHostileServer((_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    )
    const lyceum = createLyceum({ baseUrl: server.baseUrl, retries })

    const error = await failureOf(lyceum.courses.list.query())

    expect(error).toMatchObject({ name, status })
    expect(isLyceumError(error) && error.message).toMatch(/^(The|Too|http).*\.$/)
    expect(isLyceumError(error) && error.message).not.toMatch(/token|JSON|undefined|null/i)
  },
)

test('an error that this version does not know keeps the server’s message', async () => {
  const body = {
    error: 'SoldOut',
    message: 'The course is sold out.',
    status: 409,
    type: '',
    requestId: 'abc',
  }
  await using server = await startHostileServer((_request, response) =>
    response.writeHead(409).end(JSON.stringify(body)),
  )
  const lyceum = createLyceum({ baseUrl: server.baseUrl })

  const error = await failureOf(lyceum.transactions.create.mutate())

  expect(error).toMatchObject({
    name: 'UnknownError',
    message: 'The course is sold out.',
    status: 409,
    requestId: 'abc',
    cause: body,
  })
})

test('without a network or a server the error is NetworkError', async () => {
  const gone = await startHostileServer(() => {})
  await gone[Symbol.asyncDispose]()
  const lyceum = createLyceum({ baseUrl: gone.baseUrl, retries })

  const error = await failureOf(lyceum.courses.list.query())

  expect(error).toMatchObject({
    name: 'NetworkError',
    status: undefined,
    message: 'No connection. Check it, and try again in a moment.',
    cause: { message: expect.stringContaining(`${gone.baseUrl} cannot be reached`) },
  })
})

test('a connection that breaks in the middle of the answer is a NetworkError', async () => {
  await using server = await startHostileServer((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('[{"result":')
    setTimeout(() => response.destroy(), 20)
  })
  const lyceum = createLyceum({ baseUrl: server.baseUrl, retries })

  expect(await failureOf(lyceum.courses.list.query())).toMatchObject({ name: 'NetworkError' })
})

test.each(['localhost:3000', 'ftp://example.com', 'not a URL'])(
  'a baseUrl that is not a URL is refused at once: %s',
  (baseUrl) => {
    expect(() => createLyceum({ baseUrl })).toThrow(
      expect.objectContaining({ name: 'InvalidBaseUrl' }),
    )
  },
)

test('a server that never answers, or never ends its answer, times out and its connection closes', async () => {
  let closed = 0
  await using server = await startHostileServer((request, response) => {
    request.socket.once('close', () => {
      closed += 1
    })
    if (request.method === 'POST') response.writeHead(200).write('[')
  })
  const lyceum = createLyceum({ baseUrl: server.baseUrl, timeoutMilliseconds: 100 })

  const [silent, endless] = await Promise.all([
    failureOf(lyceum.courses.list.query()),
    failureOf(lyceum.transactions.create.mutate()),
  ])
  const own = await failureOf(lyceum.courses.list.query({}, { timeoutMilliseconds: 20 }))
  const platform = await failureOf(
    lyceum.courses.list.query({}, { signal: AbortSignal.timeout(20) }),
  )

  expect([silent, endless, own, platform]).toMatchObject([
    { name: 'Timeout' },
    { name: 'Timeout' },
    { name: 'Timeout' },
    { name: 'Timeout' },
  ])
  expect(server.requests.length).toBeGreaterThanOrEqual(2)
  await expect.poll(() => closed).toBe(server.requests.length)
})

test('an aborted call rejects at once; the others in its batch are answered', async () => {
  await using server = await startHostileServer((_request, response) => {
    setTimeout(() => response.end('[{"result":{"data":1}},{"result":{"data":2}}]'), 50)
  })
  const lyceum = createLyceum({ baseUrl: server.baseUrl })
  const controller = new AbortController()

  const aborted = failureOf(lyceum.courses.list.query({}, { signal: controller.signal }))
  const neighbour = lyceum.cart.get.query()
  setTimeout(() => controller.abort(), 10)

  expect(await aborted).toMatchObject({ name: 'Aborted' })
  expect(await neighbour).toBe(2)
})

test('aborting the only call closes its connection; a call aborted beforehand is not sent', async () => {
  let closed = 0
  await using server = await startHostileServer((request) => {
    request.socket.once('close', () => {
      closed += 1
    })
  })
  const lyceum = createLyceum({ baseUrl: server.baseUrl })
  const controller = new AbortController()

  const aborted = failureOf(lyceum.courses.list.query({}, { signal: controller.signal }))
  await expect.poll(() => server.requests.length).toBe(1)
  controller.abort()
  expect(await aborted).toMatchObject({ name: 'Aborted' })
  expect(
    await failureOf(lyceum.courses.list.query({}, { signal: controller.signal })),
  ).toMatchObject({ name: 'Aborted' })

  await expect.poll(() => closed).toBe(1)
  expect(server.requests).toHaveLength(1)
})

test('queries are retried twice after temporary failures and wait as long as the server asks', async () => {
  const times: number[] = []
  await using server = await startHostileServer((_request, response) => {
    times.push(Date.now())
    if (times.length < 3) response.writeHead(503, { 'retry-after': '1' }).end()
    else response.end('[{"result":{"data":"here"}}]')
  })
  const lyceum = createLyceum({ baseUrl: server.baseUrl })

  expect(await lyceum.courses.list.query()).toBe('here')
  const [first = 0, second = 0, third = 0] = times
  expect(second - first).toBeGreaterThanOrEqual(990)
  expect(third - second).toBeGreaterThanOrEqual(990)
})

test.each([
  ['is temporary: 503', { status: 503, retryAfter: '0' }, 3],
  ['is temporary: 429', { status: 429, retryAfter: '0' }, 3],
  ['asks for a longer wait than a program should make', { status: 429, retryAfter: '60' }, 1],
  ['is not temporary: 500', { status: 500, retryAfter: '0' }, 1],
] as const)(
  'a query is sent a sensible number of times when the failure %s',
  async (_what, { status, retryAfter }, tries) => {
    await using server = await startHostileServer((_request, response) =>
      response.writeHead(status, { 'retry-after': retryAfter }).end(),
    )
    const lyceum = createLyceum({ baseUrl: server.baseUrl })

    const error = await failureOf(lyceum.courses.list.query())

    expect(server.requests).toHaveLength(tries)
    expect(isLyceumError(error) && error.status).toBe(status)
    if (status === 429) expect(error).toHaveProperty('retryAfterSeconds', Number(retryAfter))
  },
)

test('a mutation that takes no key and is not safe to repeat is sent once', async () => {
  await using server = await startHostileServer((request, response) => {
    if (request.url?.includes('me.') === true) request.socket.destroy()
    else response.writeHead(503, { 'retry-after': '0' }).end()
  })
  const lyceum = createLyceum({ baseUrl: server.baseUrl })

  await failureOf(lyceum.me.endSession.mutate({ sessionId: 'x' }))
  await failureOf(lyceum.auth.verifyEmail.mutate({ email: 'ada@example.com', code: '12345678' }))
  await failureOf(lyceum.signIn({ email: 'ada@example.com', password: 'x' }))

  expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a mutation that is safe to repeat is retried without a key', async () => {
  await using server = await startHostileServer((_request, response) =>
    response.writeHead(503, { 'retry-after': '0' }).end(),
  )
  const lyceum = createLyceum({ baseUrl: server.baseUrl })

  await failureOf(lyceum.progress.update.mutate({ lessonId: 'x', completed: true }))
  await failureOf(lyceum.cart.remove.mutate({ courseId: 'x' }))
  await failureOf(lyceum.me.update.mutate({ name: 'Ada Lovelace' }))

  expect(server.requests).toHaveLength(9)
  for (const { headers } of server.requests) expect(headers['idempotency-key']).toBeUndefined()
})

const inUse = {
  error: 'IdempotencyKeyInUse',
  message: 'Still running.',
  status: 409,
  type: '',
  requestId: 'abc',
}

test.each([
  [
    'the connection breaks',
    (_: ServerResponse, request: IncomingMessage) => request.socket.destroy(),
    3,
  ],
  ['a proxy says 502', (response: ServerResponse) => response.writeHead(502).end('<html>'), 3],
  [
    'the server says 503',
    (response: ServerResponse) => response.writeHead(503, { 'retry-after': '0' }).end(),
    3,
  ],
  ['a proxy says 504', (response: ServerResponse) => response.writeHead(504).end(), 3],
  [
    'a limit ends in a moment',
    (response: ServerResponse) => response.writeHead(429, { 'retry-after': '0' }).end(),
    3,
  ],
  [
    'the first try still runs',
    (response: ServerResponse) =>
      response.writeHead(409, { 'retry-after': '0' }).end(JSON.stringify(inUse)),
    3,
  ],
  [
    'a limit lasts long',
    (response: ServerResponse) => response.writeHead(429, { 'retry-after': '60' }).end(),
    1,
  ],
  [
    'the server has an internal error',
    (response: ServerResponse) => response.writeHead(500).end('<html>'),
    1,
  ],
])(
  'a mutation that takes a key is sent with one key for all its tries when %s',
  async (_what, fail, tries) => {
    await using server = await startHostileServer((request, response) => fail(response, request))
    const lyceum = createLyceum({ baseUrl: server.baseUrl })

    await failureOf(lyceum.cart.add.mutate({ courseId: 'x' }))

    const keys = server.requests.map(({ headers }) => headers['idempotency-key'])
    expect([keys.length, new Set(keys).size]).toEqual([tries, 1])
    expect(keys[0]).toMatch(/^[!-~]{16,255}$/)
  },
)

test('each call gets a new key unless you pass one; calls with keys are not batched', async () => {
  await using server = await startHostileServer((_request, response) =>
    response.end('[{"result":{"data":{}}}]'),
  )
  const lyceum = createLyceum({ baseUrl: server.baseUrl, retries: 0 })
  const own = 'my-purchase-of-tuesday'

  await Promise.all([
    lyceum.cart.add.mutate({ courseId: 'x' }),
    lyceum.cart.add.mutate({ courseId: 'x' }),
    lyceum.transactions.create.mutate({}, { idempotencyKey: own }),
    lyceum.certificates.issue.mutate({ courseId: 'x' }, { idempotencyKey: own }),
  ])

  const keys = server.requests.map(({ headers }) => headers['idempotency-key'])
  expect([keys.length, new Set(keys).size, keys.filter((key) => key === own).length]).toEqual([
    4, 3, 2,
  ])
})

const limited = { error: 'RateLimited', message: 'Wait.', status: 429, type: '', requestId: 'abc' }

const refusedCall = { error: { message: 'Wait.', code: -32029, data: limited } }

test.each([
  ['each of its calls', Array.from({ length: 10 }, () => refusedCall)],
  ['the request', refusedCall],
])('a batch of ten whose limit refused %s asks again once, as a batch', async (_what, refusal) => {
  const times: number[] = []
  await using server = await startHostileServer((_request, response) => {
    times.push(Date.now())
    if (times.length === 1)
      response.writeHead(429, { 'retry-after': '1' }).end(JSON.stringify(refusal))
    else response.end(JSON.stringify(Array.from({ length: 10 }, () => ({ result: { data: 1 } }))))
  })
  const lyceum = createLyceum({ baseUrl: server.baseUrl })

  const answers = await Promise.all(Array.from({ length: 10 }, () => lyceum.cart.get.query()))

  expect(answers).toEqual(Array.from({ length: 10 }, () => 1))
  expect(server.requests.map(({ url }) => url?.split('cart.get').length)).toEqual([11, 11])
  const [first = 0, second = 0] = times
  expect(second - first).toBeGreaterThanOrEqual(1000)
})

test('calls that fail at different times never wait less than they were asked to', async () => {
  const refused = new Map<string, number>()
  const waits: number[] = []
  await using server = await startHostileServer((request, response) => {
    // Their retries may share a request, or not.
    const operations = /trpc\/([\w.,]+)/.exec(request.url ?? '')?.[1]?.split(',') ?? []
    const isNew = operations.some((operation) => !refused.has(operation))
    for (const operation of operations) {
      const before = refused.get(operation)
      if (before === undefined) refused.set(operation, Date.now())
      else waits.push(Date.now() - before)
    }
    if (isNew) response.writeHead(503, { 'retry-after': '1' }).end()
    else response.end(JSON.stringify(operations.map(() => ({ result: { data: 1 } }))))
  })
  const lyceum = createLyceum({ baseUrl: server.baseUrl })

  const first = lyceum.cart.get.query()
  await new Promise((resolve) => setTimeout(resolve, 300))
  await Promise.all([first, lyceum.courses.list.query()])

  expect(waits).toHaveLength(2)
  expect(waits.every((wait) => wait >= 1000)).toBe(true)
})

test('only the calls of a third-party sign-in send and keep cookies', async () => {
  const withCookies: string[] = []
  const lyceum = createLyceum({
    baseUrl: 'http://lyceum.test',
    retries,
    fetch: async (url, { credentials }) => {
      if (credentials === 'include') withCookies.push(url.replace(/.*trpc.|\?.*/g, ''))
      return new Response('', { status: 503 })
    },
  })

  await failureOf(lyceum.auth.startOAuth.mutate({ provider: 'school' }))
  await failureOf(
    lyceum.auth.finishOAuth.mutate({ provider: 'school', state: 's'.repeat(43), code: 'c' }),
  )
  await failureOf(lyceum.auth.providers.query())
  await failureOf(lyceum.auth.login.mutate({ email: 'ada@example.com', password: 'x' }))
  await Promise.all([failureOf(lyceum.cart.get.query()), failureOf(lyceum.me.get.query())])

  expect(withCookies).toEqual(['auth.startOAuth', 'auth.finishOAuth'])
})

test('the pause before a retry can be aborted', async () => {
  await using server = await startHostileServer((_request, response) =>
    response.writeHead(503, { 'retry-after': '9' }).end(),
  )
  const lyceum = createLyceum({ baseUrl: server.baseUrl })
  const start = Date.now()

  expect(
    await failureOf(lyceum.courses.list.query({}, { signal: AbortSignal.timeout(100) })),
  ).toMatchObject({ name: 'Timeout' })
  expect(Date.now() - start).toBeLessThan(9_000)
})

test('an input that is too long to send is refused by the SDK', async () => {
  const lyceum = createLyceum({ baseUrl: 'http://127.0.0.1:9', retries })

  expect(await failureOf(lyceum.courses.get.query({ idOrSlug: 'x'.repeat(20_000) }))).toMatchObject(
    { name: 'InvalidFields' },
  )
})
