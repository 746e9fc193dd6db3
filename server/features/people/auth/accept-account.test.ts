import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { setEmail } from '../accounts/set-email.ts'
import { goodPassword, newEmail, otherPassword, outcomeOf } from './test-support.ts'

const accountPageUrl = 'https://learn.example.org/welcome'
const api = await forAllTests(startApi({ config: { accountPageUrl } }))
const asAdmin = async () => api.as(await api.given.admin()).admin

const accept = (token: string, newPassword = goodPassword) =>
  api.request('POST /api/v1/auth/accept-account', { body: { token, newPassword } })
const logIn = (email: string) =>
  api.request('POST /api/v1/auth/login', { body: { email, password: goodPassword } })

/** Returns the token of the link in somebody's newest mail. */
async function tokenFor(email: string, mails = 1): Promise<string> {
  const received = () => api.mails.filter(({ to }) => to === email)
  await expect.poll(() => received().length).toBe(mails)
  const [, link = ''] = /Link: (\S+)/.exec(received().at(-1)?.text ?? '') ?? []
  expect(link).toContain(`${accountPageUrl}#`)
  const facts = new URLSearchParams(new URL(link).hash.slice(1))
  expect(facts.get('email')).toBe(email)
  return facts.get('token') ?? ''
}

test('an account that the school made gets a link that holds for days and once, and opens what waits', async () => {
  const [email, course] = [newEmail(), await api.given.course()]
  const { users, bulkEnrollments } = await asAdmin()
  const made = await users.create.mutate({ email, name: 'Ada Lovelace' })
  const token = await tokenFor(email)
  expect(api.mails.find(({ to }) => to === email)?.subject).toContain('created an account for you')
  api.mails.length = 0
  await bulkEnrollments.create.mutate({ rows: [{ email, course: course.slug }] })
  await expect.poll(() => api.mails.some(({ to }) => to === email)).toBe(true)
  api.advance(6 * 86_400_000)

  expect(outcomeOf(await accept(token, '12345678'))).toBe('400 InvalidFields')
  const answers = await Promise.all([accept(token), accept(token)])

  expect(answers.map(outcomeOf).sort()).toEqual(['200', '400 InvalidCode'])
  const { body } = await logIn(email)
  expect(body.user).toMatchObject({ id: made.id, name: 'Ada Lovelace' })
  expect((await api.as(body).me.courses.query({})).items).toMatchObject([{ courseId: course.id }])
  expect(outcomeOf(await accept(token))).toBe('400 InvalidCode')
})

test('a link that has expired is mailed anew on request; one of another email or account is none', async () => {
  const [email, other] = [newEmail(), newEmail()]
  const { users } = await asAdmin()
  await users.create.mutate({ email, name: 'Ada' })
  await users.create.mutate({ email: other, name: 'Bob' })
  const [old, ofOther] = [await tokenFor(email), await tokenFor(other)]
  const [id, ...proof] = old.split('.')
  api.advance(7 * 86_400_000 + 1)
  expect(outcomeOf(await accept(old))).toBe('400 InvalidCode')

  await api.request('POST /api/v1/auth/verify-email/resend', { body: { email } })
  const fresh = await tokenFor(email, 2)

  const [idOfOther] = ofOther.split('.')
  for (const forged of [[idOfOther, ...proof], [id, Date.now() * 2, proof[1]], [id], ['x']])
    expect(outcomeOf(await accept(forged.join('.')))).toBe('400 InvalidCode')
  expect(outcomeOf(await accept(fresh))).toBe('200')
  expect(outcomeOf(await logIn(email))).toBe('200')
})

test('a link from the school sets the password of any account once, within two days, and ends its sessions', async () => {
  const { id: userId, email, token: session } = await api.given.learner()
  const mailed = async (mails: number) => {
    await (await asAdmin()).users.mailPasswordLink.mutate({ userId })
    return tokenFor(email, mails)
  }
  const first = await mailed(1)
  expect(api.mails.at(-1)?.text).toContain('2 days')
  api.advance(2 * 86_400_000 + 1)
  expect(outcomeOf(await accept(first))).toBe('400 InvalidCode')

  const token = await mailed(2)
  const answers = await Promise.all([accept(token, otherPassword), accept(token, otherPassword)])
  expect(answers.map(outcomeOf).sort()).toEqual(['200', '400 InvalidCode'])
  expect(outcomeOf(await logIn(email))).toBe('401 InvalidCredentials')
  expect(outcomeOf(await api.request('GET /api/v1/me', { token: session }))).toMatch(/^401/)
  const audit = await (await asAdmin()).users.audit.query({ userId })
  expect(audit.items.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['password-link-requested', 'password-reset']),
  )
})

test('a link void by another password, another email or a suspension sets nothing', async () => {
  const { users } = await asAdmin()
  for (const [change, outcome] of [
    [(email: string) => resetTo(email), '400 InvalidCode'],
    [
      (email: string) => setEmail(api.deps, { oldEmail: email, newEmail: newEmail() }),
      '400 InvalidCode',
    ],
    [
      async (_: string, userId: string) => users.suspend.mutate({ userId, reason: 'A test' }),
      '403 AccountSuspended',
    ],
  ] as const) {
    const { id: userId, email } = await api.given.learner()
    await users.mailPasswordLink.mutate({ userId })
    const token = await tokenFor(email)
    await change(email, userId)
    expect(outcomeOf(await accept(token))).toBe(outcome)
  }
})

async function resetTo(email: string) {
  await api.request('POST /api/v1/auth/forget-password', { body: { email } })
  const otp = await api.codeFor(email)
  const body = { email, otp, newPassword: otherPassword }
  expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body }))).toBe('200')
}
