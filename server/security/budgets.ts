import { AppError } from '../errors/errors.ts'
import { recordEvent } from './audit.ts'
import { type Budget, type Limit, type LimitName, type Limits, limits as table } from './limits.ts'

/** The sender of a request, as limits count it. */
type Requester = Parameters<typeof recordEvent>[0] & {
  limits: Limits
  ip: string
  user?: { id: string } | undefined
}

/** Takes those limits of an operation or endpoint that each request counts. */
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

/** Returns whom it counts for: a key counts alone, and uses up nothing of its administrator. */
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

/**
 * Takes one use of each; false if one is used up: then the mail is silently dropped, and none of
 * them counts it.
 */
export async function isWithin(limits: Limits, budgets: Budget[]): Promise<boolean> {
  try {
    await limits.takeAll(budgets)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    return false
  }
}
