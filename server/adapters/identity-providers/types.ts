/** A third party that people sign in with. */
export interface OAuthProviderConfig {
  /** Name in URLs: `google`, `my-school`. */
  name: string
  /** Name for people: `Google`, `My School`. */
  title: string
  kind: 'oidc' | 'github'
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
}

/** A person as a provider knows them. */
export interface Identity {
  /** Identifies the person together with `subject`; the email never does. */
  issuer: string
  subject: string
  /** The email as the provider writes it. */
  email: string | undefined
  /**
   * True only if the provider states, as true or "true", that it has verified that the email
   * belongs to this person.
   */
  emailVerified: boolean
  name: string | undefined
}

/** Values of one sign-in: sent to the provider, and expected back. */
export interface AuthorizationFlow {
  /** URL to which the provider returns the browser; registered with the provider. */
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
}

/**
 * A third party that people sign in with: OAuth 2.0 authorization code with PKCE (RFC 6749, RFC
 * 7636, RFC 9700), and OpenID Connect if the provider speaks it.
 */
export interface IdentityProvider {
  readonly name: string
  /** Name for people. */
  readonly title: string
  /** Issuer as configured. An identity of a different one is refused. */
  readonly issuer: string
  /**
   * Returns the URL where the browser goes to sign in.
   *
   * @throws AppError ProviderUnavailable
   */
  authorizationUrl(flow: AuthorizationFlow): Promise<string>
  /**
   * Finds out who came back with these parameters. Everything the provider sends is checked.
   *
   * @throws AppError SignInRefused, ProviderUnavailable
   */
  identify(parameters: URLSearchParams, flow: AuthorizationFlow): Promise<Identity>
}

export type IdentityProviders = ReadonlyMap<string, IdentityProvider>
