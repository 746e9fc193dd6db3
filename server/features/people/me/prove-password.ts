import { lockPasswordShared, type UserRow } from '../../../../db/queries/people/users/users.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { tryPassword } from '../auth/try-password.ts'
import { findMe } from './me.ts'

export interface UserWithPassword extends UserRow {
  passwordHash: string
}

/**
 * Returns the caller if the password is right. Limits wrong ones: a stolen token must not help to
 * guess the password.
 */
export async function provePassword(
  ctx: UserContext,
  password: string,
  field = 'password',
): Promise<UserWithPassword> {
  const user = await findMe(ctx)
  const { passwordHash } = user
  if (passwordHash === null) throw new AppError('PasswordNotSet')
  if (!(await tryPassword(ctx, { email: user.email, password, user, isSignedIn: true })))
    throw wrongPassword(field)
  return { ...user, passwordHash }
}

/** Locks the proven password until the end of the transaction; throws if it has changed since. */
export async function lockProvenPassword(ctx: UserContext, user: UserWithPassword): Promise<void> {
  if (!(await lockPasswordShared(ctx.db, user))) throw wrongPassword('password')
}

export function wrongPassword(field: string): AppError {
  return new AppError('WrongPassword', {
    issues: [{ path: field, message: 'is not your password' }],
  })
}
