import {
  type LeasedDelivery,
  listActiveWebhooks,
} from '../../../../db/queries/platform/webhooks/deliveries.ts'
import type { WebhookRow } from '../../../../db/queries/platform/webhooks/webhooks.ts'
import { createPoller } from '../../../../lib/poller.ts'
import type { Deps } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { sendDelivery } from './send-delivery.ts'
import { takeDeliveries } from './take-deliveries.ts'

const sendingAtOnce = 4
/** Time to notice a first endpoint, or the end of a quarantine, while no event is published. */
const millisecondsWithoutEndpoints = 4_000
/** How long sending may take to end once the process stops. */
const patienceMilliseconds = 5_000

export interface Dispatcher {
  /** Takes nothing more, and lets sending end, or gives it back. */
  stop(): Promise<void>
}

/** State of one endpoint in this process; none waits for another. */
interface Lane {
  sending: Set<Promise<void>>
  taking: Promise<void> | undefined
}

/**
 * Sends events to webhooks, as one of any number of processes. Looks for endpoints with something
 * to do when events were published here, and every second, since attempts become due and other
 * processes may stop; an endpoint whose message is settled gets its next one at once.
 */
export function startDispatcher(deps: Deps): Dispatcher {
  const { log } = deps
  const lanes = new Map<string, Lane>()
  const cutting = new AbortController()
  let isStopping = false
  const rests = { shortest: 250, longest: 1_000 }

  async function look(): Promise<boolean> {
    const active = await listActiveWebhooks(deps.db, deps.now())
    rests.longest = active.length === 0 ? millisecondsWithoutEndpoints : 1_000
    const busy = active.filter(({ isBusy }) => isBusy)
    for (const { id } of busy) fill(id, { isFirst: true })
    return busy.length > 0
  }

  function fill(id: string, { isFirst }: { isFirst: boolean }): void {
    const lane = lanes.get(id) ?? { sending: new Set(), taking: undefined }
    lanes.set(id, lane)
    lane.taking ??= takeAll(id, lane, isFirst)
      .catch((error: unknown) => warn(error, 'events could not be taken for a webhook'))
      .then(() => {
        lane.taking = undefined
        leave(id, lane)
      })
  }

  /** Takes deliveries while there are places, and something for them. */
  async function takeAll(id: string, lane: Lane, isFirst: boolean): Promise<void> {
    for (let first = isFirst; !isStopping; first = false) {
      const places = sendingAtOnce - lane.sending.size
      if (places === 0) return
      const taken = await takeDeliveries(deps, { id, places, isFirst: first })
      if (taken === undefined || taken.deliveries.length === 0) return
      const { webhook, deliveries } = taken
      for (const delivery of deliveries) send(lane, { webhook, delivery })
    }
  }

  function send(lane: Lane, one: { webhook: WebhookRow; delivery: LeasedDelivery }): void {
    const { id } = one.webhook
    const sending = sendDelivery(deps, one, cutting.signal).then(
      () => {
        lane.sending.delete(sending)
        if (isStopping) leave(id, lane)
        else fill(id, { isFirst: false })
      },
      (error: unknown) => {
        lane.sending.delete(sending)
        leave(id, lane)
        warn(error, 'an event could not be sent to a webhook')
      },
    )
    lane.sending.add(sending)
  }

  function leave(id: string, { sending, taking }: Lane): void {
    if (sending.size === 0 && taking === undefined) lanes.delete(id)
  }

  /** Logs what was not done: it is due again, and the next look tries it. */
  function warn(error: unknown, message: string): void {
    log.warn({ cause: describeCause(error) }, message)
  }

  const poller = createPoller({
    look,
    rests,
    onFailure: (error) => warn(error, 'events cannot be sent to webhooks: they wait'),
    onRecovery: () => log.info('events are sent to webhooks again'),
  })
  deps.publisher.onWork(() => poller.wake())
  poller.start()

  return {
    stop: async () => {
      isStopping = true
      const deadline = setTimeout(() => cutting.abort(), patienceMilliseconds)
      await poller.stop()
      while (lanes.size > 0)
        await Promise.all([...lanes.values()].flatMap((lane) => [lane.taking, ...lane.sending]))
      clearTimeout(deadline)
    },
  }
}
