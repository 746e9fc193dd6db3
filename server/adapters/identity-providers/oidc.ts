import * as oauth from 'openid-client'
import { shareCalls } from '../../../lib/single-flight.ts'
import { callMilliseconds, ProviderFault } from './bounded-fetch.ts'
import { callbackOf, signInUrl } from './code-flow.ts'
import { askProvider } from './failures.ts'
import type { Identity, IdentityProvider, OAuthProviderConfig } from './types.ts'

/** How long a provider's description of itself is used. */
const discoveryMilliseconds = 3_600_000

/** Signs in with any provider that speaks OpenID Connect and supports its discovery. */
export function createOidcProvider(
  config: OAuthProviderConfig,
  fetch: oauth.CustomFetch,
): IdentityProvider {
  const { name, title, issuer, scopes } = config
  const client = shareCalls(() => discover(config, fetch), {
    freshMilliseconds: discoveryMilliseconds,
  })

  return {
    name,
    title,
    issuer,

    authorizationUrl: (flow) =>
      askProvider(name, async () =>
        signInUrl(await client(), flow, { scope: scopes, nonce: flow.nonce }),
      ),

    identify: (parameters, flow) =>
      askProvider(name, async () => {
        const openid = await client()
        const answer = await oauth.authorizationCodeGrant(openid, callbackOf(flow, parameters), {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.codeVerifier,
          idTokenExpected: true,
        })
        const claims = answer.claims()
        // Requires at most 255 ASCII characters (OpenID Connect Core, 2). The library accepts an
        // empty id, which all users would share.
        if (claims === undefined || !/^(?! *$)[\x20-\x7e]{1,255}$/.test(claims.sub))
          throw new ProviderFault('its id_token names nobody')

        // Asks the userinfo endpoint, as many providers return the email only there. Whether it is
        // verified is read from the same place as the email.
        const { userinfo_endpoint: userInfo } = openid.serverMetadata()
        const hasEmail = claims.email !== undefined || userInfo === undefined
        const person = hasEmail
          ? claims
          : await oauth.fetchUserInfo(openid, answer.access_token, claims.sub)
        return identityOf({ issuer: claims.iss, subject: claims.sub }, person)
      }),
  }
}

async function discover(
  { issuer, clientId, clientSecret }: OAuthProviderConfig,
  fetch: oauth.CustomFetch,
): Promise<oauth.Configuration> {
  const isInsecure = issuer.startsWith('http:')
  return oauth.discovery(new URL(issuer), clientId, undefined, authenticateBy(clientSecret), {
    [oauth.customFetch]: fetch,
    timeout: callMilliseconds / 1000,
    // Checks the signature although the id_token comes straight from the provider: otherwise only
    // TLS would vouch for it.
    execute: [
      oauth.enableNonRepudiationChecks,
      ...(isInsecure ? [oauth.allowInsecureRequests] : []),
    ],
  })
}

/**
 * Sends the secret in the body if the provider supports that; otherwise in the Authorization
 * header, the default of RFC 6749.
 */
function authenticateBy(clientSecret: string): oauth.ClientAuth {
  const [post, basic] = [
    oauth.ClientSecretPost(clientSecret),
    oauth.ClientSecretBasic(clientSecret),
  ]
  return (server, client, body, headers) => {
    const authenticate =
      server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
        ? post
        : basic
    return authenticate(server, client, body, headers)
  }
}

function identityOf(
  key: Pick<Identity, 'issuer' | 'subject'>,
  person: Record<string, unknown>,
): Identity {
  return {
    ...key,
    email: textOf(person.email),
    // Reads Microsoft's own name of it, sent if the application's registration asks for it.
    emailVerified: isTrue(person.email_verified) || person.xms_edov === true,
    name: textOf(person.name) ?? joinedName(person),
  }
}

/** Whether a claim is true; Apple documents that it sends a text. Others promise nothing. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true'
}

/** Joins the parts of a name, if the provider sends only these, in the order that people expect. */
function joinedName(person: Record<string, unknown>): string | undefined {
  const [given, family] = [textOf(person.given_name), textOf(person.family_name)]
  if (given === undefined || family === undefined) return given ?? family
  return isFamilyNameFirst.test(family) ? `${family}${given}` : `${given} ${family}`
}

/** Puts the family first in Chinese, Japanese and Korean names, without a space. */
const isFamilyNameFirst =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined
}
