import { createHmac } from 'node:crypto'
import { isId } from '../../../lib/ids.ts'
import { sameMac } from '../one-time-codes.ts'

const daysValid = 7

interface Holder {
  id: string
  email: string
}

/** Makes the token of a link that gives an account to its mailbox, until its first proof. */
export function makeAccountToken(key: string, holder: Holder, now: Date): string {
  const until = now.getTime() + daysValid * 86_400_000
  return [holder.id, until, macOf(key, holder, until)].join('.')
}

/** Returns whom a token names, proven or not; undefined for what is no token. */
export function holderNamedBy(token: string): string | undefined {
  const [id = ''] = token.split('.')
  return isId(id) ? id : undefined
}

/** Whether it was made for the account's present email, and is still valid. */
export function isTokenOf(keys: readonly string[], token: string, holder: Holder, now: Date) {
  const [id, until, mac = ''] = token.split('.')
  if (id !== holder.id || !/^[0-9a-f]{64}$/.test(mac) || !(Number(until) > now.getTime()))
    return false
  return keys.some((key) => sameMac(mac, macOf(key, holder, Number(until))))
}

function macOf(key: string, { id, email }: Holder, until: number): string {
  return createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(`account link\n${id}\n${email}\n${until}`)
    .digest('hex')
}
