import { AppError } from '../errors/errors.ts'
import { recordEvent } from './audit.ts'
import { type Limit, type LimitName, type Limits, limits as table } from './limits.ts'

/** A limit, and what it is counted for. */
export type Budget = [limit: LimitName, key: string]

interface Counting {
  limits: Limits
}

/** The sender of a request, as limits count it. */
type Requester = Counting &
  Parameters<typeof recordEvent>[0] & { ip: string; user?: { id: string } | undefined }

/** Of the limits that an operation or an endpoint names, takes those that each request counts. */
export async function takeForRequest(ctx: Requester, names: readonly LimitName[]): Promise<void> {
  for (const name of names) {
    const limit: Limit = table[name]
    if (limit.takenBy === 'outcome') continue
    try {
      await ctx.limits.take(name, limit.countedBy === 'IP address' ? ctx.ip : accountOf(ctx, name))
    } catch (error) {
      if (limit.onRefusal !== undefined && isRefusal(error))
        await recordEvent(ctx, limit.onRefusal, { userId: null })
      throw error
    }
  }
}

function accountOf({ user, caller }: Requester, name: LimitName): string {
  if (user === undefined) throw new Error(`${name} counts accounts, but nobody is signed in.`)
  return countedAs({ user, caller })
}

/** A key counts by itself: it uses up nothing of the administrator for whom it acts. */
export function countedAs({
  user,
  caller,
}: {
  user: { id: string }
  caller?: { key?: { id: string } | undefined } | undefined
}): string {
  return caller?.key === undefined ? user.id : `key:${caller.key.id}`
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.name === 'RateLimited'
}

/** Takes one use of each. When one of them refuses, none of them counts. */
export async function takeAll(ctx: Counting, budgets: Budget[]): Promise<void> {
  const taken: Budget[] = []
  try {
    for (const budget of budgets) {
      taken.push(budget)
      await ctx.limits.take(...budget)
    }
  } catch (error) {
    // Uses that cannot be returned expire with their window; the first failure is the one to report.
    await giveBackAll(ctx, taken).catch(() => undefined)
    throw error
  }
}

/**
 * Takes one use of each; false if one of them is used up: then the mail is silently dropped, and
 * none of them counts it.
 */
export async function isWithin(limits: Limits, budgets: Budget[]): Promise<boolean> {
  try {
    await takeAll({ limits }, budgets)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    return false
  }
}

export async function giveBackAll(ctx: Counting, budgets: Budget[]): Promise<void> {
  for (const budget of budgets) await ctx.limits.giveBack(...budget)
}
