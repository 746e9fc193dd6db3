import { createHash, randomBytes } from 'node:crypto'
import {
  insertFlow,
  type OAuthFlowRow,
  useUpFlow,
} from '../../../../db/queries/people/identities.ts'
import { isLoopbackPage } from '../../../../lib/loopback.ts'
import type { Identity, IdentityProvider } from '../../../adapters/identity-providers/types.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { FinishRedirectInput, OAuthStart } from './schema.ts'

/** How long a browser may spend at the provider. */
export const flowSeconds = 600

/** A flow that the browser or session that began it has brought back. */
export interface FinishedFlow {
  provider: IdentityProvider
  flow: OAuthFlowRow
}

type Purpose = OAuthFlowRow['purpose']

export function getProvider(ctx: Context, name: string): IdentityProvider {
  const provider = ctx.identityProviders.get(name)
  if (provider === undefined || !isOffered(ctx, name)) throw new AppError('ProviderNotFound')
  return provider
}

/** Whether people may sign in with it: the school may offer only some of those configured. */
export function isOffered({ config }: Pick<Context, 'config'>, name: string): boolean {
  return config.signInProviders?.includes(name) ?? true
}

/**
 * Accepts only configured URLs, compared letter by letter: open redirects come from parsing URLs
 * and comparing parts of them. In development it accepts all pages of this machine, too.
 */
export function allowedReturnUrl({ config }: Context, asked: string | undefined): string {
  const { oauthReturnUrls, loopbackReturnUrls } = config
  const returnUrl =
    asked === undefined ? oauthReturnUrls[0] : oauthReturnUrls.find((url) => url === asked)
  if (returnUrl !== undefined) return returnUrl
  if (asked !== undefined && loopbackReturnUrls && isLoopbackPage(asked)) return asked
  const message =
    'is not one of the allowed return URLs: see signIn.returnUrls of GET /api/v1/config; the ' +
    'operator sets OAUTH_RETURN_URLS'
  throw new AppError('InvalidFields', { issues: [{ path: 'returnUrl', message }] })
}

interface FlowPlan {
  purpose: Purpose
  /** Secret of the browser or session that begins the flow; nobody else can finish it. */
  holder: string
  redirectUri: string
  returnUrl: string
  exchangeChallenge?: string | undefined
  acceptedTerms?: string | undefined
}

export async function beginFlow(
  ctx: Context,
  provider: IdentityProvider,
  plan: FlowPlan,
): Promise<OAuthStart> {
  const { start, flow } = await planFlow(ctx, provider, plan)
  await insertFlow(ctx.db, flow)
  return start
}

/** Prepares a flow; it begins once `flow` is stored. */
export async function planFlow(
  ctx: Context,
  provider: IdentityProvider,
  plan: FlowPlan,
): Promise<{ start: OAuthStart; flow: OAuthFlowRow }> {
  const { purpose, holder, returnUrl, exchangeChallenge = null, acceptedTerms = null } = plan
  const redirectUri = new URL(plan.redirectUri).href
  const secrets = { state: makeSecret(), nonce: makeSecret(), codeVerifier: makeSecret() }
  const authorizationUrl = await provider.authorizationUrl({ redirectUri, ...secrets })

  const expiresAt = new Date(ctx.now().getTime() + flowSeconds * 1000)
  const flow = {
    stateHash: sha256(secrets.state),
    holderHash: sha256(holder),
    purpose,
    provider: provider.name,
    issuer: provider.issuer,
    redirectUri,
    returnUrl,
    nonce: secrets.nonce,
    codeVerifier: secrets.codeVerifier,
    exchangeChallenge,
    acceptedTerms,
    expiresAt,
  }
  return { start: { authorizationUrl, expiresAt: expiresAt.toISOString() }, flow }
}

interface ReturningVisit {
  purpose: Purpose
  holder: string | undefined
  provider: string
  state: string
  /**
   * Whether the visit returns by plain redirects. One that began so must not end elsewhere, where
   * nobody asks for the verifier of its code.
   */
  isRedirect?: boolean
}

/**
 * Uses the flow up: of all requests that return with its state, exactly one succeeds, and only from
 * the browser or session that began the flow.
 */
export async function finishFlow(
  ctx: Context,
  { purpose, holder, provider: name, state, isRedirect = false }: ReturningVisit,
): Promise<FinishedFlow> {
  const provider = getProvider(ctx, name)
  const flow =
    holder === undefined
      ? undefined
      : await useUpFlow(ctx.db, {
          stateHash: sha256(state),
          holderHash: sha256(holder),
          purpose,
          provider: name,
          redirectsVia: urlOf(ctx.config, name, 'return'),
          isRedirect,
          now: ctx.now(),
        })
  // Compares the issuer: if the settings have changed, the same name may mean a different one.
  if (flow?.issuer === provider.issuer) return { provider, flow }

  await recordEvent(ctx, 'sign-in-refused', { details: { provider: name, error: 'SignInExpired' } })
  throw new AppError('SignInExpired')
}

/** Asks the provider who signed in there. */
export async function fetchIdentity(
  ctx: Context,
  { provider, flow }: FinishedFlow,
  { state, code, iss, error }: Omit<FinishRedirectInput, 'provider'>,
): Promise<Identity> {
  try {
    if (code === undefined && error === undefined) throw new AppError('SignInRefused')
    const parameters = new URLSearchParams({
      state,
      ...(code && { code }),
      ...(iss && { iss }),
      ...(error && { error }),
    })
    const { redirectUri, nonce, codeVerifier } = flow
    return await provider.identify(parameters, { redirectUri, state, nonce, codeVerifier })
  } catch (failure) {
    if (failure instanceof AppError) {
      await recordEvent(ctx, 'sign-in-refused', {
        details: { provider: provider.name, error: failure.name },
      })
    }
    throw failure
  }
}

/** Returns the URL of one end of a sign-in by plain redirects. */
export function urlOf(
  { publicUrl }: Context['config'],
  provider: string,
  step: 'redirect' | 'return',
): string {
  return new URL(`${publicUrl}/api/v1/auth/oauth/${provider}/${step}`).href
}

/** Returns 256 random bits. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes without salt or stretching: enough for a secret of 256 random bits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
