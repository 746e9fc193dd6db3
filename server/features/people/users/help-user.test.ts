import { expect, test } from 'vitest'
import { MailError } from '../../../adapters/mailer/types.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import type { GivenUser } from '../../../test/given.ts'
import { givenGraduate } from '../../../test/learning.ts'
import { verifyUser } from '../accounts/verify-user.ts'
import { newEmail, otherPassword, outcomeOf } from '../auth/test-support.ts'

let failure: Error | undefined
const api = await forAllTests(
  startApi({
    config: { accountPageUrl: 'https://learn.example.org/welcome' },
    mailFailure: () => failure,
  }),
)
const [admin, support] = [await api.given.admin(), await api.given.learner({ role: 'support' })]
const { users } = api.as(support).admin

const reasonsOf = async (userId: string) => (await users.get.query({ userId })).access

const logIn = (email: string, password: string) =>
  api.request('POST /api/v1/auth/login', { body: { email, password } })

/** Does something to an account, with the caller's password as proof. */
const help = (caller: GivenUser, userId: string, [route, body]: [string, object?]) =>
  api.request(route.replace('{}', `/api/v1/admin/users/${userId}`), {
    token: caller.token,
    body: { password: caller.password, ...body },
  })
const verification = ['POST {}/verification'] as [string]
const emailTo = (newEmail: string) => ['PUT {}/email', { newEmail }] as [string, object]
const erasure = (email: string) => ['POST {}/erasure', { email }] as [string, object]

test('the page of a person says why they cannot get in, and that they can once they did', async () => {
  await using api = await startApi({ config: { rateLimitScale: 1 } })
  const { users } = api.as(await api.given.admin()).admin
  const { id, email, password } = await api.given.learner({ verified: false })
  const access = async () => (await users.get.query({ userId: id })).access
  const codes = async () => (await access()).reasons.map(({ code, count }) => [code, count])
  const logIn = (password: string) =>
    api.request('POST /api/v1/auth/login', { body: { email, password } })
  expect(await access()).toMatchObject({
    canSignIn: false,
    reasons: [{ code: 'unverified', blocks: true, until: expect.any(String) }],
  })

  await verifyUser(api.deps, email)
  for (let count = 0; count < 6; count += 1) await logIn(otherPassword)
  expect(await codes()).toEqual([
    ['locked', 1],
    ['wrong-password', 5],
  ])
  expect((await access()).canSignIn).toBe(true)

  api.advance(2 * 3_600_000)
  expect(await codes()).toEqual([['wrong-password', 5]])
  expect(outcomeOf(await logIn(password))).toBe('200')
  expect(await access()).toEqual({ canSignIn: true, reasons: [] })

  await users.suspend.mutate({ userId: id, reason: 'A test' })
  expect((await access()).reasons).toMatchObject([{ code: 'suspended', blocks: true }])
})

test('a mail that did not leave, and places that wait, are among the reasons; so is no way to sign in', async () => {
  const [email, course] = [newEmail(), await api.given.course()]
  failure = new MailError('the mail was not taken: EENVELOPE at RCPT TO, 550', { permanent: true })
  const { id: userId } = await users.create.mutate({ email, name: 'Ada' })
  await api.as(support).learners.enroll.mutate({ user: email, courseId: course.id })
  const codes = async () => (await reasonsOf(userId)).reasons.map(({ code }) => code)
  await expect.poll(codes).toEqual(['unverified', 'no-sign-in', 'mail-failed', 'invited'])

  const [mail] = (await users.mails.query({ userId })).items
  expect(mail).toMatchObject({ kind: 'account-made', status: 'failed', repeatable: false })
  expect((await users.get.query({ userId })).counts).toMatchObject({ mails: 1, invitations: 1 })
  const invited = async () =>
    (await api.as(support).admin.invitations.list.query({ email })).items[0]?.mail?.status
  await expect.poll(invited).toBe('failed')
  failure = undefined
})

test('support reads the classes of a person', async () => {
  const learner = await api.given.learner()
  const { cohorts } = api.as(support).admin
  const { id: cohortId, name } = await cohorts.create.mutate({ name: 'Class of 2031' })
  await cohorts.create.mutate({ name: 'Class of 2032' })
  await cohorts.addMember.mutate({ cohortId, user: learner.email })
  const { items } = await cohorts.list.query({ user: learner.email })
  expect(items).toMatchObject([{ id: cohortId, name }])
})

test('an email that support changes has to be verified, the old one is told, and waiting places move', async () => {
  const [learner, to, taken] = [await api.given.learner(), newEmail(), await api.given.learner()]
  const { id } = learner
  expect(outcomeOf(await help(support, id, emailTo(taken.email)))).toBe('409 DuplicateEmail')
  expect(outcomeOf(await help(support, id, emailTo(learner.email)))).toBe('400 InvalidFields')
  const { status, body } = await help(support, id, emailTo(to))
  expect([status, body.email, body.emailVerifiedAt]).toEqual([200, to, null])
  await expect
    .poll(() => api.mails.filter((mail) => [learner.email, to].includes(mail.to)).length, {
      timeout: 60_000,
    })
    .toBe(2)
})

test('what passes by a mailbox takes the proof of a person, is for others, and for staff only by administrators', async () => {
  const [learner, colleague] = [
    await api.given.learner(),
    await api.given.learner({ role: 'finance' }),
  ]
  for (const [caller, { id, email }, outcome] of [
    [support, colleague, '403 Forbidden'],
    [support, support, '403 Forbidden'],
    [admin, admin, '403 Forbidden'],
  ] as const)
    for (const act of [verification, emailTo(newEmail()), erasure(email)])
      expect(outcomeOf(await help(caller, id, act))).toBe(outcome)
  for (const act of [verification, emailTo(newEmail())]) {
    const wrong: [string, object] = [act[0], { ...act[1], password: otherPassword }]
    expect(outcomeOf(await help(support, learner.id, wrong))).toBe('403 WrongPassword')
  }
  expect(outcomeOf(await help(support, learner.id, erasure(learner.email)))).toBe('403 Forbidden')
  expect(outcomeOf(await help(admin, colleague.id, verification))).toBe('200')
})

test('an erasure is foretold, takes the email once more, and does what it said', async () => {
  const { learner, course } = await givenGraduate(api)
  await api.as(learner).certificates.issue.mutate({ courseId: course.id })
  const paid = await api.given.course({ price: { amount: 900, currency: 'EUR' } })
  await api.as(learner).transactions.create.mutate({ courseIds: [paid.id] })
  const { foretellErasure } = api.as(admin).admin.users
  expect(await foretellErasure.query({ userId: learner.id })).toEqual({
    enrollments: 1,
    invitations: 0,
    unpaid: 1,
    purchases: 0,
    certificates: 1,
    apiKeys: 0,
    ownerless: [],
  })

  expect(outcomeOf(await help(admin, learner.id, erasure(newEmail())))).toBe('400 InvalidFields')
  expect(outcomeOf(await help(admin, learner.id, erasure(learner.email)))).toBe('200')
  expect(outcomeOf(await help(admin, learner.id, erasure(learner.email)))).toBe('404 UserNotFound')
  expect(outcomeOf(await logIn(learner.email, learner.password))).toBe('401 InvalidCredentials')

  const { owner, courseId } = await givenTeam(api)
  const { ownerless } = await foretellErasure.query({ userId: owner.id })
  expect(ownerless.map(({ id }) => id)).toEqual([courseId])
})

test('the records of a person name people and things, in every list', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  await api.as(support).learners.enroll.mutate({ user: learner.email, courseId: course.id })
  const [entry] = (await users.audit.query({ userId: learner.id })).items
  expect(entry?.names).toMatchObject({
    [learner.id]: { kind: 'user', name: learner.name },
    [support.id]: { kind: 'user', name: support.name },
    [course.id]: { kind: 'course', name: course.title },
  })

  const { audit, mails } = api.as(admin).admin
  const byActor = await audit.list.query({ actor: support.email, event: 'learner-enrolled' })
  expect(byActor.items[0]?.names[learner.id]?.name).toBe(learner.name)
  const sent = async () => (await mails.list.query({ user: learner.email })).items[0]
  await expect.poll(sent).toMatchObject({ kind: 'course-enrolled' })
  expect((await sent())?.names).toEqual({ [learner.id]: { kind: 'user', name: learner.name } })

  await help(admin, learner.id, erasure(learner.email))
  const [after] = (await audit.list.query({ user: learner.id, event: 'learner-enrolled' })).items
  expect(after?.names[learner.id]).toBeUndefined()
})
