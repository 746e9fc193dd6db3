import {
  deleteIdentity,
  findUserByIdentity,
  insertFlow,
  insertIdentity,
  listIdentities as listIdentityRows,
} from '../../../../db/queries/people/identities.ts'
import { lockPasswordShared, lockUser } from '../../../../db/queries/people/users/users.ts'
import { newId } from '../../../../lib/ids.ts'
import { text } from '../../../../lib/schema.ts'
import type { Identity, IdentityProvider } from '../../../adapters/identity-providers/types.ts'
import { type Context, inTransaction, type SessionContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { withProof } from '../../platform/proof/with-proof.ts'
import { listLinkedIdentities, titleOfProvider } from '../auth/linked-identities.ts'
import type { Message } from '../auth/schema.ts'
import { findMe } from '../me/me.ts'
import { requestProofCode } from '../me/proof.ts'
import { allowedReturnUrl, fetchIdentity, finishFlow, getProvider, planFlow } from './oauth-flow.ts'
import type {
  FinishOAuthInput,
  LinkedIdentities,
  OAuthStart,
  StartLinkInput,
  UnlinkIdentityInput,
} from './schema.ts'

export async function listIdentities(ctx: SessionContext): Promise<LinkedIdentities> {
  return { items: await listLinkedIdentities(ctx, ctx.user.id) }
}

/** Mails a code to link or unlink without the password. */
export async function requestSignInCode(ctx: SessionContext): Promise<Message> {
  await requestProofCode(ctx, 'change_sign_in')
  return {
    message: 'We have mailed you a code to change how you sign in. It is valid for 10 minutes.',
  }
}

/**
 * Starts linking. Requires a proof, because a linked identity signs in for good, long after a
 * stolen token has expired. The flow belongs to the session, not to a cookie.
 */
export async function startLink(
  ctx: SessionContext,
  { provider: name, returnUrl: asked, ...proof }: StartLinkInput,
): Promise<OAuthStart> {
  const provider = getProvider(ctx, name)
  const returnUrl = allowedReturnUrl(ctx, asked)
  const { start, flow } = await planFlow(ctx, provider, {
    purpose: 'link',
    holder: ctx.sessionId,
    redirectUri: returnUrl,
    returnUrl,
  })
  await withProof(ctx, proof, (ctx) => insertFlow(ctx.db, flow))
  return start
}

export async function finishLink(
  ctx: SessionContext,
  input: FinishOAuthInput,
): Promise<LinkedIdentities> {
  const user = await findMe(ctx)
  const finished = await finishFlow(ctx, {
    purpose: 'link',
    holder: ctx.sessionId,
    provider: input.provider,
    state: input.state,
  })
  const identity = await fetchIdentity(ctx, finished, input)
  const { provider } = finished

  await inTransaction(ctx, async (ctx) => {
    await lockUser(ctx.db, ctx.user.id)
    // Looks again, as the provider took its time: a user who has set a new password or email
    // meanwhile does not want this session to link anything.
    const found = await ctx.sessions.find(ctx.db, ctx.sessionId)
    if (found === undefined) throw new AppError('TokenInvalid')
    if (found.isSuspended) throw new AppError('AccountSuspended')
    if (!(await lockPasswordShared(ctx.db, user))) throw new AppError('SignInExpired')
    if (await linkIdentity(ctx, { userId: ctx.user.id, provider, identity })) {
      return notify(ctx, {
        userId: ctx.user.id,
        notification: { kind: 'sign-in-method-added', method: provider.title },
      })
    }
    const owner = await findUserByIdentity(ctx.db, identity)
    if (owner?.id !== ctx.user.id) throw new AppError('IdentityInUse')
  })
  return listIdentities(ctx)
}

/** Ends every other session, like a new password: one of them may have come from this identity. */
export async function unlinkIdentity(
  ctx: SessionContext,
  { identityId: id, ...proof }: UnlinkIdentityInput,
): Promise<LinkedIdentities> {
  await withProof(ctx, proof, (ctx) => removeIdentity(ctx, id))
  return listIdentities(ctx)
}

async function removeIdentity(ctx: SessionContext, id: string): Promise<void> {
  // Locks: two requests at once must not each leave the identity that the other one removes.
  const user = await lockUser(ctx.db, ctx.user.id)
  const removed = await deleteIdentity(ctx.db, { id, userId: ctx.user.id })
  if (removed === undefined) throw new AppError('IdentityNotFound')
  const others = await listIdentityRows(ctx.db, ctx.user.id)
  if (user?.passwordHash === null && others.length === 0) throw new AppError('LastSignInMethod')

  await ctx.sessions.endOthersOf(ctx.db, ctx.user.id, ctx.sessionId)
  await recordEvent(ctx, 'sign-in-method-removed', { details: { provider: removed.provider } })
  await notify(ctx, {
    userId: ctx.user.id,
    notification: {
      kind: 'sign-in-method-removed',
      method: titleOfProvider(ctx, removed.provider),
    },
  })
}

/** Accepts any text, because only the user sees it. */
const EmailLabel = text(320)

/** Returns false if the identity already belongs to an account. */
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
