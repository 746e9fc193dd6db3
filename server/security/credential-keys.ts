import { createPrivateKey, hkdfSync, randomBytes } from 'node:crypto'

/** A key that signs certificates as credentials. */
export interface CredentialKeyPair {
  /** Appears in URLs and QR codes. */
  kid: string
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  d: string
}

export function makeCredentialKey(): CredentialKeyPair {
  return credentialKeyOf(randomBytes(32))
}

/**
 * The key of a keys file that has none for credentials: every process that reads the file derives
 * the same one, even if none of them may write it.
 */
export function deriveCredentialKey(secret: string): CredentialKeyPair {
  return credentialKeyOf(
    Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'lyceum credentials', 32)),
  )
}

/** The Ed25519 key of a seed (RFC 8032). Its `kid` is short to keep QR codes small. */
function credentialKeyOf(seed: Buffer): CredentialKeyPair {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const { x = '', d = '' } = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({
    format: 'jwk',
  })
  return { kid: x.slice(0, 8), kty: 'OKP', crv: 'Ed25519', x, d }
}
