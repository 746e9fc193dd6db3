import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { createWebhookSender } from '../../../adapters/webhook-sender/webhook-sender.ts'
import { type Api, type ApiOptions, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import type { Received } from '../../../test/webhook-receiver.ts'
import { publishEvents } from '../events/publish-events.ts'
import { startDispatcher } from './dispatcher.ts'
import { webhookRetries } from './retries.ts'
import type { Delivery, WebhookWithSecret } from './schema.ts'
import { showDeliveries } from './show-deliveries.ts'

/** Starts a sending service that may reach receivers on this machine. */
export async function startSendingApi(options: ApiOptions = {}) {
  const config = { allowPrivateAddresses: true, ...options.config }
  const api = await startApi({ webhooks: openWebhooks(), ...options, config })
  const dispatcher = startDispatcher(api.deps)
  return {
    ...api,
    [Symbol.asyncDispose]: async () => {
      await dispatcher.stop()
      // Cleans up, as the next test of the file shares the database.
      await api.deps.db.execute(sql`delete from webhook_endpoints`)
      await api[Symbol.asyncDispose]()
    },
  }
}

export function openWebhooks(timeoutMilliseconds?: number) {
  const sender = createWebhookSender({
    allowHttp: true,
    resolve: async () => ['127.0.0.1'],
    ...(timeoutMilliseconds !== undefined && { timeoutMilliseconds }),
  })
  return { sender, retries: webhookRetries }
}

/** Creates a webhook, and adds its secret to those that must not be found in the log. */
export async function givenWebhook(
  api: Api,
  { admin, ...input }: { admin: GivenUser; url: string; types?: ['user.verified'] },
): Promise<WebhookWithSecret> {
  await publishEvents(api.deps)
  const webhook = await api.as(admin).admin.webhooks.create.mutate(input)
  api.watchedLog.addSecret(webhook.secret.slice('whsec_'.length))
  return webhook
}

/** Publishes what happened, and waits until the condition holds. */
export async function untilSent(api: Api, isSent: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000
  await publishEvents(api.deps)
  while (!(await isSent())) {
    if (Date.now() > end) throw new Error('The events did not arrive.')
    await pause(20)
  }
}

/** Returns deliveries, newest first, even long after all sessions have ended. */
export async function deliveriesOf({ deps }: Api, webhookId: string): Promise<Delivery[]> {
  const page = await showDeliveries(deps, { webhookId, limit: 100, timeZone: 'UTC' })
  return page.items
}

/** Checks it like a receiver: by the reference library of the specification. */
export function verifiedBy(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
