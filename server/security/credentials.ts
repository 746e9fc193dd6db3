import { CompactSign, importJWK, type JSONWebKeySet } from 'jose'
import type { KeyRing } from './key-ring.ts'
import type { CredentialKey } from './keys.ts'

/**
 * Signs documents that anyone can check for years without asking us. The same payload and key give
 * the same signature (RFC 8032).
 */
export interface Credentials {
  /** Signs a Verifiable Credential as a compact JWS; `kid` is the URL of the public key. */
  signCredential(credential: object): Promise<string>
  /** Signs a few facts for a QR code; `kid` is the last part of the key's URL. */
  signFacts(facts: object): Promise<string>
  /** The public halves of all keys that ever signed credentials, RFC 7517. */
  readonly publicKeys: JSONWebKeySet
}

export interface CredentialOptions {
  keys: Pick<KeyRing, 'credentials' | 'credentialSignerAt'>
  now: () => Date
  publicUrl: string
}

export function createCredentials({ keys, now, publicUrl }: CredentialOptions): Credentials {
  const imported = new WeakMap<CredentialKey, ReturnType<typeof importJWK>>()
  const urlOf = (kid: string) => `${publicUrl}/credentials/keys/${kid}`

  function privateHalfOf(key: CredentialKey): ReturnType<typeof importJWK> {
    const { kid, kty, crv, x, d } = key
    if (d === undefined) throw new Error('The key that signs credentials has no private half.')
    const half = imported.get(key) ?? importJWK({ kid, kty, crv, x, d }, 'EdDSA')
    imported.set(key, half)
    return half
  }

  async function sign(
    payload: object,
    headerFor: (kid: string) => { kid: string; typ?: string },
  ): Promise<string> {
    const signer = keys.credentialSignerAt(now())
    const bytes = new TextEncoder().encode(JSON.stringify(payload))
    return new CompactSign(bytes)
      .setProtectedHeader({ alg: 'EdDSA', ...headerFor(signer.kid) })
      .sign(await privateHalfOf(signer))
  }

  return {
    // Open Badges 3.0 allows no other `typ`.
    signCredential: (credential) => sign(credential, (kid) => ({ typ: 'JWT', kid: urlOf(kid) })),
    signFacts: (facts) => sign(facts, (kid) => ({ kid })),
    get publicKeys() {
      return {
        keys: keys.credentials.map(({ kid, kty, crv, x }) => ({
          kid: urlOf(kid),
          kty,
          crv,
          x,
          alg: 'EdDSA',
          use: 'sig',
        })),
      }
    },
  }
}
