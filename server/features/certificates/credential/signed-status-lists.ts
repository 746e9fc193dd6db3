import { createHash } from 'node:crypto'
import type { Deps } from '../../../context.ts'
import { createSingleFlight } from '../../../lib/single-flight.ts'
import { refreshMilliseconds, statusListOf } from './status-list.ts'

export interface SignedStatusList {
  /** A compact JWS. */
  jwt: string
  /** Hexadecimal, of the JWS. */
  sha256: string
  /** When it expires, in milliseconds since 1970. */
  until: number
}

/**
 * Makes and signs each list at most once a minute, whatever the number of requests. A revocation
 * shows after a minute at the latest.
 */
export function createSignedStatusLists(ctx: Deps): (number: number) => Promise<SignedStatusList> {
  const lists = createSingleFlight<number, SignedStatusList>({
    freshMilliseconds: refreshMilliseconds,
    now: () => ctx.now().getTime(),
  })

  async function sign(number: number): Promise<SignedStatusList> {
    // Counted from before the query, so that the list is never older than it claims.
    const until = ctx.now().getTime() + refreshMilliseconds
    const jwt = await ctx.credentials.signCredential(await statusListOf(ctx, number))
    return { jwt, sha256: createHash('sha256').update(jwt).digest('hex'), until }
  }

  return (number) => lists.run(number, () => sign(number))
}
