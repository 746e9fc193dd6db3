import { createHash } from 'node:crypto'
import { createSingleFlight } from '../../../../../lib/single-flight.ts'
import type { Deps } from '../../../../context.ts'
import { type StatusListName, statusListUrlOf } from '../code/urls.ts'
import { withProof } from './data-integrity.ts'
import { refreshMilliseconds, statusListOf } from './status-list.ts'

export interface SignedStatusList {
  /** A compact JWS. */
  jwt: string
  /** Returns the same list with a proof in it, made on first demand. */
  withProof: () => Promise<object>
  /** Hash of the JWS, hexadecimal. */
  sha256: string
  /** Expiry, in milliseconds since 1970. */
  until: number
}

/**
 * Makes and signs each list at most once a minute, however many requests come. A revocation shows
 * after a minute at the latest.
 */
export function createSignedStatusLists(
  ctx: Deps,
): (name: StatusListName) => Promise<SignedStatusList> {
  const lists = createSingleFlight<string, SignedStatusList>({
    freshMilliseconds: refreshMilliseconds,
    now: () => ctx.now().getTime(),
  })

  async function sign(name: StatusListName): Promise<SignedStatusList> {
    // Counts from before the query, so that the list is never older than it claims.
    const until = ctx.now().getTime() + refreshMilliseconds
    const list = await statusListOf(ctx, name)
    const jwt = await ctx.credentials.signCredential(list)
    const prove = createSingleFlight<'proof', object>({
      freshMilliseconds: Number.POSITIVE_INFINITY,
    })
    return {
      jwt,
      withProof: () => prove.run('proof', () => withProof(ctx, list)),
      sha256: createHash('sha256').update(jwt).digest('hex'),
      until,
    }
  }

  return (name) => lists.run(statusListUrlOf(ctx, name), () => sign(name))
}
