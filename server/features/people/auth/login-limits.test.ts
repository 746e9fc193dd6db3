import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { AppError } from '../../../errors/errors.ts'
import { type Answer, type Api, forAllTests, startApi } from '../../../test/api.ts'
import { newEmail, otherPassword, outcomeOf, routes } from './test-support.ts'

const strict = { config: { rateLimitScale: 1 } }
const api = await forAllTests(startApi(strict))
const other = await forAllTests(startApi({ ...strict, mails: api.mails }))

let lastAddress = 0
const newIp = () => `203.0.113.${++lastAddress}`

async function failFiveTimes(email: string, ip: string): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let failure = 0; failure < 5; failure++) {
    const server = failure % 2 === 0 ? api : other
    answers.push(
      await server.request(routes.login[failure % 4] ?? '', {
        body: { email, password: 'wrong' },
        ip,
      }),
    )
  }
  return answers
}

function login(
  email: string,
  password: string,
  ip: string,
  { from = api, route = 'POST /auth/login' }: { from?: Api; route?: string } = {},
) {
  return from.request(route, { body: { email, password }, ip })
}

function expectPause(answer: Answer, maxSeconds: number) {
  expect(outcomeOf(answer)).toBe('429 RateLimited')
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(maxSeconds)
  const { 'ratelimit-remaining': remaining, 'ratelimit-reset': reset } = answer.headers
  expect([Number(remaining), reset]).toEqual([0, answer.headers['retry-after']])
}

test('after five failures over all routes and two servers even the right password has to wait, and no longer than promised', async () => {
  const [{ email, password }, ip] = [await api.given.learner(), newIp()]
  expect((await failFiveTimes(email, ip)).map(outcomeOf)).toEqual(
    Array(5).fill('401 InvalidCredentials'),
  )

  let pause = 0
  for (const route of routes.login) {
    for (const from of [api, other]) {
      const answer = await login(email, password, ip, { from, route })
      expectPause(answer, 15 * 60)
      pause = Number(answer.headers['retry-after'])
    }
  }
  expect(outcomeOf(await login(email, password, newIp()))).toBe('200')

  await using later = await startApi({ ...strict, mails: api.mails })
  later.advance(pause * 1000)
  expect(outcomeOf(await login(email, password, ip, { from: later }))).toBe('200')
})

test('of sixteen concurrent guesses at one account five are compared', async () => {
  const [{ email }, ip] = [await api.given.learner(), newIp()]
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      login(email, 'wrong', ip, { from: index % 2 === 0 ? api : other }),
    ),
  )
  expect(
    answers.map(outcomeOf).filter((outcome) => outcome === '401 InvalidCredentials'),
  ).toHaveLength(5)
  expect(answers.map(outcomeOf).filter((outcome) => outcome === '429 RateLimited')).toHaveLength(11)
})

test('a successful login clears earlier failures', async () => {
  const [{ email, password }, ip] = [await api.given.learner(), newIp()]
  for (let round = 0; round < 2; round++) {
    for (let failure = 0; failure < 4; failure++)
      expect(outcomeOf(await login(email, 'wrong', ip))).toBe('401 InvalidCredentials')
    expect(outcomeOf(await login(email, password, ip))).toBe('200')
  }
})

test.each([
  [
    'there was too much to do',
    () => Promise.reject(new AppError('ServiceUnavailable', { retryAfterSeconds: 5 })),
    '503 ServiceUnavailable',
  ],
  [
    'the database did not answer',
    () => Promise.reject(new Error('Query read timeout')),
    '503 ServiceUnavailable',
  ],
])(
  'a try whose password was not compared, because %s, is not a failure',
  async (_why, failure, outcome) => {
    await using busy = await startApi({
      config: { rateLimitScale: 1 },
      logLines: [],
      mails: api.mails,
    })
    const [{ email, password }, ip] = [await busy.given.learner(), newIp()]
    const { passwords } = busy.deps
    busy.deps.passwords = { ...passwords, matches: failure }
    for (let count = 0; count < 8; count++)
      expect(outcomeOf(await login(email, password, ip, { from: busy }))).toBe(outcome)
    busy.deps.passwords = passwords

    for (let count = 0; count < 5; count++)
      expect(outcomeOf(await login(email, 'wrong', ip, { from: busy }))).toBe(
        '401 InvalidCredentials',
      )
    expect(outcomeOf(await login(email, password, ip, { from: busy }))).toBe('429 RateLimited')
    const { rows } = await busy.database.db.execute(
      sql`select used from rate_counters where key = ${`failedLoginsPerAccount:${email}`}`,
    )
    expect(rows).toEqual([{ used: 5 }])
  },
)

test('after too many tries a password reset lets the user in at once', async () => {
  const [{ email }, ip] = [await api.given.learner(), newIp()]
  await failFiveTimes(email, ip)
  await api.request('POST /auth/forgetpassword', { body: { email }, ip })
  const body = { email, otp: await api.codeFor(email), newPassword: otherPassword }
  expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body, ip }))).toBe('200')

  expect(outcomeOf(await login(email, otherPassword, ip))).toBe('200')
})

test('an IPv6 subscriber is one IP, whatever the last 64 bits', async () => {
  const ask = (ip: string) =>
    api.request('POST /auth/forgetpassword', { body: { email: newEmail() }, ip })
  for (let count = 1; count <= 10; count++)
    expect(outcomeOf(await ask(`2001:db8:0:1::${count}`))).toBe('200')

  expectPause(await ask('2001:db8:0:1:ffff::9'), 3600)
  expect(outcomeOf(await ask('2001:db8:0:2::1'))).toBe('200')
})
