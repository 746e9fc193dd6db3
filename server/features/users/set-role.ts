import { findUserByEmail, type UserRow, updateRole } from '../../../db/queries/users.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'

/**
 * In force from the user's next request on: roles are not in tokens. A new role begins with a new
 * sign-in: the sessions of the old one end.
 */
export async function setRole(
  deps: Deps,
  { email, role }: Pick<UserRow, 'email' | 'role'>,
): Promise<UserRow> {
  return inTransaction(deps, async (deps) => {
    const changed = await updateRole(deps.db, email, role)
    const user = changed ?? (await findUserByEmail(deps.db, email))
    if (user === undefined) throw new AppError('UserNotFound')
    if (changed === undefined) return user

    await deps.sessions.endAllOf(deps.db, user.id)
    await recordEvent(deps, 'role-changed', { userId: user.id, details: { role } })
    return user
  })
}
