import { lockCredentialsShared, type UserRow } from '../../../db/queries/users.ts'
import type { UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { tryPassword } from '../auth/try-password.ts'
import { findMe } from './me.ts'

export interface UserWithPassword extends UserRow {
  passwordHash: string
}

/**
 * The caller, who has shown to know the password. Wrong ones are limited: a token that was stolen
 * is no way to guess the password.
 */
export async function confirmPassword(
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

/**
 * Refuses when the password is another one by now; it then stays until the end of the transaction.
 */
export async function holdConfirmedPassword(
  ctx: UserContext,
  user: UserWithPassword,
): Promise<void> {
  if (!(await lockCredentialsShared(ctx.db, user))) throw wrongPassword('password')
}

export function wrongPassword(field: string): AppError {
  return new AppError('WrongPassword', {
    issues: [{ path: field, message: 'is not your password' }],
  })
}
