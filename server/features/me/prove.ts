import { lockUser } from '../../../db/queries/users.ts'
import { inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import type { CodePurpose } from '../../security/one-time-codes.ts'
import { checkCode, giveBackTry, redeemCode } from '../auth/redeem-code.ts'
import { confirmPassword, holdConfirmedPassword } from './confirm-password.ts'
import { findMe } from './me.ts'
import type { Proof } from './proof-schema.ts'

/** What a code proves that only a signed-in user can ask for. */
export type ProvenPurpose = Extract<CodePurpose, 'erase_account' | 'change_sign_in'>

/** Mails the code that proves without a password that it is really the user. */
export async function requestProofCode(ctx: UserContext, purpose: ProvenPurpose): Promise<void> {
  await ctx.limits.take('proofCodeRequestsPerAccount', ctx.user.id)
  const { id, email } = await findMe(ctx)
  await inTransaction(ctx, async (ctx) => {
    await ctx.jobs.enqueue(ctx.db, 'send-code', { email, purpose })
    await recordEvent(ctx, 'code-requested', { userId: id, email, details: { purpose } })
    ctx.afterCommit(() => ctx.jobs.wake('send-code'))
  })
}

/**
 * Does what takes more than a session, in one transaction with the proof: the password stays the
 * one that was shown, the code is used up.
 *
 * @throws AppError WrongPassword, PasswordNotSet, InvalidCode
 */
export async function doProven<Result>(
  ctx: UserContext,
  { password, code }: Proof,
  { purpose, work }: { purpose: ProvenPurpose; work: (ctx: UserContext) => Promise<Result> },
): Promise<Result> {
  const held =
    password === undefined
      ? await provenByCode(ctx, code ?? '', purpose)
      : await provenByPassword(ctx, password)
  try {
    return await inTransaction(ctx, async (ctx) => {
      // First of all, and whole: of two who only share it neither could change it.
      await lockUser(ctx.db, ctx.user.id)
      await held.hold(ctx)
      return work(ctx)
    })
  } catch (error) {
    // What cannot be given back now is one of five tries; the caller is told of the first failure.
    await held.giveBack?.().catch(() => undefined)
    throw error
  }
}

interface CheckedProof {
  /**
   * Refuses when it is not good any more; then it stays until the end of the transaction, or is
   * used up.
   */
  hold: (ctx: UserContext) => Promise<void>
  giveBack?: () => Promise<void>
}

async function provenByPassword(ctx: UserContext, password: string): Promise<CheckedProof> {
  const user = await confirmPassword(ctx, password)
  return { hold: (ctx) => holdConfirmedPassword(ctx, user) }
}

async function provenByCode(
  ctx: UserContext,
  code: string,
  purpose: ProvenPurpose,
): Promise<CheckedProof> {
  const checked = await checkCode(ctx, { email: ctx.user.email, purpose, code })
  if (checked.user.id !== ctx.user.id) throw new AppError('InvalidCode')
  return { hold: (ctx) => redeemCode(ctx, checked), giveBack: () => giveBackTry(ctx, checked) }
}
