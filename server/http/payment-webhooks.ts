import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebhookRefused } from '../adapters/payments/payments.ts'
import type { Deps } from '../context.ts'
import { AppError } from '../errors/errors.ts'
import { recordPayment } from '../features/payments/record-payment.ts'
import { html } from '../lib/html.ts'
import { sendPage } from './pages/page.ts'

/** Longer than what others may send: what a provider tells of a payment must not be turned away. */
const maxEventBytes = 512 * 1024

/**
 * Where the payment provider tells what happened, and the plain page to which it sends learners
 * back.
 */
export async function mountPaymentWebhooks(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )

    scope.post(
      '/api/v1/payments/:provider/webhook',
      { bodyLimit: maxEventBytes },
      async (request) => {
        const { provider } = request.params as { provider: string }
        if (deps.payments?.name !== provider) throw new AppError('NotFound')
        const event = await deps.payments
          .readWebhook(bytesOf(request), request.headers)
          .catch((cause: unknown) => {
            throw cause instanceof WebhookRefused
              ? new AppError('WebhookRefused', { cause })
              : cause
          })
        await recordPayment({ ...deps, log: request.log as Deps['log'] }, provider, event)
        return { received: true }
      },
    )
  })

  app.get('/checkout/return', async (request, reply) => {
    const { checkout } = request.query as { checkout?: string | string[] }
    const said =
      checkout === 'canceled'
        ? html`<h1>Nothing was paid</h1><p>The courses are still in your cart. You may close this page.</p>`
        : html`<h1>Thank you</h1><p>As soon as the payment has arrived the courses are open to you. You may close this page.</p>`
    return sendPage(reply, { title: 'Checkout', body: said })
  })
}

function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}
