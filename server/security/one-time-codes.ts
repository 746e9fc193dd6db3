import { createHmac, timingSafeEqual } from 'node:crypto'
import type { codePurposes } from '../../db/schema/people/one-time-codes.ts'

export type CodePurpose = (typeof codePurposes)[number]

/** Actions that a mailed code can prove; only a signed-in user can request one. */
export type ProvenPurpose = Extract<CodePurpose, 'erase_account' | 'change_sign_in'>

/** Who can request and try codes: anyone with the email, or only the signed-in user. */
export const askedForBy = {
  verify_email: 'anyone',
  reset_password: 'anyone',
  erase_account: 'user',
  change_sign_in: 'user',
  change_email_old: 'user',
  change_email_new: 'user',
} as const satisfies Record<CodePurpose, 'anyone' | 'user'>

export const codeLifetimeMilliseconds = 10 * 60_000

/**
 * Makes eight decimal digits, with leading zeros: unpredictable without the key, but the same for
 * one request and expiry, so that a mail sent again has the same code.
 */
export function makeCode(
  key: string,
  { requestId, expiresAt }: { requestId: string; expiresAt: Date },
): string {
  const number = createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(`new code\n${requestId}\n${expiresAt.toISOString()}`)
    .digest()
    .readBigUInt64BE()
  return (number % 100_000_000n).toString().padStart(8, '0')
}

/** Returns the stored form of a code: without the key, trying all codes does not reveal it. */
export function macOfCode(
  key: string,
  { userId, purpose, code }: { userId: string; purpose: CodePurpose; code: string },
): string {
  return createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(`${purpose}\n${userId}\n${code}`)
    .digest('hex')
}

export function sameMac(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'))
}
