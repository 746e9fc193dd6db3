import {
  findWebhook,
  listWebhooks,
  type WebhookRow,
} from '../../../../db/queries/platform/webhooks/webhooks.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { ListWebhooksInput, Webhook, WebhookInput, WebhookList } from './schema.ts'
import { findPublicKey } from './webhook-secrets.ts'

export async function showWebhooks(ctx: Deps, input: ListWebhooksInput): Promise<WebhookList> {
  const rows = await listWebhooks(ctx.db, { after: startOf(input), limit: input.limit + 1 })
  const page = toPage(rows, input.limit, (row) => toWebhook(ctx, row))
  return { ...page, items: await Promise.all(page.items) }
}

/** @throws WebhookNotFound */
export async function showWebhook(ctx: Deps, { webhookId }: WebhookInput): Promise<Webhook> {
  return toWebhook(ctx, await requireWebhook(ctx, webhookId))
}

/** @throws WebhookNotFound */
export async function requireWebhook({ db }: Pick<Deps, 'db'>, id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(db, id)
  if (webhook === undefined) throw new AppError('WebhookNotFound')
  return webhook
}

export async function toWebhook(ctx: Deps, webhook: WebhookRow): Promise<Webhook> {
  const { id, url, description, types, status, reason, revision } = webhook
  const { formerUntil, failingSince, replayUntil, createdAt } = webhook
  const isFormerOver = formerUntil === null || formerUntil <= ctx.now()
  return withIsoDates({
    ...{ id, url, description, types, status, reason },
    publicKey: await findPublicKey(ctx, webhook),
    formerSecretUntil: isFormerOver ? null : formerUntil,
    failingSince,
    replaysToNumber: replayUntil,
    revision,
    createdAt,
  })
}
