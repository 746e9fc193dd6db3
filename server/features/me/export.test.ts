import { afterAll, expect, test } from 'vitest'
import { startApi } from '../../test/api.ts'
import { givenGraduate } from '../../test/learning.ts'
import { newEmail, outcomeOf } from '../auth/test-support.ts'
import { setEmail } from '../users/set-email.ts'
import { signIn } from './test-support.ts'

const api = await startApi()
afterAll(() => api[Symbol.asyncDispose]())

test('the export has everything of the user, nothing of others, and no secret', async () => {
  const { learner: other } = await givenGraduate(api, { learner: { name: 'Somebody else' } })
  const { learner, course } = await givenGraduate(api)
  const [free, wanted] = [await api.given.course(), await api.given.course()]
  await api.as(learner).transactions.create.mutate({ courseIds: [free.id] })
  await api.as(learner).cart.add.mutate({ courseId: wanted.id })
  const token = await signIn(api, learner, { ip: '203.0.113.5' })

  const { status, headers, body, text } = await api.request('GET /api/me/export', { token })

  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body).toMatchObject({
    profile: { id: learner.id, email: learner.email, name: learner.name, hasPassword: true },
    identities: [],
    sessions: [
      { device: 'Firefox on Windows', ip: '203.0.113.5', current: true },
      { current: false },
    ],
    cart: [{ courseId: wanted.id }],
    transactions: [{ status: 'fulfilled', lines: [{ courseId: free.id }] }],
    certificates: [{ courseId: course.id, learnerName: learner.name }],
  })
  expect(
    body.enrollments.map(
      ({ courseId, completedAt }: { courseId: string; completedAt: string | null }) => [
        courseId,
        completedAt !== null,
      ],
    ),
  ).toEqual([
    [course.id, true],
    [free.id, false],
  ])
  expect(body.progress).not.toHaveLength(0)
  for (const progress of body.progress)
    expect(progress).toMatchObject({ courseId: course.id, percent: 100 })
  const events: string[] = body.events.map(({ event }: { event: string }) => event)
  expect(events.slice(0, 2)).toEqual(['data-exported', 'login-succeeded'])
  expect(text).not.toMatch(/\$2[aby]\$|[0-9a-f]{64}|Mac"|Hash"/)
  for (const secret of [other.id, other.email, 'Somebody else', token])
    expect(text).not.toContain(secret)
})

test('events about the email alone are in the export since the email became the user’s, and not before', async () => {
  const email = newEmail()
  const forgot = (email: string) => api.request('POST /auth/forgetpassword', { body: { email } })
  await forgot(email)
  const user = await api.given.learner({ email })
  const to = newEmail()
  await forgot(to)
  await forgot(email)
  const eventsOf = async () =>
    (await api.as(user).me.export.query()).events.map(({ event }) => event)
  expect(await eventsOf()).toEqual(['data-exported', 'code-requested'])

  await setEmail(api.deps, { oldEmail: email, newEmail: to })
  await forgot(to)
  await forgot(email)
  const { token } = await api.given.learner({ email: newEmail() })
  expect((await api.as({ token }).me.export.query()).events.map(({ event }) => event)).toEqual([
    'data-exported',
  ])
  const session = await api.deps.sessions.open(api.deps.db, user.id)
  const from = api.deps.now()
  const until = new Date(from.getTime() + 60_000)
  user.token = await api.deps.tokens.issue(
    { userId: user.id, sessionId: session.id },
    { from, until },
  )
  expect(await eventsOf()).toEqual([
    'data-exported',
    'code-requested',
    'email-changed',
    'data-exported',
  ])
})

test('lists longer than a page are complete', async () => {
  const user = await api.given.learner()
  for (let count = 0; count < 103; count++) await api.deps.sessions.open(api.deps.db, user.id)
  const { sessions } = await api.as(user).me.export.query()
  expect(sessions).toHaveLength(104)
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(104)
})

test('exports are limited to ten an hour', async () => {
  await using strict = await startApi({ config: { rateLimitScale: 1 } })
  const { token } = await strict.given.learner()
  const outcomes: string[] = []
  for (let count = 0; count < 11; count++) {
    const route = count % 2 === 0 ? 'GET /api/me/export' : 'GET /trpc/me.export'
    outcomes.push(outcomeOf(await strict.request(route, { token, ip: `192.0.2.${count}` })))
  }
  expect(outcomes).toEqual([...Array(10).fill('200'), '429 RateLimited'])
})
