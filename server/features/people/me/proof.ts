import { type CheckedProof, inTransaction, type SessionContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { ProvenPurpose } from '../../../security/one-time-codes.ts'
import type { Proof } from '../../platform/proof/schema.ts'
import { checkCode, giveBackTry, redeemCode } from '../auth/redeem-code.ts'
import { findMe } from './me.ts'
import { lockProvenPassword, provePassword } from './prove-password.ts'

/** Mails a code that proves, without a password, that the user is asking. */
export async function requestProofCode(ctx: SessionContext, purpose: ProvenPurpose): Promise<void> {
  const { id, email } = await findMe(ctx)
  await inTransaction(ctx, async (ctx) => {
    await ctx.jobs.enqueue(ctx.db, 'send-code', { email, purpose })
    await recordEvent(ctx, 'code-requested', { userId: id, email, details: { purpose } })
    ctx.afterCommit(() => ctx.jobs.wake('send-code'))
  })
}

/**
 * Checks a proof, and counts wrong ones. Given to `withProof` as a dependency.
 *
 * @throws AppError WrongPassword, PasswordNotSet, InvalidCode
 */
export async function checkProof(
  ctx: SessionContext,
  { password, code }: Proof,
  purpose: ProvenPurpose,
): Promise<CheckedProof> {
  return password === undefined
    ? proveByCode(ctx, code ?? '', purpose)
    : proveByPassword(ctx, password)
}

async function proveByPassword(ctx: SessionContext, password: string): Promise<CheckedProof> {
  const user = await provePassword(ctx, password)
  return { hold: (ctx) => lockProvenPassword(ctx, user) }
}

async function proveByCode(
  ctx: SessionContext,
  code: string,
  purpose: ProvenPurpose,
): Promise<CheckedProof> {
  const checked = await checkCode(ctx, { email: ctx.user.email, purpose, code })
  if (checked.user.id !== ctx.user.id) throw new AppError('InvalidCode')
  return { hold: (ctx) => redeemCode(ctx, checked), giveBack: () => giveBackTry(ctx, checked) }
}
