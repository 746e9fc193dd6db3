import type { OAuthProviderConfig } from '../../config/oauth-settings.ts'
import { createBoundedFetch, type Fetch } from './bounded-fetch.ts'
import { createGitHub } from './github.ts'
import { createOidcProvider } from './oidc.ts'

/** Who somebody is at a third party. */
export interface Identity {
  /** With `subject` the identity; never the email. */
  issuer: string
  subject: string
  /** As the provider writes it. */
  email: string | undefined
  /**
   * Whether the provider says, as a boolean and not otherwise, that it knows the email to be this
   * person's.
   */
  emailVerified: boolean
  name: string | undefined
}

/** What belongs to one visit: sent along, and expected back. */
export interface Visit {
  /** Where the provider sends the browser back to; known to it beforehand. */
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
}

/**
 * A third party that people sign in with: OAuth 2.0 authorization code with PKCE (RFC 6749, RFC
 * 7636, RFC 9700), OpenID Connect where it speaks it.
 */
export interface IdentityProvider {
  readonly name: string
  /** For people. */
  readonly title: string
  /** As configured. What comes back for another one is refused. */
  readonly issuer: string
  /**
   * Where the browser goes to sign in.
   *
   * @throws AppError ProviderUnavailable
   */
  authorizationUrl(visit: Visit): Promise<string>
  /**
   * Who came back with these parameters. Everything that the provider sends is checked.
   *
   * @throws AppError SignInRefused, ProviderUnavailable
   */
  identify(parameters: URLSearchParams, visit: Visit): Promise<Identity>
}

export type IdentityProviders = ReadonlyMap<string, IdentityProvider>

/**
 * The providers by name, in the order of their names. `fetch` reaches them; every call is bounded
 * in time and size.
 */
export function createIdentityProviders(
  configs: OAuthProviderConfig[],
  fetch: Fetch = globalThis.fetch,
): IdentityProviders {
  const boundedFetch = createBoundedFetch(fetch)
  return new Map(
    configs.map((config) => {
      const create = config.kind === 'github' ? createGitHub : createOidcProvider
      return [config.name, create(config, boundedFetch)]
    }),
  )
}
