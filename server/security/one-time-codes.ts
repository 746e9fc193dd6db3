import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { codePurposes } from '../../db/schema/accounts.ts'

export type CodePurpose = (typeof codePurposes)[number]

/** A code is good for ten minutes. */
export const codeLifetimeMilliseconds = 10 * 60_000

/** Eight decimal digits from the CSPRNG, leading zeros kept. */
export function makeCode(): string {
  return randomInt(100_000_000).toString().padStart(8, '0')
}

/** What is stored of a code: without the key nobody finds it again by trying all of them. */
export function macOfCode(key: string, { userId, purpose, code }: { userId: string; purpose: CodePurpose; code: string }): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(`${purpose}\n${userId}\n${code}`).digest('hex')
}

export function sameMac(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'))
}
