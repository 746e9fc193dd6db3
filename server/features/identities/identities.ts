import {
  deleteIdentity,
  findUserByIdentity,
  insertFlow,
  insertIdentity,
  listIdentities as listIdentityRows,
} from '../../../db/queries/identities.ts'
import { lockCredentialsShared, lockUser } from '../../../db/queries/users.ts'
import type {
  Identity,
  IdentityProvider,
} from '../../adapters/identity-providers/identity-providers.ts'
import { type Context, inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { newId } from '../../lib/ids.ts'
import { text } from '../../lib/schema.ts'
import { recordEvent } from '../../security/audit.ts'
import type { Done } from '../auth/schema.ts'
import { findMe } from '../me/me.ts'
import { doProven, requestProofCode } from '../me/prove.ts'
import { notify } from '../notifications/notify.ts'
import type { LinkedIdentities, LinkRequest, Unlinking, Visit, VisitReturn } from './schema.ts'
import { endVisit, identifyVisitor, planVisit, providerCalled, returnUrlFrom } from './visit.ts'

export async function listIdentities(ctx: UserContext): Promise<LinkedIdentities> {
  const rows = await listIdentityRows(ctx.db, ctx.user.id)
  const items = rows.map(({ id, provider, email, createdAt }) => ({
    id,
    provider,
    title: titleOf(ctx, provider),
    email,
    linkedAt: createdAt.toISOString(),
  }))
  return { items }
}

/** Mails the code that links or unlinks without the password. */
export async function requestSignInCode(ctx: UserContext): Promise<Done> {
  await requestProofCode(ctx, 'change_sign_in')
  return {
    message: 'We have mailed you a code that changes how you sign in. It is good for 10 minutes.',
  }
}

/**
 * That the user asks for it, and shows that it is really the user, is the consent: an identity
 * signs in for good, long after a token that was stolen is no good any more. Their session, not a
 * cookie, is what has to come back.
 */
export async function startLink(
  ctx: UserContext,
  { provider: name, returnUrl: asked, ...proof }: LinkRequest,
): Promise<Visit> {
  const provider = providerCalled(ctx, name)
  const returnUrl = returnUrlFrom(ctx, asked)
  const { visit, flow } = await planVisit(ctx, provider, {
    purpose: 'link',
    holder: ctx.sessionId,
    redirectUri: returnUrl,
    returnUrl,
  })
  await doProven(ctx, proof, { purpose: 'change_sign_in', work: (ctx) => insertFlow(ctx.db, flow) })
  return visit
}

export async function finishLink(ctx: UserContext, input: VisitReturn): Promise<LinkedIdentities> {
  const user = await findMe(ctx)
  const visit = await endVisit(ctx, {
    purpose: 'link',
    holder: ctx.sessionId,
    provider: input.provider,
    state: input.state,
  })
  const identity = await identifyVisitor(ctx, visit, input)

  await inTransaction(ctx, async (ctx) => {
    await lockUser(ctx.db, ctx.user.id)
    // The provider took its time: who set another password or email meanwhile does not want this
    // session to link anything.
    if ((await ctx.sessions.find(ctx.db, ctx.sessionId)) === undefined)
      throw new AppError('TokenInvalid')
    if (!(await lockCredentialsShared(ctx.db, user))) throw new AppError('SignInExpired')
    if (await linkIdentity(ctx, { userId: ctx.user.id, provider: visit.provider, identity })) {
      return notify(ctx, {
        userId: ctx.user.id,
        notice: { kind: 'sign-in-method-added', method: visit.provider.title },
      })
    }
    const owner = await findUserByIdentity(ctx.db, identity)
    if (owner?.id !== ctx.user.id) throw new AppError('IdentityInUse')
  })
  return listIdentities(ctx)
}

/** Whoever signed in by it is signed out; so is every other session, as with a new password. */
export async function unlinkIdentity(
  ctx: UserContext,
  { id, ...proof }: Unlinking,
): Promise<LinkedIdentities> {
  await doProven(ctx, proof, { purpose: 'change_sign_in', work: (ctx) => removeIdentity(ctx, id) })
  return listIdentities(ctx)
}

async function removeIdentity(ctx: UserContext, id: string): Promise<void> {
  // Two that are removed at once must not both find the other one there.
  const user = await lockUser(ctx.db, ctx.user.id)
  const removed = await deleteIdentity(ctx.db, { id, userId: ctx.user.id })
  if (removed === undefined) throw new AppError('IdentityNotFound')
  const others = await listIdentityRows(ctx.db, ctx.user.id)
  if (user?.passwordHash === null && others.length === 0) throw new AppError('LastSignInMethod')

  await ctx.sessions.endOthersOf(ctx.db, ctx.user.id, ctx.sessionId)
  await recordEvent(ctx, 'sign-in-method-removed', { details: { provider: removed.provider } })
  await notify(ctx, {
    userId: ctx.user.id,
    notice: { kind: 'sign-in-method-removed', method: titleOf(ctx, removed.provider) },
  })
}

/** Whatever the provider calls an email, as long as it is text. */
const EmailLabel = text(320)

/** True when the identity is the user's now; false when it was somebody's already. */
export async function linkIdentity(
  ctx: Context,
  {
    userId,
    provider,
    identity,
  }: { userId: string; provider: IdentityProvider; identity: Identity },
): Promise<boolean> {
  const isNew = await insertIdentity(ctx.db, {
    id: newId(),
    issuer: identity.issuer,
    subject: identity.subject,
    userId,
    provider: provider.name,
    email: EmailLabel.safeParse(identity.email).data ?? null,
    createdAt: ctx.now(),
  })
  if (isNew)
    await recordEvent(ctx, 'sign-in-method-added', { userId, details: { provider: provider.name } })
  return isNew
}

/** A provider that is not configured any more has only its name. */
function titleOf({ identityProviders }: Context, provider: string): string {
  return identityProviders.get(provider)?.title ?? provider
}
