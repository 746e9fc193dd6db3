import {
  type DeliveryRow,
  listDeliveries,
} from '../../../../db/queries/platform/webhooks/deliveries.ts'
import { periodOf } from '../../../../lib/lists/periods.ts'
import { isInstant, toSortedPage } from '../../../../lib/lists/sorted-pages.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { webhookFailures } from '../../../adapters/webhook-sender/types.ts'
import type { Deps } from '../../../context.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import type { Delivery, DeliveryList, ListDeliveriesInput } from './schema.ts'
import { requireWebhook } from './show-webhook.ts'

/**
 * Shows deliveries, newest first. The cursor only fits the same filters.
 * @throws WebhookNotFound, InvalidFields
 */
export async function showDeliveries(
  ctx: Deps,
  { webhookId, limit, cursor, ...filters }: ListDeliveriesInput,
): Promise<DeliveryList> {
  await requireWebhook(ctx, webhookId)
  const list = [webhookId, filters]
  const before = requirePlace(cursor, list, isInstant)
  const rows = await listDeliveries(ctx.db, {
    id: webhookId,
    status: filters.status,
    type: filters.type,
    ...periodOf(filters, ctx.config.timeZone),
    before: before && { createdAt: new Date(before.value), eventId: before.id },
    limit: limit + 1,
  })
  const place = (row: DeliveryRow) => ({ value: row.createdAt.toISOString(), id: row.eventId })
  return toSortedPage(rows, { limit, list, place, item: toDelivery })
}

export function toDelivery(row: DeliveryRow): Delivery {
  const { eventId, type, number, status, attempts, attemptedAt, createdAt } = row
  const { answerStatus, answer, milliseconds } = row
  return withIsoDates({
    ...{ eventId, type, number, status, attempts },
    dueAt: status === 'waiting' ? row.dueAt : null,
    ...{ attemptedAt, answerStatus, answer },
    failure: isKnownFailure(row.failure) ? row.failure : null,
    ...{ milliseconds, createdAt },
  })
}

/** Whether this release knows the failure; a later one may know others. */
function isKnownFailure(failure: string | null): failure is NonNullable<Delivery['failure']> {
  return failure !== null && (failure === 'event-gone' || Object.hasOwn(webhookFailures, failure))
}
