import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FakeStripe, SignedEvent } from '../../server/test/stripe/fake-stripe.ts'
import type { Answer, Client } from './client.ts'
import type { History } from './history.ts'
import { randomFrom } from './random.ts'

/** The payment provider that users pay at, and what happens there without the service. */
export interface Checkout {
  pay(checkoutUrl: string, server: number): Promise<Answer['outcome']>
  decline(checkoutUrl: string, server: number): Promise<Answer['outcome']>
  /** Refunds a part at the provider, or opens a dispute. False if the provider cannot do that. */
  takeBack(checkoutUrl: string, choice: number): boolean
  /** Waits until the service has accepted every event. */
  settle(): Promise<void>
  /** The provider's books, with which the service's must agree. */
  records(): { transactionId: string; refunded: number; isDisputed: boolean }[]
}

/** The sandbox page of the service. */
export function sandboxCheckout(client: Client): Checkout {
  const post = async (checkoutUrl: string, server: number, decision: string) =>
    (await client.ask(`POST ${new URL(checkoutUrl).pathname}/${decision}`, { server })).outcome
  return {
    pay: (checkoutUrl, server) => post(checkoutUrl, server, 'pay'),
    decline: (checkoutUrl, server) => post(checkoutUrl, server, 'decline'),
    takeBack: () => false,
    settle: () => Promise.resolve(),
    records: () => [],
  }
}

const deliveriesAtOnce = 6
const secondsToDeliver = 120

/**
 * A local Stripe. Its webhooks come late, in a different order, more than once, to either server,
 * and again until they are answered. Sometimes its own answers get lost.
 */
export function stripeCheckout(
  stripe: FakeStripe,
  { servers, seed, history }: { servers: string[]; seed: number; history: History },
): Checkout {
  const random = randomFrom(`${seed} stripe`)
  const deliveries: { sign: () => SignedEvent; dueAt: number }[] = []
  const [reported, disputed] = [new Map<string, string>(), new Set<string>()]
  let [underWay, isOver] = [0, false]

  function send(type: string, object: object, created = Math.floor(Date.now() / 1000)): void {
    const [id, snapshot] = [`evt_${randomUUID()}`, structuredClone(object)]
    // Signs each attempt anew, as Stripe does: signatures older than five minutes are refused.
    const sign = () => stripe.event(type, snapshot, { id, created })
    const copies = random.chance(0.3) ? 2 : 1
    for (let copy = 0; copy < copies; copy++)
      deliveries.push({ sign, dueAt: performance.now() + random.below(3_000) })
  }

  function openSession(checkoutUrl: string) {
    const session = stripe.sessions.find(({ id }) => checkoutUrl.endsWith(id))
    return session?.status === 'open' ? session : undefined
  }

  /** Sends events about refunds, whoever made them; slow refunds succeed some time later. */
  function advanceRefunds(): void {
    stripe.refundStatus = random.chance(0.3) ? 'pending' : 'succeeded'
    for (const refund of stripe.refunds) {
      const known = reported.get(refund.id)
      if (known === 'pending' && random.chance(0.1)) refund.status = 'succeeded'
      if (known === refund.status) continue
      send(known === undefined ? 'refund.created' : 'refund.updated', refund)
      reported.set(refund.id, refund.status)
    }
  }

  async function deliver(event: SignedEvent): Promise<boolean> {
    const url = `${servers[random.below(servers.length)]}/api/v1/payments/stripe/webhook`
    const { status } = await fetch(url, {
      method: 'POST',
      ...event,
      signal: AbortSignal.timeout(30_000),
    }).catch(() => ({ status: 0 }))
    if (status >= 400 && status !== 503)
      history.violations.push(`the webhook was answered ${status}: ${event.body}`)
    return status === 200
  }

  async function work(): Promise<void> {
    while (!isOver) {
      const index = deliveries.findIndex(({ dueAt }) => dueAt <= performance.now())
      const [delivery] = index < 0 ? [] : deliveries.splice(index, 1)
      if (delivery === undefined) {
        await sleep(50)
        continue
      }
      underWay++
      if (!(await deliver(delivery.sign())))
        deliveries.push({ ...delivery, dueAt: performance.now() + 500 + random.below(1_000) })
      underWay--
    }
  }

  async function disturb(): Promise<void> {
    while (!isOver) {
      advanceRefunds()
      stripe.trouble = random.chance(0.03) ? 'lost answer' : random.chance(0.03) ? 'error' : 'none'
      await sleep(200)
    }
  }
  for (let worker = 0; worker < deliveriesAtOnce; worker++) void work()
  void disturb()

  return {
    pay: (checkoutUrl) => {
      const session = openSession(checkoutUrl)
      if (session === undefined) return Promise.resolve('refused')
      send('checkout.session.completed', stripe.pay(session.id))
      return Promise.resolve('acknowledged')
    },
    decline: (checkoutUrl) => {
      const session = openSession(checkoutUrl)
      if (session === undefined) return Promise.resolve('refused')
      session.status = 'complete'
      send('checkout.session.async_payment_failed', session)
      return Promise.resolve('acknowledged')
    },
    takeBack: (checkoutUrl, choice) => {
      const session = stripe.sessions.find(({ id }) => checkoutUrl.endsWith(id))
      if (
        session === undefined ||
        session.payment_intent === null ||
        disputed.has(session.payment_intent)
      )
        return false
      const { payment_intent: payment, amount_total: amount } = session
      if (choice % 4 > 0)
        return (
          stripe.refundInDashboard(payment, choice % 2 === 0 ? amount : 1 + (choice % amount)) !==
          undefined
        )
      disputed.add(payment)
      const now = Math.floor(Date.now() / 1000)
      send('charge.dispute.created', stripe.dispute(payment, 'needs_response'), now)
      send('charge.dispute.funds_withdrawn', stripe.dispute(payment, 'needs_response'), now + 1)
      send(
        'charge.dispute.closed',
        stripe.dispute(payment, choice % 8 === 0 ? 'lost' : 'won'),
        now + 2,
      )
      return true
    },
    settle: async () => {
      const deadline = performance.now() + secondsToDeliver * 1_000
      const isPending = () =>
        stripe.refunds.some(
          ({ id, status }) => reported.get(id) !== 'succeeded' && status !== 'failed',
        )
      while (deliveries.length + underWay > 0 || isPending()) {
        if (performance.now() > deadline) {
          history.violations.push(
            `${deliveries.length} events of Stripe are not accepted after ${secondsToDeliver} s: ` +
              `${deliveries[0]?.sign().body}`,
          )
          return
        }
        await sleep(100)
      }
      stripe.trouble = 'none'
    },
    records: () => {
      isOver = true
      return stripe.sessions.flatMap(({ metadata, payment_intent: payment }) => {
        const transactionId = metadata.transactionId
        if (payment === null || transactionId === undefined) return []
        const made = stripe.refunds.filter(
          (refund) => refund.payment_intent === payment && refund.status === 'succeeded',
        )
        return [
          {
            transactionId,
            refunded: made.reduce((sum, { amount }) => sum + amount, 0),
            isDisputed: disputed.has(payment),
          },
        ]
      })
    },
  }
}
