import { deleteIdentitiesOf, findUserByIdentity } from '../../../db/queries/identities.ts'
import { deleteCodesOf } from '../../../db/queries/one-time-codes.ts'
import { deleteKnownDevicesOf } from '../../../db/queries/sessions.ts'
import {
  claimUser,
  findUserByEmail,
  insertUser,
  lockUser,
  type UserRow,
} from '../../../db/queries/users.ts'
import type {
  Identity,
  IdentityProvider,
} from '../../adapters/identity-providers/identity-providers.ts'
import { type Context, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { newId } from '../../lib/ids.ts'
import { recordEvent } from '../../security/audit.ts'
import { nameFromEmail } from '../auth/register.ts'
import { Email, PersonName } from '../auth/schema.ts'
import { notify } from '../notifications/notify.ts'
import { linkIdentity } from './identities.ts'

/** Somebody else was faster: nothing of this try stays, and the next one sees what they did. */
class LostRace extends Error {}

const tries = 3

/**
 * The verified user whom the identity signs in: whose it is already, or whose email the provider
 * vouches for.
 */
export async function userOfIdentity(
  ctx: Context,
  provider: IdentityProvider,
  identity: Identity,
): Promise<UserRow> {
  for (let count = 0; count < tries; count++) {
    try {
      return await inTransaction(ctx, (ctx) => findOrMakeUser(ctx, provider, identity))
    } catch (error) {
      if (error instanceof AppError) {
        await recordEvent(ctx, 'sign-in-refused', {
          ...emailOf(identity),
          details: { provider: provider.name, error: error.name },
        })
      }
      if (!(error instanceof LostRace)) throw error
    }
  }
  throw new AppError('ServiceUnavailable', { retryAfterSeconds: 1 })
}

async function findOrMakeUser(
  ctx: Context,
  provider: IdentityProvider,
  identity: Identity,
): Promise<UserRow> {
  const { email } = emailOf(identity)
  // In this order: whoever made the account meanwhile linked it in the same transaction, and is not
  // taken for somebody else.
  const existing = email === undefined ? undefined : await findUserByEmail(ctx.db, email)
  const linked = await findUserByIdentity(ctx.db, identity)
  if (linked !== undefined) {
    if (linked.emailVerifiedAt === null) throw new AppError('EmailNotVerified')
    return linked
  }

  if (email === undefined) throw new AppError('ProviderEmailNotVerified')
  const user =
    existing === undefined
      ? await makeUser(ctx, email, identity)
      : await takeOver(ctx, existing, identity)
  if (!(await linkIdentity(ctx, { userId: user.id, provider, identity }))) throw new LostRace()
  if (existing !== undefined)
    await notify(ctx, {
      userId: user.id,
      notice: { kind: 'sign-in-method-added', method: provider.title },
    })
  return user
}

async function makeUser(ctx: Context, email: string, identity: Identity): Promise<UserRow> {
  const now = ctx.now()
  const user = await insertUser(ctx.db, {
    id: newId(),
    email,
    name: nameOf(identity, email),
    passwordHash: null,
    pepperVersion: null,
    emailVerifiedAt: now,
    locale: ctx.language,
    createdAt: now,
  })
  if (user === undefined) throw new LostRace()
  await recordEvent(ctx, 'account-registered', { userId: user.id, email })
  return user
}

/**
 * A verified account is its owner's to link; an unverified one may be a squatter's, and keeps
 * nothing that was set there.
 */
async function takeOver(
  ctx: Context,
  { id, email }: UserRow,
  identity: Identity,
): Promise<UserRow> {
  const user = await lockUser(ctx.db, id)
  // It was erased, or has another email by now.
  if (user?.email !== email) throw new LostRace()
  if (user.emailVerifiedAt !== null) {
    if (ctx.config.oauthLinkVerifiedEmails) return user
    throw new AppError('LinkRequired')
  }

  const claimed = await claimUser(ctx.db, {
    id: user.id,
    name: nameOf(identity, user.email),
    locale: ctx.language,
    now: ctx.now(),
  })
  if (claimed === undefined) throw new LostRace()
  await ctx.sessions.endAllOf(ctx.db, user.id)
  await deleteKnownDevicesOf(ctx.db, user.id)
  await deleteCodesOf(ctx.db, user.id)
  await deleteIdentitiesOf(ctx.db, user.id)
  await recordEvent(ctx, 'email-verified', { userId: user.id, details: { by: 'third party' } })
  return claimed
}

/** The provider's name for the person, where it may stand on a certificate. */
function nameOf({ name }: Identity, email: string): string {
  return PersonName.safeParse(name).data ?? nameFromEmail(email)
}

/**
 * The email that the provider vouches for, as accounts have it. One that becomes somebody's only by
 * folding compatibility forms counts as none: at the provider those may be two people.
 */
function emailOf({ email, emailVerified }: Identity): { email?: string } {
  const normalised = Email.safeParse(email).data
  return emailVerified && normalised !== undefined && normalised === email?.trim().toLowerCase()
    ? { email: normalised }
    : {}
}
