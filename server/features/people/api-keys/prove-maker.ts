import { findUser, type UserRow } from '../../../../db/queries/people/users/users.ts'
import type { SessionContext, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { mayAdminister } from '../../../security/permissions.ts'
import { withProof } from '../me/proof.ts'
import type { Proof } from '../me/proof-schema.ts'

/**
 * Does work for an administrator who proves to be the one asking, in one transaction with the
 * proof. The role is read in it, too: nobody gets a key at the moment when the role ends.
 *
 * @throws KeyNotAllowed, WrongPassword, PasswordNotSet, InvalidCode, Forbidden
 */
export async function withProvenMaker<Result>(
  ctx: UserContext,
  proof: Proof,
  work: (ctx: SessionContext, maker: UserRow) => Promise<Result>,
): Promise<Result> {
  const { sessionId } = ctx
  // Keys make no keys.
  if (sessionId === undefined) throw new AppError('KeyNotAllowed')
  return withProof({ ...ctx, sessionId }, proof, {
    // There is no code for this alone: it proves a change of how somebody gets in.
    purpose: 'change_sign_in',
    work: async (ctx) => {
      const maker = await findUser(ctx.db, ctx.user.id)
      if (
        maker === undefined ||
        maker.suspendedAt !== null ||
        !mayAdminister(maker, 'api-keys:write')
      )
        throw new AppError('Forbidden')
      return work(ctx, maker)
    },
  })
}
