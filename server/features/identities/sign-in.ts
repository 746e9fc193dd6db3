import { createHash } from 'node:crypto'
import {
  findUserByIdentity,
  findUserOfExchange,
  insertExchange,
  useUpExchange,
} from '../../../db/queries/identities.ts'
import type { UserRow } from '../../../db/queries/users.ts'
import type { Identity } from '../../adapters/identity-providers/identity-providers.ts'
import { type Context, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { openSession } from '../auth/open-session.ts'
import type { Login } from '../auth/schema.ts'
import { browserSecret, dropBrowserSecret, holdBrowserSecret } from './browser-secret.ts'
import type {
  Exchange,
  Providers,
  RedirectRequest,
  RedirectReturn,
  Visit,
  VisitRequest,
  VisitReturn,
} from './schema.ts'
import { userOfIdentity } from './user-of-identity.ts'
import {
  beginVisit,
  type EndedVisit,
  endVisit,
  identifyVisitor,
  makeSecret,
  providerCalled,
  returnUrlFrom,
  sha256,
} from './visit.ts'

/** How long the frontend may take to exchange its one-time code. */
const exchangeMilliseconds = 60_000

export function listProviders({ identityProviders, config }: Context): Providers {
  const items = [...identityProviders.values()].map(({ name, title }) => ({
    name,
    title,
    redirectUrl: addressOf(config, name, 'redirect'),
  }))
  return { items }
}

/**
 * For a single-page frontend: the provider sends the browser back to it, and it calls
 * `finishSignIn`.
 */
export async function startSignIn(
  ctx: Context,
  { provider: name, returnUrl: asked }: VisitRequest,
): Promise<Visit> {
  const provider = providerCalled(ctx, name)
  const returnUrl = returnUrlFrom(ctx, asked)
  const holder = holdBrowserSecret(ctx, name)
  return beginVisit(ctx, provider, {
    purpose: 'sign_in',
    holder,
    redirectUri: returnUrl,
    returnUrl,
  })
}

export async function finishSignIn(ctx: Context, input: VisitReturn): Promise<Login> {
  const visit = await endSignIn(ctx, input)
  const identity = await identifyVisitor(ctx, visit, input)
  const user = await userOfIdentity(ctx, visit.provider, identity)

  const login = await openSessionOf(ctx, user, (ctx) => belongsTo(ctx, identity, user))
  dropBrowserSecret(ctx, input.provider)
  return login
}

/**
 * For plain redirects: the provider sends the browser back to us, and we send it on to the
 * frontend.
 */
export async function startRedirect(ctx: Context, request: RedirectRequest): Promise<Visit> {
  const provider = providerCalled(ctx, request.provider)
  const returnUrl = returnUrlFrom(ctx, request.returnUrl)
  const holder = holdBrowserSecret(ctx, provider.name)
  const redirectUri = addressOf(ctx.config, provider.name, 'return')
  return beginVisit(ctx, provider, {
    purpose: 'sign_in',
    holder,
    redirectUri,
    returnUrl,
    exchangeChallenge: request.codeChallenge,
  })
}

export function endSignIn(
  ctx: Context,
  { provider, state }: Pick<RedirectReturn, 'provider' | 'state'>,
): Promise<EndedVisit> {
  return endVisit(ctx, {
    purpose: 'sign_in',
    holder: browserSecret(ctx, provider),
    provider,
    state,
  })
}

/**
 * A one-time code for the frontend. The session is opened only when it is exchanged: a code that
 * gets lost leaves none behind.
 */
export async function finishRedirect(
  ctx: Context,
  visit: EndedVisit,
  input: RedirectReturn,
): Promise<string> {
  const identity = await identifyVisitor(ctx, visit, input)
  const user = await userOfIdentity(ctx, visit.provider, identity)

  const signInCode = makeSecret()
  await inTransaction(ctx, async (ctx) => {
    await insertExchange(ctx.db, {
      codeHash: sha256(signInCode),
      userId: user.id,
      provider: visit.provider.name,
      challenge: visit.flow.exchangeChallenge,
      expiresAt: new Date(ctx.now().getTime() + exchangeMilliseconds),
    })
    if (!(await belongsTo(ctx, identity, user))) throw new AppError('SignInExpired')
  })
  dropBrowserSecret(ctx, visit.provider.name)
  return signInCode
}

export async function exchangeSignIn(
  ctx: Context,
  { signInCode, codeVerifier }: Exchange,
): Promise<Login> {
  await ctx.limits.take('signInReturnsPerIp', ctx.ip)
  // A verifier without a challenge is refused too: somebody else's sign-in was slipped in.
  const challenge =
    codeVerifier === undefined
      ? null
      : createHash('sha256').update(codeVerifier).digest('base64url')
  const offer = { codeHash: sha256(signInCode), challenge, now: ctx.now() }
  const user = await findUserOfExchange(ctx.db, offer)
  if (user === undefined) throw new AppError('SignInExpired')

  return openSessionOf(ctx, user, (ctx) => useUpExchange(ctx.db, offer))
}

/**
 * Asked while the user is held or referred to: who unlinks the identity waits until then, and ends
 * what was opened with it.
 */
async function belongsTo(ctx: Context, identity: Identity, { id }: UserRow): Promise<boolean> {
  return (await findUserByIdentity(ctx.db, identity))?.id === id
}

/**
 * What came between (a new password, another email, an identity that was unlinked) ended every
 * session, and this one with them.
 */
async function openSessionOf(
  ctx: Context,
  user: UserRow,
  stillHolds: (ctx: Context) => Promise<boolean>,
): Promise<Login> {
  try {
    return await openSession(ctx, user, stillHolds)
  } catch (error) {
    if (error instanceof AppError && error.name === 'InvalidCredentials')
      throw new AppError('SignInExpired')
    throw error
  }
}

function addressOf(
  { publicUrl }: Context['config'],
  provider: string,
  step: 'redirect' | 'return',
): string {
  return `${publicUrl}/api/v1/auth/oauth/${provider}/${step}`
}
