import { findReach, renewDelivery } from '../../../../db/queries/platform/webhooks/deliveries.ts'
import { startReplay } from '../../../../db/queries/platform/webhooks/webhooks.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { Delivery, DeliveryInput, Replay, ReplayInput } from './schema.ts'
import { toDelivery } from './show-deliveries.ts'
import { requireWebhook } from './show-webhook.ts'

const eventsAtOnce = 10_000

/**
 * Makes one delivery due now, whatever became of it, with all its attempts before it.
 * @throws WebhookNotFound, DeliveryNotFound, WebhookDisabled
 */
export async function redeliver(
  ctx: UserContext,
  { webhookId, eventId }: DeliveryInput,
): Promise<Delivery> {
  await requireActive(ctx, webhookId)
  return inTransaction(ctx, async (ctx) => {
    const renewed = await renewDelivery(ctx.db, { id: webhookId, eventId, now: ctx.now() })
    if (renewed === undefined) throw new AppError('DeliveryNotFound')
    await recordEvent(ctx, 'webhook-replayed', { userId: null, details: { webhookId, eventId } })
    return toDelivery(renewed)
  })
}

/**
 * Sends events again, from a number or an instant on: at most 10,000 at once, in their order, while
 * new ones go on.
 * @throws WebhookNotFound, WebhookDisabled, ReplayRunning, InvalidFields
 */
export async function replayEvents(
  ctx: UserContext,
  { webhookId, fromNumber, fromTime, toNumber }: ReplayInput,
): Promise<Replay> {
  const { position } = await requireActive(ctx, webhookId)
  return inTransaction(ctx, async (ctx) => {
    const reach = await findReach(ctx.db, {
      from: fromNumber ?? new Date(fromTime ?? 0),
      // Ends here: what comes later is sent anyway.
      until: Math.min(toNumber ?? position, position),
      most: eventsAtOnce,
    })
    if (reach === undefined) throw nothingThere(fromNumber)
    const { after, next } = reach
    if (!(await startReplay(ctx.db, { id: webhookId, after, until: reach.until })))
      throw new AppError('ReplayRunning')
    const replay = { fromNumber: after + 1, toNumber: reach.until, nextNumber: next }
    await recordEvent(ctx, 'webhook-replayed', {
      userId: null,
      details: { webhookId, fromNumber: replay.fromNumber, toNumber: replay.toNumber },
    })
    return replay
  })
}

function nothingThere(fromNumber: number | undefined): AppError {
  const path = fromNumber === undefined ? 'fromTime' : 'fromNumber'
  const message = 'is after the last event that was handed to this webhook'
  return new AppError('InvalidFields', { issues: [{ path, message }] })
}

async function requireActive(ctx: UserContext, webhookId: string) {
  const webhook = await requireWebhook(ctx, webhookId)
  if (webhook.status !== 'active') throw new AppError('WebhookDisabled')
  return webhook
}
