import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import type { OAuthProviderConfig } from '../../config/oauth-settings.ts'
import { callMilliseconds, ProviderFault } from './bounded-fetch.ts'
import { askProvider } from './failures.ts'
import type { Identity, IdentityProvider } from './identity-providers.ts'

/** For so long a provider's description of itself is good. */
const discoveryMilliseconds = 3_600_000

/**
 * Any provider that speaks OpenID Connect and describes itself at
 * `/.well-known/openid-configuration`.
 */
export function createOidcProvider(
  config: OAuthProviderConfig,
  fetch: CustomFetch,
): IdentityProvider {
  const { name, title, issuer, scopes } = config
  let described: { since: number; client: Promise<Configuration> } | undefined

  /** All who ask at once share one answer; a failure is not remembered. */
  function client(): Promise<Configuration> {
    if (described === undefined || Date.now() - described.since > discoveryMilliseconds) {
      const asked = { since: Date.now(), client: discover(config, fetch) }
      described = asked
      asked.client.catch(() => {
        if (described === asked) described = undefined
      })
    }
    return described.client
  }

  return {
    name,
    title,
    issuer,

    authorizationUrl: ({ redirectUri, state, nonce, codeVerifier }) =>
      askProvider(name, async () => {
        const url = buildAuthorizationUrl(await client(), {
          redirect_uri: redirectUri,
          scope: scopes,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
        return url.href
      }),

    identify: (parameters, { redirectUri, state, nonce, codeVerifier }) =>
      askProvider(name, async () => {
        const openid = await client()
        const callback = new URL(redirectUri)
        callback.search = parameters.toString()

        const answer = await authorizationCodeGrant(openid, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = answer.claims()
        // At most 255 ASCII characters (OpenID Connect Core, 2). The library takes an empty one,
        // which would be everybody's.
        if (claims === undefined || !/^(?! *$)[\x20-\x7e]{1,255}$/.test(claims.sub))
          throw new ProviderFault('its id_token names nobody')

        // Many tell the email only when they are asked for it. What they say of it is taken from
        // the same place as the email.
        const { userinfo_endpoint: userInfo } = openid.serverMetadata()
        const isTold = claims.email !== undefined || userInfo === undefined
        const person = isTold
          ? claims
          : await fetchUserInfo(openid, answer.access_token, claims.sub)
        return identityOf({ issuer: claims.iss, subject: claims.sub }, person)
      }),
  }
}

async function discover(
  { issuer, clientId, clientSecret }: OAuthProviderConfig,
  fetch: CustomFetch,
): Promise<Configuration> {
  const isInsecure = issuer.startsWith('http:')
  return discovery(new URL(issuer), clientId, undefined, authenticateBy(clientSecret), {
    [customFetch]: fetch,
    timeout: callMilliseconds / 1000,
    // The signature is checked although the id_token comes straight from the provider: TLS alone
    // would vouch for it otherwise.
    execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
  })
}

/**
 * In the body where the provider says that it reads it there; else as RFC 6749 has it by default,
 * in the Authorization header.
 */
function authenticateBy(clientSecret: string): ClientAuth {
  const [post, basic] = [ClientSecretPost(clientSecret), ClientSecretBasic(clientSecret)]
  return (server, client, body, headers) => {
    const authenticate =
      server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
        ? post
        : basic
    return authenticate(server, client, body, headers)
  }
}

function identityOf(
  who: Pick<Identity, 'issuer' | 'subject'>,
  person: Record<string, unknown>,
): Identity {
  const { email, name } = person
  return {
    ...who,
    email: typeof email === 'string' ? email : undefined,
    // Microsoft calls it otherwise, and sends it where the application's registration asks for it.
    emailVerified: person.email_verified === true || person.xms_edov === true,
    name: typeof name === 'string' ? name : undefined,
  }
}
