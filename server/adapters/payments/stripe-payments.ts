import type Stripe from 'stripe'
import { shareCalls } from '../../lib/single-flight.ts'
import { returnUrlFor } from './return-url.ts'
import { toStripeAmount } from './stripe-amounts.ts'
import {
  disputeEvent,
  type RefusedRefund,
  type ReversalOccasion,
  refundEvent,
  toPayment,
  toPaymentEvent,
  toRefundResult,
} from './stripe-events.ts'
import { toMetadata } from './stripe-metadata.ts'
import {
  foundWhenReconciling,
  type PaymentEvent,
  type PaymentProvider,
  PaymentRefused,
  type RefundRequest,
  WebhookRefused,
} from './types.ts'

export interface StripeOptions {
  secretKey: string
  webhookSecret: string
  /** A different URL than Stripe's, for tests. */
  apiUrl?: string
}

/** Takes payments with Stripe Checkout. Loads the SDK on first use: it takes 21 MB of memory. */
export function createStripePayments(options: StripeOptions): PaymentProvider {
  const client = shareCalls(() => openClient(options), {
    freshMilliseconds: Number.POSITIVE_INFINITY,
  })

  return {
    name: 'stripe',

    createPayment: async ({ transactionId, total, items, purchase, returnUrl }) => {
      const stripe = await client()
      const metadata = { transactionId }
      const session = await stripe.checkout.sessions
        .create(
          {
            mode: 'payment',
            client_reference_id: transactionId,
            metadata: { ...metadata, ...toMetadata(purchase) },
            payment_intent_data: { metadata },
            line_items: items.map(({ title, amount }) => ({
              quantity: 1,
              price_data: {
                currency: total.currency.toLowerCase(),
                unit_amount: toStripeAmount({ amount, currency: total.currency }),
                product_data: { name: title },
              },
            })),
            success_url: returnUrlFor(returnUrl, transactionId, 'done'),
            cancel_url: returnUrlFor(returnUrl, transactionId, 'canceled'),
          },
          { idempotencyKey: `payment-${transactionId}` },
        )
        .catch((error: unknown) => {
          throw isRefusal(error) && isAboutAmount(error)
            ? new PaymentRefused(error.code ?? error.type)
            : withoutMessage(error)
        })
      if (session.url === null) throw new Error('The checkout session has no URL.')
      return { reference: session.id, checkoutUrl: session.url }
    },

    refund: async (request) => {
      const stripe = await client()
      // Stripe forgets idempotency keys after a day, but lists a refund as long as its payment.
      const known = await findRefund(stripe, request).catch((error: unknown) => {
        throw withoutMessage(error)
      })
      return toRefundResult(known ?? (await createRefund(stripe, request)))
    },

    cancelPayment: async (reference) => {
      const stripe = await client()
      await stripe.checkout.sessions.expire(reference).catch((error: unknown) => {
        // Complete, expired or unknown: it can no longer be paid in any of these cases.
        if (!isRefusal(error)) throw withoutMessage(error)
      })
    },

    listPayments: async function* (since) {
      const stripe = await client()
      let after: string | undefined
      for (;;) {
        const page = await listSessions(stripe, since, after)
        const payments = page.data.map(toPayment).filter((payment) => payment !== undefined)
        if (payments.length > 0) yield payments
        after = page.data.at(-1)?.id
        if (!page.has_more || after === undefined) return
      }
    },

    listReversals: async function* (since) {
      const stripe = await client()
      const created = { gte: Math.floor(since.getTime() / 1000) }
      yield* pagesOf((after) => stripe.refunds.list({ created, limit: 100, ...after }), refundEvent)
      yield* pagesOf(
        (after) => stripe.disputes.list({ created, limit: 100, ...after }),
        disputeEvent,
      )
    },

    readWebhook: async (body, headers) => {
      const stripe = await client()
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string') throw new WebhookRefused('it has no signature')
      const event = verify(stripe, body, signature, options.webhookSecret)
      if (event.livemode === isTestKey(options.secretKey))
        throw new WebhookRefused('it is of test mode with a live key, or the other way round')
      return toPaymentEvent(event)
    },
  }
}

async function openClient({ secretKey, apiUrl }: StripeOptions): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  const api = apiUrl === undefined ? undefined : new URL(apiUrl)
  return new Stripe(secretKey, {
    maxNetworkRetries: 1,
    timeout: 10_000,
    telemetry: false,
    ...(api !== undefined && {
      host: api.hostname,
      port: api.port,
      protocol: api.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

/** Payments in test mode move no money. */
function isTestKey(secretKey: string): boolean {
  return /^[sr]k_test_/.test(secretKey)
}

function isRefusal(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError'
}

function isAboutAmount({
  code = '',
  param = '',
}: Stripe.errors.StripeInvalidRequestError): boolean {
  return /^(amount_|invalid_charge_amount)/.test(code) || /unit_amount|currency/.test(param)
}

/**
 * Errors are logged, and Stripe's messages may repeat what was sent: type, code and request id are
 * enough to look the error up at Stripe.
 */
function withoutMessage(error: unknown): unknown {
  if (!(error instanceof Error) || !('type' in error)) return error
  const { type, code, requestId } = error as Stripe.errors.StripeError
  return new Error(['Stripe', type, code, requestId].filter((part) => part !== undefined).join(' '))
}

/** Sessions that somebody has completed, a hundred at a time, newest first. */
async function listSessions(
  stripe: Stripe,
  since: Date,
  after: string | undefined,
): Promise<Stripe.ApiList<Stripe.Checkout.Session>> {
  const page = stripe.checkout.sessions.list({
    status: 'complete',
    created: { gte: Math.floor(since.getTime() / 1000) },
    limit: 100,
    ...(after !== undefined && { starting_after: after }),
  })
  return page.catch((error: unknown) => {
    throw withoutMessage(error)
  })
}

/** Pages of refunds or disputes as events that report their present status. */
async function* pagesOf<Item extends { id: string; status: string | null }>(
  list: (after: { starting_after?: string }) => Promise<Stripe.ApiList<Item>>,
  toEvent: (item: Item, found: ReversalOccasion) => PaymentEvent,
): AsyncGenerator<PaymentEvent[]> {
  let after = {}
  for (;;) {
    const page = await list(after).catch((error: unknown) => {
      throw withoutMessage(error)
    })
    const created = Math.floor(Date.now() / 1000)
    yield page.data.map((item) =>
      toEvent(item, { id: `found:${item.id}:${item.status}`, type: foundWhenReconciling, created }),
    )
    const last = page.data.at(-1)?.id
    if (!page.has_more || last === undefined) return
    after = { starting_after: last }
  }
}

async function findRefund(
  stripe: Stripe,
  { refundId, paymentReference }: RefundRequest,
): Promise<Stripe.Refund | undefined> {
  for await (const refund of stripe.refunds.list({
    payment_intent: paymentReference,
    limit: 100,
  })) {
    if (refund.metadata?.refundId === refundId) return refund
  }
  return undefined
}

async function createRefund(
  stripe: Stripe,
  { refundId, paymentReference, amount }: RefundRequest,
): Promise<Stripe.Refund | RefusedRefund> {
  try {
    return await stripe.refunds.create(
      { payment_intent: paymentReference, amount: toStripeAmount(amount), metadata: { refundId } },
      { idempotencyKey: `refund-${refundId}` },
    )
  } catch (error) {
    if (error instanceof PaymentRefused)
      return { id: null, status: 'failed', failure_reason: 'amount_not_expressible' }
    if (isRefusal(error))
      return { id: null, status: 'failed', failure_reason: error.code ?? error.type }
    throw withoutMessage(error)
  }
}

function verify(stripe: Stripe, body: Buffer, signature: string, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret)
  } catch (cause) {
    throw new WebhookRefused('the signature is invalid', { cause })
  }
}
