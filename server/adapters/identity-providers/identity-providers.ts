import { createBoundedFetch, type Fetch } from './bounded-fetch.ts'
import { createGitHub } from './github.ts'
import { createOidcProvider } from './oidc.ts'
import type { IdentityProvider, IdentityProviders, OAuthProviderConfig } from './types.ts'

const creators = { oidc: createOidcProvider, github: createGitHub } as const satisfies Record<
  OAuthProviderConfig['kind'],
  (config: OAuthProviderConfig, fetch: ReturnType<typeof createBoundedFetch>) => IdentityProvider
>

/** Creates the providers, sorted by name. Every call is bounded in time and size. */
export function createIdentityProviders(
  configs: OAuthProviderConfig[],
  fetch: Fetch = globalThis.fetch,
): IdentityProviders {
  const boundedFetch = createBoundedFetch(fetch)
  return new Map(
    configs.map((config) => [config.name, creators[config.kind](config, boundedFetch)]),
  )
}
