import { importJWK, type JSONWebKeySet, type JWTPayload, errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { SigningKey } from './keys.ts'

/** Who a token speaks for, and the session that it stands or falls with. */
export interface TokenSubject {
  userId: string
  sessionId: string
}

export type TokenVerdict = ({ valid: true } & TokenSubject) | { valid: false; expired: boolean }

export interface Tokens {
  /** An access token (JWT, RFC 9068's type) signed with Ed25519. */
  issue(subject: TokenSubject, lifetime: { from: Date; until: Date }): Promise<string>
  verify(token: string, now: Date): Promise<TokenVerdict>
  /** The public halves, RFC 7517. */
  readonly publicKeys: JSONWebKeySet
}

export interface TokenOptions {
  keys: SigningKey[]
  /** `iss` and `aud`: the service's own address. */
  issuer: string
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

export async function createTokens({ keys, issuer }: TokenOptions): Promise<Tokens> {
  const imported = new Map(
    await Promise.all(keys.map(async ({ d: _private, ...key }) => [key.kid, await importJWK(key, 'EdDSA')] as const)),
  )
  const [signer] = keys
  if (signer === undefined) throw new Error('There is no key to sign with.')
  const signingKey = await importJWK(signer, 'EdDSA')

  // A signature that was checked once stays good; expiry and session are looked at every time. Only tokens of ours get in here.
  const remembered = new Map<string, TokenSubject & { expiresAt: number }>()

  function remember(token: string, entry: TokenSubject & { expiresAt: number }): void {
    const oldest = remembered.keys().next()
    if (remembered.size >= maxRemembered && !oldest.done) remembered.delete(oldest.value)
    remembered.set(token, entry)
  }

  return {
    issue: ({ userId, sessionId }, { from, until }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'EdDSA', typ: type, kid: signer.kid })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(userId)
        .setJti(crypto.randomUUID())
        .setIssuedAt(from)
        .setExpirationTime(until)
        .sign(signingKey),

    verify: async (token, now) => {
      const known = remembered.get(token)
      if (known !== undefined) {
        if (known.expiresAt > now.getTime()) return { valid: true, userId: known.userId, sessionId: known.sessionId }
        remembered.delete(token)
        return { valid: false, expired: true }
      }
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = typeof kid === 'string' ? imported.get(kid) : undefined
            if (key === undefined) throw new joseErrors.JWSInvalid('unknown key')
            return key
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
        if (!claims.success) return { valid: false, expired: false }

        remember(token, { userId: claims.data.sub, sessionId: claims.data.sid, expiresAt: claims.data.exp * 1000 })
        return { valid: true, userId: claims.data.sub, sessionId: claims.data.sid }
      } catch (error) {
        if (error instanceof joseErrors.JWTExpired) return { valid: false, expired: isOurs(error.payload) }
        if (error instanceof joseErrors.JOSEError) return { valid: false, expired: false }
        throw error
      }
    },

    publicKeys: { keys: keys.map(({ kid, kty, crv, x }) => ({ kid, kty, crv, x, alg: 'EdDSA', use: 'sig' })) },
  }

  function isOurs(payload: JWTPayload): boolean {
    return Claims.safeParse(payload).success && payload.iss === issuer
  }
}
