import { lockUser } from '../../../../db/queries/people/users/users.ts'
import { inTransaction, type SessionContext, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { ProvenPurpose } from '../../../security/one-time-codes.ts'
import type { Proof } from './schema.ts'

/**
 * Does work that takes more than a session, in one transaction with the proof: the password cannot
 * change meanwhile, the code is used up, and the role still allows it.
 *
 * @throws AppError KeyNotAllowed, WrongPassword, PasswordNotSet, InvalidCode
 */
export async function withProof<Ctx extends UserContext, Result>(
  given: Ctx,
  { password, code }: Proof,
  work: (ctx: Ctx & SessionContext) => Promise<Result>,
  purpose: ProvenPurpose = 'change_sign_in',
): Promise<Result> {
  // Refuses keys, which prove nothing.
  const { sessionId } = given
  if (sessionId === undefined) throw new AppError('KeyNotAllowed')
  const ctx = { ...given, sessionId }
  const checked = await ctx.hooks.checkProof(ctx, { password, code }, purpose)
  try {
    return await inTransaction(ctx, async (ctx) => {
      // Locks first, and exclusively: sharing the lock, neither of two could change the user.
      const user = await lockUser(ctx.db, ctx.user.id)
      // Refuses a changed role: the change has ended the sessions.
      if (user === undefined || (user.role !== ctx.user.role && !ctx.user.isHeldBack))
        throw new AppError('TokenInvalid')
      if (user.suspendedAt !== null) throw new AppError('AccountSuspended')
      await checked.hold(ctx)
      return work(ctx)
    })
  } catch (error) {
    // Ignores a failure: a try not returned is one of five; the first failure is what to report.
    await checked.giveBack?.().catch(() => undefined)
    throw error
  }
}
