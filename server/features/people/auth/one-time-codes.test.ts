import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../../lib/ids.ts'
import { type Api, forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import type { GivenUser } from '../../../test/given.ts'
import { setEmail } from '../accounts/set-email.ts'
import { sendCode } from './send-code.ts'
import {
  goodPassword,
  newEmail,
  otherPassword,
  outcomeOf,
  problemOf,
  routes,
  wrongCode,
} from './test-support.ts'

const api = await forAllTests(startApi())

async function resetCodeFor(user: GivenUser, from: Api = api): Promise<string> {
  await from.request('POST /auth/forgetpassword', { body: { email: user.email } })
  return from.codeFor(user.email)
}

function reset(email: string, otp: string, from: Api = api) {
  return from.request('POST /api/v1/auth/resetpassword', {
    body: { email, otp, newPassword: otherPassword },
  })
}

describe.each(routes.resetPassword)('a reset at %s', (route) => {
  test('sets the password, ends every session at once and verifies the email', async () => {
    const user = await api.given.learner({ verified: false })
    const code = await resetCodeFor(user)
    expect((await api.request('GET /api/v1/me', { token: user.token })).status).toBe(200)

    const answer = await api.request(route, {
      body: { email: user.email.toUpperCase(), otp: ` ${code} `, newPassword: otherPassword },
    })

    expect(outcomeOf(answer)).toBe('200')
    expect(outcomeOf(await api.request('GET /api/v1/me', { token: user.token }))).toBe(
      '401 TokenInvalid',
    )
    expect(outcomeOf(await api.request('GET /trpc/me.get?input={}', { token: user.token }))).toBe(
      '401 TokenInvalid',
    )
    expect(
      outcomeOf(
        await api.request('POST /auth/login', {
          body: { email: user.email, password: goodPassword },
        }),
      ),
    ).toBe('401 InvalidCredentials')
    expect(
      outcomeOf(
        await api.request('POST /auth/login', {
          body: { email: user.email, password: otherPassword },
        }),
      ),
    ).toBe('200')
  })
})

test('a login in progress while the password is reset opens no session', async () => {
  const user = await api.given.learner()
  const code = await resetCodeFor(user)

  const login = await logInWhile(user, async () =>
    expect(outcomeOf(await reset(user.email, code))).toBe('200'),
  )

  expect(outcomeOf(login)).toBe('401 InvalidCredentials')
})

test('a login in progress while the email changes opens no session', async () => {
  const user = await api.given.learner()

  const login = await logInWhile(user, () =>
    setEmail(api.deps, { oldEmail: user.email, newEmail: newEmail() }),
  )

  expect(outcomeOf(login)).toBe('401 InvalidCredentials')
})

test('a code being made while the email changes is neither stored nor mailed to the old email', async () => {
  const user = await api.given.learner()
  const to = newEmail()
  const { limits } = api.deps
  let isChanged = false
  const takeAll: typeof limits.takeAll = async (budgets) => {
    await limits.takeAll(budgets)
    if (!isChanged) await setEmail(api.deps, { oldEmail: user.email, newEmail: to })
    isChanged = true
  }
  await sendCode(
    { ...api.deps, limits: { ...limits, takeAll } },
    { email: user.email, purpose: 'reset_password' },
    { requestId: newId() },
  )

  expect(isChanged).toBe(true)
  const { rows } = await api.database.db.execute(
    sql`select purpose from one_time_codes
      where user_id = ${user.id} and purpose = 'reset_password'`,
  )
  expect(rows).toEqual([])
  expect(
    api.mails.filter(
      (mail) => mail.to === user.email && mail.subject.includes('one-time password'),
    ),
  ).toEqual([])
})

test('of fifty concurrent guesses over two servers five are compared, and then even the right code is too late', async () => {
  await using other = await startApi({ mails: api.mails })
  const user = await api.given.learner()
  const code = await resetCodeFor(user)

  const guesses = await atOnce(50, (index) =>
    reset(user.email, wrongCode(code), index % 2 === 0 ? api : other),
  )

  expect(tally(guesses.map(outcomeOf))).toEqual({ '400 InvalidCode': 50 })
  const { rows } = await api.database.db.execute(
    sql`select tries from one_time_codes where user_id = ${user.id}`,
  )
  expect(rows).toEqual([{ tries: 5 }])
  expect(outcomeOf(await reset(user.email, code))).toBe('400 InvalidCode')
})

test('after four wrong guesses the right code still works, after five it does not', async () => {
  for (const [wrongGuesses, outcome] of [
    [4, '200'],
    [5, '400 InvalidCode'],
  ] as const) {
    const user = await api.given.learner()
    const code = await resetCodeFor(user)
    for (let guess = 0; guess < wrongGuesses; guess++) await reset(user.email, wrongCode(code))
    expect([wrongGuesses, outcomeOf(await reset(user.email, code))]).toEqual([
      wrongGuesses,
      outcome,
    ])
  }
})

test('twenty wrong guesses a day are the limit, over all codes, purposes and IPs', async () => {
  await using strict = await startApi({ config: { rateLimitScale: 1 }, mails: api.mails })
  const user = await api.given.learner({ verified: false })
  const operations = [
    {
      ask: 'POST /auth/forgetpassword',
      use: 'POST /api/v1/auth/resetpassword',
      guess: (otp: string) => ({ otp, newPassword: otherPassword }),
    },
    {
      ask: 'POST /api/v1/auth/verify-email/resend',
      use: 'POST /api/v1/auth/verify-email',
      guess: (code: string) => ({ code }),
    },
  ]
  const outcomes: string[] = []
  for (let round = 0; round < 5; round++) {
    const operation = operations[round % 2]
    const ip = `198.51.101.${round}`
    strict.mails.length = 0
    // Waits: an account gets three codes per 15 minutes.
    strict.advance(15 * 60_000)
    await strict.request(operation?.ask ?? '', { body: { email: user.email }, ip })
    const code = await strict.codeFor(user.email)
    for (let guess = 0; guess < 5; guess++) {
      const body = { email: user.email, ...operation?.guess(wrongCode(code)) }
      outcomes.push(outcomeOf(await strict.request(operation?.use ?? '', { body, ip })))
    }
  }
  expect(outcomes).toEqual([
    ...Array(20).fill('400 InvalidCode'),
    ...Array(5).fill('429 RateLimited'),
  ])
})

test('of twenty concurrent resets with the right code exactly one wins', async () => {
  await using other = await startApi({ mails: api.mails })
  const user = await api.given.learner()
  const code = await resetCodeFor(user)

  const answers = await atOnce(20, (index) =>
    reset(user.email, code, index % 2 === 0 ? api : other),
  )

  expect(tally(answers.map(outcomeOf))).toEqual({ 200: 1, '400 InvalidCode': 19 })
})

test('asked four times, the last three codes hold side by side, until one is used', async () => {
  await using api = await startApi({ databaseUrl: await makeTestDatabase() })
  const user = await api.given.learner()
  const codes: string[] = []
  for (let asked = 0; asked < 4; asked++) {
    api.mails.length = 0
    codes.push(await resetCodeFor(user, api))
  }
  const [first = '', second = '', , fourth = ''] = codes

  expect(outcomeOf(await reset(user.email, first, api))).toBe('400 InvalidCode')
  expect(outcomeOf(await reset(user.email, second, api))).toBe('200')
  expect(outcomeOf(await reset(user.email, fourth, api))).toBe('400 InvalidCode')
})

test('a guess counts against each code that holds: five for each, not for the newest alone', async () => {
  const user = await api.given.learner()
  const first = await resetCodeFor(user)
  for (let guess = 0; guess < 4; guess++) await reset(user.email, wrongCode(first))
  api.mails.length = 0
  const second = await resetCodeFor(user)
  await reset(user.email, wrongCode(second))

  expect(outcomeOf(await reset(user.email, first))).toBe('400 InvalidCode')
  expect(outcomeOf(await reset(user.email, second))).toBe('200')
})

test('the right password for an email that is not verified mails a code, a wrong one nothing', async () => {
  const { email, password } = await api.given.learner({ verified: false })
  const logIn = (password: string) => api.request('POST /auth/login', { body: { email, password } })
  await logIn('wrong')
  expect(api.mails.filter(({ to }) => to === email)).toEqual([])

  expect(outcomeOf(await logIn(password))).toBe('403 EmailNotVerified')

  const body = { email, password, code: await api.codeFor(email) }
  expect(outcomeOf(await api.request('POST /api/v1/auth/verify-email', { body }))).toBe('200')
  expect(outcomeOf(await logIn(password))).toBe('200')
})

test('a code works only for its user and purpose, for ten minutes, and once', async () => {
  // Starts a separate service, with its own clock and mails.
  await using api = await startApi({ databaseUrl: await makeTestDatabase() })
  const [user, stranger] = [await api.given.learner({ verified: false }), await api.given.learner()]
  const code = await resetCodeFor(user, api)
  const verify = (code: string) =>
    api.request('POST /api/v1/auth/verify-email', { body: { email: user.email, code } })

  const refused = [
    await reset(user.email, wrongCode(code), api),
    await reset(stranger.email, code, api),
    await reset(newEmail(), code, api),
    await verify(code),
  ]
  api.advance(9 * 60_000)
  await api.request('POST /api/v1/auth/verify-email/resend', { body: { email: user.email } })
  await expect
    .poll(() => api.mails.some(({ subject }) => subject.includes('verification')), {
      timeout: 60_000,
    })
    .toBe(true)
  const verification = await api.codeFor(user.email)
  refused.push(await reset(user.email, verification, api))
  expect(outcomeOf(await reset(user.email, code, api))).toBe('200')
  refused.push(await reset(user.email, code, api))
  // A reset voids the codes for everything else.
  refused.push(await verify(verification))
  api.mails.length = 0
  const late = await resetCodeFor(user, api)
  api.advance(10 * 60_000 + 1_000)
  refused.push(await reset(user.email, late, api))

  expect(refused.map(outcomeOf)).toEqual(refused.map(() => '400 InvalidCode'))
  expect(
    new Set(refused.map((answer) => JSON.stringify({ ...problemOf(answer), requestId: '' }))).size,
  ).toBe(1)
})

/** Logs in, and runs something between the check of the password and the opening of the session. */
async function logInWhile({ email, password }: GivenUser, happens: () => Promise<unknown>) {
  const { passwords } = api.deps
  api.deps.passwords = {
    ...passwords,
    matches: async (...args) => {
      const matched = await passwords.matches(...args)
      await happens()
      return matched
    },
  }
  try {
    return await api.request('POST /auth/login', { body: { email, password } })
  } finally {
    api.deps.passwords = passwords
  }
}
