import { lockUser } from '../../../../db/queries/people/users/users.ts'
import { inTransaction, type SessionContext, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { CodePurpose } from '../../../security/one-time-codes.ts'
import { checkCode, giveBackTry, redeemCode } from '../auth/redeem-code.ts'
import { findMe } from './me.ts'
import type { Proof } from './proof-schema.ts'
import { lockProvenPassword, provePassword } from './prove-password.ts'

/** Actions that a mailed code can prove; only a signed-in user can request one. */
export type ProvenPurpose = Extract<CodePurpose, 'erase_account' | 'change_sign_in'>

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
 * Does work that takes more than a session, in one transaction with the proof: the password cannot
 * change meanwhile, the code is used up, and the role is still the one that was allowed to.
 *
 * @throws AppError KeyNotAllowed, WrongPassword, PasswordNotSet, InvalidCode, Forbidden
 */
export async function withProof<Ctx extends UserContext, Result>(
  given: Ctx,
  { password, code }: Proof,
  work: (ctx: Ctx & SessionContext) => Promise<Result>,
  purpose: ProvenPurpose = 'change_sign_in',
): Promise<Result> {
  // Keys prove nothing.
  const { sessionId } = given
  if (sessionId === undefined) throw new AppError('KeyNotAllowed')
  const ctx = { ...given, sessionId }
  const proof =
    password === undefined
      ? await proveByCode(ctx, code ?? '', purpose)
      : await proveByPassword(ctx, password)
  try {
    return await inTransaction(ctx, async (ctx) => {
      // First, and exclusively: if two requests shared the lock, neither could change the user.
      const user = await lockUser(ctx.db, ctx.user.id)
      if (
        user === undefined ||
        user.suspendedAt !== null ||
        (user.role !== ctx.user.role && !ctx.user.isHeldBack)
      )
        throw new AppError('Forbidden')
      await proof.hold(ctx)
      return work(ctx)
    })
  } catch (error) {
    // A try that cannot be returned is one of five; the first failure is the one to report.
    await proof.giveBack?.().catch(() => undefined)
    throw error
  }
}

interface CheckedProof {
  /** Holds the proof until the end of the transaction, or uses it up; throws if it is stale. */
  hold: (ctx: SessionContext) => Promise<void>
  giveBack?: () => Promise<void>
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
