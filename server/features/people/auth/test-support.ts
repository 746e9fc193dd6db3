import { randomUUID } from 'node:crypto'
import type { Answer } from '../../../test/api.ts'

/** Routes of each operation: the canonical one, its aliases, and tRPC's. */
export const routes = {
  register: [
    'POST /api/v1/auth/register',
    'POST /auth/signup',
    'POST /api/auth/register',
    'POST /trpc/auth.register',
  ],
  login: [
    'POST /api/v1/auth/login',
    'POST /auth/login',
    'POST /api/auth/login',
    'POST /trpc/auth.login',
  ],
  forgotPassword: [
    'POST /api/v1/auth/forget-password',
    'POST /auth/forgetpassword',
    'POST /trpc/auth.forgotPassword',
  ],
  resetPassword: ['POST /api/v1/auth/resetpassword', 'POST /trpc/auth.resetPassword'],
} as const

export const goodPassword = 'correct horse battery staple'
export const otherPassword = 'another horse battery staple'

export function newEmail(): string {
  return `learner-${randomUUID()}@example.com`
}

/** Returns the problem of a failed answer, without tRPC's envelope if there is one. */
export function problemOf({ body }: Answer) {
  return body?.error?.data ?? body
}

/** Returns `200`, or `401 InvalidCredentials`. */
export function outcomeOf(answer: Answer): string {
  return answer.status < 400
    ? String(answer.status)
    : `${answer.status} ${problemOf(answer)?.error}`
}

/** Returns a code different from this one. */
export function wrongCode(code: string): string {
  return code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`
}
