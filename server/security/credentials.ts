import { CompactSign, importJWK, type JSONWebKeySet } from 'jose'
import type { KeyRing } from './key-ring.ts'
import type { CredentialKey } from './keys.ts'

/**
 * Signs what is to be checked for years, by anyone, without asking us. The same payload and key
 * give the same signature (RFC 8032).
 */
export interface Credentials {
  /** A Verifiable Credential as a compact JWS; `kid` is the address of the public key. */
  signCredential(credential: object): Promise<string>
  /** A few facts for a QR code; `kid` is the last part of the key's address. */
  signFacts(facts: object): Promise<string>
  /** The public halves of all keys that ever signed, RFC 7517. */
  readonly publicKeys: JSONWebKeySet
}

export interface CredentialOptions {
  keys: Pick<KeyRing, 'credentials' | 'credentialSignerAt'>
  now: () => Date
  publicUrl: string
}

export function createCredentials({ keys, now, publicUrl }: CredentialOptions): Credentials {
  const imported = new WeakMap<CredentialKey, ReturnType<typeof importJWK>>()
  const addressOf = (kid: string) => `${publicUrl}/credentials/keys/${kid}`

  function privateHalfOf(key: CredentialKey): ReturnType<typeof importJWK> {
    const { kid, kty, crv, x, d } = key
    if (d === undefined) throw new Error('The key that is to sign credentials has no private half.')
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
    signCredential: (credential) =>
      sign(credential, (kid) => ({ typ: 'JWT', kid: addressOf(kid) })),
    signFacts: (facts) => sign(facts, (kid) => ({ kid })),
    get publicKeys() {
      return {
        keys: keys.credentials.map(({ kid, kty, crv, x }) => ({
          kid: addressOf(kid),
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
