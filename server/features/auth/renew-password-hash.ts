import { replacePassword, type UserRow } from '../../../db/queries/users.ts'
import type { Context } from '../../context.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import { storedPassword } from './try-password.ts'

/**
 * Hashes the right password anew when the cost was raised or the pepper rotated since. Where that
 * fails, the next login does it.
 */
export async function renewPasswordHash(
  ctx: Context,
  user: UserRow,
  password: string,
): Promise<void> {
  const stored = storedPassword(user)
  if (stored === undefined) return
  try {
    const renewed = await ctx.passwords.renew(password, stored, ctx.signal)
    if (renewed === undefined) return
    // A password that was set in the meantime stays.
    await replacePassword(ctx.db, user.id, {
      replaces: stored.hash,
      passwordHash: renewed.hash,
      pepperVersion: renewed.pepperVersion,
    })
  } catch (error) {
    ctx.log.warn(
      { userId: user.id, cause: describeCause(error) },
      'the hash of a password could not be renewed',
    )
  }
}
