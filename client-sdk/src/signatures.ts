/** A JSON Web Key Set (RFC 7517), as the server publishes it at `/.well-known/jwks.json`. */
export interface PublicKeys {
  keys: readonly {
    kty?: string | undefined
    crv?: string | undefined
    x?: string | undefined
    y?: string | undefined
    kid?: string | undefined
  }[]
}

/** Bytes that were signed, and the key and the algorithm (JOSE) that they name. */
export interface Signature {
  kid: string | undefined
  algorithm: unknown
  signed: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/** Says whether one of the keys made the signature. */
export async function signatureVerdict(
  { keys }: PublicKeys,
  { kid, algorithm: name, signed, signature }: Signature,
): Promise<'right' | 'malformed' | 'unknown key' | 'wrong signature'> {
  const algorithm = algorithms.get(name)
  if (algorithm === undefined) return 'malformed'
  const { kty, curve: crv, imported, verified } = algorithm
  const named = keys.filter(
    (key) => key.crv === crv && key.x !== undefined && nameOf(key.kid) === kid,
  )
  for (const { x = '', y } of named) {
    const jwk = { kty, crv, x, ...(y !== undefined && { y }) }
    const key = await crypto.subtle.importKey('jwk', jwk, imported, false, ['verify'])
    if (await crypto.subtle.verify(verified, key, signature, signed)) return 'right'
  }
  return named.length === 0 ? 'unknown key' : 'wrong signature'
}

interface Algorithm {
  kty: string
  curve: string
  /** Parameters for Web Crypto's `importKey` and `verify`. */
  imported: { name: string; namedCurve?: string }
  verified: { name: string; hash?: string }
}

const ed25519: Algorithm = {
  kty: 'OKP',
  curve: 'Ed25519',
  imported: { name: 'Ed25519' },
  verified: { name: 'Ed25519' },
}
const es256: Algorithm = {
  kty: 'EC',
  curve: 'P-256',
  imported: { name: 'ECDSA', namedCurve: 'P-256' },
  verified: { name: 'ECDSA', hash: 'SHA-256' },
}

/** Algorithms by their JOSE names (RFC 8037, RFC 9864, RFC 7518). */
const algorithms: ReadonlyMap<unknown, Algorithm> = new Map([
  ['EdDSA', ed25519],
  ['Ed25519', ed25519],
  ['ES256', es256],
])

export type Fields = Record<string, unknown>

/**
 * Credentials name a key by its URL, QR codes by the last part of that; the URL may change, the
 * last part does not.
 */
export function nameOf(kid: unknown): string | undefined {
  return typeof kid === 'string' && kid !== '' ? kid.slice(kid.lastIndexOf('/') + 1) : undefined
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readJson(base64url: string | undefined): Fields | undefined {
  const bytes = readBytes(base64url)
  if (bytes === undefined) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function readBytes(base64url: string | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (base64url === undefined || !/^[\w-]+$/.test(base64url)) return undefined
  try {
    return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
  } catch {
    return undefined
  }
}
