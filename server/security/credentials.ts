import { createPrivateKey, type KeyObject, sign as signBytes } from 'node:crypto'
import {
  CompactSign,
  compactVerify,
  decodeProtectedHeader,
  importJWK,
  type JSONWebKeySet,
  type JWK,
} from 'jose'
import { es256KeyOf, multikeyOf } from './key-ring/credential-keys.ts'
import type { KeyRing } from './key-ring/key-ring.ts'
import type { CredentialKey } from './key-ring/keys.ts'

/** EdDSA is Ed25519. Many validators and wallets know ES256 alone. */
export type CredentialAlgorithm = 'EdDSA' | 'ES256'

/** Signs documents that anyone can check for years without asking us. */
export interface Credentials {
  /**
   * Signs a Verifiable Credential as a compact JWS, by ES256 unless told otherwise; `kid` is the
   * URL of the public key. By EdDSA the same payload and key give the same signature (RFC 8032).
   */
  signCredential(credential: object, algorithm?: CredentialAlgorithm): Promise<string>
  /** Signs how a certificate came about, likewise, by Ed25519. */
  signEvidence(evidence: object): Promise<string>
  /** Returns what a credential states; undefined unless one of our keys signed it. */
  readCredential(jws: string): Promise<unknown>
  /** Returns the key that signs now, by Ed25519. `kid` is the last part of its URL. */
  signer(): { kid: string; sign: (bytes: Uint8Array) => Uint8Array }
  /** The public halves of all keys that ever signed credentials, RFC 7517. */
  readonly publicKeys: JSONWebKeySet
  /** The same as Multikeys, each with the last part of its URL. */
  readonly multikeys: { kid: string; publicKeyMultibase: string }[]
}

export interface CredentialOptions {
  keys: Pick<KeyRing, 'credentials' | 'credentialSignerAt'>
  now: () => Date
  publicUrl: string
}

export function createCredentials({ keys, now, publicUrl }: CredentialOptions): Credentials {
  const imported = new WeakMap<CredentialKey, Record<CredentialAlgorithm, KeyObject>>()
  const urlOf = (kid: string) => `${publicUrl}/credentials/keys/${kid}`

  function privateHalvesOf(key: CredentialKey): Record<CredentialAlgorithm, KeyObject> {
    const halves = imported.get(key) ?? importHalves(key)
    imported.set(key, halves)
    return halves
  }

  function sign(
    payload: object,
    algorithm: CredentialAlgorithm,
    headerFor: (kid: string) => { kid: string; typ?: string },
  ): Promise<string> {
    const signer = keys.credentialSignerAt(now())
    const kid = algorithm === 'ES256' ? es256KidOf(signer) : signer.kid
    return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ alg: algorithm, ...headerFor(kid) })
      .sign(privateHalvesOf(signer)[algorithm])
  }

  return {
    // Open Badges 3.0 allows no other `typ`.
    signCredential: (credential, algorithm = 'ES256') =>
      sign(credential, algorithm, (kid) => ({ typ: 'JWT', kid: urlOf(kid) })),
    // Says by `typ` that it is no credential: neither passes for the other.
    signEvidence: (evidence) =>
      sign(evidence, 'EdDSA', (kid) => ({ typ: 'evidence+jwt', kid: urlOf(kid) })),
    readCredential: async (jws) => {
      try {
        const kid = decodeProtectedHeader(jws).kid?.split('/').at(-1)
        const key = publicKeysOf(keys.credentials).find((key) => key.kid === kid)
        if (key === undefined) return undefined
        const { payload } = await compactVerify(jws, await importJWK(key), {
          algorithms: [String(key.alg)],
        })
        return JSON.parse(new TextDecoder().decode(payload))
      } catch {
        return undefined
      }
    },
    signer: () => {
      const signer = keys.credentialSignerAt(now())
      return {
        kid: signer.kid,
        sign: (bytes) => signBytes(null, bytes, privateHalvesOf(signer).EdDSA),
      }
    },
    get publicKeys() {
      return {
        keys: publicKeysOf(keys.credentials).map((key) => ({ ...key, kid: urlOf(key.kid) })),
      }
    },
    get multikeys() {
      return publicKeysOf(keys.credentials).map(({ kid, x, y }) => ({
        kid,
        publicKeyMultibase: multikeyOf(y === undefined ? { x } : { x, y }),
      }))
    },
  }
}

/** Returns the public halves for both algorithms; `kid` is the last part of the key's URL. */
export function publicKeysOf(keys: readonly CredentialKey[]): (JWK & { kid: string; x: string })[] {
  return keys.flatMap((key) => {
    const { kid, kty, crv, x, es256 } = key
    const use = 'sig'
    return [
      { kid, kty, crv, x, alg: 'EdDSA', use },
      ...(es256 === undefined
        ? []
        : [{ kid: es256KidOf(key), kty: 'EC', crv: 'P-256', ...es256, alg: 'ES256', use }]),
    ]
  })
}

function es256KidOf({ kid }: Pick<CredentialKey, 'kid'>): string {
  return `${kid}-es256`
}

function importHalves({ kty, crv, x, d }: CredentialKey): Record<CredentialAlgorithm, KeyObject> {
  if (d === undefined) throw new Error('The key that signs credentials has no private half.')
  return {
    EdDSA: createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' }),
    ES256: createPrivateKey({ key: { kty: 'EC', crv: 'P-256', ...es256KeyOf(d) }, format: 'jwk' }),
  }
}
