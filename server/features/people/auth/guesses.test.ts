import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Answer, forAllTests, startApi } from '../../../test/api.ts'
import { tally } from '../../../test/at-once.ts'
import { mailsAreSent, signIn } from '../me/test-support.ts'
import { goodPassword, newEmail, otherPassword, outcomeOf, problemOf } from './test-support.ts'

const production = { config: { rateLimitScale: 1 }, isClockStopped: true }
const api = await forAllTests(startApi(production))
const other = await forAllTests(startApi({ ...production, mails: api.mails }))

let lastAddress = 0
const newIp = () => `198.51.${100 + Math.floor(++lastAddress / 250)}.${lastAddress % 250}`

function reset(email: string, otp: string, ip: string): Promise<Answer> {
  return api.request('POST /api/v1/auth/resetpassword', {
    body: { email, otp, newPassword: otherPassword },
    ip,
  })
}

function verify(email: string, code: string, ip: string): Promise<Answer> {
  return api.request('POST /api/v1/auth/verify-email', { body: { email, code }, ip })
}

/** Guesses wrong, five times from each IP. */
async function guess(times: number, email: string, attempt = reset): Promise<Answer[]> {
  const answers: Answer[] = []
  let ip = newIp()
  for (let count = 0; count < times; count++) {
    if (count % 5 === 0) ip = newIp()
    answers.push(await attempt(email, '00000000', ip))
  }
  return answers
}

async function forgot(email: string, ip: string): Promise<void> {
  const sent = api.mails.length
  expect(outcomeOf(await api.request('POST /auth/forgetpassword', { body: { email }, ip }))).toBe(
    '200',
  )
  await mailsAreSent(api)
  expect(api.mails.length).toBe(sent + 1)
}

/** Returns everything that a stranger sees, except what differs every time. */
function seen(answer: Answer) {
  const { requestId: _requestId, facts, ...problem } = problemOf(answer)
  return {
    status: answer.status,
    headers: Object.keys(answer.headers).sort(),
    problem: { ...problem, facts: Object.keys(facts ?? {}) },
  }
}

test('after twenty wrong guesses from several IPs the answer is the same whether or not the account or a code exists', async () => {
  const [withCode, withoutCode] = [await api.given.learner(), await api.given.learner()]
  const unverified = await api.given.learner({ verified: false })
  await forgot(withCode.email, newIp())
  const known = await Promise.all(
    [withCode, withoutCode, unverified].map(({ email }) => guess(22, email)),
  )
  const unknown = await guess(22, newEmail())

  expect(unknown.map(outcomeOf)).toEqual([
    ...Array(20).fill('400 InvalidCode'),
    ...Array(2).fill('429 RateLimited'),
  ])
  for (const answers of known) expect(answers.map(seen)).toEqual(unknown.map(seen))
})

test('strangers’ guesses stop neither a reset nor a verification by the owner from a known IP', async () => {
  const user = await api.given.learner()
  const home = newIp()
  await signIn(api, user, { ip: home })
  await guess(25, user.email)
  await forgot(user.email, home)
  // Refuses further guesses, without using up the tries of the owner's code.
  expect((await guess(12, user.email)).map(outcomeOf)).toEqual(Array(12).fill('429 RateLimited'))
  const otp = await api.codeFor(user.email)
  expect(outcomeOf(await reset(user.email, otp, newIp()))).toBe('429 RateLimited')
  expect(outcomeOf(await reset(user.email, otp, home))).toBe('200')

  const [email, desk] = [newEmail(), newIp()]
  await api.request('POST /auth/signup', { body: { email, password: goodPassword }, ip: desk })
  await guess(25, email, verify)
  await api.request('POST /api/v1/auth/verify-email/resend', { body: { email }, ip: desk })
  await mailsAreSent(api)
  expect(outcomeOf(await verify(email, await api.codeFor(email), desk))).toBe('200')
})

test('registering with somebody else’s email leaves no known IP once the owner verifies it', async () => {
  const [email, squatter, home] = [newEmail(), newIp(), newIp()]
  await api.request('POST /auth/signup', { body: { email, password: goodPassword }, ip: squatter })
  expect(outcomeOf(await verify(email, await api.codeFor(email), home))).toBe('200')
  await guess(25, email)

  expect(outcomeOf(await reset(email, '00000000', squatter))).toBe('429 RateLimited')
  expect(outcomeOf(await reset(email, '00000000', home))).toBe('400 InvalidCode')
})

test('after setting a password users can log in from there, whatever strangers guess meanwhile', async () => {
  const [user, home] = [await api.given.learner(), newIp()]
  const login = (password: string, ip: string) =>
    api.request('POST /auth/login', { body: { email: user.email, password }, ip })
  const failed = (email: string, _code: string, ip: string) =>
    api.request('POST /auth/login', { body: { email, password: 'wrong' }, ip })
  await signIn(api, user, { ip: home })
  await forgot(user.email, home)
  expect(outcomeOf(await reset(user.email, await api.codeFor(user.email), home))).toBe('200')
  await guess(50, user.email, failed)
  expect(outcomeOf(await login(otherPassword, newIp()))).toBe('429 RateLimited')
  const { token } = (await login(otherPassword, home)).body

  const body = { currentPassword: otherPassword, newPassword: goodPassword }
  expect(outcomeOf(await api.request('POST /api/v1/me/password', { token, body, ip: home }))).toBe(
    '200',
  )
  expect(outcomeOf(await login(goodPassword, newIp()))).toBe('429 RateLimited')
  expect(outcomeOf(await login(goodPassword, home))).toBe('200')
})

test('a new password makes the IPs from before it unknown', async () => {
  const [user, before, home] = [await api.given.learner(), newIp(), newIp()]
  await signIn(api, user, { ip: before })
  await forgot(user.email, home)
  expect(outcomeOf(await reset(user.email, await api.codeFor(user.email), home))).toBe('200')
  await guess(20, user.email)

  expect(outcomeOf(await reset(user.email, '00000000', before))).toBe('429 RateLimited')
  expect(outcomeOf(await reset(user.email, '00000000', home))).toBe('400 InvalidCode')
})

test('concurrent guesses over two servers count like sequential ones', async () => {
  const { token, email } = await api.given.learner()
  const atOnce = async (count: number, route: string, body: object, token?: string) => {
    const requests = Array.from({ length: count }, (_, index) =>
      (index % 2 === 0 ? api : other).request(route, {
        body,
        ip: newIp(),
        ...(token !== undefined && { token }),
      }),
    )
    return tally((await Promise.all(requests)).map(outcomeOf))
  }
  expect(await atOnce(20, 'DELETE /api/v1/me', { password: 'wrong' }, token)).toEqual({
    '403 WrongPassword': 10,
    '429 RateLimited': 10,
  })
  expect(await atOnce(30, 'DELETE /api/v1/me', { code: '12345678' }, token)).toEqual({
    '400 InvalidCode': 20,
    '429 RateLimited': 10,
  })
  for (const someone of [email, newEmail()]) {
    const outcomes = await atOnce(30, 'POST /api/v1/auth/verify-email', {
      email: someone,
      code: '12345678',
    })
    expect(outcomes).toEqual({ '400 InvalidCode': 20, '429 RateLimited': 10 })
  }
})

test('a known IP has no unlimited guesses either', async () => {
  const user = await api.given.learner()
  const home = newIp()
  await signIn(api, user, { ip: home })
  const outcomes: string[] = []
  for (let count = 0; count < 11; count++)
    outcomes.push(outcomeOf(await reset(user.email, '00000000', home)))
  expect(outcomes).toEqual([...Array(10).fill('400 InvalidCode'), '429 RateLimited'])
  const { rows } = await api.database.db.execute(
    sql`select used from rate_counters where key = ${`wrongCodesFromKnownIps:${user.email}`}`,
  )
  expect(rows).toEqual([{ used: 10 }])
})

test('strangers’ guesses and requests do not stop the user from changing the email or erasing the account', async () => {
  const user = await api.given.learner()
  await guess(25, user.email)
  for (let count = 0; count < 4; count++)
    await api.request('POST /auth/forgetpassword', { body: { email: user.email }, ip: newIp() })
  await mailsAreSent(api)

  const to = newEmail()
  const asked = await api.request('POST /api/v1/me/email', {
    token: user.token,
    body: { newEmail: to, password: goodPassword },
    ip: newIp(),
  })
  expect(outcomeOf(asked)).toBe('200')
  await mailsAreSent(api)
  const body = { oldCode: await api.codeFor(user.email), newCode: await api.codeFor(to) }
  expect(
    outcomeOf(
      await api.request('POST /api/v1/me/email/confirm', { token: user.token, body, ip: newIp() }),
    ),
  ).toBe('200')

  await guess(25, to)
  expect(
    outcomeOf(
      await api.request('POST /api/v1/me/erasure-code', { token: user.token, ip: newIp() }),
    ),
  ).toBe('200')
  await mailsAreSent(api)
  const code = await api.codeFor(to)
  expect(
    outcomeOf(
      await api.request('DELETE /api/v1/me', { token: user.token, body: { code }, ip: newIp() }),
    ),
  ).toBe('200')
})

test('strangers cannot use up all mails: one per 15 minutes and three a day stay for the owner from a known IP', async () => {
  const user = await api.given.learner()
  const home = newIp()
  await signIn(api, user, { ip: home })
  const mailed = () => api.mails.filter(({ to }) => to === user.email).length
  const counts: number[] = []
  for (let quarter = 0; quarter < 5; quarter++) {
    for (const ip of [newIp(), newIp(), newIp(), home, home]) {
      await api.request('POST /auth/forgetpassword', { body: { email: user.email }, ip })
      await mailsAreSent(api)
      counts.push(mailed())
    }
    api.advance(15 * 60_000)
  }
  const gained = counts.map((count, index) => count - (counts[index - 1] ?? 0))
  expect(gained).toEqual([
    ...[1, 1, 0, 1, 0],
    ...[1, 1, 0, 1, 0],
    ...[1, 1, 0, 1, 0],
    ...[1, 0, 0, 0, 0],
    ...[0, 0, 0, 0, 0],
  ])
})
