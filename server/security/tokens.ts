import {
  importJWK,
  type JSONWebKeySet,
  type JWTPayload,
  errors as joseErrors,
  jwtVerify,
  SignJWT,
} from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { KeyRing } from './key-ring/key-ring.ts'
import type { SigningKey } from './key-ring/keys.ts'

/** The user of a token, and the session whose end also ends the token. */
export interface TokenSubject {
  userId: string
  sessionId: string
}

export type TokenVerdict = ({ valid: true } & TokenSubject) | { valid: false; expired: boolean }

export interface Tokens {
  /** Issues an access token: a JWT of RFC 9068's type, signed with Ed25519. */
  issue(subject: TokenSubject, lifetime: { from: Date; until: Date }): Promise<string>
  verify(token: string, now: Date): Promise<TokenVerdict>
  /** The public halves, RFC 7517. */
  readonly publicKeys: JSONWebKeySet
}

export interface TokenOptions {
  keys: Pick<KeyRing, 'signing' | 'signerAt' | 'refresh'>
  /** `iss` and `aud`: the public URL of the service. */
  issuer: string
}

interface RememberedToken extends TokenSubject {
  expiresAt: number
  key: SigningKey
}

const Claims = z.object({
  sub: z.uuid(),
  sid: z.string().min(20),
  jti: z.string().min(1),
  iat: z.number().positive(),
  exp: z.number().positive(),
})

const maxRemembered = 10_000
const type = 'at+jwt'

export function createTokens({ keys, issuer }: TokenOptions): Tokens {
  const [privateHalfOf, publicHalfOf] = [
    rememberedPerKey(importPrivateHalf),
    rememberedPerKey(importPublicHalf),
  ]

  // Remembers a verified signature, which stays valid as long as its key exists. Expiry and session
  // are checked every time. Only our own tokens get in here.
  const remembered = new LRUCache<string, RememberedToken>({ max: maxRemembered })

  return {
    issue: async ({ userId, sessionId }, { from, until }) => {
      const signer = keys.signerAt(from)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'EdDSA', typ: type, kid: signer.kid })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(userId)
        .setJti(crypto.randomUUID())
        .setIssuedAt(from)
        .setExpirationTime(until)
        .sign(await privateHalfOf(signer))
    },

    verify: async (token, now) => {
      const known = remembered.get(token)
      if (known !== undefined && keys.signing.includes(known.key)) {
        if (known.expiresAt > now.getTime())
          return { valid: true, userId: known.userId, sessionId: known.sessionId }
        remembered.delete(token)
        return { valid: false, expired: true }
      }
      let key: SigningKey | undefined
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid }) => {
            key = typeof kid === 'string' ? await findKey(kid) : undefined
            if (key === undefined) throw new joseErrors.JWSInvalid('unknown key')
            return publicHalfOf(key)
          },
          {
            algorithms: ['EdDSA', 'Ed25519'],
            issuer,
            audience: issuer,
            typ: type,
            currentDate: now,
            requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
          },
        )
        const claims = Claims.safeParse(payload)
        if (!claims.success || key === undefined) return { valid: false, expired: false }

        remembered.set(token, {
          userId: claims.data.sub,
          sessionId: claims.data.sid,
          expiresAt: claims.data.exp * 1000,
          key,
        })
        return { valid: true, userId: claims.data.sub, sessionId: claims.data.sid }
      } catch (error) {
        if (error instanceof joseErrors.JWTExpired)
          return { valid: false, expired: isOurs(error.payload) }
        if (error instanceof joseErrors.JOSEError) return { valid: false, expired: false }
        throw error
      }
    },

    get publicKeys() {
      return {
        keys: keys.signing.map(({ kid, kty, crv, x }) => ({
          kid,
          kty,
          crv,
          x,
          alg: 'EdDSA',
          use: 'sig',
        })),
      }
    },
  }

  /** Finds the key, refreshing: another process may sign with one added a moment ago. */
  async function findKey(kid: string): Promise<SigningKey | undefined> {
    const withKid = () => keys.signing.find((key) => key.kid === kid)
    if (withKid() === undefined) await keys.refresh()
    return withKid()
  }

  function isOurs(payload: JWTPayload): boolean {
    return Claims.safeParse(payload).success && payload.iss === issuer
  }
}

function importPrivateHalf({ kid, kty, crv, x, d }: SigningKey) {
  return importJWK({ kid, kty, crv, x, d }, 'EdDSA')
}

function importPublicHalf({ kid, kty, crv, x }: SigningKey) {
  return importJWK({ kid, kty, crv, x }, 'EdDSA')
}

function rememberedPerKey<Result>(make: (key: SigningKey) => Result): (key: SigningKey) => Result {
  const made = new WeakMap<SigningKey, Result>()
  return (key) => {
    const result = made.get(key) ?? make(key)
    made.set(key, result)
    return result
  }
}
