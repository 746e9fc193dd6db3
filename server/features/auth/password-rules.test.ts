import { afterAll, expect, test } from 'vitest'
import { startApi } from '../../test/api.ts'
import { loadCommonPasswords } from './common-passwords.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { newEmail, outcomeOf, problemOf, routes } from './test-support.ts'

const api = await startApi()
afterAll(() => api[Symbol.asyncDispose]())

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
        'POST /api/me/password',
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
        },
      ])
    }
  },
)
