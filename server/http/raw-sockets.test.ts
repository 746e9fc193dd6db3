import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, startApi } from '../test/api.ts'

const api = await forAllTests(startApi())
beforeAll(() => api.server.listen({ port: 0, host: '127.0.0.1' }))

interface Exchange {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server says
  body: any
}

/**
 * Writes bytes, keeps writing as long as the server listens, and resolves when the server has
 * closed the connection.
 */
function exchange(
  head: string,
  { endless, patience = 5_000 }: { endless?: string; patience?: number } = {},
): Promise<Exchange> {
  const { port } = api.server.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    // Writes at once: on a busy machine what never ends would come before it.
    socket.write(head)
    const writing = setInterval(
      () => endless !== undefined && socket.writable && socket.write(endless),
      5,
    )
    const tooLong = setTimeout(() => {
      socket.destroy()
      reject(new Error(`The server left the connection open after ${JSON.stringify(received)}`))
    }, patience)
    let received = ''
    socket.on('data', (data) => {
      received += data
    })
    // Ignores failed writes into a connection that the server has closed, which is awaited.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(writing)
      clearTimeout(tooLong)
      const [top = '', body = ''] = received.split('\r\n\r\n')
      const [status = '', ...lines] = top.split('\r\n')
      const headers = Object.fromEntries(
        lines.map((line) => [
          line.split(': ')[0]?.toLowerCase(),
          line.slice(line.indexOf(': ') + 2),
        ]),
      )
      resolve({
        status: Number(status.split(' ')[1]),
        headers,
        body: body.startsWith('{') ? JSON.parse(body) : body,
      })
    })
  })
}

const host = 'Host: lyceum.test\r\n'
const json = 'Content-Type: application/json\r\n'

describe('a request with ambiguous framing is refused with the one error body, and the connection is closed', () => {
  test.each([
    [
      'length and chunks',
      `POST /auth/login HTTP/1.1\r\n${host}${json}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'two lengths',
      `POST /auth/login HTTP/1.1\r\n${host}${json}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}`,
    ],
    [
      'a length that is no number',
      `POST /auth/login HTTP/1.1\r\n${host}${json}Content-Length: +2\r\n\r\n{}`,
    ],
    [
      'two encodings',
      `POST /auth/login HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a chunk of no size',
      `POST /auth/login HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`,
    ],
    ['bare line feeds', `GET /livez HTTP/1.1\nHost: lyceum.test\n\n`],
    ['a folded header', `GET /livez HTTP/1.1\r\n${host}X-A: b\r\n c\r\n\r\n`],
    ['a space before the colon', `GET /livez HTTP/1.1\r\nHost : lyceum.test\r\n\r\n`],
    ['a NUL in a header', `GET /api/v1/me HTTP/1.1\r\n${host}Authorization: Bearer a\0b\r\n\r\n`],
    ['two hosts', `GET /livez HTTP/1.1\r\n${host}Host: evil.example\r\nConnection: close\r\n\r\n`],
    ['the same host twice', `GET /livez HTTP/1.1\r\n${host}${host}Connection: close\r\n\r\n`],
    [
      'two hosts of a preflight request',
      `OPTIONS /livez HTTP/1.1\r\n${host}${host}Connection: close\r\n\r\n`,
    ],
    ['no host', `GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['a method that there is not', `FOO /api/v1/me HTTP/1.1\r\n${host}\r\n`],
    ['another protocol', `GET /api/v1/me SPDY/9\r\n${host}\r\n`],
  ])('%s', async (_what, bytes) => {
    const { status, headers, body } = await exchange(bytes)
    expect([status, body.error, body.status]).toEqual([400, 'InvalidFields', 400])
    expect([headers['content-type'], headers.connection]).toEqual([
      'application/json; charset=utf-8',
      'close',
    ])
    expect(headers['x-request-id']).toBe(body.requestId)
  })

  test.each([
    ['a header of 100 kB', `GET /livez HTTP/1.1\r\n${host}X-A: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['an address of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
  ])('%s is too large', async (_what, bytes) => {
    const { status, headers, body } = await exchange(bytes)
    expect([status, body.error, headers['x-request-id']]).toEqual([
      413,
      'PayloadTooLarge',
      body.requestId,
    ])
  })
})

test('a request that does not arrive in time may be sent again: a busy server cannot tell who was late', async () => {
  const { status, headers, body } = await exchange(`GET /livez HTTP/1.1\r\n${host}X-A: b`, {
    patience: 15_000,
  })

  expect([status, body.error, headers.connection]).toEqual([503, 'ServiceUnavailable', 'close'])
})

describe('a body that never ends is answered at once, and the connection is closed', () => {
  const chunk = `400\r\n${'x'.repeat(1024)}\r\n`
  test.each([
    ['POST /api/cart', 401, 'TokenMissing'],
    ['GET /api/v1/me', 401, 'TokenMissing'],
    ['POST /trpc/cart.add', 401, 'TokenMissing'],
    ['PUT /api/v1/me', 405, 'MethodNotAllowed'],
    ['POST /nothing', 404, 'NotFound'],
    ['POST /api/v1/payments/unused/webhook', 404, 'NotFound'],
    ['POST /auth/login', 413, 'PayloadTooLarge'],
    ['POST /trpc/auth.login', 413, 'PayloadTooLarge'],
  ])('%s', async (line, status, error) => {
    const answer = await exchange(
      `${line} HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n${chunk}`,
      { endless: chunk },
    )
    expect([answer.status, answer.body.error?.data?.error ?? answer.body.error]).toEqual([
      status,
      error,
    ])
    expect(answer.headers.connection).toBe('close')
  })

  test.each([
    ['POST /api/cart', 401],
    ['POST /auth/login', 413],
  ])('%s with a declared gigabyte', async (line, status) => {
    const answer = await exchange(
      `${line} HTTP/1.1\r\n${host}${json}Content-Length: 1000000000\r\n\r\n{`,
      { endless: 'x'.repeat(1024) },
    )
    expect([answer.status, answer.headers.connection]).toEqual([status, 'close'])
  })
})

test('a proxy may send the whole URL', async () => {
  const get = (target: string) =>
    exchange(`GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)

  expect((await get('http://lyceum.test/livez')).status).toBe(200)
  expect((await get('http://lyceum.test/livez/')).status).toBe(404)
})

test('two Idempotency-Key headers are refused, not joined to a third key', async () => {
  const { token } = await api.given.learner()
  const { status, body } = await exchange(
    `POST /courses/${randomUUID()}/certificate HTTP/1.1\r\n${host}Connection: close\r\n` +
      `Authorization: Bearer ${token}\r\nIdempotency-Key: a\r\nIdempotency-Key: b\r\n\r\n`,
  )
  expect([status, body.issues?.[0]?.path]).toEqual([400, 'Idempotency-Key'])
})

test('with two Authorization headers a stranger stays a stranger', async () => {
  const { token } = await api.given.learner()
  const bearer = (value: string) => `Authorization: Bearer ${value}\r\n`
  for (const [headers, statuses] of [
    [bearer('x') + bearer(token), [401, 400]],
    [bearer(token), [200]],
  ] as const) {
    const { status } = await exchange(
      `GET /api/v1/me HTTP/1.1\r\n${host}Connection: close\r\n${headers}\r\n`,
    )
    expect(statuses).toContain(status)
  }
})

test('the refusal of an ordinary request keeps the connection open', async () => {
  const request = (body: string, connection = '') =>
    `POST /auth/login HTTP/1.1\r\n${host}${json}${connection}Content-Length: ${body.length}\r\n\r\n${body}`
  const { port } = api.server.server.address() as AddressInfo
  const received = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(request('{}') + request('{}', 'Connection: close\r\n')),
    )
    socket.on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
  })
  expect(received.match(/HTTP\/1\.1 400/g)).toHaveLength(2)
})

describe('a refusal before there is a route has all that every answer has', () => {
  test.each([
    ['malformed bytes', `GET /livez HTTP/1.1\r\n${host}broken\r\n\r\n`, 400],
    [
      'a header of 100 kB',
      `GET /livez HTTP/1.1\r\n${host}X-A: ${'a'.repeat(100_000)}\r\n\r\n`,
      413,
    ],
    ['a malformed URL', `GET /%E0%A4%A HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 400],
    [
      'a parameter that is too long',
      `GET /api/lessons/${'x'.repeat(1001)} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      400,
    ],
    ['two hosts', `GET / HTTP/1.1\r\n${host}${host}Connection: close\r\n\r\n`, 400],
    ['CONNECT', `CONNECT lyceum.test:443 HTTP/1.1\r\n${host}\r\n`, 405],
    [
      'an expectation that there is not',
      `GET /nothing HTTP/1.1\r\n${host}Expect: 200-ok\r\nConnection: close\r\n\r\n`,
      404,
    ],
  ])('%s', async (_what, bytes, expected) => {
    const { status, headers, body } = await exchange(bytes)

    expect(status).toBe(expected)
    expect(body).toMatchObject({ status: expected, requestId: headers['x-request-id'] })
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-frame-options': expect.any(String),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'ratelimit-limit': expect.stringMatching(/^\d+$/),
      'ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'ratelimit-reset': expect.stringMatching(/^\d+$/),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })
})

test.each([
  ...['*', '*livez', '*api/v1/courses', '*/livez'].map((target) => [target, 400] as const),
  ...['/..', '/../livez', '/%2e%2e/livez', '/%2elivez'].map((target) => [target, 404] as const),
])('a GET of %j is answered %i: it is no request for a page', async (target, status) => {
  const answer = await exchange(`GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
  expect(answer.status).toBe(status)
})
