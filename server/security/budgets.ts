import type { Context } from '../context.ts'
import { AppError } from '../errors/errors.ts'
import type { LimitName, Limits } from './limits.ts'

/** A limit, and by whom it is counted. */
export type Budget = [limit: LimitName, who: string]

/** Takes one use of each. When one of them refuses, nothing is counted by any. */
export async function takeAll(ctx: Pick<Context, 'limits'>, budgets: Budget[]): Promise<void> {
  const taken: Budget[] = []
  try {
    for (const budget of budgets) {
      taken.push(budget)
      await ctx.limits.take(...budget)
    }
  } catch (error) {
    // What cannot be given back now is forgotten with its window; the caller is told of the first
    // failure.
    await giveBackAll(ctx, taken).catch(() => undefined)
    throw error
  }
}

/** Takes one use of each where there is one left; for what is left out without a word. */
export async function isWithin(limits: Limits, budgets: Budget[]): Promise<boolean> {
  try {
    for (const budget of budgets) await limits.take(...budget)
    return true
  } catch (error) {
    if (!(error instanceof AppError && error.name === 'RateLimited')) throw error
    return false
  }
}

export async function giveBackAll(ctx: Pick<Context, 'limits'>, budgets: Budget[]): Promise<void> {
  for (const budget of budgets) await ctx.limits.giveBack(...budget)
}
