import {
  handOverAgain,
  handOverEvents,
  type LeasedDelivery,
  leaseDeliveries,
} from '../../../../db/queries/platform/webhooks/deliveries.ts'
import { lockWebhook, type WebhookRow } from '../../../../db/queries/platform/webhooks/webhooks.ts'
import { type Deps, inTransaction } from '../../../context.ts'

/** Exceeds what an attempt may take: what was unsettled until then was lost with its process. */
const leaseMilliseconds = 30_000
const sendingAtOnce = 8
const eventsAtOnce = 500
/** Few, because present events wait behind them. */
const replayedAtOnce = 100

interface Taken {
  webhook: WebhookRow
  deliveries: LeasedDelivery[]
}

/**
 * Hands the next events to an endpoint, and takes at most `places` of what is due. Whoever holds
 * its row does both, so each event is handed over once, and each delivery sent by one process.
 */
export async function takeDeliveries(
  ctx: Deps,
  { id, places, isFirst }: { id: string; places: number; isFirst: boolean },
): Promise<Taken | undefined> {
  return inTransaction(ctx, async ({ db, now: clock }) => {
    const webhook = await lockWebhook(db, id)
    if (webhook?.status !== 'active') return undefined
    const now = clock()
    const { types, replayUntil } = webhook
    const until = new Date(now.getTime() + leaseMilliseconds)
    const lease = (free: number) =>
      leaseDeliveries(db, { id, now, until, places: free, most: sendingAtOnce })

    // Hands over nothing more of a backlog before a place is free for it.
    const waiting = isFirst ? [] : await lease(places)
    if (waiting.length === places) return { webhook, deliveries: waiting }
    await handOverEvents(db, { id, types, now, size: eventsAtOnce })
    const fresh = await lease(places - waiting.length)
    const deliveries = [...waiting, ...fresh]
    if (deliveries.length > 0 || replayUntil === null) return { webhook, deliveries }
    await handOverAgain(db, { id, types, now, size: replayedAtOnce })
    return { webhook, deliveries: await lease(places) }
  })
}
