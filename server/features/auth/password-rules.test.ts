import { afterAll, expect, test } from 'vitest'
import { startApi } from '../../test/api.ts'
import { loadCommonPasswords } from './common-passwords.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { addresses, newEmail, outcomeOf, problemOf } from './test-support.ts'

const api = await startApi()
afterAll(() => api[Symbol.asyncDispose]())

test('every one of more than ten thousand leaked passwords is refused, in capitals too', () => {
  const common = [...loadCommonPasswords()]
  expect(common.filter((password) => password.length >= 8).length).toBeGreaterThan(10_000)

  for (const password of common) {
    for (const typed of [password, password.toUpperCase()]) {
      expect(() => refuseWeakPassword(typed, { email: 'ada@example.com' }), typed).toThrow(
        'not valid',
      )
    }
  }
})

test.each(['voxstrange', 'Starwars', 'asdasdasd', 'qazQAZqaz'])(
  '%s is refused wherever a password is set',
  async (password) => {
    const { token, password: currentPassword } = await api.given.learner()
    const answers = [
      ...addresses.register.map(
        (address) => [address, { body: { email: newEmail(), password } }] as const,
      ),
      ...addresses.resetPassword.map(
        (address) =>
          [
            address,
            { body: { email: newEmail(), otp: '12345678', newPassword: password } },
          ] as const,
      ),
      [
        'POST /api/me/password',
        { token, body: { currentPassword, newPassword: password } },
      ] as const,
      [
        'POST /trpc/me.changePassword',
        { token, body: { currentPassword, newPassword: password } },
      ] as const,
    ]
    for (const [address, options] of answers) {
      const answer = await api.request(address, options)
      expect([address, outcomeOf(answer)]).toEqual([address, '400 InvalidFields'])
      expect(problemOf(answer).issues).toEqual([
        {
          path: expect.stringMatching(/^(newP|p)assword$/),
          message: expect.stringContaining('take a few words'),
        },
      ])
    }
  },
)
