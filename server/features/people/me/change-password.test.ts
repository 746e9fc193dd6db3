import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { givenThirdPartyOnly } from '../../../test/identity-providers/third-party-only.ts'
import { goodPassword, otherPassword, outcomeOf } from '../auth/test-support.ts'
import { isGood, signIn, subjectsTo } from './test-support.ts'

const api = await forAllTests(startApi())
const second = await forAllTests(startApi({ mails: api.mails }))

const change = (token: string, body: unknown, from = api) =>
  from.request('POST /api/v1/me/password', { token, body })
const toOther = { currentPassword: goodPassword, newPassword: otherPassword }

test('a new password ends the other sessions in every process at the next request, and this one continues', async () => {
  const learner = await api.given.learner()
  const others = [learner.token, await signIn(api, learner)]
  const mine = await signIn(api, learner)
  expect(await Promise.all(others.map((token) => isGood(second, token)))).toEqual([true, true])

  expect(outcomeOf(await change(mine, toOther))).toBe('200')

  expect(await Promise.all([...others, mine].map((token) => isGood(second, token)))).toEqual([
    false,
    false,
    true,
  ])
  expect(
    outcomeOf(
      await api.request('POST /auth/login', {
        body: { email: learner.email, password: goodPassword },
      }),
    ),
  ).toBe('401 InvalidCredentials')
  expect(await isGood(api, await signIn(api, learner, { password: otherPassword }))).toBe(true)
  expect(await subjectsTo(api, learner.email, 1)).toContain('Your Lyceum password was changed')
})

test('a wrong current password changes nothing, and names the field', async () => {
  const learner = await api.given.learner()
  const guess = { currentPassword: 'wrong', newPassword: otherPassword }
  const refused = await change(learner.token, guess)
  expect([refused.status, refused.body.error, refused.body.issues]).toEqual([
    403,
    'WrongPassword',
    [{ path: 'currentPassword', message: 'is not your password' }],
  ])
  expect(await isGood(api, await signIn(api, learner))).toBe(true)
})

test('of twenty concurrent changes exactly one wins, and its password is stored', async () => {
  const learner = await api.given.learner()
  const passwords = Array.from(
    { length: 20 },
    (_, index) => `battery staple number ${index} of many`,
  )

  const answers = await atOnce(20, (index) =>
    change(
      learner.token,
      { currentPassword: goodPassword, newPassword: passwords[index] },
      index % 2 === 0 ? api : second,
    ),
  )

  expect(tally(answers.map(outcomeOf))).toEqual({ 200: 1, '403 WrongPassword': 19 })
  const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
  expect(await isGood(api, await signIn(api, learner, { password: winner }))).toBe(true)
})

test('a change that a reset overtakes changes nothing', async () => {
  const learner = await api.given.learner()
  await api.request('POST /auth/forgetpassword', { body: { email: learner.email } })
  const otp = await api.codeFor(learner.email)
  const { hash } = api.deps.passwords
  await using slow = await startApi({ mails: api.mails })
  slow.deps.passwords = {
    ...slow.deps.passwords,
    hash: async (password, signal) => {
      const body = { email: learner.email, otp, newPassword: 'set by the reset in between' }
      expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body }))).toBe('200')
      return hash(password, signal)
    },
  }

  expect(outcomeOf(await change(learner.token, toOther, slow))).toBe('403 WrongPassword')
  expect(
    await isGood(api, await signIn(api, learner, { password: 'set by the reset in between' })),
  ).toBe(true)
})

test('an account that only signs in with a third party learns how to get a password, and gets one that way', async () => {
  const learner = await givenThirdPartyOnly(api)
  const refused = await change(learner.token, toOther)
  expect([refused.status, refused.body.error]).toEqual([409, 'PasswordNotSet'])
  expect(refused.body.message).toContain('forgot password')

  await api.request('POST /auth/forgetpassword', { body: { email: learner.email } })
  const body = {
    email: learner.email,
    otp: await api.codeFor(learner.email),
    newPassword: goodPassword,
  }
  expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body }))).toBe('200')
  const token = await signIn(api, learner)
  expect(outcomeOf(await change(token, toOther))).toBe('200')
})
