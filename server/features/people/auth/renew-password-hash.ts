import { replacePassword, type UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Context } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { storedPassword } from './try-password.ts'

/**
 * Rehashes the right password if the cost was raised or the pepper rotated since. If that fails,
 * the next login tries again.
 */
export async function renewPasswordHash(
  ctx: Context,
  user: UserRow,
  password: string,
): Promise<void> {
  const stored = storedPassword(user)
  if (stored === undefined) return
  try {
    const renewed = await ctx.passwords.renew(password, stored, ctx.signal())
    if (renewed === undefined) return
    // Keeps a password set in the meantime.
    await replacePassword(ctx.db, user.id, {
      replaces: stored.hash,
      passwordHash: renewed.hash,
      pepperVersion: renewed.pepperVersion,
    })
  } catch (error) {
    ctx.log.warn(
      { userId: user.id, cause: describeCause(error) },
      'a password hash could not be renewed',
    )
  }
}
