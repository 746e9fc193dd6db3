import { type UserRow, updateRole } from '../../../db/queries/accounts.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** In force from the user's next request on: roles are not in tokens. */
export async function setRole(deps: Deps, { email, role }: Pick<UserRow, 'email' | 'role'>): Promise<UserRow> {
  const user = await updateRole(deps.db, email, role)
  if (user === undefined) throw new AppError('UserNotFound')
  return user
}
