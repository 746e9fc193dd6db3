import { setTimeout as sleep } from 'node:timers/promises'
import type { FakeStripe, SignedEvent } from '../../../server/test/stripe/fake-stripe.ts'
import type { Answer, Client } from './client.ts'
import type { History } from './history.ts'
import { randomFrom } from './random.ts'

/** Where users pay, and what happens there without the service. */
export interface Checkout {
  pay(checkoutUrl: string, server: number): Promise<Answer['outcome']>
  decline(checkoutUrl: string, server: number): Promise<Answer['outcome']>
  /**
   * Somebody refunds a part of it at the provider, or the bank takes all of it back or not. False
   * where there is no such thing.
   */
  takeBack(checkoutUrl: string, choice: number): boolean
  /** Until everything is told to the service. */
  settle(): Promise<void>
  /**
   * What the provider has of each transaction and the service must have too: given back, or lost in
   * a dispute.
   */
  truths(): { transactionId: string; refunded: number; isDisputed: boolean }[]
}

/** The page of the service itself. */
export function sandboxCheckout(client: Client): Checkout {
  const post = async (checkoutUrl: string, server: number, decision: string) =>
    (await client.ask(`POST ${new URL(checkoutUrl).pathname}/${decision}`, { server })).outcome
  return {
    pay: (checkoutUrl, server) => post(checkoutUrl, server, 'pay'),
    decline: (checkoutUrl, server) => post(checkoutUrl, server, 'decline'),
    takeBack: () => false,
    settle: () => Promise.resolve(),
    truths: () => [],
  }
}

const deliveriesAtOnce = 6
const secondsToDeliver = 120

/**
 * A local Stripe. What happens there is told by webhooks that come late, in another order, more
 * than once, to either server, and again until they are answered. Its own answers get lost now and
 * then.
 */
export function stripeCheckout(
  stripe: FakeStripe,
  { servers, seed, history }: { servers: string[]; seed: number; history: History },
): Checkout {
  const random = randomFrom(`${seed} stripe`)
  const mail: { event: SignedEvent; dueAt: number }[] = []
  const [told, disputed] = [new Map<string, string>(), new Set<string>()]
  let [underWay, isOver] = [0, false]

  function tell(type: string, object: object, created = Math.floor(Date.now() / 1000)): void {
    const event = stripe.event(type, structuredClone(object), { created })
    const copies = random.chance(0.3) ? 2 : 1
    for (let copy = 0; copy < copies; copy++)
      mail.push({ event, dueAt: performance.now() + random.below(3_000) })
  }

  function openSession(checkoutUrl: string) {
    const session = stripe.sessions.find(({ id }) => checkoutUrl.endsWith(id))
    return session?.status === 'open' ? session : undefined
  }

  /**
   * Refunds tell of themselves, whoever made them, and those that take days are done some time
   * later.
   */
  function lookAfterRefunds(): void {
    stripe.refundStatus = random.chance(0.3) ? 'pending' : 'succeeded'
    for (const refund of stripe.refunds) {
      const known = told.get(refund.id)
      if (known === 'pending' && random.chance(0.1)) refund.status = 'succeeded'
      if (known === refund.status) continue
      tell(known === undefined ? 'refund.created' : 'refund.updated', refund)
      told.set(refund.id, refund.status)
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

  async function post(): Promise<void> {
    while (!isOver) {
      const index = mail.findIndex(({ dueAt }) => dueAt <= performance.now())
      const [letter] = index < 0 ? [] : mail.splice(index, 1)
      if (letter === undefined) {
        await sleep(50)
        continue
      }
      underWay++
      if (!(await deliver(letter.event)))
        mail.push({ ...letter, dueAt: performance.now() + 500 + random.below(1_000) })
      underWay--
    }
  }

  async function disturb(): Promise<void> {
    while (!isOver) {
      lookAfterRefunds()
      stripe.trouble = random.chance(0.03) ? 'lost answer' : random.chance(0.03) ? 'error' : 'none'
      await sleep(200)
    }
  }
  for (let postman = 0; postman < deliveriesAtOnce; postman++) void post()
  void disturb()

  return {
    pay: (checkoutUrl) => {
      const session = openSession(checkoutUrl)
      if (session === undefined) return Promise.resolve('refused')
      tell('checkout.session.completed', stripe.pay(session.id))
      return Promise.resolve('acknowledged')
    },
    decline: (checkoutUrl) => {
      const session = openSession(checkoutUrl)
      if (session === undefined) return Promise.resolve('refused')
      session.status = 'complete'
      tell('checkout.session.async_payment_failed', session)
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
      tell('charge.dispute.created', stripe.dispute(payment, 'needs_response'), now)
      tell('charge.dispute.funds_withdrawn', stripe.dispute(payment, 'needs_response'), now + 1)
      tell(
        'charge.dispute.closed',
        stripe.dispute(payment, choice % 8 === 0 ? 'lost' : 'won'),
        now + 2,
      )
      return true
    },
    settle: async () => {
      const deadline = performance.now() + secondsToDeliver * 1_000
      const isPending = () =>
        stripe.refunds.some(({ id, status }) => told.get(id) !== 'succeeded' && status !== 'failed')
      while (mail.length + underWay > 0 || isPending()) {
        if (performance.now() > deadline) {
          history.violations.push(
            `${mail.length} events of Stripe are not taken after ${secondsToDeliver} s: ${mail[0]?.event.body}`,
          )
          return
        }
        await sleep(100)
      }
      stripe.trouble = 'none'
    },
    truths: () => {
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
