import {
  lockAdministrators,
  lockUser,
  type UserRow,
  updateRole,
} from '../../../../db/queries/people/users/users.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { endApiKeysOf } from '../../../security/end-api-keys.ts'
import { requireOtherAdministrator } from './authority.ts'

export interface UserChoice {
  userId: string
}

/**
 * Sets the role from the next request on: tokens carry none. Ends all sessions of the user.
 *
 * @throws UserNotFound, LastAdmin
 */
export async function setRole(
  ctx: Deps,
  { role, ...choice }: UserChoice & Pick<UserRow, 'role'>,
): Promise<UserRow> {
  return inTransaction(ctx, async (ctx) => {
    await lockAdministrators(ctx.db)
    const user = await lockChosen(ctx, choice)
    if (user.role === role) return user

    await requireOtherAdministrator(ctx, user)
    await updateRole(ctx.db, user.id, role)
    await ctx.sessions.endAllOf(ctx.db, user.id)
    await endApiKeysOf(ctx, user.id)
    await recordEvent(ctx, 'role-changed', {
      userId: user.id,
      details: changeOf({ role: user.role }, { role }),
    })
    return { ...user, role }
  })
}

/** @throws UserNotFound */
export async function lockChosen(
  { db }: Pick<Deps, 'db'>,
  { userId }: UserChoice,
  lock = lockUser,
): Promise<UserRow> {
  const user = await lock(db, userId)
  if (user === undefined) throw new AppError('UserNotFound')
  return user
}
