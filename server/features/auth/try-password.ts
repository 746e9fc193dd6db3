import type { UserRow } from '../../../db/queries/users.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import { type Budget, giveBackAll, takeAll } from '../../security/budgets.ts'
import type { PasswordHash } from '../../security/passwords.ts'
import { isKnownIp } from './known-devices.ts'

export interface PasswordTry {
  email: string
  password: string
  /** Undefined where there is no such account: costs and counts the same. */
  user: UserRow | undefined
  /**
   * Whether it is the user who is signed in that shows to know the password: that has a budget
   * which strangers cannot use up.
   */
  isSignedIn?: boolean
}

/**
 * Whether the password is the account's. A try counts as failed from the start, so that guesses
 * made at the same time are all counted. Those from where the user has signed in before have a
 * budget of their own: what strangers fail elsewhere does not lock the owner out.
 */
export async function tryPassword(ctx: Context, attempt: PasswordTry): Promise<boolean> {
  const matches = await recordLockout(ctx, attempt.email, () => compare(ctx, attempt))
  // The same work for those who exist and those who do not.
  if (!matches)
    await recordEvent(ctx, 'login-failed', {
      userId: attempt.user?.id ?? null,
      email: attempt.email,
    })
  return matches
}

async function compare(ctx: Context, attempt: PasswordTry): Promise<boolean> {
  const { email, password, user, isSignedIn } = attempt
  // Right ones cost as much as wrong ones.
  if (isSignedIn === true) await ctx.limits.take('passwordProofsPerAccount', email)
  const budgets = await budgetsOf(ctx, attempt)
  await takeAll(ctx, budgets)

  let matches: boolean
  try {
    matches = await ctx.passwords.matches(password, user && storedPassword(user), ctx.signal)
  } catch (error) {
    // Nothing was compared. What cannot be given back now is forgotten with its window; the caller
    // is told of the first failure.
    await giveBackAll(ctx, budgets).catch(() => undefined)
    throw error
  }

  if (matches) {
    const [[own, who], ...shared] = budgets
    await ctx.limits.reset(own, who)
    await giveBackAll(ctx, shared)
  }
  return matches
}

/** The first is the caller's own. */
async function budgetsOf(
  ctx: Context,
  { email, user, isSignedIn }: PasswordTry,
): Promise<[Budget, ...Budget[]]> {
  if (isSignedIn === true) return [['wrongProofsPerAccount', email]]
  const perAccount = (await isKnownIp(ctx, user?.id))
    ? 'failedLoginsFromKnownIps'
    : 'failedLoginsPerAccount'
  return [
    ['failedLoginsPerAccountAndIp', accountAndAddressOf(ctx, email)],
    [perAccount, email],
  ]
}

/** Puts on record that a login was refused unseen. */
export async function recordLockout<Result>(
  ctx: Context,
  email: string | undefined,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof AppError && error.name === 'RateLimited') {
      await recordEvent(ctx, 'login-locked', {
        userId: null,
        ...(email !== undefined && { email }),
      })
    }
    throw error
  }
}

export function accountAndAddressOf({ ip: address }: Context, email: string): string {
  return `${email} ${address}`
}

export function storedPassword({ passwordHash, pepperVersion }: UserRow): PasswordHash | undefined {
  return passwordHash === null || pepperVersion === null
    ? undefined
    : { hash: passwordHash, pepperVersion }
}
