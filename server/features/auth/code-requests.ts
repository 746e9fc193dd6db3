import type { Context } from '../../context.ts'
import { recordEvent } from '../../security/audit.ts'
import type { CodePurpose } from '../../security/one-time-codes.ts'
import type { Done, EmailInput } from './schema.ts'

export async function requestPasswordReset(ctx: Context, { email }: EmailInput): Promise<Done> {
  await requestCode(ctx, email, 'reset_password')
  return {
    message:
      'If there is an account with this email, we have mailed it a one-time password. It is good for 10 minutes.',
  }
}

export async function requestVerification(ctx: Context, { email }: EmailInput): Promise<Done> {
  await requestCode(ctx, email, 'verify_email')
  return {
    message:
      'If there is an account with this email that is not verified yet, we have mailed it a new code. It is good for 10 minutes.',
  }
}

/**
 * Does the same for every address, known or not: whether there is somebody to write to is found out
 * by the job.
 */
async function requestCode(ctx: Context, email: string, purpose: CodePurpose): Promise<void> {
  await ctx.limits.take('codeRequestsPerIp', ctx.ip)
  await recordEvent(ctx, 'code-requested', { userId: null, email, details: { purpose } })
  await ctx.jobs.enqueue(ctx.db, 'send-code', { email, purpose, ip: ctx.ip })
  ctx.jobs.wake('send-code')
}
