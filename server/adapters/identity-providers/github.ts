import * as oauth from 'openid-client'
import { z } from 'zod'
import { callMilliseconds, ProviderFault } from './bounded-fetch.ts'
import { callbackOf, signInUrl } from './code-flow.ts'
import { askProvider } from './failures.ts'
import type { IdentityProvider, OAuthProviderConfig } from './types.ts'

/** Names GitHub as in the `iss` parameter of RFC 9207, which it sends to some clients only. */
const server = {
  issuer: 'https://github.com/login/oauth',
  authorization_endpoint: 'https://github.com/login/oauth/authorize',
  token_endpoint: 'https://github.com/login/oauth/access_token',
}
const api = 'https://api.github.com'

const GitHubUser = z.object({
  id: z.int().positive(),
  login: z.string(),
  name: z.string().nullish(),
})
const GitHubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
)

/** Signs in with GitHub, which speaks OAuth 2.0 without OpenID Connect: its API tells who did. */
export function createGitHub(
  { name, title, issuer, clientId, clientSecret, scopes }: OAuthProviderConfig,
  fetch: oauth.CustomFetch,
): IdentityProvider {
  const client = new oauth.Configuration(
    server,
    clientId,
    undefined,
    oauth.ClientSecretPost(clientSecret),
  )
  client[oauth.customFetch] = fetch
  client.timeout = callMilliseconds / 1000

  return {
    name,
    title,
    issuer,

    authorizationUrl: (flow) => signInUrl(client, flow, { scope: scopes }),

    identify: (parameters, flow) =>
      askProvider(name, async () => {
        const answer = await oauth.authorizationCodeGrant(client, callbackOf(flow, parameters), {
          expectedState: flow.state,
          pkceCodeVerifier: flow.codeVerifier,
        })

        const user = await ask(client, answer.access_token, '/user', GitHubUser)
        const emails = await ask(client, answer.access_token, '/user/emails', GitHubEmails)
        const primary = emails.find((email) => email.primary)
        return {
          issuer,
          // Uses the number, which never changes hands, as a login may.
          subject: String(user.id),
          email: primary?.email,
          emailVerified: primary?.verified === true,
          name: user.name ?? user.login,
        }
      }),
  }
}

async function ask<Answer>(
  client: oauth.Configuration,
  accessToken: string,
  path: string,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const headers = new Headers({
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  })
  const response = await oauth.fetchProtectedResource(
    client,
    accessToken,
    new URL(api + path),
    'GET',
    null,
    headers,
  )
  if (response.status !== 200)
    throw new ProviderFault(`its API answered ${path} with ${response.status}`)
  const read = schema.safeParse(await response.json().catch(() => undefined))
  if (!read.success)
    throw new ProviderFault(`its API answered ${path} with something else than is documented`)
  return read.data
}
