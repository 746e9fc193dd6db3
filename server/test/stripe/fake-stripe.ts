import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { createStripePayments } from '../../adapters/payments/stripe-payments.ts'
import type { PaymentProvider } from '../../adapters/payments/types.ts'

export interface FakeSession {
  id: string
  /** Seconds since 1970. */
  created: number
  amount_total: number
  currency: string
  metadata: Record<string, string>
  payment_intent: string | null
  payment_status: 'paid' | 'unpaid'
  status: 'open' | 'complete' | 'expired'
  success_url: string
  items: { name: string; amount: number }[]
}

export interface FakeRefund {
  id: string
  amount: number
  currency: string
  payment_intent: string
  metadata: Record<string, string>
  status: 'succeeded' | 'pending' | 'failed'
  failure_reason?: string
}

export interface FakeStripe extends AsyncDisposable {
  /** The URL that it listens at. */
  url: string
  /** The real adapter, connected to this server. */
  payments: PaymentProvider
  sessions: FakeSession[]
  refunds: FakeRefund[]
  /** Requests with their idempotency keys, in order. */
  requests: { method: string; path: string; key: string | undefined }[]
  /** Injects faults: an answer of 500, or a connection that breaks once the work is done. */
  trouble: 'none' | 'error' | 'lost answer'
  /** The status of new refunds. */
  refundStatus: FakeRefund['status']
  /** Pays a session and returns it as Stripe then reports it. Throws if it has expired. */
  pay(sessionId: string): FakeSession
  /** Refunds in Stripe's dashboard; undefined if less than the amount is left. */
  refundInDashboard(payment: string, amount: number): FakeRefund | undefined
  /** A dispute of the payment, as Stripe reports it. */
  dispute(payment: string, status: string, amount?: number): object
  /** An event with its signature, as Stripe sends it. */
  event(type: string, object: object, options?: EventOptions): SignedEvent
}

interface EventOptions {
  id?: string
  secret?: string
  /** When it was signed, and when it occurred: seconds since 1970. */
  timestamp?: number
  created?: number
  /** Whether real money moves. */
  livemode?: boolean
}

export interface SignedEvent {
  body: string
  headers: { 'stripe-signature': string; 'content-type': string }
}

export const secretKey = 'sk_test_fake'
export const webhookSecret = 'whsec_fake'

/**
 * A local server with the part of Stripe's API that the adapter uses: checkout sessions, refunds
 * and idempotency keys.
 */
export async function startFakeStripe(): Promise<FakeStripe> {
  const sessions: FakeSession[] = []
  const refunds: FakeRefund[] = []
  const disputes: { id: string }[] = []
  const requests: FakeStripe['requests'] = []
  const answers = new Map<string, { status: number; body: object; form: string }>()

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://stripe.test')
    const key = request.headers['idempotency-key']
    const place = {
      method: request.method ?? '',
      path: url.pathname,
      key: typeof key === 'string' ? key : undefined,
    }
    requests.push(place)
    const form = await formOf(request)
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return send(response, 401, failure('invalid_request_error', 'invalid_key'))
    if (fake.trouble === 'error') return send(response, 500, failure('api_error', 'oops'))

    const known = place.key === undefined ? undefined : answers.get(place.key)
    if (known !== undefined && known.form !== form.toString())
      return send(response, 400, failure('idempotency_error', 'other_parameters'))
    const answer = known ?? work(`${place.method} ${place.path}`, form, url.searchParams)
    if (place.key !== undefined && answer.status < 400)
      answers.set(place.key, { ...answer, form: form.toString() })
    if (fake.trouble === 'lost answer') return void request.socket.destroy()
    send(response, answer.status, answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  function work(
    place: string,
    form: URLSearchParams,
    query: URLSearchParams,
  ): { status: number; body: object } {
    if (place === 'POST /v1/checkout/sessions') return openSession(form)
    if (/^POST \/v1\/checkout\/sessions\/[^/]+\/expire$/.test(place))
      return expireSession(place.split('/')[4])
    if (place === 'GET /v1/checkout/sessions') return listSessions(query)
    if (place === 'POST /v1/refunds') return makeRefund(form)
    if (place === 'GET /v1/disputes') {
      const body = { object: 'list', data: disputes, has_more: false, url: '/v1/disputes' }
      return { status: 200, body }
    }
    if (place === 'GET /v1/refunds') {
      const payment = query.get('payment_intent')
      const data = refunds.filter(
        ({ payment_intent }) => payment === null || payment_intent === payment,
      )
      return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/refunds' } }
    }
    return { status: 404, body: failure('invalid_request_error', 'resource_missing') }
  }

  function openSession(form: URLSearchParams): { status: number; body: object } {
    const items: FakeSession['items'] = []
    for (let index = 0; form.has(`line_items[${index}][quantity]`); index++) {
      const part = (name: string) => form.get(`line_items[${index}][price_data]${name}`) ?? ''
      items.push({ name: part('[product_data][name]'), amount: Number(part('[unit_amount]')) })
    }
    const amount_total = items.reduce((sum, { amount }) => sum + amount, 0)
    if (amount_total < 50)
      return { status: 400, body: failure('invalid_request_error', 'amount_too_small') }
    const id = `cs_test_${randomUUID()}`
    const session: FakeSession = {
      id,
      created: Math.floor(Date.now() / 1000),
      amount_total,
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      metadata: metadataOf(form),
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      success_url: form.get('success_url') ?? '',
      items,
    }
    sessions.push(session)
    return {
      status: 200,
      body: { ...session, object: 'checkout.session', url: `https://checkout.stripe.test/${id}` },
    }
  }

  /** Newest first, as Stripe does, in pages. */
  function listSessions(query: URLSearchParams): { status: number; body: object } {
    const all = sessions
      .filter(
        ({ status, created }) =>
          status === query.get('status') && created >= Number(query.get('created[gte]')),
      )
      .reverse()
    const start = all.findIndex(({ id }) => id === query.get('starting_after')) + 1
    const data = all.slice(start, start + Number(query.get('limit')))
    const has_more = all.length > start + data.length
    return {
      status: 200,
      body: { object: 'list', data, has_more, url: '/v1/checkout/sessions' },
    }
  }

  function expireSession(id: string | undefined): { status: number; body: object } {
    const session = sessions.find((session) => session.id === id)
    if (session === undefined)
      return { status: 404, body: failure('invalid_request_error', 'resource_missing') }
    if (session.status !== 'open')
      return { status: 400, body: failure('invalid_request_error', 'checkout_session_not_open') }
    session.status = 'expired'
    return { status: 200, body: { ...session, object: 'checkout.session' } }
  }

  function makeRefund(form: URLSearchParams): { status: number; body: object } {
    const payment_intent = form.get('payment_intent') ?? ''
    const session = sessions.find((session) => session.payment_intent === payment_intent)
    if (session === undefined)
      return { status: 404, body: failure('invalid_request_error', 'resource_missing') }
    const refund = addRefund(session, Number(form.get('amount')), metadataOf(form))
    if (refund === undefined)
      return { status: 400, body: failure('invalid_request_error', 'charge_already_refunded') }
    return { status: 200, body: { ...refund, object: 'refund' } }
  }

  function addRefund(
    { payment_intent, amount_total, currency }: FakeSession,
    amount: number,
    metadata: Record<string, string>,
  ) {
    const isGiven = (refund: FakeRefund) =>
      refund.payment_intent === payment_intent && refund.status !== 'failed'
    const given = refunds.filter(isGiven).reduce((sum, { amount }) => sum + amount, 0)
    if (payment_intent === null || given + amount > amount_total) return undefined
    const refund: FakeRefund = {
      id: `re_${randomUUID()}`,
      amount,
      currency,
      payment_intent,
      metadata,
      status: fake.refundStatus,
    }
    refunds.push(refund)
    return refund
  }

  function sessionPaidBy(payment: string): FakeSession {
    const session = sessions.find(({ payment_intent }) => payment_intent === payment)
    if (session === undefined) throw new Error('There is no such payment.')
    return session
  }

  const signer = new Stripe(secretKey)
  const apiUrl = `http://127.0.0.1:${port}`
  const fake: FakeStripe = {
    url: apiUrl,
    payments: createStripePayments({
      secretKey,
      webhookSecret,
      apiUrl,
    }),
    sessions,
    refunds,
    requests,
    trouble: 'none',
    refundStatus: 'succeeded',
    pay: (sessionId) => {
      const session = sessions.find(({ id }) => id === sessionId)
      if (session === undefined || session.status === 'expired')
        throw new Error('There is no such session to be paid.')
      session.status = 'complete'
      session.payment_intent ??= `pi_${randomUUID()}`
      session.payment_status = 'paid'
      return session
    },
    refundInDashboard: (payment, amount) => addRefund(sessionPaidBy(payment), amount, {}),
    dispute: (payment, status, amount) => {
      const { amount_total, currency } = sessionPaidBy(payment)
      const dispute = {
        id: `dp_${payment}`,
        object: 'dispute',
        payment_intent: payment,
        amount: amount ?? amount_total,
        currency,
        status,
        reason: 'fraudulent',
      }
      const known = disputes.findIndex(({ id }) => id === dispute.id)
      disputes.splice(known === -1 ? disputes.length : known, 1, dispute)
      return dispute
    },
    event: (
      type,
      object,
      {
        id = `evt_${randomUUID()}`,
        secret = webhookSecret,
        timestamp,
        created = Math.floor(Date.now() / 1000),
        livemode = false,
      } = {},
    ) => {
      const payload = JSON.stringify({
        id,
        object: 'event',
        type,
        created,
        livemode,
        data: { object },
      })
      const options = { payload, secret, ...(timestamp !== undefined && { timestamp }) }
      const signature = signer.webhooks.generateTestHeaderString(options)
      return {
        body: payload,
        headers: {
          'stripe-signature': signature,
          'content-type': 'application/json; charset=utf-8',
        },
      }
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  const found = [...form].flatMap(([name, value]) => {
    const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
    return key === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(found)
}

function failure(type: string, code: string): object {
  return { error: { type, code, message: `${code} for sk_test_fake` } }
}

function send(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' })
    .end(JSON.stringify(body))
}
