import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { loadCommonPasswords } from './common-passwords.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { NewPassword } from './schema.ts'
import { newEmail, otherPassword, outcomeOf, problemOf, routes } from './test-support.ts'

const api = await forAllTests(startApi())

test('each of more than ten thousand leaked passwords is refused, in capitals too', () => {
  const common = [...loadCommonPasswords()]
  expect(common.filter((password) => password.length >= 8).length).toBeGreaterThan(10_000)

  for (const password of common) {
    for (const typed of [password, password.toUpperCase()]) {
      expect(() => refuseWeakPassword(typed, { email: 'ada@example.com' }), typed).toThrow(
        expect.objectContaining({ name: 'InvalidFields' }),
      )
    }
  }
})

test.each([
  'password1234567',
  'P@ssw0rd2024!',
  '12345678901',
  '1q2w3e4r5t',
  'qwertyuiop',
  'lyceum2026!',
  'aaaaaaaaaaaaaaa',
  'ababababab',
  'ada.lovelace',
  'AdaLovelace1815',
  'ada.lovelace@example.com',
])('%s is easily guessed', (password) => {
  expect(() => refuseWeakPassword(password, { email: 'ada.lovelace@example.com' })).toThrow(
    expect.objectContaining({ name: 'InvalidFields' }),
  )
})

test('a password that shares only a letter with the email is accepted', () => {
  expect(() =>
    refuseWeakPassword('J-83749-28374-!!_5520', { email: 'j.1984@example.com' }),
  ).not.toThrow()
})

test.each(['seven77', 'x'.repeat(257)])('%.10s is too short or too long', (password) => {
  expect(NewPassword.safeParse(password).success).toBe(false)
})

test.each(['voxstrange', 'Starwars', 'asdasdasd', 'qazQAZqaz'])(
  '%s is refused wherever a password is set',
  async (password) => {
    const { token, password: currentPassword } = await api.given.learner()
    const answers = [
      ...routes.register.map(
        (route) => [route, { body: { email: newEmail(), password } }] as const,
      ),
      ...routes.resetPassword.map(
        (route) =>
          [route, { body: { email: newEmail(), otp: '12345678', newPassword: password } }] as const,
      ),
      [
        'POST /api/v1/me/password',
        { token, body: { currentPassword, newPassword: password } },
      ] as const,
      [
        'POST /trpc/me.changePassword',
        { token, body: { currentPassword, newPassword: password } },
      ] as const,
    ]
    for (const [route, options] of answers) {
      const answer = await api.request(route, options)
      expect([route, outcomeOf(answer)]).toEqual([route, '400 InvalidFields'])
      expect(problemOf(answer).issues).toEqual([
        {
          path: expect.stringMatching(/^(newP|p)assword$/),
          message: expect.stringContaining('use a few unrelated words'),
          code: 'weakPassword',
        },
      ])
    }
  },
)

test('half of a surrogate pair in a password is refused by name: hashed, it would be U+FFFD', async () => {
  const { email, token, password: currentPassword } = await api.given.learner()
  const password = `${otherPassword} \ufffd`
  const set = { token, body: { currentPassword, newPassword: password } }
  expect(outcomeOf(await api.request('POST /api/v1/me/password', set))).toBe('200')

  const half = `${otherPassword} \ud800`
  const tries = [
    ...routes.login.map((route) => [route, 'password', { email, password: half }] as const),
    ['POST /api/v1/me/password', 'currentPassword', { currentPassword: half, newPassword: half }],
    ['POST /api/v1/me/email', 'password', { newEmail: newEmail(), password: half }],
    ['POST /api/v1/auth/verify-email', 'password', { email, code: '12345678', password: half }],
    ['DELETE /api/v1/me', 'password', { password: half }],
  ] as const
  for (const [route, field, body] of tries) {
    const answer = await api.request(route, { token, body })
    expect([route, outcomeOf(answer), problemOf(answer).issues?.[0]?.path]).toEqual([
      route,
      '400 InvalidFields',
      field,
    ])
  }
  expect(outcomeOf(await api.request('POST /auth/login', { body: { email, password } }))).toBe(
    '200',
  )
})
