import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startApi } from '../test/api.ts'
import { atOnce, tally } from '../test/at-once.ts'
import { lessonOf } from '../test/learning.ts'
import { startStripeShop } from '../test/stripe/stripe-shop.ts'

const ip = '203.0.113.30'
const production = {
  config: { rateLimitScale: 1, corsOrigins: ['https://learn.example'] },
  isClockStopped: true,
}
const preflight = { origin: 'https://learn.example', 'access-control-request-method': 'POST' }

test('thirty learners behind one IP address work for 90 seconds and none meets a limit', async () => {
  await using api = await startApi(production)
  const course = await api.given.course({ lessons: ['required', 'required', 'optional'] })
  const learners = await atOnce(30, () => api.given.learner())
  for (const learner of learners) await api.given.enrollment(learner, course)

  const statuses: number[] = []
  for (let second = 0; second < 90; second++) {
    for (const [index, { token }] of learners.entries()) {
      // Reports every ten seconds for each learner, who moves on as often.
      if ((second + index) % 10 !== 0) continue
      const lesson = lessonOf(course, (second + index) % 3)
      const body = { lessonId: lesson.id, positionSeconds: second }
      const answers = await Promise.all([
        ...[
          '/api/progress/update',
          '/api/courses',
          `/api/v1/courses/${course.id}`,
          `/api/lessons/${lesson.id}`,
        ].map((path) => api.request(`OPTIONS ${path}`, { headers: preflight, ip })),
        api.request('POST /api/progress/update', { token, body, ip }),
        api.request('GET /api/courses', { token, ip }),
        api.request(`GET /api/v1/courses/${course.id}`, { token, ip }),
        api.request(`GET /api/lessons/${lesson.id}`, { token, ip }),
        api.request(
          `GET /trpc/me.get,cart.get,courses.get?batch=1&input={"0":{},"1":{},"2":{"idOrSlug":"${course.slug}"}}`,
          { token, ip },
        ),
      ])
      statuses.push(...answers.map(({ status }) => status))
    }
    api.advance(1_000)
  }

  expect(tally(statuses)).toEqual({ 200: 30 * 9 * 5, 204: 30 * 9 * 4 })
})

test('forty people behind one IP address register, verify, log in and report for a minute, and none is refused', async () => {
  await using api = await startApi(production)
  const course = await api.given.course({ lessons: ['required', 'required'] })
  const people = Array.from({ length: 40 }, (_, index) => ({
    email: `pupil-${index}-${crypto.randomUUID()}@example.com`,
    password: 'correct horse battery staple',
  }))
  const post = (path: string, body: object) => api.request(`POST ${path}`, { body, ip })

  const registered = await atOnce(40, (index) => post('/auth/signup', people[index] ?? {}))
  const verified = await atOnce(40, async (index) => {
    const email = people[index]?.email ?? ''
    return post('/api/v1/auth/verify-email', { email, code: await api.codeFor(email) })
  })
  // Mistypes some passwords first.
  const wrong = await atOnce(8, (index) =>
    post('/auth/login', { ...people[index], password: 'wrong one' }),
  )
  const logins = await atOnce(40, (index) => post('/auth/login', people[index] ?? {}))

  expect(tally(registered.map(({ status }) => status))).toEqual({ 201: 40 })
  expect(tally(verified.map(({ status }) => status))).toEqual({ 200: 40 })
  expect(tally(wrong.map(({ status }) => status))).toEqual({ 401: 8 })
  expect(tally(logins.map(({ status }) => status))).toEqual({ 200: 40 })

  for (const person of people) await api.given.enrollment(person, course)
  const body = { lessonId: lessonOf(course, 0).id, percent: 1 }
  const statuses: number[] = []
  for (let round = 0; round < 12; round++) {
    for (const { body: login } of logins)
      statuses.push(
        (await api.request('POST /api/progress/update', { token: login.token, body, ip })).status,
      )
    api.advance(5_000)
  }
  expect(tally(statuses)).toEqual({ 200: 480 })
})

test('guesses from one IP address are as few as ever: twenty passwords a minute, thirty codes and known emails an hour', async () => {
  await using api = await startApi(production)
  const ip = '203.0.113.31'
  const guesses = async (path: string, count: number, body: (index: number) => object) =>
    tally(
      (await atOnce(count, (index) => api.request(`POST ${path}`, { ip, body: body(index) }))).map(
        ({ body }) => body.error,
      ),
    )
  const emails = await atOnce(40, async () => (await api.given.learner()).email)

  expect(
    await guesses('/auth/login', 40, (index) => ({ email: emails[index], password: 'wrong' })),
  ).toEqual({ InvalidCredentials: 20, RateLimited: 20 })
  expect(
    await guesses('/api/v1/auth/verify-email', 40, (index) => ({
      email: emails[index],
      code: '00000000',
    })),
  ).toEqual({ InvalidCode: 30, RateLimited: 10 })
  expect(
    await guesses('/auth/signup', 40, (index) => ({
      email: emails[index],
      password: 'correct horse battery staple',
    })),
  ).toEqual({ DuplicateEmail: 30, RateLimited: 10 })
})

test('500 signed events of payments in a minute are all taken', async () => {
  await using shop = await startStripeShop(production)
  const { session } = await shop.givenPending(2900)
  const paid = shop.stripe.pay(session.id)

  const statuses: number[] = []
  for (let burst = 0; burst < 10; burst++) {
    const answers = await atOnce(50, () =>
      shop.deliver(shop.stripe.event('checkout.session.completed', paid)),
    )
    statuses.push(...answers.map(({ status }) => status))
    shop.api.advance(5_000)
  }

  expect(tally(statuses)).toEqual({ 200: 500 })
})

test('events without a valid signature are refused after a hundred, and nothing else from there is', async () => {
  await using shop = await startStripeShop(production)
  const { session } = await shop.givenPending(2900)
  const event = shop.stripe.event('checkout.session.completed', shop.stripe.pay(session.id))
  const address = 'POST /api/v1/payments/stripe/webhook'
  const forge = (from: string) =>
    shop.api.request(address, {
      body: event.body,
      headers: { ...event.headers, 'stripe-signature': 't=1,v1=00' },
      ip: from,
    })
  const deliver = (from: string) =>
    shop.api.request(address, { body: event.body, headers: event.headers, ip: from })

  const statuses: number[] = []
  for (let count = 0; count < 110; count++) statuses.push((await forge(ip)).status)

  expect(tally(statuses)).toEqual({ 400: 100, 429: 10 })
  const refused = await deliver(ip)
  expect([refused.status, refused.body.error]).toEqual([429, 'RateLimited'])
  expect(refused.headers).toMatchObject({ 'ratelimit-limit': '100', 'ratelimit-remaining': '0' })
  expect((await shop.api.request('GET /openapi.json', { ip })).status).toBe(200)
  expect((await deliver('203.0.113.31')).status).toBe(200)

  shop.api.advance(60_000)
  expect((await forge(ip)).status).toBe(400)
})

test('an IP address has a hundred events at most that arrive at once, or never whole', async () => {
  await using shop = await startStripeShop(production)
  const { port } = new URL(await shop.api.server.listen({ port: 0, host: '127.0.0.1' }))
  const clients = new Map<number | undefined, Socket>()
  // Ends them once the server has their head, however long that takes.
  shop.api.server.server.on('request', ({ socket }) => clients.get(socket.remotePort)?.destroy())
  const abandon = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        clients.set(socket.localPort, socket)
        socket.write(
          'POST /api/v1/payments/stripe/webhook HTTP/1.1\r\nHost: lyceum.test\r\n' +
            'Content-Type: application/json\r\nContent-Length: 500000\r\n\r\n{',
        )
      })
      socket.on('close', () => resolve())
    })
  await atOnce(50, abandon)
  const forged = await atOnce(70, () =>
    shop.api.request('POST /api/v1/payments/stripe/webhook', { body: {}, ip: '127.0.0.1' }),
  )
  expect(tally(forged.map(({ status }) => status))).toEqual({ 400: 50, 429: 20 })
})
