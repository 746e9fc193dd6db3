import { deleteIdentitiesOf } from '../../../../db/queries/people/identities.ts'
import { deleteCodesOf } from '../../../../db/queries/people/one-time-codes.ts'
import { deleteKnownDevicesOf } from '../../../../db/queries/people/sessions.ts'
import { type Claim, claimUser, type UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Context } from '../../../context.ts'
import { nameChanged } from '../../learning/completion/name-changed.ts'
import { guessName } from '../accounts/guess-name.ts'

/** Whether the account has had no verified email so far: a stranger may have registered it. */
export function isNeverVerified({
  emailVerifiedAt,
  formerEmailVerifiedAt,
}: Pick<UserRow, 'emailVerifiedAt' | 'formerEmailVerifiedAt'>): boolean {
  return emailVerifiedAt === null && formerEmailVerifiedAt === null
}

/**
 * Gives an unverified account to the owner of its email. A stranger may have registered it: its
 * profile and password are replaced, and its sessions, codes, identities and devices are removed.
 * Call it in a transaction that has locked the user. Returns undefined if the email is verified.
 */
export async function claimAccount(
  ctx: Context,
  before: UserRow,
  claim: Claim,
): Promise<UserRow | undefined> {
  const { id } = before
  const claimed = await claimUser(ctx.db, id, { ...claim, at: ctx.now() })
  if (claimed === undefined) return undefined
  await nameChanged(ctx, before, claimed)

  await ctx.sessions.endAllOf(ctx.db, id)
  await deleteKnownDevicesOf(ctx.db, id)
  await deleteCodesOf(ctx.db, id)
  await deleteIdentitiesOf(ctx.db, id)
  return claimed
}

/** Whether the school made the account, and nobody has had it yet. */
export function isOfSchool(
  user: Pick<
    UserRow,
    'passwordHash' | 'registrantMac' | 'emailVerifiedAt' | 'formerEmailVerifiedAt'
  >,
): boolean {
  return user.passwordHash === null && user.registrantMac === null && isNeverVerified(user)
}

/**
 * Returns the profile when only the mailbox says who owns the account. Nobody registered those that
 * the school created, so their names stay. Any other may be a stranger's.
 */
export function profileOfOwner(
  { language }: Context,
  user: UserRow,
): Pick<UserRow, 'name' | 'nameIsGuess' | 'locale'> {
  const { name, nameIsGuess, locale } = user
  if (isOfSchool(user)) return { name, nameIsGuess, locale }
  return { name: guessName(user.email), nameIsGuess: true, locale: language() }
}

/** What a mailed link does for the account. */
export function linkFor(user: Parameters<typeof isOfSchool>[0]) {
  return isOfSchool(user) ? 'account link' : 'password link'
}

export const noPassword = { passwordHash: null, pepperVersion: null }
