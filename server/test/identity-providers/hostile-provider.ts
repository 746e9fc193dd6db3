import { createHash, randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose'
import type { OAuthProviderConfig } from '../../adapters/identity-providers/types.ts'

type Endpoint = '/.well-known/openid-configuration' | '/token' | '/jwks' | '/userinfo'

/** How a provider misbehaves; an empty one is honest. */
export interface Misbehaviour {
  /** Changes the discovery document. */
  metadata?: Record<string, unknown>
  /** Changes claims of the id_token; undefined removes one. */
  claims?: Record<string, unknown>
  /** Replaces how the id_token is made. */
  sign?: (claims: JWTPayload, keys: SigningKeys) => Promise<string> | string
  /** Replaces answers of endpoints. */
  answers?: Partial<Record<Endpoint, RequestListener>>
}

export interface SigningKeys {
  own: CryptoKey
  /** A stranger's key under the same key id. */
  foreign: CryptoKey
  /** The published public half of `own`. */
  publicPem: string
}

export interface HostileProvider extends AsyncDisposable {
  config: OAuthProviderConfig
  misbehave(how: Misbehaviour): void
  /** Visits the provider as a browser would, and returns the callback URL. */
  visit(authorizationUrl: string): URL
  /** A server that the provider redirects to; counts the calls. */
  canary: { url: string; hits: number }
  /** Bytes of its answers that clients accepted. */
  sentBytes: () => number
}

/** Starts a provider that misbehaves on demand, and a canary server that nobody should call. */
export async function startHostileProvider({
  name = 'evil',
  person,
}: {
  name?: string
  person: JWTPayload
}): Promise<HostileProvider> {
  const canaryServer = createServer((_request, response) => {
    canary.hits += 1
    response.end('{}')
  })
  const server = createServer()
  const [origin, canaryOrigin] = await Promise.all([server, canaryServer].map(listen))
  const canary = { url: `${canaryOrigin}/latest/meta-data`, hits: 0 }
  const own = await generateKeyPair('RS256', { extractable: true })
  const foreign = await generateKeyPair('RS256')
  const keys: SigningKeys = {
    own: own.privateKey,
    foreign: foreign.privateKey,
    publicPem: await exportSPKI(own.publicKey),
  }
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const visits = new Map<string, { nonce: string; challenge: string }>()
  let how: Misbehaviour = {}
  let bytes = 0

  const honest: Record<Endpoint, RequestListener> = {
    '/.well-known/openid-configuration': (_request, response) =>
      send(response, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/jwks`,
        userinfo_endpoint: `${origin}/userinfo`,
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        ...how.metadata,
      }),
    '/jwks': (_request, response) => send(response, { keys: [jwk] }),
    '/userinfo': (_request, response) => send(response, person),
    '/token': async (request, response) => {
      const form = new URLSearchParams(await text(request))
      const visit = visits.get(form.get('code') ?? '')
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (visit === undefined || visit.challenge !== proof)
        return send(response, { error: 'invalid_grant' }, 400)

      const now = Math.floor(Date.now() / 1000)
      const claims = {
        iss: origin,
        aud: 'lyceum',
        iat: now,
        exp: now + 60,
        nonce: visit.nonce,
        ...person,
        ...how.claims,
      }
      const sign = how.sign ?? signWith(keys.own)
      send(response, {
        access_token: randomUUID(),
        token_type: 'Bearer',
        expires_in: 60,
        id_token: await sign(claims as JWTPayload, keys),
      })
    },
  }

  server.on('request', (request, response) => {
    response.write = countWrites(response.write)
    const endpoint = new URL(request.url ?? '/', origin).pathname as Endpoint
    const answer = how.answers?.[endpoint] ?? honest[endpoint]
    if (answer !== undefined) return void answer(request, response)
    response.statusCode = 404
    response.end()
  })

  function countWrites(write: ServerResponse['write']): ServerResponse['write'] {
    return function (this: ServerResponse, chunk: unknown, ...rest: unknown[]) {
      bytes += Buffer.byteLength(chunk as Buffer)
      return (write as (...args: unknown[]) => boolean).call(this, chunk, ...rest)
    } as ServerResponse['write']
  }

  return {
    config: {
      name,
      title: 'Evil',
      kind: 'oidc',
      issuer: origin ?? '',
      clientId: 'lyceum',
      clientSecret: 'a secret',
      scopes: 'openid email profile',
    },
    misbehave: (next) => {
      how = next
    },
    visit: (authorizationUrl) => {
      const asked = new URL(authorizationUrl).searchParams
      const code = randomUUID()
      visits.set(code, {
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
      })
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()
      return back
    },
    canary,
    sentBytes: () => bytes,
    [Symbol.asyncDispose]: async () => {
      for (const one of [server, canaryServer]) {
        one.closeAllConnections()
        await new Promise((resolve) => one.close(resolve))
      }
    },
  }
}

export function signWith(key: CryptoKey, header: Record<string, unknown> = {}) {
  return (claims: JWTPayload): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(key)
}

export function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
