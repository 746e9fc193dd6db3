import { hasOtherAdministrator, type UserRow } from '../../../../db/queries/people/users/users.ts'
import type { ActorDeps, Caller, Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { mayAdminister } from '../../../security/permissions.ts'

/** Somebody who changes others' accounts: the caller in administration, or an operator. */
export type AdminActor = ActorDeps & { caller?: Caller }

/**
 * Requires more than `users:write` for the accounts of administrators: else support would shut them
 * out. Keys never have it.
 *
 * @throws Forbidden
 */
export function requireAuthorityOver(actor: AdminActor, target: Pick<UserRow, 'role'>): void {
  if (hasAuthorityOver(actor, target)) return
  throw new AppError('Forbidden', {
    message: 'This account works in administration: ask an administrator to do this.',
  })
}

export function hasAuthorityOver(
  { user, caller }: Pick<AdminActor, 'user' | 'caller'>,
  target: Pick<UserRow, 'role'>,
): boolean {
  if (user === undefined || target.role === 'learner') return true
  return caller?.key === undefined && mayAdminister(user, 'roles:write')
}

/**
 * Refuses to let the last administrator stop being one. Call it with the administrators locked.
 * @throws LastAdmin
 */
export async function requireOtherAdministrator(
  { db }: Pick<Deps, 'db'>,
  { id, role, suspendedAt }: UserRow,
): Promise<void> {
  if (role !== 'admin' || suspendedAt !== null) return
  if (!(await hasOtherAdministrator(db, id))) throw new AppError('LastAdmin')
}
