import { createHash } from 'node:crypto'
import {
  findUserByIdentity,
  findUserOfExchange,
  insertExchange,
  useUpExchange,
} from '../../../../db/queries/people/identities.ts'
import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Identity } from '../../../adapters/identity-providers/types.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { openSession } from '../auth/open-session.ts'
import type { LoginResult } from '../auth/schema.ts'
import { dropBrowserSecret, ensureBrowserSecret, readBrowserSecret } from './browser-secret.ts'
import {
  allowedReturnUrl,
  beginFlow,
  type FinishedFlow,
  fetchIdentity,
  finishFlow,
  getProvider,
  isOffered,
  makeSecret,
  sha256,
  urlOf,
} from './oauth-flow.ts'
import type * as schema from './schema.ts'
import { userOfIdentity } from './user-of-identity.ts'

/** How long the frontend can exchange a sign-in code. */
const exchangeMilliseconds = 60_000

export function listProviders(ctx: Context): schema.Providers {
  const offered = [...ctx.identityProviders.values()].filter(({ name }) => isOffered(ctx, name))
  const items = offered.map(({ name, title }) => ({
    name,
    title,
    redirectUrl: urlOf(ctx.config, name, 'redirect'),
  }))
  return { items }
}

/**
 * Starts a sign-in for a single-page frontend: the provider sends the browser back there, and the
 * frontend calls `finishSignIn`.
 */
export async function startSignIn(
  ctx: Context,
  { provider: name, returnUrl: asked, acceptedTerms }: schema.StartOAuthInput,
): Promise<schema.OAuthStart> {
  const provider = getProvider(ctx, name)
  const returnUrl = allowedReturnUrl(ctx, asked)
  const holder = ensureBrowserSecret(ctx, name)
  return beginFlow(ctx, provider, {
    purpose: 'sign_in',
    holder,
    redirectUri: returnUrl,
    returnUrl,
    acceptedTerms,
  })
}

export async function finishSignIn(
  ctx: Context,
  input: schema.FinishOAuthInput,
): Promise<LoginResult> {
  const finished = await finishSignInFlow(ctx, input)
  const identity = await fetchIdentity(ctx, finished, input)
  const user = await userOfIdentity(ctx, finished, identity)

  const login = await openSessionOf(ctx, user, (ctx) => belongsTo(ctx, identity, user))
  dropBrowserSecret(ctx, input.provider)
  return login
}

/**
 * Starts a sign-in by plain redirects: the provider sends the browser back to us, and we send it on
 * to the frontend.
 */
export async function startRedirect(
  ctx: Context,
  request: schema.StartRedirectInput,
): Promise<schema.OAuthStart> {
  const provider = getProvider(ctx, request.provider)
  const returnUrl = allowedReturnUrl(ctx, request.returnUrl)
  const holder = ensureBrowserSecret(ctx, provider.name)
  const redirectUri = urlOf(ctx.config, provider.name, 'return')
  return beginFlow(ctx, provider, {
    purpose: 'sign_in',
    holder,
    redirectUri,
    returnUrl,
    exchangeChallenge: request.codeChallenge,
    acceptedTerms: request.acceptedTerms,
  })
}

export function finishSignInFlow(
  ctx: Context,
  { provider, state }: Pick<schema.FinishRedirectInput, 'provider' | 'state'>,
  { isRedirect = false }: { isRedirect?: boolean } = {},
): Promise<FinishedFlow> {
  return finishFlow(ctx, {
    purpose: 'sign_in',
    holder: readBrowserSecret(ctx, provider),
    provider,
    state,
    isRedirect,
  })
}

/**
 * Returns a one-time sign-in code for the frontend. Only its exchange opens the session, so a lost
 * code leaves none behind.
 */
export async function finishRedirect(
  ctx: Context,
  finished: FinishedFlow,
  input: schema.FinishRedirectInput,
): Promise<string> {
  const { provider, flow } = finished
  const identity = await fetchIdentity(ctx, finished, input)
  const user = await userOfIdentity(ctx, finished, identity)

  const signInCode = makeSecret()
  await inTransaction(ctx, async (ctx) => {
    await insertExchange(ctx.db, {
      codeHash: sha256(signInCode),
      userId: user.id,
      provider: provider.name,
      challenge: flow.exchangeChallenge,
      expiresAt: new Date(ctx.now().getTime() + exchangeMilliseconds),
    })
    if (!(await belongsTo(ctx, identity, user))) throw new AppError('SignInExpired')
  })
  dropBrowserSecret(ctx, provider.name)
  return signInCode
}

export async function exchangeSignIn(
  ctx: Context,
  { signInCode, codeVerifier }: schema.ExchangeOAuthInput,
): Promise<LoginResult> {
  // Refuses a verifier without a challenge, too: the code comes from somebody else's sign-in.
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
 * Whether the identity is the user's. Call it while the user's row is locked or referenced: an
 * unlinking then waits, and ends what this sign-in opens.
 */
async function belongsTo(ctx: Context, identity: Identity, { id }: UserRow): Promise<boolean> {
  return (await findUserByIdentity(ctx.db, identity))?.id === id
}

/**
 * Opens the session, unless a change came in between (new password or email, unlinked identity): it
 * ended every session, and so ends this one too.
 */
async function openSessionOf(
  ctx: Context,
  user: UserRow,
  stillHolds: (ctx: Context) => Promise<boolean>,
): Promise<LoginResult> {
  try {
    return await openSession(ctx, user, { stillHolds })
  } catch (error) {
    if (error instanceof AppError && error.name === 'InvalidCredentials')
      throw new AppError('SignInExpired')
    throw error
  }
}
