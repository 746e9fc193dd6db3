import { Agent, request } from 'node:http'
import { printHead, printRow } from '../bench/times.ts'
import { cpuMicroseconds } from '../support/metrics.ts'
import { openPlace } from '../support/place.ts'

/*
 * `npm run checks -- strangers`: sends what anybody may send, as long as the server takes it, and
 * measures the processor time of the server for a request. Exit code 1 when one costs more than ten
 * times a request of the same route without it, or is not answered.
 */
const most = 10
const count = 100
/** Nearly all that the headers of a request may hold, or its body. */
const [headerBytes, bodyBytes] = [14_000, 65_000]

type Sent = { headers?: Record<string, string>; query?: string; body?: string }

const filled = (piece: (index: number) => string, bytes: number, separator: string): string => {
  const pieces: string[] = []
  for (let length = 0; ; length += separator.length) {
    const next = piece(pieces.length)
    length += next.length
    if (length > bytes) return pieces.join(separator)
    pieces.push(next)
  }
}
const list = (piece: (index: number) => string, separator = ', ') =>
  filled(piece, headerBytes, separator)
const tag = (index: number) => `${index.toString(36).replace(/\d/g, 'q')}-Latn`

const headers: Record<string, string> = {
  accept: list((index) => `text/x${index};q=0.${index % 10}`),
  'accept-encoding': list((index) => `x${index};q=0.1`),
  'accept-language': list((index) => `${tag(index)};q=0.${index % 10}`),
  authorization: `Bearer ${'a'.repeat(4_000)}.${'b'.repeat(6_000)}.${'c'.repeat(3_000)}`,
  baggage: list((index) => `k${index}=v`),
  cookie: list((index) => `k${index}=%41`, '; '),
  forwarded: list((index) => `for=10.0.0.${index % 250}`),
  'idempotency-key': 'k'.repeat(headerBytes),
  'if-match': list((index) => `"${index}"`),
  'if-none-match': list((index) => `W/"${index}"`),
  origin: `https://${'a.'.repeat(headerBytes / 2)}example`,
  range: `bytes=${list((index) => `${index}-${index}`, ',')}`,
  traceparent: '0'.repeat(headerBytes),
  tracestate: list((index) => `k${index}=v`, ','),
  'x-forwarded-for': list((index) => `10.0.${index % 250}.1`),
}
const queries: Record<string, string> = {
  'keys in the query': filled((index) => `k${index}=`, headerBytes, '&'),
  'one key in the query': filled(() => 'tags=a', headerBytes, '&'),
  'brackets in the query': `a${'[a]'.repeat(headerBytes / 3)}=1`,
  'escapes in the query': `q=${'%41'.repeat(headerBytes / 3)}`,
  'a long search': `q=${filled((index) => `w${index}`, headerBytes, '+')}`,
}
const bodies: Record<string, string> = {
  'a deep body': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'a list in a field': `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
  'keys in the body': `{${filled((index) => `"k${index}":0`, bodyBytes, ',')}}`,
  'fields nearly known': `{${filled((index) => `"emai${index}":0`, bodyBytes, ',')}}`,
  'a long email': JSON.stringify({ email: 'a.'.repeat(bodyBytes / 2 - 50), password: 'x' }),
  'spaces in an email': JSON.stringify({ email: `${' '.repeat(bodyBytes - 50)}a`, password: 'x' }),
  'a broken body': '['.repeat(bodyBytes),
}

const reads = ['/api/courses', '/', '/verify/7Q3M-X9KD-2HVA-RT5E-8', '/trpc/courses.list']
const writes = ['/api/v1/auth/login', '/trpc/auth.login']

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function send(url: string, { headers = {}, query, body }: Sent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const method = body === undefined ? 'GET' : 'POST'
  const target = query === undefined ? url : `${url}?${query}`
  const sending = request(target, { method, agent, headers: { ...type, ...headers } }, (answer) => {
    answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
  })
  sending.on('error', reject).end(body)
  return promise
}

await using place = await openPlace('strangers', {
  PUBLIC_OPERATIONS: 'courses.list',
  TRUST_PROXY: 'loopback, 10.0.0.0/8',
})
const server = await place.startServer()

async function costOf(url: string, sent: Sent) {
  for (let number = 0; number < 20; number++) await send(url, sent)
  const before = await cpuMicroseconds(server.url)
  let status = 0
  for (let number = 0; number < count; number++) status = await send(url, sent)
  return { status, milliseconds: ((await cpuMicroseconds(server.url)) - before) / count / 1_000 }
}

async function compare(path: string, empty: Sent, all: Record<string, Sent>): Promise<void> {
  const url = server.url + path
  for (let number = 0; number < 200; number++) await send(url, empty)
  const before = await costOf(url, empty)
  const costs: [name: string, Awaited<ReturnType<typeof costOf>>][] = []
  for (const [name, sent] of Object.entries(all))
    costs.push([name, await costOf(url, { ...empty, ...sent })])
  const after = await costOf(url, empty)
  const least = Math.min(before.milliseconds, after.milliseconds)
  for (const [name, { status, milliseconds }] of costs) {
    const times = milliseconds / least
    printRow(`${path}: ${name}`, [status, milliseconds.toFixed(2), times.toFixed(1)])
    if (times > most || status === 0 || status >= 500) process.exitCode = 1
  }
}

const asHeaders = Object.fromEntries(
  Object.entries(headers).map(([name, value]) => [name, { headers: { [name]: value } }]),
)
const asQueries = Object.fromEntries(
  Object.entries(queries).map(([name, query]) => [name, { query }]),
)
const asBodies = Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, { body }]))

printHead(['status', 'ms of CPU', 'times the empty request'])
for (const path of reads) await compare(path, {}, { ...asHeaders, ...asQueries })
for (const path of writes) await compare(path, { body: '{}' }, { ...asHeaders, ...asBodies })
agent.destroy()
