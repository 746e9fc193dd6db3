import type { UserRow } from '../../../db/queries/accounts.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { recordEvent } from '../../security/audit.ts'
import type { LimitName } from '../../security/limits.ts'
import type { PasswordHash } from '../../security/passwords.ts'
import { isKnownAddress } from './known-devices.ts'

export interface PasswordTry {
  email: string
  password: string
  /** Undefined where there is no such account: costs and counts the same. */
  user: UserRow | undefined
}

/**
 * Whether the password is the account's. A try counts as failed from the start, so that guesses made at the same time are all counted. Those from
 * where the user has signed in before have a budget of their own: what strangers fail elsewhere does not lock the owner out.
 */
export async function tryPassword(ctx: Context, attempt: PasswordTry): Promise<boolean> {
  const matches = await recordLockout(ctx, attempt.email, () => compare(ctx, attempt))
  // The same work for those who exist and those who do not.
  if (!matches) await recordEvent(ctx, 'login-failed', { userId: attempt.user?.id ?? null, email: attempt.email })
  return matches
}

async function compare(ctx: Context, { email, password, user }: PasswordTry): Promise<boolean> {
  const perAccount: LimitName = (await isKnownAddress(ctx, user?.id)) ? 'failedLoginsFromKnownAddresses' : 'failedLoginsPerAccount'
  const accountAndAddress = accountAndAddressOf(ctx, email)
  await ctx.limits.take('failedLoginsPerAccountAndAddress', accountAndAddress)

  let matches: boolean
  try {
    await ctx.limits.take(perAccount, email)
    matches = await ctx.passwords.matches(password, user && storedPassword(user), ctx.signal)
  } catch (error) {
    // Nothing was compared. What cannot be given back now is forgotten with its window; the caller is told of the first failure.
    await Promise.allSettled([
      ctx.limits.giveBack('failedLoginsPerAccountAndAddress', accountAndAddress),
      ctx.limits.giveBack(perAccount, email),
    ])
    throw error
  }

  if (matches) {
    await ctx.limits.reset('failedLoginsPerAccountAndAddress', accountAndAddress)
    await ctx.limits.giveBack(perAccount, email)
  }
  return matches
}

/** Puts on record that a login was refused unseen. */
export async function recordLockout<Result>(ctx: Context, email: string | undefined, attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof AppError && error.name === 'RateLimited') {
      await recordEvent(ctx, 'login-locked', { userId: null, ...(email !== undefined && { email }) })
    }
    throw error
  }
}

export function accountAndAddressOf({ address }: Context, email: string): string {
  return `${email} ${address}`
}

export function storedPassword({ passwordHash, pepperVersion }: UserRow): PasswordHash | undefined {
  return passwordHash === null || pepperVersion === null ? undefined : { hash: passwordHash, pepperVersion }
}
