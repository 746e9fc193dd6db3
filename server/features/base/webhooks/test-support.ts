import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { createWebhookSender } from '../../../adapters/webhook-sender/webhook-sender.ts'
import { type Api, type ApiOptions, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { publishEvents } from '../events/publish-events.ts'
import { startDispatcher } from './dispatcher.ts'
import { webhookRetries } from './retries.ts'
import type { Delivery, WebhookWithSecret } from './schema.ts'
import { showDeliveries } from './show-deliveries.ts'

export interface Received {
  id: string
  headers: Record<string, string>
  body: string
  message: { type: string; number: number; data: Record<string, unknown> }
}

type Answer = (response: ServerResponse, received: Received) => void

export interface Receiver extends AsyncDisposable {
  url: string
  received: Received[]
  /** How it answers from now on. */
  answer: Answer
}

/** A receiver on this machine; answers 204 unless a test says otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => void receive(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = await request.toArray()
    const body = Buffer.concat(chunks).toString('utf8')
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const received = { id: headers['webhook-id'] ?? '', headers, body, message: JSON.parse(body) }
    receiver.received.push(received)
    receiver.answer(response, received)
  }
  return receiver
}

/** A service that may reach receivers on this machine, and sends. */
export async function startSendingApi(options: ApiOptions = {}) {
  const config = { allowPrivateAddresses: true, ...options.config }
  const api = await startApi({ webhooks: openWebhooks(), ...options, config })
  const dispatcher = startDispatcher(api.deps)
  return {
    ...api,
    [Symbol.asyncDispose]: async () => {
      await dispatcher.stop()
      // The next test of the file shares the database.
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

/** With its secret among those that must not be found in the log. */
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

/** Newest first; also long after all sessions have ended. */
export async function deliveriesOf({ deps }: Api, webhookId: string): Promise<Delivery[]> {
  const page = await showDeliveries(deps, { webhookId, limit: 100, timeZone: 'UTC' })
  return page.items
}

/** As a receiver checks it: by the reference library of the specification. */
export function verifiedBy(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
