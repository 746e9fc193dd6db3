import { countOfUser } from '../../../../db/queries/people/users/users.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { type AdminActor, requireAuthorityOver } from '../accounts/authority.ts'
import { setRole } from '../accounts/set-role.ts'
import { reinstateUser, suspendUser } from '../accounts/suspend.ts'
import type { Message } from '../auth/schema.ts'
import { removeSecondFactorsOf } from '../second-factors/remove-all.ts'
import { createUser, renameUser } from './create-user.ts'
import { findUserToShow, getUserAsAdmin } from './get-user.ts'
import { changeEmailOf, verifyOther } from './help-user.ts'
import type { CreateUserInput, EndUserSessionInput, UserDetails, UserInput } from './schema.ts'

export const setRoleAsAdmin = shown(setRole)
export const removeSecondFactorsAsAdmin = shown(removeSecondFactorsOf)
export const suspendAsAdmin = shown(suspendUser)
export const reinstateAsAdmin = shown(reinstateUser)
export const renameUserAsAdmin = shown(renameUser)
export const verifyAsAdmin = shown(verifyOther)
export const changeEmailAsAdmin = shown(changeEmailOf)

/** Returns the change with its answer: the account afterwards. */
function shown<Input extends UserInput>(
  change: (ctx: AdminActor, input: Input) => Promise<unknown>,
): (ctx: AdminActor, input: Input) => Promise<UserDetails> {
  return async (ctx, input) => {
    await change(ctx, input)
    return getUserAsAdmin(ctx, input)
  }
}

export async function createUserAsAdmin(
  ctx: AdminActor,
  input: CreateUserInput,
): Promise<UserDetails> {
  return getUserAsAdmin(ctx, { userId: (await createUser(ctx, input)).id })
}

/** @throws UserNotFound, Forbidden */
export async function endSessionsOfUser(ctx: AdminActor, { userId }: UserInput): Promise<Message> {
  await inTransaction(ctx, async (ctx) => {
    requireAuthorityOver(ctx, await findUserToShow(ctx, userId))
    const { sessions } = await countOfUser(ctx.db, userId, ctx.now())
    await ctx.sessions.endAllOf(ctx.db, userId)
    await recordEvent(ctx, 'sessions-ended', {
      userId,
      details: changeOf({ sessions }, { sessions: 0 }),
    })
  })
  return { message: 'All sessions of the account have ended.' }
}

/** @throws UserNotFound, Forbidden, SessionNotFound */
export async function endSessionOfUser(
  ctx: UserContext,
  { userId, sessionId: id }: EndUserSessionInput,
): Promise<Message> {
  await inTransaction(ctx, async (ctx) => {
    requireAuthorityOver(ctx, await findUserToShow(ctx, userId))
    if (!(await ctx.sessions.endByPublicId(ctx.db, userId, id)))
      throw new AppError('SessionNotFound')
    await recordEvent(ctx, 'session-ended', { userId, details: { session: id } })
  })
  return { message: 'The session has ended.' }
}

/**
 * Mails a new verification code, within the account's limits of mails, whoever asks.
 *
 * @throws UserNotFound, EmailAlreadyVerified
 */
export async function resendVerificationOfUser(
  ctx: UserContext,
  { userId }: UserInput,
): Promise<Message> {
  const { email, emailVerifiedAt } = await findUserToShow(ctx, userId)
  if (emailVerifiedAt !== null) throw new AppError('EmailAlreadyVerified')
  await inTransaction(ctx, async (ctx) => {
    await recordEvent(ctx, 'verification-mail-requested', { userId })
    await ctx.jobs.enqueue(ctx.db, 'send-code', { email, purpose: 'verify_email' })
    ctx.afterCommit(() => ctx.jobs.wake('send-code'))
  })
  return {
    message:
      'A new code is on its way to the email of the account, unless it has had too many mails ' +
      'today.',
  }
}
