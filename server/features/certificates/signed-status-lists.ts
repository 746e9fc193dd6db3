import { createHash } from 'node:crypto'
import type { Deps } from '../../context.ts'
import { refreshMilliseconds, statusListOf } from './status-list.ts'

export interface SignedStatusList {
  /** A compact JWS. */
  jwt: string
  /** Hexadecimal, of the JWS. */
  sha256: string
  /** When it is made anew. */
  until: number
}

/**
 * Makes and signs each list at most once a minute, however many ask: so long a revocation may go
 * unseen.
 */
export function createSignedStatusLists(ctx: Deps): (number: number) => Promise<SignedStatusList> {
  const lists = new Map<number, { until: number; signed: Promise<SignedStatusList> }>()

  async function sign(number: number, until: number): Promise<SignedStatusList> {
    const jwt = await ctx.credentials.signCredential(await statusListOf(ctx, number))
    return { jwt, sha256: createHash('sha256').update(jwt).digest('hex'), until }
  }

  return (number) => {
    const now = ctx.now().getTime()
    const known = lists.get(number)
    if (known !== undefined && now < known.until) return known.signed

    // Counted from before the database is asked, so that it is never older than it says.
    const until = now + refreshMilliseconds
    const signed = sign(number, until)
    lists.set(number, { until, signed })
    signed.catch(() => {
      if (lists.get(number)?.signed === signed) lists.delete(number)
    })
    return signed
  }
}
