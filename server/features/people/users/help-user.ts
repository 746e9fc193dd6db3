import {
  countOfUser,
  foretellErasure,
  lockAdministrators,
  type UserRow,
} from '../../../../db/queries/people/users/users.ts'
import { inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import {
  type AdminActor,
  requireAuthorityOver,
  requireOtherAdministrator,
} from '../accounts/authority.ts'
import { eraseAccount } from '../accounts/erase-account.ts'
import { setEmail } from '../accounts/set-email.ts'
import { verifyUser } from '../accounts/verify-user.ts'
import { isOfSchool } from '../auth/claim-account.ts'
import type { Message } from '../auth/schema.ts'
import { findUserToShow } from './get-user.ts'
import type { ErasedUser, Erasure, NewEmailInput, UserInput } from './schema.ts'

/**
 * Finds an account to do for it what its owner proves by a mailbox: never one's own.
 *
 * @throws UserNotFound, Forbidden
 */
async function findOther(ctx: AdminActor, userId: string): Promise<UserRow> {
  const user = await findUserToShow(ctx, userId)
  if (userId === ctx.user?.id)
    throw new AppError('Forbidden', { message: 'Do this in your own account.' })
  requireAuthorityOver(ctx, user)
  return user
}

/** @throws UserNotFound, Forbidden */
export async function verifyOther(ctx: AdminActor, { userId }: UserInput): Promise<void> {
  await verifyUser(ctx, (await findOther(ctx, userId)).email)
}

/** @throws UserNotFound, Forbidden, DuplicateEmail */
export async function changeEmailOf(
  ctx: AdminActor,
  { userId, newEmail }: NewEmailInput,
): Promise<void> {
  const { email } = await findOther(ctx, userId)
  if (newEmail === email) {
    const issues = [{ path: 'newEmail', message: 'is already the email of the account' }]
    throw new AppError('InvalidFields', { issues })
  }
  await setEmail(ctx, { oldEmail: email, newEmail })
}

/**
 * Mails a link that sets the password, within the account's limits of mails, whoever asks.
 *
 * @throws UserNotFound, Forbidden
 */
export async function mailPasswordLink(ctx: AdminActor, { userId }: UserInput): Promise<Message> {
  const user = await findUserToShow(ctx, userId)
  requireAuthorityOver(ctx, user)
  const { email } = user
  const purpose = isOfSchool(user) ? 'verify_email' : 'reset_password'
  await inTransaction(ctx, async (ctx) => {
    await recordEvent(ctx, 'password-link-requested', { userId })
    await ctx.jobs.enqueue(ctx.db, 'send-code', { email, purpose, link: true })
    ctx.afterCommit(() => ctx.jobs.wake('send-code'))
  })
  return {
    message:
      'A link is on its way to the email of the account, unless it has had too many mails today.',
  }
}

/** @throws UserNotFound, Forbidden */
export async function foretellErasureOf(ctx: AdminActor, { userId }: UserInput): Promise<Erasure> {
  await findOther(ctx, userId)
  const counts = await countOfUser(ctx.db, userId, ctx.now())
  const { enrollments, invitations, certificates } = counts
  const erasure = await foretellErasure(ctx.db, userId)
  const purchases = counts.purchases - erasure.unpaid
  return { enrollments, invitations, certificates, purchases, ...erasure }
}

/** @throws UserNotFound, Forbidden, LastAdmin */
export async function eraseOther(ctx: AdminActor, { userId, email }: ErasedUser): Promise<Message> {
  return inTransaction(ctx, async (ctx) => {
    await lockAdministrators(ctx.db)
    const user = await findOther(ctx, userId)
    if (email !== user.email) {
      const issues = [{ path: 'email', message: 'is not the email of this account' }]
      throw new AppError('InvalidFields', { issues })
    }
    await requireOtherAdministrator(ctx, user)
    await eraseAccount(ctx, userId)
    return { message: 'The account is erased. Its certificates stay valid.' }
  })
}
