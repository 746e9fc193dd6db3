import { randomUUID } from 'node:crypto'
import {
  isSuccess,
  type WebhookOutcome,
  webhookFailures,
} from '../../../adapters/webhook-sender/types.ts'
import type { UserContext } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { WebhookInput, WebhookTest } from './schema.ts'
import { requireWebhook } from './show-webhook.ts'
import { openWebhookKeys } from './webhook-secrets.ts'

/**
 * Sends a signed message of the type `ping` now, once, and returns the result.
 * @throws WebhookNotFound
 */
export async function testWebhook(
  ctx: UserContext,
  { webhookId }: WebhookInput,
): Promise<WebhookTest> {
  const webhook = await requireWebhook(ctx, webhookId)
  await recordEvent(ctx, 'webhook-tested', { userId: null, details: { webhookId } })
  const keys = await openWebhookKeys(ctx, webhook)
  if (keys === undefined) return resultOf({ kind: 'failed', failure: 'keys-lost', milliseconds: 0 })

  const id = randomUUID()
  const message = { id, type: 'ping', timestamp: ctx.now().toISOString(), data: { webhookId } }
  const body = JSON.stringify(message)
  return resultOf(await ctx.webhooks.sender.send({ url: webhook.url, id, body, keys }))
}

function resultOf(outcome: WebhookOutcome): WebhookTest {
  const { milliseconds } = outcome
  if (outcome.kind === 'failed') {
    const { failure } = outcome
    const nothing = { delivered: false, answerStatus: null, answer: null }
    return { ...nothing, failure, milliseconds, advice: webhookFailures[failure] }
  }
  const { status, answer } = outcome
  const delivered = isSuccess(status)
  const advice = delivered ? null : adviceFor(status)
  return { delivered, answerStatus: status, answer, failure: null, milliseconds, advice }
}

function adviceFor(status: number): string {
  return status >= 300 && status < 400
    ? 'Redirects are not followed: give the URL that this one leads to.'
    : 'Only a status from 200 to 299 counts as delivered: see the log of the receiver.'
}
