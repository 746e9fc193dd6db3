import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { Budget } from '../../../security/limits.ts'
import type { PasswordHash } from '../../../security/passwords.ts'
import { isKnownIp } from './known-devices.ts'

export interface PasswordTry {
  email: string
  password: string
  /** Undefined if there is no such account, which costs and counts the same. */
  user: UserRow | undefined
  /** Whether a signed-in user proves the password: that has a budget strangers cannot use up. */
  isSignedIn?: boolean
}

/**
 * Whether the password is the account's. A try counts as failed from the start, so that all
 * concurrent guesses count. Tries from a known IP have their own budget: failures of strangers
 * elsewhere do not lock the owner out.
 */
export async function tryPassword(ctx: Context, attempt: PasswordTry): Promise<boolean> {
  const matches = await recordLockout(ctx, attempt.email, () => compare(ctx, attempt))
  if (matches) return true

  // Runs in one transaction: after a flood from one IP only failures at existing accounts are
  // stored, and a further commit would reveal them.
  const { email, user } = attempt
  await inTransaction(ctx, (ctx) =>
    recordEvent(ctx, 'login-failed', { userId: user?.id ?? null, email }),
  )
  return false
}

async function compare(ctx: Context, attempt: PasswordTry): Promise<boolean> {
  const { email, password, user, isSignedIn } = attempt
  // Limits right passwords, which cost as much CPU as wrong ones.
  if (isSignedIn === true) await ctx.limits.take('passwordProofsPerAccount', email)
  const budgets = await budgetsOf(ctx, attempt)
  await ctx.limits.takeAll(budgets)

  let matches: boolean
  try {
    const stored = user && storedPassword(user)
    // Counts when its turn comes: of a class that logs in together few are under way at any moment.
    const countByIp = () => ctx.limits.take('failedLoginsPerIp', ctx.ip)
    matches = await ctx.passwords.matches(
      password,
      stored,
      ctx.signal(),
      isSignedIn === true ? undefined : countByIp,
    )
  } catch (error) {
    // Gives back the try, as nothing was compared. One that cannot be returned expires with its
    // window; the first failure is the one to report.
    await ctx.limits.giveBackAll(budgets).catch(() => undefined)
    throw error
  }

  if (matches) {
    const [own, ...shared] = budgets
    if (isSignedIn !== true) shared.push(['failedLoginsPerIp', ctx.ip])
    await ctx.limits.giveBackAll(shared, own)
  }
  return matches
}

/** Returns the budgets, the caller's own first. */
async function budgetsOf(
  ctx: Context,
  { email, user, isSignedIn }: PasswordTry,
): Promise<[Budget, ...Budget[]]> {
  if (isSignedIn === true) return [['wrongProofsPerAccount', email]]
  const perAccount = (await isKnownIp(ctx, user?.id))
    ? 'failedLoginsFromKnownIps'
    : 'failedLoginsPerAccount'
  return [
    ['failedLoginsPerAccountAndIp', accountAndIpOf(ctx, email)],
    [perAccount, email],
  ]
}

/** Records a login that was refused without looking at the password. */
async function recordLockout<Result>(
  ctx: Context,
  email: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof AppError && error.name === 'RateLimited')
      await recordEvent(ctx, 'login-locked', { userId: null, email })
    throw error
  }
}

export function accountAndIpOf({ ip }: Context, email: string): string {
  return `${email} ${ip}`
}

export function storedPassword({ passwordHash, pepperVersion }: UserRow): PasswordHash | undefined {
  return passwordHash === null || pepperVersion === null
    ? undefined
    : { hash: passwordHash, pepperVersion }
}
