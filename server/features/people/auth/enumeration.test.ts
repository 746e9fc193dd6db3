import { describe, expect, test } from 'vitest'
import { insertUser } from '../../../../db/queries/people/users/users.ts'
import { newId } from '../../../../lib/ids.ts'
import { type Answer, forAllTests, startApi } from '../../../test/api.ts'
import { untilJobsAreDone } from '../../../test/until.ts'
import { goodPassword, newEmail, outcomeOf, problemOf, routes, wrongCode } from './test-support.ts'

const api = await forAllTests(startApi())
const known = await api.given.learner()
const unverified = await api.given.learner({ verified: false })
const withoutPassword = newEmail()
await insertUser(api.deps.db, {
  id: newId(),
  email: withoutPassword,
  name: 'Signs in elsewhere',
  passwordHash: null,
  pepperVersion: null,
  emailVerifiedAt: new Date(),
  createdAt: new Date(),
})

/** Returns everything that a stranger sees, except what differs every time. */
function seen(answer: Answer) {
  const { requestId, ...problem } = problemOf(answer)
  const headers = Object.keys(answer.headers).sort()
  return {
    status: answer.status,
    headers,
    problem,
    length: answer.text.replace(requestId, '').length,
  }
}

describe('a failed login does not reveal whether the account exists', () => {
  test.each(routes.login)('%s', async (route) => {
    const wrong = [
      { email: newEmail(), password: goodPassword },
      { email: known.email, password: 'wrong' },
      { email: withoutPassword, password: goodPassword },
      { email: withoutPassword, password: 'nobody' },
      { email: unverified.email, password: 'wrong' },
      { email: 'not an email', password: goodPassword },
    ]
    const answers: Answer[] = []
    for (const body of wrong) answers.push(await api.request(route, { body }))

    expect(answers.map(outcomeOf)).toEqual(wrong.map(() => '401 InvalidCredentials'))
    const [first, ...others] = answers.map(seen)
    for (const other of others) expect(other).toEqual(first)
  })
})

describe('requesting a code does not reveal whether the account exists, or is verified', () => {
  test.each([...routes.forgotPassword, 'POST /api/v1/auth/verify-email/resend'])(
    '%s',
    async (route) => {
      const answers: Answer[] = []
      for (const email of [newEmail(), known.email, unverified.email, withoutPassword]) {
        answers.push(await api.request(route, { body: { email } }))
      }

      expect(answers.map(outcomeOf)).toEqual(['200', '200', '200', '200'])
      const [first, ...others] = answers.map(({ text, headers }) => ({
        text,
        headers: Object.keys(headers).sort(),
      }))
      for (const other of others) expect(other).toEqual(first)
    },
  )
})

test('a code for an unknown email is refused in the same words as a wrong one', async () => {
  const tries: Answer[] = []
  for (const email of [newEmail(), known.email, unverified.email, withoutPassword]) {
    tries.push(
      await api.request('POST /api/v1/auth/resetpassword', {
        body: { email, otp: '12345678', newPassword: goodPassword },
      }),
    )
  }
  expect(tries.map(outcomeOf)).toEqual(tries.map(() => '400 InvalidCode'))
  const [first, ...others] = tries.map(seen)
  for (const other of others) expect(other).toEqual(first)
})

test('only emails with an account get mail', async () => {
  await untilJobsAreDone(api, 'send-code')

  expect([...new Set(api.mails.map(({ to }) => to))].sort()).toEqual(
    [known.email, unverified.email, withoutPassword].sort(),
  )
})

test('a guess at a requested code gets the same answer as one for an unknown email', async () => {
  await using strict = await startApi({ config: { rateLimitScale: 1 }, mails: api.mails })
  const { email: knownEmail } = await api.given.learner()
  const outcomes: string[][] = []
  for (const [index, email] of [newEmail(), knownEmail].entries()) {
    const ip = `192.0.3.${index}`
    await strict.request('POST /auth/forgetpassword', { body: { email }, ip })
    const otp = email === knownEmail ? wrongCode(await strict.codeFor(email)) : '12345678'
    const list: string[] = []
    for (let guess = 0; guess < 11; guess++) {
      list.push(
        outcomeOf(
          await strict.request('POST /api/v1/auth/resetpassword', {
            body: { email, otp, newPassword: goodPassword },
            ip,
          }),
        ),
      )
    }
    outcomes.push(list)
  }
  expect(outcomes[1]).toEqual(outcomes[0])
  expect(outcomes[0]).toEqual([...Array(10).fill('400 InvalidCode'), '429 RateLimited'])
})
