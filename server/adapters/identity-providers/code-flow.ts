import * as oauth from 'openid-client'
import type { AuthorizationFlow } from './types.ts'

/** Returns the URL where the browser goes to sign in: a code with PKCE (RFC 7636). */
export async function signInUrl(
  client: oauth.Configuration,
  { redirectUri, state, codeVerifier }: AuthorizationFlow,
  parameters: { scope: string; nonce?: string },
): Promise<string> {
  const url = oauth.buildAuthorizationUrl(client, {
    ...parameters,
    redirect_uri: redirectUri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

/** Returns where the browser came back to, with what it brought. */
export function callbackOf({ redirectUri }: AuthorizationFlow, parameters: URLSearchParams): URL {
  const callback = new URL(redirectUri)
  callback.search = parameters.toString()
  return callback
}
