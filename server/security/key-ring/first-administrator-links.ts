import { createHmac } from 'node:crypto'
import { sameMac } from '../one-time-codes.ts'

const hoursValid = 24

/** Makes the token of a link that makes its holder the first administrator. */
export function makeFirstAdministratorToken(key: string, now: Date): string {
  const until = now.getTime() + hoursValid * 3_600_000
  return `${until}.${macOf(key, until)}`
}

export function isFirstAdministratorToken(keys: readonly string[], token: string, now: Date) {
  const [until = '', mac = ''] = token.split('.')
  if (!/^[0-9a-f]{64}$/.test(mac) || !(Number(until) > now.getTime())) return false
  return keys.some((key) => sameMac(mac, macOf(key, Number(until))))
}

function macOf(key: string, until: number): string {
  return createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(`first administrator\n${until}`)
    .digest('hex')
}
