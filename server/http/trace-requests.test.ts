import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readCourseFolder } from '../../books/folder/course-folder.ts'
import { openTracing } from '../adapters/telemetry/otel-tracing.ts'
import type { TracingOptions } from '../adapters/telemetry/tracing.ts'
import { startApi } from '../test/api.ts'
import { travel } from '../test/journey.ts'
import { switchablePrinter } from '../test/printers.ts'
import { pathsOf, type ReceivedSpan, startTraceReceiver } from '../test/trace-receiver.ts'

const log = pino({ level: 'silent' })
const caller = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
const traceparent = (flags: string) => `00-${caller.trace}-${caller.span}-${flags}`

async function startTraced(options: Partial<TracingOptions> = {}) {
  const receiver = await startTraceReceiver()
  const tracing = openTracing(
    {
      endpoint: receiver.endpoint,
      headers: {},
      serviceName: 'lyceum-test',
      resourceAttributes: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
      ...options,
    },
    log,
  )
  const logLines: string[] = []
  const printer = switchablePrinter({ available: true })
  const api = await startApi({ tracing, logLines, printer })
  let isOver = false
  const end = async () => {
    if (isOver) return
    isOver = true
    await api[Symbol.asyncDispose]()
    await tracing.close()
  }
  return {
    api,
    receiver,
    logLines,
    /** Sends all spans, after which nothing can be traced any more. */
    end,
    [Symbol.asyncDispose]: async () => {
      await end()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

test('a purchase and its certificate are traced from the request to statements, jobs, prints and mails', async () => {
  await using traced = await startTraced()
  const { api, receiver } = traced
  const folder = new URL('../demo/paid/building-a-course-player', import.meta.url).pathname
  const email = 'traced.learner@example.com'
  const { course } = await readCourseFolder(folder)
  const { content, certificate } = await travel(api, course, email)
  await expect.poll(() => api.mails.some(({ text }) => text.includes('29.00'))).toBe(true)
  await traced.end()

  const paths = pathsOf(receiver.spans)
  const expected = [
    'POST /api/v1/auth/register > auth.register > transaction > insert users',
    'POST /api/v1/auth/register > auth.register > transaction > job send-code > mail',
    'POST /api/cart > cart.add > transaction > insert cart_items',
    'POST /api/v1/transaction > transactions.create > sandbox create payment',
    'POST /api/v1/attempts/:attemptId/submit > attempts.submit > transaction > job print-certificate > print certificate',
  ]
  expect(expected.filter((path) => !paths.includes(path))).toEqual([])
  // Includes the mail about the payment in the request in which the provider reported it.
  const payment = paths.find((path) => path.endsWith('job send-notification > mail'))
  expect(payment).toMatch(/^POST \/sandbox\S* > transaction > job/)
  expect(new Set(receiver.spans.map(({ service }) => service))).toEqual(new Set(['lyceum-test']))
  expect(receiver.spans.filter(({ status }) => status === 2)).toEqual([])

  const sent = receiver.bodies.join('\n')
  const inside = [email, 'traced.learner', certificate.verificationCode, content.title, '$1', 'eyJ']
  expect(inside.filter((value) => sent.includes(value))).toEqual([])
})

test('the calls of a batch are parts of one request', async () => {
  await using traced = await startTraced()
  const learner = await traced.api.given.learner()
  const client = traced.api.batchAs(learner)
  await Promise.all([client.me.get.query(), client.cart.get.query()])
  await traced.end()

  const paths = pathsOf(traced.receiver.spans)
  expect(paths.filter((path) => / > (me|cart)\.get$/.test(path)).sort()).toEqual([
    'GET /trpc/:path > cart.get',
    'GET /trpc/:path > me.get',
  ])
})

test('a trace that the caller began goes on, and the log and refusals name it', async () => {
  await using traced = await startTraced()
  const { api, receiver, logLines } = traced
  const { headers } = await api.request('GET /api/v1/me', {
    headers: { traceparent: traceparent('01') },
  })
  await api.request('GET /livez', { headers: { traceparent: 'ff-broken' } })
  await traced.end()

  const [asked, other] = receiver.spans.filter(({ name }) => name.startsWith('GET'))
  expect(asked).toMatchObject({
    name: 'GET /api/v1/me',
    traceId: caller.trace,
    parentSpanId: caller.span,
    attributes: { 'http.route': '/api/v1/me', 'http.response.status_code': 401 },
  })
  expect(headers.traceresponse).toBe(`00-${caller.trace}-${asked?.spanId}-01`)
  expect(other).toMatchObject({ name: 'GET /livez', parentSpanId: undefined })
  const [line] = logLines
    .map((line) => JSON.parse(line))
    .filter(({ route }) => route === '/api/v1/me')
  expect(line).toMatchObject({ requestId: headers['x-request-id'], traceId: caller.trace })
})

test.each<[string, Partial<TracingOptions>, string, number]>([
  ['asks not to be recorded is not', {}, '00', 0],
  [
    'asks to be recorded is not, beyond what the sampler takes',
    { sampler: 'parentbased_traceidratio', ratio: 0 },
    '01',
    0,
  ],
  [
    'asks not to be recorded is, where the sampler looks at no parent',
    { sampler: 'always_on' },
    '00',
    1,
  ],
])('a caller who %s', async (_name, options, flags, recorded) => {
  await using traced = await startTraced(options)
  await traced.api.request('GET /livez', { headers: { traceparent: traceparent(flags) } })
  await traced.end()
  expect(traced.receiver.spans).toHaveLength(recorded)
})

test('a caller cannot choose ids of traces that are recorded beyond the share', async () => {
  await using traced = await startTraced({ sampler: 'parentbased_traceidratio', ratio: 0.1 })
  const chosen = '00000001000000010000000100000001'
  for (let request = 0; request < 300; request++)
    await traced.api.request('GET /livez', {
      headers: { traceparent: `00-${chosen}-${caller.span}-01` },
    })
  await traced.end()
  // Expects a tenth, and a hundred that may be ahead of it.
  const { length } = traced.receiver.spans.filter(({ traceId }) => traceId === chosen)
  expect(length).toBeGreaterThan(50)
  expect(length).toBeLessThanOrEqual(130)
})

test('nothing of tracestate is in a trace', async () => {
  await using traced = await startTraced()
  await traced.api.request('GET /livez', {
    headers: { traceparent: traceparent('01'), tracestate: 'vendor=learner-at-example' },
  })
  await traced.end()
  expect(traced.receiver.spans).toHaveLength(1)
  expect(traced.receiver.bodies.join()).not.toContain('learner-at-example')
})

test('refusals in a batch are answers, too', async () => {
  await using traced = await startTraced()
  const client = traced.api.batchAs(await traced.api.given.learner())
  await Promise.allSettled([
    client.courses.get.query({ idOrSlug: 'not-there-at-all' }),
    client.courses.list.query({ limit: -1 }),
  ])
  await traced.end()
  const operations = traced.receiver.spans.filter(({ name }) => name.startsWith('courses.'))
  expect(
    operations.map(({ name, attributes, status }) => [name, attributes['error.type'], status]),
  ).toEqual([
    ['courses.list', 'ZodError', 0],
    ['courses.get', 'CourseNotFound', 0],
  ])
})

test('a failure is traced by its name, without its message', async () => {
  await using traced = await startTraced()
  const { api, receiver } = traced
  const { token } = await api.given.learner()
  await api.request('GET /api/v1/courses/not-there-at-all', { token })
  await traced.end()

  const operation = receiver.spans.find(({ name }) => name === 'courses.get') as ReceivedSpan
  // Traces a refusal as an answer, not as an error of the service.
  expect([operation.attributes['error.type'], operation.status]).toEqual(['CourseNotFound', 0])
  expect(receiver.bodies.join()).not.toContain('not-there-at-all')
})

test('a collector that is down holds up no request and no end', async () => {
  const tracing = openTracing(
    {
      endpoint: 'http://127.0.0.1:9',
      headers: {},
      serviceName: 'lyceum-test',
      resourceAttributes: {},
      sampler: 'always_on',
      ratio: 1,
    },
    log,
  )
  await using api = await startApi({ tracing })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api.request('GET /livez').then(({ status }) => status)),
  )
  expect(new Set(answers)).toEqual(new Set([200]))

  const begin = Date.now()
  await tracing.close()
  expect(Date.now() - begin).toBeLessThan(4_000)
})

test('nothing is traced, and no header added, where no collector is named', async () => {
  await using api = await startApi()
  const { headers } = await api.request('GET /api/v1/me', {
    headers: { traceparent: traceparent('01') },
  })
  expect(headers.traceresponse).toBeUndefined()
  expect(api.deps.tracing).toBeUndefined()
})

test('the key of a calendar stands in no trace, log or metric', async () => {
  await using traced = await startTraced()
  const { api, receiver, logLines } = traced
  const { key } = await api.as(await api.given.learner()).me.makeCalendarKey.mutate({})
  for (const query of [`key=${key}`, `key=${key}x`, `key=${key}&key=2`])
    await api.request(`GET /api/v1/me/calendar.ics?${query}`)
  const metrics = (await api.request('GET /metrics')).text
  await traced.end()
  expect(receiver.bodies.join('')).toContain('/api/v1/me/calendar.ics')
  for (const text of [metrics, ...receiver.bodies, ...logLines]) expect(text).not.toContain(key)
})
