import { findUserByEmail, type UserRow, updateRole } from '../../../db/queries/accounts/users.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'

/** Takes effect with the next request: tokens carry no role. Ends all sessions of the user. */
export async function setRole(
  ctx: Deps,
  { email, role }: Pick<UserRow, 'email' | 'role'>,
): Promise<UserRow> {
  return inTransaction(ctx, async (ctx) => {
    const changed = await updateRole(ctx.db, email, role)
    const user = changed ?? (await findUserByEmail(ctx.db, email))
    if (user === undefined) throw new AppError('UserNotFound')
    if (changed === undefined) return user

    await ctx.sessions.endAllOf(ctx.db, user.id)
    await recordEvent(ctx, 'role-changed', { userId: user.id, details: { role } })
    return user
  })
}
