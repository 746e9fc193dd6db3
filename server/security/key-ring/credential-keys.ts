import { createECDH, createPrivateKey, hkdfSync, randomBytes } from 'node:crypto'
import { encodeBase58 } from '../../../lib/base58.ts'

/** A point of the curve P-256, as in a JWK. */
export interface CurvePoint {
  x: string
  y: string
}

/** A key that signs certificates as credentials, by Ed25519 and by ES256. */
export interface CredentialKeyPair {
  /** Appears in URLs and QR codes. */
  kid: string
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  d: string
  /** The public half for ES256; its private half is derived from `d`. */
  es256: CurvePoint
}

export function makeCredentialKey(): CredentialKeyPair {
  return credentialKeyOf(randomBytes(32))
}

/**
 * Derives the key of a keys file that has none for credentials: every process that reads the file
 * gets the same one, even if none of them may write it.
 */
export function deriveCredentialKey(secret: string): CredentialKeyPair {
  return credentialKeyOf(derive(secret, 'lyceum credentials', 32))
}

/** Returns the Ed25519 key of a seed (RFC 8032), with a short `kid` to keep QR codes small. */
function credentialKeyOf(seed: Buffer): CredentialKeyPair {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const { x = '', d = '' } = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({
    format: 'jwk',
  })
  const { x: es256x, y } = es256KeyOf(d)
  return { kid: x.slice(0, 8), kty: 'OKP', crv: 'Ed25519', x, d, es256: { x: es256x, y } }
}

const orderOfP256 = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * Derives the ES256 key of an Ed25519 key: key files from before ES256 get one too, the same in
 * every process. 48 bytes leave no bias (FIPS 186-5, A.2.1).
 */
export function es256KeyOf(d: string): CurvePoint & { d: string } {
  const bytes = derive(d, 'lyceum credentials ES256', 48)
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (orderOfP256 - 1n)) + 1n
  const privateHalf = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateHalf)
  const point = curve.getPublicKey()
  return {
    x: point.toString('base64url', 1, 33),
    y: point.toString('base64url', 33),
    d: privateHalf.toString('base64url'),
  }
}

function derive(secret: string, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', purpose, length))
}

/**
 * Encodes a public key as a Multikey (W3C Controlled Identifiers 1.0, 2.2.2): Ed25519 without `y`,
 * P-256 with it, which only tells which of two points has this `x`.
 */
export function multikeyOf({ x, y }: { x: string; y?: string }): string {
  const prefix = y === undefined ? [0xed, 0x01] : [0x80, 0x24, isOdd(y) ? 3 : 2]
  return `z${encodeBase58(Buffer.concat([Buffer.from(prefix), Buffer.from(x, 'base64url')]))}`
}

function isOdd(number: string): boolean {
  return ((Buffer.from(number, 'base64url').at(-1) ?? 0) & 1) === 1
}
