import {
  type LeasedDelivery,
  releaseDelivery,
  settleDelivery,
} from '../../../../db/queries/platform/webhooks/deliveries.ts'
import {
  disableWebhook,
  noteWebhookFailing,
  type WebhookRow,
} from '../../../../db/queries/platform/webhooks/webhooks.ts'
import { isSuccess, type WebhookOutcome } from '../../../adapters/webhook-sender/types.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import { toEvent } from '../events/list-events.ts'
import { nextAttemptAt } from './retries.ts'
import { openWebhookKeys } from './webhook-secrets.ts'

/** Days without success after which a receiver is given up. */
const daysUntilGivenUp = 5
const gone = 410

type Outcome = WebhookOutcome | { kind: 'failed'; failure: 'event-gone'; milliseconds: number }

/**
 * Makes one attempt, outside of any transaction, and records the result. If the signal aborts, or
 * the service may send nothing, the delivery is due as before.
 */
export async function sendDelivery(
  ctx: Deps,
  { webhook, delivery }: { webhook: WebhookRow; delivery: LeasedDelivery },
  signal: AbortSignal,
): Promise<void> {
  const { id } = webhook
  try {
    const outcome = await attempt(ctx, { webhook, delivery }, signal)
    await settle(ctx, { webhook, delivery, outcome })
  } catch (error) {
    const { eventId, leasedUntil } = delivery
    await releaseDelivery(ctx.db, { id, eventId, leasedUntil })
    if (!signal.aborted) throw error
  }
}

async function attempt(
  ctx: Deps,
  { webhook, delivery }: { webhook: WebhookRow; delivery: LeasedDelivery },
  signal: AbortSignal,
): Promise<Outcome> {
  const { event } = delivery
  if (event === undefined) return { kind: 'failed', failure: 'event-gone', milliseconds: 0 }
  const keys = await openWebhookKeys(ctx, webhook)
  if (keys === undefined) return { kind: 'failed', failure: 'keys-lost', milliseconds: 0 }

  const body = JSON.stringify(toEvent(event))
  return ctx.webhooks.sender.send({ url: webhook.url, id: event.id, body, keys }, signal)
}

interface Attempted {
  webhook: WebhookRow
  delivery: LeasedDelivery
  outcome: Outcome
}

async function settle(ctx: Deps, { webhook, delivery, outcome }: Attempted): Promise<void> {
  const { id } = webhook
  const { eventId, leasedUntil, attempts } = delivery
  const now = ctx.now()
  const answer = outcome.kind === 'answered' ? outcome : undefined
  const isDelivered = answer !== undefined && isSuccess(answer.status)
  const isGivenUp = answer?.status === gone || delivery.event === undefined
  const dueAt =
    isDelivered || isGivenUp
      ? undefined
      : nextAttemptAt(ctx.webhooks.retries, {
          attempts,
          retryAfterSeconds: answer?.retryAfterSeconds,
          now,
        })
  await settleDelivery(ctx.db, {
    endpointId: id,
    eventId,
    leasedUntil,
    status: isDelivered ? 'delivered' : dueAt === undefined ? 'failed' : 'waiting',
    dueAt: dueAt ?? now,
    answerStatus: answer?.status ?? null,
    answer: answer?.answer ?? null,
    failure: outcome.kind === 'failed' ? outcome.failure : null,
    milliseconds: outcome.milliseconds,
    attemptedAt: now,
  })
  if (delivery.event !== undefined) await judge(ctx, { webhook, answer: answer?.status, now })
}

interface Judged {
  webhook: WebhookRow
  answer: number | undefined
  now: Date
}

/** Gives up an endpoint that wants nothing, or takes nothing for days. */
async function judge(ctx: Deps, { webhook, answer, now }: Judged): Promise<void> {
  const { id, failingSince } = webhook
  if (answer !== undefined && isSuccess(answer)) {
    if (failingSince !== null) await noteWebhookFailing(ctx.db, { id, failingSince: null })
    return
  }
  if (answer === gone) return giveUp(ctx, id, 'gone')
  if (failingSince === null) return noteWebhookFailing(ctx.db, { id, failingSince: now })
  const days = (now.getTime() - failingSince.getTime()) / (24 * 3_600_000)
  if (days >= daysUntilGivenUp) await giveUp(ctx, id, 'failing')
}

async function giveUp(ctx: Deps, id: string, reason: 'gone' | 'failing'): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await disableWebhook(ctx.db, { id, reason }))) return
    await recordEvent(ctx, 'webhook-given-up', {
      userId: null,
      details: { webhookId: id, reason },
    })
  })
}
