import { createHmac } from 'node:crypto'
import { isId } from '../../../lib/ids.ts'
import { sameMac } from '../one-time-codes.ts'

/** What a link does, and for how many days: the mail to its reader says the same. */
const daysValid = { 'account link': 7, 'password link': 2 } as const
type Purpose = keyof typeof daysValid

interface Holder {
  id: string
  email: string
  passwordHash: string | null
}

/**
 * Makes the token of a link that gives an account to its mailbox, until its first proof, or that
 * sets a new password, until there is one.
 */
export function makeAccountToken(key: string, purpose: Purpose, holder: Holder, now: Date): string {
  const until = now.getTime() + daysValid[purpose] * 86_400_000
  return [holder.id, until, macOf(key, purpose, holder, until)].join('.')
}

/** Returns whom a token names, proven or not; undefined for what is no token. */
export function holderNamedBy(token: string): string | undefined {
  const [id = ''] = token.split('.')
  return isId(id) ? id : undefined
}

/** Whether it was made for this and the account's present email, and is still valid. */
export function isTokenOf(
  keys: readonly string[],
  purpose: Purpose,
  token: string,
  holder: Holder,
  now: Date,
): boolean {
  const [id, until, mac = ''] = token.split('.')
  if (id !== holder.id || !/^[0-9a-f]{64}$/.test(mac) || !(Number(until) > now.getTime()))
    return false
  return keys.some((key) => sameMac(mac, macOf(key, purpose, holder, Number(until))))
}

function macOf(
  key: string,
  purpose: Purpose,
  { id, email, passwordHash }: Holder,
  until: number,
): string {
  const present = purpose === 'password link' ? `\n${passwordHash}` : ''
  return createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(`${purpose}\n${id}\n${email}\n${until}${present}`)
    .digest('hex')
}
