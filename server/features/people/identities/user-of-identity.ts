import { findUserByIdentity } from '../../../../db/queries/people/identities.ts'
import {
  findUserByEmail,
  insertUser,
  lockUser,
  lockUserWithName,
  type UserRow,
} from '../../../../db/queries/people/users/users.ts'
import { Email } from '../../../../lib/email.ts'
import { newId } from '../../../../lib/ids.ts'
import type { Identity, IdentityProvider } from '../../../adapters/identity-providers/types.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { findNameFault } from '../../learning/certificates/printable-name.ts'
import { acceptInvitations } from '../../learning/invitations/accept-invitations.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { recordTerms, requireTermsNamed } from '../../platform/terms/accept-terms.ts'
import { guessName } from '../accounts/guess-name.ts'
import { claimAccount, isNeverVerified, noPassword } from '../auth/claim-account.ts'
import { PersonName } from '../auth/schema.ts'
import { linkIdentity } from './identities.ts'
import type { FinishedFlow } from './oauth-flow.ts'

/** Signals that a concurrent sign-in won: this try is undone, and the next sees its result. */
class LostRace extends Error {}

const tries = 3

/**
 * Returns the verified user whom the identity signs in: the one it is linked to, or the one whose
 * email the provider vouches for.
 */
export async function userOfIdentity(
  ctx: Context,
  { provider, flow: { acceptedTerms } }: FinishedFlow,
  identity: Identity,
): Promise<UserRow> {
  for (let count = 0; count < tries; count++) {
    try {
      return await inTransaction(ctx, (ctx) =>
        findOrMakeUser(ctx, { provider, identity, acceptedTerms }),
      )
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

interface SignIn {
  provider: IdentityProvider
  identity: Identity
  acceptedTerms: string | null
}

async function findOrMakeUser(
  ctx: Context,
  { provider, identity, acceptedTerms }: SignIn,
): Promise<UserRow> {
  const { email } = emailOf(identity)
  // Looks in this order: a concurrent first sign-in creates and links the account in one
  // transaction, and must not be taken for somebody else's account.
  const existing = email === undefined ? undefined : await findUserByEmail(ctx.db, email)
  const linked = await findUserByIdentity(ctx.db, identity)
  if (linked !== undefined) {
    if (linked.suspendedAt !== null) throw new AppError('AccountSuspended')
    if (linked.emailVerifiedAt === null) throw new AppError('EmailNotVerified')
    return linked
  }

  if (email === undefined) throw new AppError('ProviderEmailNotVerified')
  // Whoever takes over an account without a verified email registers, too.
  const isNew = existing === undefined || isNeverVerified(existing)
  if (isNew) requireTermsNamed(ctx, acceptedTerms ?? undefined)
  const user =
    existing === undefined
      ? await makeUser(ctx, email, identity)
      : await takeOver(ctx, existing, identity)
  if (!(await linkIdentity(ctx, { userId: user.id, provider, identity }))) throw new LostRace()
  if (isNew) await recordTerms(ctx, user.id)
  await acceptInvitations(ctx, user.id)
  if (existing !== undefined)
    await notify(ctx, {
      userId: user.id,
      notification: { kind: 'sign-in-method-added', method: provider.title },
    })
  return user
}

async function makeUser(ctx: Context, email: string, identity: Identity): Promise<UserRow> {
  const now = ctx.now()
  const user = await insertUser(ctx.db, {
    id: newId(),
    email,
    ...(await nameOf(ctx, identity, email)),
    passwordHash: null,
    pepperVersion: null,
    emailVerifiedAt: now,
    locale: ctx.language(),
    createdAt: now,
  })
  if (user === undefined) throw new LostRace()
  await recordEvent(ctx, 'account-registered', { userId: user.id, email })
  return user
}

/**
 * Takes over an unverified account, keeping nothing that a squatter may have set. Only its owner
 * links a verified one.
 */
async function takeOver(
  ctx: Context,
  { id, email }: UserRow,
  identity: Identity,
): Promise<UserRow> {
  await lockUserWithName(ctx.db, id)
  // Locks it with its key: concurrent additions to the account are done, or wait.
  const user = await lockUser(ctx.db, id)
  // Gives up if the account was erased or has a different email by now.
  if (user?.email !== email) throw new LostRace()
  if (user.suspendedAt !== null) throw new AppError('AccountSuspended')
  if (user.emailVerifiedAt !== null) {
    if (ctx.config.oauthLinkVerifiedEmails) return user
    throw new AppError('LinkRequired')
  }

  // Keeps the profile of an account with an earlier verified email, which is its user's own.
  const profile = isNeverVerified(user)
    ? { ...(await nameOf(ctx, identity, user.email)), locale: ctx.language() }
    : { name: user.name, nameIsGuess: user.nameIsGuess, locale: user.locale }
  const claimed = await claimAccount(ctx, user, { ...profile, ...noPassword })
  if (claimed === undefined) throw new LostRace()
  await recordEvent(ctx, 'email-verified', { userId: user.id, details: { by: 'third party' } })
  return claimed
}

/** Returns the provider's name for the person, if a certificate can print it; else a guess. */
async function nameOf(
  ctx: Context,
  { name }: Identity,
  email: string,
): Promise<Pick<UserRow, 'name' | 'nameIsGuess'>> {
  const given = PersonName.safeParse(name).data
  return given === undefined || (await findNameFault(ctx, given)) !== undefined
    ? { name: guessName(email), nameIsGuess: true }
    : { name: given, nameIsGuess: false }
}

/**
 * Returns the email that the provider vouches for, normalized like ours. One that matches only
 * after folding compatibility forms does not count: at the provider those may be two people.
 */
function emailOf({ email, emailVerified }: Identity): { email?: string } {
  const normalised = Email.safeParse(email).data
  return emailVerified && normalised !== undefined && normalised === email?.trim().toLowerCase()
    ? { email: normalised }
    : {}
}
