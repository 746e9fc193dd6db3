import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenGraduate } from '../../../test/learning.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { newEmail, otherPassword, outcomeOf } from '../auth/test-support.ts'

const api = await forAllTests(startApi())
const support = await api.given.learner({ role: 'support' })
const { users } = api.as(support).admin
const nobody = randomUUID()

function ask(route: string, body?: object) {
  return api.request(route, { token: support.token, ...(body !== undefined && { body }) })
}

test('support sees an account whole: how it signs in, and what belongs to it', async () => {
  const { learner, course } = await givenGraduate(api)
  await api.as(learner).certificates.issue.mutate({ courseId: course.id })
  const free = await api.given.course()
  await api.as(learner).transactions.create.mutate({ courseIds: [free.id] })
  const userId = learner.id

  expect(await users.get.query({ userId })).toMatchObject({
    id: userId,
    email: learner.email,
    role: 'learner',
    language: 'en',
    signsInWith: ['password'],
    suspension: null,
    counts: { enrollments: 2, purchases: 1, certificates: 1, sessions: 1 },
  })
  const [enrollments, purchases, certificates, sessions, audit] = await Promise.all([
    users.enrollments.query({ userId }),
    users.purchases.query({ userId }),
    users.certificates.query({ userId }),
    users.sessions.query({ userId }),
    users.audit.query({ userId }),
  ])
  const completed = enrollments.items.filter(({ completedAt }) => completedAt !== null)
  expect(completed.map(({ courseId }) => courseId)).toEqual([course.id])
  expect(purchases.items).toMatchObject([{ status: 'fulfilled', buyer: { id: userId } }])
  expect(certificates.items).toMatchObject([{ userId, courseTitle: course.title }])
  expect(sessions.items).toEqual([
    {
      id: expect.any(String),
      device: null,
      ip: null,
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
    },
  ])
  // Omits the reading of purchases, which happened at the same moment.
  expect(audit.items.map(({ event }) => event)).toContain('certificate-issued')
})

test('an account says whether it is the reader’s to change: staff is for administrators', async () => {
  const [learner, admin] = [await api.given.learner(), await api.given.admin()]
  const answers = []
  for (const reader of [support, admin])
    for (const { id: userId } of [learner, support, admin])
      answers.push((await api.as(reader).admin.users.get.query({ userId })).mayChange)
  expect(answers).toEqual([true, false, false, true, true, true])
})

test('each list comes in pages, and an account that does not exist has none', async () => {
  const learner = await api.given.learner()
  for (let count = 0; count < 3; count += 1) await api.deps.sessions.open(api.deps.db, learner.id)
  const first = await users.sessions.query({ userId: learner.id, limit: 3 })
  const rest = await users.sessions.query({
    userId: learner.id,
    limit: 3,
    cursor: first.nextCursor ?? '',
  })
  expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([3, 1, null])

  const lists = ['enrollments', 'purchases', 'certificates', 'mails', 'sessions', 'audit']
  for (const list of ['', ...lists.map((one) => `/${one}`)])
    for (const id of [nobody, 'nonsense']) {
      const answer = await ask(`GET /api/v1/admin/users/${id}${list}`)
      expect(outcomeOf(answer)).toBe('404 UserNotFound')
    }
})

test('that purchases were read is in the trail of the account', async () => {
  const { id: userId } = await api.given.learner()
  await users.purchases.query({ userId })
  const { items } = await users.audit.query({ userId })
  expect(items).toMatchObject([{ event: 'purchase-viewed', actor: `user:${support.id}` }])
})

test('one session ends by its id, and all at once; each is on record', async () => {
  const learner = await api.given.learner()
  const sessions = `/api/v1/admin/users/${learner.id}/sessions`
  const { items } = await users.sessions.query({ userId: learner.id })
  expect(outcomeOf(await ask(`DELETE ${sessions}/${items[0]?.id}`))).toBe('200')
  expect(outcomeOf(await ask(`DELETE ${sessions}/${items[0]?.id}`))).toBe('404 SessionNotFound')
  expect(outcomeOf(await api.request('GET /api/v1/me', { token: learner.token }))).toBe(
    '401 TokenInvalid',
  )

  const { body } = await api.request('POST /api/v1/auth/login', { body: learner })
  expect(outcomeOf(await ask(`DELETE ${sessions}`))).toBe('200')
  expect(outcomeOf(await api.request('GET /api/v1/me', { token: body.token }))).toBe(
    '401 TokenInvalid',
  )
  const events = (await users.audit.query({ userId: learner.id })).items
  expect(events.map(({ event, actor }) => [event, actor])).toEqual([
    ['sessions-ended', `user:${support.id}`],
    ['login-succeeded', 'anyone'],
    ['session-ended', `user:${support.id}`],
  ])
})

test('a session of one account does not end under the id of another', async () => {
  const [one, other] = [await api.given.learner(), await api.given.learner()]
  const { items } = await users.sessions.query({ userId: one.id })
  const answer = await ask(`DELETE /api/v1/admin/users/${other.id}/sessions/${items[0]?.id}`)
  expect(outcomeOf(answer)).toBe('404 SessionNotFound')
  expect((await api.request('GET /api/v1/me', { token: one.token })).status).toBe(200)
})

test('a new verification code is mailed, which verifies; a verified account needs none', async () => {
  const email = newEmail()
  const password = otherPassword
  const { body } = await api.request('POST /api/v1/auth/register', { body: { email, password } })
  const first = await api.codeFor(email)
  const address = `POST /api/v1/admin/users/${body.user.id}/verification-mail`
  expect(outcomeOf(await ask(address))).toBe('200')
  await expect.poll(() => api.mails.filter(({ to }) => to === email).length).toBe(2)
  const code = await api.codeFor(email)
  expect(code).not.toBe(first)
  const verified = await api.request('POST /api/v1/auth/verify-email', {
    body: { email, code, password },
  })
  expect(outcomeOf(verified)).toBe('200')
  expect(outcomeOf(await ask(address))).toBe('409 EmailAlreadyVerified')
})

test('somebody without an account is invited by mail, once, and registers like anybody', async () => {
  const email = newEmail()
  const invite = (email: string) => ask('POST /api/v1/admin/invitations', { email, language: 'de' })
  expect(outcomeOf(await invite(email))).toBe('201')
  expect(outcomeOf(await invite(email.toUpperCase()))).toBe('200')
  const mails = () => api.mails.filter(({ to }) => to === email)
  await expect.poll(() => mails().length).toBe(1)
  expect(mails()[0]?.text).toContain('Hallo,')

  const registered = await api.request('POST /api/v1/auth/register', {
    body: { email, password: otherPassword },
  })
  expect(outcomeOf(registered)).toBe('201')
  expect(outcomeOf(await invite(email))).toBe('409 DuplicateEmail')
  expect(outcomeOf(await invite('not an email'))).toBe('400 InvalidFields')
})

test('a user is last seen at a sign-in, and in each hour of using a session, to the hour, and not before they registered', async () => {
  const learner = await api.given.learner()
  const seen = async () => (await users.get.query({ userId: learner.id })).lastSeenAt
  expect(await seen()).toBeNull()
  const { body } = await api.request('POST /api/v1/auth/login', { body: learner })
  await expect.poll(seen).not.toBeNull()
  const first = Date.parse((await seen()) ?? '')
  const { createdAt } = await users.get.query({ userId: learner.id })
  expect(first).toBe(Date.parse(createdAt))
  expect(Math.abs(api.deps.now().getTime() - first)).toBeLessThan(3_600_000 + 60_000)

  api.advance(3 * 3_600_000)
  await api.request('GET /api/v1/me', { token: body.token })
  const hour = Math.floor(api.deps.now().getTime() / 3_600_000) * 3_600_000
  await expect.poll(async () => Date.parse((await seen()) ?? '')).toBe(hour)
})

test('support creates an account, whose owner verifies it and sets the password, and renames it', async () => {
  const email = newEmail()
  const created = await users.create.mutate({ email, name: 'Ada Lovelace' })
  expect(created).toMatchObject({ email, name: 'Ada Lovelace', emailVerifiedAt: null })
  expect(await errorOf(users.create.mutate({ email, name: 'Ada' }))).toBe('DuplicateEmail')

  const code = await api.codeFor(email)
  const verified = await api.request('POST /api/v1/auth/verify-email', { body: { email, code } })
  expect(verified.status).toBe(200)
  expect((await users.get.query({ userId: created.id })).name).toBe('Ada Lovelace')
  const renamed = await users.rename.mutate({ userId: created.id, name: 'Ada King' })
  expect(renamed.name).toBe('Ada King')
})
