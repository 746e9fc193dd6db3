import { sql } from 'drizzle-orm'
import { checkData } from '../../features/maintenance/invariants/check-data.ts'
import { type Answer, type Api, type ApiOptions, startApi } from '../api.ts'
import { atOnce } from '../at-once.ts'
import type { GivenUser } from '../given.ts'
import {
  type FakeSession,
  type FakeStripe,
  type SignedEvent,
  startFakeStripe,
} from './fake-stripe.ts'

export const usd = (amount: number) => ({ amount, currency: 'USD' })

export interface Purchase {
  id: string
  learner: GivenUser
  courses: { id: string; slug: string }[]
  session: FakeSession
  /** The payment's id at Stripe. */
  payment: string
}

/** A service that takes payments through a local Stripe. */
export interface StripeShop extends AsyncDisposable {
  api: Api
  stripe: FakeStripe
  /** Delivers an event to the webhook, as Stripe does. */
  deliver(event: SignedEvent): Promise<Answer>
  givenPending(...prices: number[]): Promise<Omit<Purchase, 'payment'>>
  givenPaid(...prices: number[]): Promise<Purchase>
  stateOf(
    purchase: Pick<Purchase, 'learner' | 'id'>,
  ): Promise<{ status: string; refunded: { amount: number }; lines: string[] }>
  /** Returns for each course whether the learner is enrolled. */
  isOpen(purchase: Pick<Purchase, 'learner' | 'courses'>): Promise<boolean[]>
  refundsOf(id: string): Promise<Record<string, unknown>[]>
  /** Names of the invariants that this transaction violates, all jobs being done. */
  violationsOf(id: string): Promise<string[]>
}

export async function startStripeShop(options: ApiOptions = {}): Promise<StripeShop> {
  const stripe = await startFakeStripe()
  const api = await startApi({ ...options, payments: stripe.payments })
  const deliver = ({ body, headers }: SignedEvent) =>
    api.request('POST /api/v1/payments/stripe/webhook', { body, headers })

  async function givenPending(...prices: number[]): Promise<Omit<Purchase, 'payment'>> {
    const learner = await api.given.learner()
    const courses = await atOnce(prices.length, (index) =>
      api.given.course({ price: usd(prices[index] ?? 0) }),
    )
    const { id } = await api
      .as(learner)
      .transactions.create.mutate({ courseIds: courses.map((course) => course.id) })
    const session = stripe.sessions.find(({ metadata }) => metadata.transactionId === id)
    if (session === undefined) throw new Error('Stripe created no session for it.')
    return { id, learner, courses, session }
  }

  return {
    api,
    stripe,
    deliver,
    givenPending,
    givenPaid: async (...prices) => {
      const purchase = await givenPending(...prices)
      await deliver(stripe.event('checkout.session.completed', stripe.pay(purchase.session.id)))
      return { ...purchase, payment: purchase.session.payment_intent ?? '' }
    },
    stateOf: async ({ learner, id }) => {
      const { status, refunded, lines } = await api
        .as(learner)
        .transactions.get.query({ transactionId: id })
      return { status, refunded, lines: lines.map((line) => line.status) }
    },
    isOpen: ({ learner, courses }) =>
      Promise.all(
        courses.map(
          async ({ slug }) =>
            (await api.as(learner).courses.get.query({ idOrSlug: slug })).enrollment !== undefined,
        ),
      ),
    refundsOf: async (id) => {
      const { rows } = await api.deps.db.execute(
        sql`select line_position + 1 as line, amount, status, reason, failure from refunds
          where transaction_id = ${id} order by id`,
      )
      return rows
    },
    violationsOf: async (id) => {
      const checked = await checkData(api.deps, { millisecondsForJobs: -1_000 })
      return checked
        .filter(({ listed }) => listed.some(({ transactionId }) => transactionId === id))
        .map(({ invariant }) => invariant)
    },
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]()
      await stripe[Symbol.asyncDispose]()
    },
  }
}
