import { createHmac, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import type { WebhookKeys } from './types.ts'

const secretPrefix = 'whsec_'
const signingKeyPrefix = 'whsk_'
const publicKeyPrefix = 'whpk_'
const secretBytes = 32
const seedBytes = 32

/** Makes a secret for both sides (Standard Webhooks 1.0, "Signature scheme"). */
export function makeWebhookSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`
}

/** Makes a private Ed25519 key, by its seed (RFC 8032). */
export function makeSigningKey(): string {
  return `${signingKeyPrefix}${randomBytes(seedBytes).toString('base64')}`
}

/** Returns the public half, for receivers that must hold no secret. */
export function publicKeyOf(signingKey: string): string {
  const { x = '' } = createPublicKey(privateKeyOf(signingKey)).export({ format: 'jwk' })
  return `${publicKeyPrefix}${Buffer.from(x, 'base64url').toString('base64')}`
}

interface SignedMessage {
  id: string
  at: Date
  body: string
}

/** Returns the three headers of a signed message. */
export function signedHeaders(keys: WebhookKeys, { id, at, body }: SignedMessage) {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const content = Buffer.from(`${id}.${timestamp}.${body}`)
  const signatures = [
    ...keys.secrets.map((secret) => `v1,${macOf(secret, content)}`),
    `v1a,${sign(null, content, privateKeyOf(keys.signingKey)).toString('base64')}`,
  ]
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

function macOf(secret: string, content: Buffer): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}

/** PKCS #8 of a seed (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

function privateKeyOf(signingKey: string) {
  const seed = Buffer.from(signingKey.slice(signingKeyPrefix.length), 'base64')
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
}
