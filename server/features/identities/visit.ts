import { createHash, randomBytes } from 'node:crypto'
import { insertFlow, type OAuthFlowRow, useUpFlow } from '../../../db/queries/identities.ts'
import type {
  Identity,
  IdentityProvider,
} from '../../adapters/identity-providers/identity-providers.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import type { RedirectReturn, Visit } from './schema.ts'

/** From leaving for the provider to coming back. */
export const visitSeconds = 600

/** A visit that was brought to its end by the one who began it. */
export interface EndedVisit {
  provider: IdentityProvider
  flow: OAuthFlowRow
}

type Purpose = OAuthFlowRow['purpose']

export function providerCalled({ identityProviders }: Context, name: string): IdentityProvider {
  const provider = identityProviders.get(name)
  if (provider === undefined) throw new AppError('ProviderNotFound')
  return provider
}

/**
 * Only addresses that are configured, letter by letter: a parser's idea of an address is what open
 * redirects are made of.
 */
export function returnUrlFrom({ config }: Context, asked: string | undefined): string {
  const returnUrl =
    asked === undefined
      ? config.oauthReturnUrls[0]
      : config.oauthReturnUrls.find((url) => url === asked)
  if (returnUrl !== undefined) return returnUrl
  throw new AppError('InvalidFields', {
    issues: [{ path: 'returnUrl', message: 'is not one of the addresses that may be returned to' }],
  })
}

interface VisitPlan {
  purpose: Purpose
  /** The secret of the one who begins, who alone can end the visit. */
  holder: string
  redirectUri: string
  returnUrl: string
  exchangeChallenge?: string | undefined
}

export async function beginVisit(
  ctx: Context,
  provider: IdentityProvider,
  plan: VisitPlan,
): Promise<Visit> {
  const { visit, flow } = await planVisit(ctx, provider, plan)
  await insertFlow(ctx.db, flow)
  return visit
}

/** A visit that begins once its flow is stored. */
export async function planVisit(
  ctx: Context,
  provider: IdentityProvider,
  plan: VisitPlan,
): Promise<{ visit: Visit; flow: OAuthFlowRow }> {
  await ctx.limits.take('signInStartsPerIp', ctx.ip)
  const { purpose, holder, returnUrl, exchangeChallenge = null } = plan
  const redirectUri = new URL(plan.redirectUri).href
  const secrets = { state: makeSecret(), nonce: makeSecret(), codeVerifier: makeSecret() }
  const authorizationUrl = await provider.authorizationUrl({ redirectUri, ...secrets })

  const expiresAt = new Date(ctx.now().getTime() + visitSeconds * 1000)
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
    expiresAt,
  }
  return { visit: { authorizationUrl, expiresAt: expiresAt.toISOString() }, flow }
}

/**
 * Uses the visit up: of all who come back with one state, once, the one who began it gets through.
 */
export async function endVisit(
  ctx: Context,
  {
    purpose,
    holder,
    provider: name,
    state,
  }: { purpose: Purpose; holder: string | undefined; provider: string; state: string },
): Promise<EndedVisit> {
  const provider = providerCalled(ctx, name)
  await ctx.limits.take('signInReturnsPerIp', ctx.ip)
  const flow =
    holder === undefined
      ? undefined
      : await useUpFlow(ctx.db, {
          stateHash: sha256(state),
          holderHash: sha256(holder),
          purpose,
          provider: name,
          now: ctx.now(),
        })
  // The same name may stand for another issuer since the settings were changed.
  if (flow?.issuer === provider.issuer) return { provider, flow }

  await recordEvent(ctx, 'sign-in-refused', { details: { provider: name, error: 'SignInExpired' } })
  throw new AppError('SignInExpired')
}

/** Asks the provider who it was. */
export async function identifyVisitor(
  ctx: Context,
  { provider, flow }: EndedVisit,
  { state, code, iss, error }: Omit<RedirectReturn, 'provider'>,
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

/** 256 bits that nobody guesses. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Enough for what is 256 random bits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
