import type Stripe from 'stripe'
import { shareCalls } from '../../../lib/single-flight.ts'
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
  type ProviderReversal,
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
          if (isRefusal(error) && isAboutAmount(error))
            throw new PaymentRefused(error.code ?? error.type)
          throwWithoutMessage(error)
        })
      if (session.url === null) throw new Error('The checkout session has no URL.')
      return { reference: session.id, checkoutUrl: session.url }
    },

    refund: async (request) => {
      const stripe = await client()
      // Looks first: Stripe forgets keys after a day, but lists a refund as long as its payment.
      const known = await findRefund(stripe, request).catch(throwWithoutMessage)
      return toRefundResult(known ?? (await createRefund(stripe, request)))
    },

    cancelPayment: async (reference) => {
      const stripe = await client()
      await stripe.checkout.sessions.expire(reference).catch((error: unknown) => {
        // Ignores complete, expired and unknown sessions, which can no longer be paid.
        if (!isRefusal(error)) throwWithoutMessage(error)
      })
    },

    listPayments: async function* (since) {
      const { sessions } = (await client()).checkout
      const opened = { status: 'complete', created: notBefore(since) } as const
      for await (const page of pagesOf((place) => sessions.list({ ...opened, ...place }))) {
        const payments = page.map(toPayment).filter((payment) => payment !== undefined)
        if (payments.length > 0) yield payments
      }
    },

    listReversals: async function* (since) {
      const { refunds, disputes } = await client()
      const created = notBefore(since)
      for await (const page of pagesOf((place) => refunds.list({ created, ...place })))
        yield page.map((refund) => refundEvent(refund, occasionOf(refund)))
      for await (const page of pagesOf((place) => disputes.list({ created, ...place })))
        yield page.map((dispute) => disputeEvent(dispute, occasionOf(dispute)))
    },

    readWebhook: async (body, headers) => {
      const stripe = await client()
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string') throw new WebhookRefused('it has no signature')
      const event = verify(stripe, body, signature, options.webhookSecret)
      if (typeof event?.id !== 'string' || typeof event.type !== 'string')
        throw new WebhookRefused('it is no event')
      if (event.livemode === isTestKey(options.secretKey))
        throw new WebhookRefused('it is of test mode with a live key, or the other way round')
      return readEvent(event)
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

/** Whether the key is for test mode, whose payments move no money. */
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
 * Throws without the message, which is logged and may repeat what was sent: type, code and request
 * id are enough to look the error up at Stripe.
 */
function throwWithoutMessage(error: unknown): never {
  if (!(error instanceof Error) || !('type' in error)) throw error
  const { type, code, requestId } = error as Stripe.errors.StripeError
  throw new Error(['Stripe', type, code, requestId].filter((part) => part !== undefined).join(' '))
}

function notBefore(since: Date): Stripe.RangeQueryParam {
  return { gte: Math.floor(since.getTime() / 1000) }
}

/** Yields all that a list holds, a hundred at a time, newest first. */
async function* pagesOf<Item extends { id: string }>(
  list: (place: Stripe.PaginationParams) => Promise<Stripe.ApiList<Item>>,
): AsyncGenerator<Item[]> {
  let place: Stripe.PaginationParams = { limit: 100 }
  for (;;) {
    const page = await list(place).catch(throwWithoutMessage)
    yield page.data
    const last = page.data.at(-1)?.id
    if (!page.has_more || last === undefined) return
    place = { ...place, starting_after: last }
  }
}

/** Describes a refund or dispute that was found, not reported: it has its present status. */
function occasionOf({ id, status }: { id: string; status: string | null }): ReversalOccasion {
  const created = Math.floor(Date.now() / 1000)
  return { id: `found:${id}:${status}`, type: foundWhenReconciling, created }
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
    throwWithoutMessage(error)
  }
}

/**
 * Reads an event. Refuses one of an odd shape, so that Stripe shows it as failed and sends it
 * again.
 */
function readEvent(event: Stripe.Event): PaymentEvent {
  try {
    const read = toPaymentEvent(event)
    if (isWhole(read)) return read
  } catch (cause) {
    throw new WebhookRefused('its shape is not known', { cause })
  }
  throw new WebhookRefused('its shape is not known')
}

function isWhole(event: PaymentEvent): boolean {
  if (event.kind === 'other') return true
  if (!('reversal' in event))
    return (
      typeof event.reference === 'string' &&
      ['string', 'undefined'].includes(typeof event.transactionId) &&
      (event.kind !== 'paid' || isPayment(event))
    )
  const { reference, reason = '', statusAt } = event.reversal
  const hasTexts = [reference, reason].every((text) => typeof text === 'string')
  return hasTexts && !Number.isNaN(statusAt.getTime()) && isPayment(event.reversal)
}

function isPayment({
  paymentReference,
  amount,
}: Pick<ProviderReversal, 'paymentReference' | 'amount'>): boolean {
  const isMoney = Number.isSafeInteger(amount.amount) && /^[A-Z]{3}$/.test(amount.currency)
  return isMoney && typeof paymentReference === 'string'
}

function verify(stripe: Stripe, body: Buffer, signature: string, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret)
  } catch (cause) {
    throw new WebhookRefused('the signature is invalid', { cause })
  }
}
