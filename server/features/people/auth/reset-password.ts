import { deleteIdentitiesOf } from '../../../../db/queries/people/identities.ts'
import { deleteCodesOf } from '../../../../db/queries/people/one-time-codes.ts'
import {
  lockUser,
  markEmailVerified,
  setCalendarKey,
  type UserRow,
  updatePassword,
} from '../../../../db/queries/people/users/users.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { acceptInvitations } from '../../learning/invitations/accept-invitations.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { claimAccount, isNeverVerified, profileOfOwner } from './claim-account.ts'
import { resetKnownDevices } from './known-devices.ts'
import { listLinkedIdentities } from './linked-identities.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { checkCode, giveBackTry, redeemCode } from './redeem-code.ts'
import type { LinkedIdentity, ResetPasswordInput, ResetPasswordResult } from './schema.ts'
import { accountAndIpOf } from './try-password.ts'

/**
 * Sets the password, for which access to the mailbox is enough. Also verifies the email, ends every
 * session, and voids every other code and the key of the calendar.
 */
export async function resetPassword(
  ctx: Context,
  input: ResetPasswordInput,
): Promise<ResetPasswordResult> {
  const { email, otp, newPassword } = input
  refuseWeakPassword(newPassword, { email }, 'newPassword')
  const checked = await checkCode(ctx, { email, purpose: 'reset_password', code: otp })
  let identities: LinkedIdentity[]
  try {
    identities = await setPassword(ctx, checked.user.id, {
      ...input,
      prove: (ctx) => redeemCode(ctx, checked),
    })
  } catch (error) {
    // A try that cannot be returned is one of five; the first failure is the one to report.
    await giveBackTry(ctx, checked).catch(() => undefined)
    throw error
  }
  await forgetFailures(ctx, email)
  return { message: 'Your new password is set. You can log in with it now.', identities }
}

/** Forgets failed logins, usual for users who forgot the password: those must not lock them out. */
export async function forgetFailures(ctx: Context, email: string): Promise<void> {
  await ctx.limits.reset('failedLoginsPerAccountAndIp', accountAndIpOf(ctx, email))
  await ctx.limits.reset('failedLoginsPerAccount', email)
  await ctx.limits.reset('failedLoginsFromKnownIps', email)
  await ctx.limits.reset('wrongProofsPerAccount', email)
}

interface NewPasswordOf extends Pick<ResetPasswordInput, 'newPassword' | 'unlinkIdentities'> {
  /** Takes what proves the mailbox, in the transaction that has locked the user. */
  prove: (ctx: Context, user: UserRow | undefined) => Promise<unknown>
}

/** Returns the identities that can still sign in. */
export async function setPassword(
  ctx: Context,
  id: string,
  { newPassword, unlinkIdentities = false, prove }: NewPasswordOf,
): Promise<LinkedIdentity[]> {
  const { hash, pepperVersion } = await ctx.passwords.hash(newPassword, ctx.signal())
  const password = { passwordHash: hash, pepperVersion }

  return inTransaction(ctx, async (ctx) => {
    const user = await lockUser(ctx.db, id)
    await prove(ctx, user)
    if (user === undefined) throw new AppError('InvalidCode')
    if (user.suspendedAt !== null) throw new AppError('AccountSuspended')

    const userId = user.id
    if (isNeverVerified(user)) {
      await claimAccount(ctx, user, { ...profileOfOwner(ctx, user), ...password })
      await recordEvent(ctx, 'email-verified', { userId, details: { claimed: true } })
    } else {
      await updatePassword(ctx.db, userId, password)
      await markEmailVerified(ctx.db, userId, ctx.now())
      await ctx.sessions.endAllOf(ctx.db, userId)
      await deleteCodesOf(ctx.db, userId)
      await setCalendarKey(ctx.db, userId, null)
      if (unlinkIdentities) await unlinkAll(ctx, userId)
    }
    await resetKnownDevices(ctx, userId)
    await recordEvent(ctx, 'password-reset', { userId })
    if (user.emailVerifiedAt === null) await acceptInvitations(ctx, userId)

    const identities = await listLinkedIdentities(ctx, userId)
    const methods = identities.map(({ title, email }) => (email ? `${title} (${email})` : title))
    await notify(ctx, { userId, notification: { kind: 'password-changed', methods } })
    return identities
  })
}

async function unlinkAll(ctx: Context, userId: string): Promise<void> {
  for (const { provider } of await deleteIdentitiesOf(ctx.db, userId))
    await recordEvent(ctx, 'sign-in-method-removed', { userId, details: { provider } })
}
