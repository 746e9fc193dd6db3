import type { OAuthProviderConfig } from './types.ts'

type Preset = Pick<OAuthProviderConfig, 'title' | 'kind' | 'issuer' | 'scopes'>

/** Providers that need only id and secret, by their lower-case names in settings. */
export const presets: Record<string, Preset | undefined> = {
  google: {
    title: 'Google',
    kind: 'oidc',
    issuer: 'https://accounts.google.com',
    scopes: 'openid email profile',
  },
  microsoft: {
    title: 'Microsoft',
    kind: 'oidc',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    scopes: 'openid email profile',
  },
  github: {
    title: 'GitHub',
    kind: 'github',
    issuer: 'https://github.com',
    scopes: 'read:user user:email',
  },
}
