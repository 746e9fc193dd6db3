import { createBoundedFetch, type Fetch } from './bounded-fetch.ts'
import { createGitHub } from './github.ts'
import { createOidcProvider } from './oidc.ts'
import type { IdentityProviders, OAuthProviderConfig } from './types.ts'

/** The providers by name, in the order of their names. Every call is bounded in time and size. */
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
