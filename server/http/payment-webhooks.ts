import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from '../../lib/html.ts'
import { type PaymentProvider, WebhookRefused } from '../adapters/payments/types.ts'
import type { Deps } from '../context.ts'
import { AppError } from '../errors/errors.ts'
import { recordPayment } from '../features/shop/payments/record-payment.ts'
import { recordEvent } from '../security/audit.ts'
import { type Endpoint, htmlPage, inPath, inQuery, jsonContent } from './endpoints/endpoints.ts'
import { takeBytes } from './files/take-files.ts'
import { sendPage } from './pages/page.ts'

/** Exceeds what others may send: an event of a payment must not be refused. */
const maxEventBytes = 512 * 1024

/** Mounts the provider's webhook, and the plain page to which it returns learners. */
export async function mount(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    // Takes the bytes as they arrived, which the signature covers.
    takeBytes(scope, 'application/json')

    scope.post(
      '/api/v1/payments/:provider/webhook',
      {
        bodyLimit: maxEventBytes,
        config: { takesSignedEvents: true },
        // Runs before a byte of the body is read.
        onRequest: async (request) => void paymentsOf(request),
      },
      async (request) => {
        const payments = paymentsOf(request)
        const event = await payments
          .readWebhook(bytesOf(request), request.headers)
          .catch(async (cause: unknown) => {
            const isRefused = cause instanceof WebhookRefused
            deps.metrics.paymentEvents.inc({ outcome: isRefused ? 'refused' : 'failed' })
            if (!isRefused) throw cause
            await recordEvent(deps, 'webhook-refused', {
              userId: null,
              details: { provider: payments.name },
            })
            throw new AppError('WebhookRefused', { cause })
          })
        request.isSignedEvent = true
        await recordPayment(
          { ...deps, log: request.log as Deps['log'] },
          payments.name,
          event,
        ).catch((error: unknown) => {
          deps.metrics.paymentEvents.inc({ outcome: 'failed' })
          throw error
        })
        deps.metrics.paymentEvents.inc({ outcome: 'recorded' })
        return { received: true }
      },
    )
  })

  function paymentsOf({ params }: FastifyRequest): PaymentProvider {
    const { provider } = params as { provider: string }
    if (deps.payments?.name !== provider) throw new AppError('NotFound')
    return deps.payments
  }

  const { brand } = deps.config
  app.get('/checkout/return', async (request, reply) => {
    const { checkout } = request.query as { checkout?: string | string[] }
    const body =
      checkout === 'canceled'
        ? html`<h1>Payment canceled</h1>
<p>Nothing was charged, and the courses are still in your cart. You can close this page.</p>`
        : html`<h1>Thank you</h1>
<p>You can open your courses as soon as the payment has arrived. You can close this page.</p>`
    return sendPage(reply, { title: `Checkout · ${brand.name}`, body, color: brand.color })
  })
}

function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

export const takesAnyQuery = true

export const endpoints: Endpoint[] = [
  {
    route: 'POST /api/v1/payments/{provider}/webhook',
    operationId: 'transactions_webhook',
    tag: 'transactions',
    summary: 'Report an event of a payment',
    description:
      'For the payment provider, which signs its events. A repeated event has no effect. ' +
      'Learners get what they paid for only through these events, not by returning from the ' +
      'checkout.',
    parameters: [inPath('provider', 'Name of the payment provider', 'stripe')],
    body: jsonContent(
      { type: 'object', description: 'An event as the provider defines it' },
      { id: 'evt_1', type: 'checkout.session.completed' },
    ),
    content: jsonContent(
      { type: 'object', properties: { received: { const: true } }, required: ['received'] },
      { received: true },
    ),
    errors: ['WebhookRefused', 'NotFound', 'PayloadTooLarge', 'ReadOnly'],
  },
  {
    route: 'GET /checkout/return',
    operationId: 'transactions_return',
    tag: 'transactions',
    summary: 'Return from a checkout',
    description: 'A plain page for platforms without one of their own; see CHECKOUT_RETURN_URL.',
    parameters: [
      inQuery('transaction', 'Id of the transaction'),
      inQuery('checkout', 'The result: done or canceled'),
    ],
    content: htmlPage,
  },
]
