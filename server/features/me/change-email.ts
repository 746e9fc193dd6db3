import { databaseError } from '../../../db/failures.ts'
import { deleteCodesOf } from '../../../db/queries/one-time-codes.ts'
import { findUserByEmail, type UserRow, updateEmail } from '../../../db/queries/users.ts'
import { type Deps, inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import { checkCode, redeemCode } from '../auth/redeem-code.ts'
import type { Done } from '../auth/schema.ts'
import { notify } from '../notifications/notify.ts'
import { confirmPassword } from './confirm-password.ts'
import type { EmailChange, EmailChangeConfirmation } from './schema.ts'

/**
 * Mails a code to either address. Whether the new one is somebody's is found out by the job: the
 * answer does not tell.
 */
export async function requestEmailChange(
  ctx: UserContext,
  { newEmail, password }: EmailChange,
): Promise<Done> {
  const { email } = await confirmPassword(ctx, password)
  if (newEmail === email) {
    throw new AppError('InvalidFields', {
      issues: [{ path: 'newEmail', message: 'is your email already' }],
    })
  }
  await ctx.limits.take('emailChangesPerAccount', ctx.user.id)

  await inTransaction(ctx, async (ctx) => {
    await ctx.jobs.enqueue(ctx.db, 'send-code', { email, purpose: 'change_email_old', newEmail })
    await ctx.jobs.enqueue(ctx.db, 'send-code', { email, purpose: 'change_email_new', newEmail })
    await recordEvent(ctx, 'code-requested', {
      userId: ctx.user.id,
      email: newEmail,
      details: { purpose: 'change_email' },
    })
    ctx.afterCommit(() => ctx.jobs.wake('send-code'))
  })
  return {
    message:
      'We have mailed a code to your email and, unless it is taken, to the new one. Enter both; they are good for 10 minutes.',
  }
}

/** Ends the other sessions, and what was mailed to the old address is good for nothing any more. */
export async function confirmEmailChange(
  ctx: UserContext,
  codes: EmailChangeConfirmation,
): Promise<Done> {
  const { email } = ctx.user
  const [old, fresh] = await both(
    checkCode(ctx, { email, purpose: 'change_email_old', code: codes.oldCode }),
    checkCode(ctx, { email, purpose: 'change_email_new', code: codes.newCode }),
  )
  const { newEmail } = fresh
  // Codes of two requests for two addresses are no pair.
  if (newEmail === null || old.newEmail !== newEmail || old.user.id !== ctx.user.id)
    throw new AppError('InvalidCode')

  await inTransaction(ctx, async (ctx) => {
    await redeemCode(ctx, old)
    await redeemCode(ctx, fresh)
    await replaceEmail(ctx, old.user, { email: newEmail, emailVerifiedAt: ctx.now() })
    await ctx.sessions.endOthersOf(ctx.db, ctx.user.id, ctx.sessionId)
  })
  return { message: 'Your email is changed, and your other sessions have ended.' }
}

/**
 * For who has lost the old mailbox: an operator, who has made sure who is asking. The new address
 * is still to be verified.
 */
export async function setEmail(
  deps: Deps,
  { oldEmail, newEmail }: { oldEmail: string; newEmail: string },
): Promise<UserRow> {
  return inTransaction(deps, async (deps) => {
    const user = await findUserByEmail(deps.db, oldEmail)
    if (user === undefined) throw new AppError('UserNotFound')
    const changed = await replaceEmail(deps, user, { email: newEmail, emailVerifiedAt: null })
    await deps.sessions.endAllOf(deps.db, user.id)
    await deps.jobs.enqueue(deps.db, 'send-code', { email: newEmail, purpose: 'verify_email' })
    deps.afterCommit(() => deps.jobs.wake('send-code'))
    return changed
  })
}

/** The unique key decides who has an email. */
async function replaceEmail(
  ctx: Deps,
  user: UserRow,
  to: Pick<UserRow, 'email' | 'emailVerifiedAt'>,
): Promise<UserRow> {
  const changed = await updateEmail(ctx.db, user.id, { replaces: user.email, ...to }).catch(
    (error: unknown) => {
      if (databaseError(error)?.constraint === 'users_email_key')
        throw new AppError('DuplicateEmail', { cause: error })
      throw error
    },
  )
  if (changed === undefined) throw new AppError('InvalidCode')

  await deleteCodesOf(ctx.db, user.id)
  await recordEvent(ctx, 'email-changed', { userId: user.id, email: user.email })
  await notify(ctx, { userId: user.id, notice: { kind: 'email-changed', oldEmail: user.email } })
  return changed
}

/** Waits for both, so that a wrong one does not tell about the other. */
async function both<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other])
  return [await one, await other]
}
