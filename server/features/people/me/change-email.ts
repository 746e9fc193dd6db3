import { inTransaction, type SessionContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { replaceEmail } from '../accounts/set-email.ts'
import { checkCode, redeemCode } from '../auth/redeem-code.ts'
import type { Message } from '../auth/schema.ts'
import { provePassword } from './prove-password.ts'
import type { ConfirmEmailChangeInput, RequestEmailChangeInput } from './schema.ts'

/**
 * Mails a code to both emails. Only the job finds out whether the new one is taken, so the answer
 * does not reveal it.
 */
export async function requestEmailChange(
  ctx: SessionContext,
  { newEmail, password }: RequestEmailChangeInput,
): Promise<Message> {
  const { email } = await provePassword(ctx, password)
  if (newEmail === email) {
    throw new AppError('InvalidFields', {
      issues: [{ path: 'newEmail', message: 'is already your email' }],
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
      'We have mailed a code to your email and, unless it is taken, to the new one. ' +
      'Enter both; they are valid for 10 minutes.',
  }
}

/** Changes the email, ends the other sessions, and voids the codes mailed to the old email. */
export async function confirmEmailChange(
  ctx: SessionContext,
  codes: ConfirmEmailChangeInput,
): Promise<Message> {
  const { email } = ctx.user
  const [old, fresh] = await both(
    checkCode(ctx, { email, purpose: 'change_email_old', code: codes.oldCode }),
    checkCode(ctx, { email, purpose: 'change_email_new', code: codes.newCode }),
  )
  const { newEmail } = fresh
  // Refuses codes of two different requests.
  if (newEmail === null || old.newEmail !== newEmail || old.user.id !== ctx.user.id)
    throw new AppError('InvalidCode')

  await inTransaction(ctx, async (ctx) => {
    await redeemCode(ctx, old)
    await redeemCode(ctx, fresh)
    await replaceEmail(ctx, old.user, { email: newEmail, emailVerifiedAt: ctx.now() })
    await ctx.sessions.endOthersOf(ctx.db, ctx.user.id, ctx.sessionId)
  })
  return { message: 'Your email is changed and your other sessions have ended.' }
}

/** Waits for both, so that a wrong code reveals nothing about the other one. */
async function both<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other])
  return [await one, await other]
}
