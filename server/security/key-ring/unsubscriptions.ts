import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { isId } from '../../../lib/ids.ts'
import type { KeyRing } from './key-ring.ts'

/** Mails that their readers can do without. */
export const unsubscribedMails = ['announcements', 'reminders'] as const
export type UnsubscribedMails = (typeof unsubscribedMails)[number]

export interface Unsubscription {
  userId: string
  ends: UnsubscribedMails
}

/**
 * Signs the token of an address that ends mails of a kind, with the key of credentials, because it
 * works for ever: of those keys, the public halves are kept.
 */
export function signUnsubscription(
  keys: Pick<KeyRing, 'credentialSignerAt'>,
  { userId, ends }: Unsubscription,
  at: Date,
): string {
  const { kid, kty, crv, x, d } = keys.credentialSignerAt(at)
  if (d === undefined) throw new Error('The key that signs credentials has no private half.')
  const key = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' })
  const signature = sign(null, messageOf({ userId, ends }), key).toString('base64url')
  return [userId, ends, kid, signature].join('.')
}

/** Reads a token; undefined for one that is not ours. */
export function readUnsubscription(
  keys: Pick<KeyRing, 'credentials'>,
  token: string,
): Unsubscription | undefined {
  const [userId = '', name, kid, signature = ''] = token.split('.')
  const ends = unsubscribedMails.find((one) => one === name)
  const key = keys.credentials.find((one) => one.kid === kid)
  if (ends === undefined || key === undefined || !isId(userId)) return undefined
  const { kty, crv, x } = key
  const publicKey = createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
  const bytes = Buffer.from(signature, 'base64url')
  return verify(null, messageOf({ userId, ends }), publicKey, bytes) ? { userId, ends } : undefined
}

/** Returns the message; its colon tells it from a JWT, which the same key signs. */
function messageOf({ userId, ends }: Unsubscription): Buffer {
  return Buffer.from(`lyceum unsubscription: ${userId} ${ends}`)
}
