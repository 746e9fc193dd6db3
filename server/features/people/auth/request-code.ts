import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { CodePurpose } from '../../../security/one-time-codes.ts'
import type { EmailInput, Message } from './schema.ts'

export async function requestPasswordReset(ctx: Context, { email }: EmailInput): Promise<Message> {
  await mailCode(ctx, email, 'reset_password')
  return {
    message:
      'If this email has an account, we have mailed a one-time password to it. ' +
      'It is valid for 10 minutes.',
  }
}

export async function requestVerification(ctx: Context, { email }: EmailInput): Promise<Message> {
  await mailCode(ctx, email, 'verify_email')
  return {
    message:
      'If this email has an account that is not verified yet, we have mailed a new code to it. ' +
      'It is valid for 10 minutes.',
  }
}

/** Does the same for every email, known or not: only the job looks for the account. */
export async function mailCode(ctx: Context, email: string, purpose: CodePurpose): Promise<void> {
  await recordEvent(ctx, 'code-requested', { userId: null, email, details: { purpose } })
  await ctx.jobs.enqueue(ctx.db, 'send-code', { email, purpose, ip: ctx.ip })
  ctx.jobs.wake('send-code')
}
