import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import type { OAuthProviderConfig } from '../../adapters/identity-providers/types.ts'

/** A person with an account at the provider. */
export interface Person {
  sub: string
  email?: string
  email_verified?: unknown
  name?: string
  given_name?: string
  family_name?: string
}

export interface TestProvider extends AsyncDisposable {
  config: OAuthProviderConfig
  /** Visits the provider as a browser would, signs in there, and returns the callback URL. */
  visit(authorizationUrl: string, person: Person | 'cancel'): Promise<URL>
  /** Lets a person sign in on the provider's page in a real browser. */
  knows(person: Person): void
}

export interface TestProviderOptions {
  name?: string
  redirectUris: string[]
}

/** Starts a complete OpenID Connect provider (oidc-provider) in this process; it requires PKCE. */
export async function startIdentityProvider({
  name = 'school',
  redirectUris,
}: TestProviderOptions): Promise<TestProvider> {
  const people = new Map<string, Person>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config: OAuthProviderConfig = {
    name,
    title: 'My School',
    kind: 'oidc',
    issuer,
    clientId: 'lyceum',
    clientSecret: 'a secret of 32 characters or more',
    scopes: 'openid email profile',
  }

  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: config.clientId,
        client_secret: config.clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['signs the cookies of this provider'] },
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 600,
      AccessToken: 60,
      AuthorizationCode: 60,
      IdToken: 60,
    },
  })

  /** A page with one question: who are you? */
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response)
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html')
      response.end(
        '<!doctype html><title>My School</title>' +
          '<form method="post"><input name="sub"><button>Sign in</button></form>',
      )
      return
    }
    const sub = new URLSearchParams(await text(request)).get('sub') ?? ''
    if (!people.has(sub))
      return provider.interactionFinished(request, response, { error: 'access_denied' })

    const grant = new provider.Grant({ accountId: sub, clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    await provider.interactionFinished(request, response, {
      login: { accountId: sub },
      consent: { grantId: await grant.save() },
    })
  }

  const callback = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    interact(request, response).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })

  async function visit(authorizationUrl: string, person: Person | 'cancel'): Promise<URL> {
    if (person !== 'cancel') people.set(person.sub, person)
    const cookies = new Map<string, string>()
    let at = new URL(authorizationUrl)
    let form: URLSearchParams | undefined
    for (let step = 0; step < 10; step++) {
      const answer: Response = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; ') },
        ...(form !== undefined && { method: 'POST', body: form }),
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        cookies.set(key, value)
      }
      const location = answer.headers.get('location')
      const page = await answer.text()
      if (location === null && !page.includes('<form'))
        throw new Error(`The provider answered ${answer.status}: ${page}`)
      form =
        location === null
          ? new URLSearchParams({ sub: person === 'cancel' ? '' : person.sub })
          : undefined
      if (location !== null) at = new URL(location, at)
      if (at.origin !== issuer) return at
    }
    throw new Error('The provider never returned to the client.')
  }

  return {
    config,
    visit,
    knows: (person) => people.set(person.sub, person),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
