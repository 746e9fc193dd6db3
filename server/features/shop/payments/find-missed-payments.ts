import {
  foundByAsking,
  hasUnpaidCheckout,
  listUnpaidReferences,
  summarizeDelivery,
} from '../../../../db/queries/shop/payments.ts'
import type { FoundPayment } from '../../../adapters/payments/types.ts'
import type { Deps } from '../../../context.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import { recordPayment } from './record-payment.ts'

/** Exceeds the day for which payment pages are open. */
const millisecondsToPay = 26 * 3_600_000
/** Allows for slow payment methods, such as a debit, paid days after the page was left. */
const millisecondsToArrive = 15 * 86_400_000
/** Allows for an event to arrive, which usually takes seconds. */
const millisecondsForEvent = 3 * 60_000
/** Allows for an event that is late, but arrives: no reason to warn. */
const millisecondsUntilMissed = 10 * 60_000

/**
 * The job: asks the provider about purchases that are still unpaid, and delivers what was paid.
 * Makes up for events that never arrive, because their secret or URL has changed. Tells the
 * operator.
 */
export async function findMissedPayments(ctx: Deps): Promise<void> {
  await findMissedSince(ctx, millisecondsToPay)
}

/** Does the same for payments that take days: rarely, as it looks at all sales of two weeks. */
export async function findSlowPayments(ctx: Deps): Promise<void> {
  await findMissedSince(ctx, millisecondsToArrive)
}

async function findMissedSince(ctx: Deps, milliseconds: number): Promise<void> {
  const { payments } = ctx
  if (payments === undefined) return
  const since = new Date(ctx.now().getTime() - milliseconds)
  const before = new Date(ctx.now().getTime() - millisecondsForEvent)
  if (await hasUnpaidCheckout(ctx.db, { provider: payments.name, since, before })) {
    for await (const page of payments.listPayments(since))
      await recordMissed(ctx, payments.name, page)
  }
  await warnAboutDelivery(ctx)
}

async function recordMissed(ctx: Deps, provider: string, page: FoundPayment[]): Promise<void> {
  const references = page.map(({ reference }) => reference)
  const unpaid = new Set(await listUnpaidReferences(ctx.db, provider, references))
  await forEachDue(ctx, {
    task: 'record-missed-payment',
    // Lists postponed money, too: each run tries it again, as long as the provider lists it.
    list: async () => page.filter(({ reference }) => unpaid.has(reference)),
    limit: Number.POSITIVE_INFINITY,
    idOf: ({ paymentReference }) => `${provider} ${paymentReference}`,
    work: (payment) => {
      const id = `found:${payment.paymentReference}`
      return recordPayment(ctx, provider, { ...payment, id, type: foundByAsking, kind: 'paid' })
    },
  })
}

export interface EventDelivery {
  provider: string
  /** `missing`: payments were only found by asking. `refused`: signatures are wrong. */
  state: 'arriving' | 'missing' | 'refused'
  /** Payments of the last day whose events have not arrived; 0 once later ones have. */
  missed: number
  /** Webhooks with a wrong signature in the last hour. */
  refused: number
  /** Last delivery within a day. */
  lastDeliveredAt: Date | undefined
}

/** Describes how the events of the provider arrive; undefined if no payments are taken. */
export async function describeDelivery(
  ctx: Pick<Deps, 'db' | 'now'> & {
    payments: Pick<NonNullable<Deps['payments']>, 'name'> | undefined
  },
): Promise<EventDelivery | undefined> {
  const provider = ctx.payments?.name
  if (provider === undefined) return undefined
  const now = ctx.now().getTime()
  const summary = await summarizeDelivery(ctx.db, {
    provider,
    since: new Date(now - 86_400_000),
    missedBefore: new Date(now - millisecondsUntilMissed),
    refusedSince: new Date(now - 3_600_000),
  })
  const { refused, lastMissedAt, lastRefusedAt, lastDeliveredAt } = summary
  const isOver = (trouble: Date | undefined) =>
    trouble === undefined || (lastDeliveredAt !== undefined && lastDeliveredAt > trouble)
  const areRefused = refused >= refusalsToWarn && !isOver(lastRefusedAt)
  const missed = isOver(lastMissedAt) ? 0 : summary.missed
  const state = areRefused ? 'refused' : missed > 0 ? 'missing' : 'arriving'
  return { provider, state, missed, refused, lastDeliveredAt }
}

/** Refusals before a warning: anybody can cause one with a wrong signature. */
const refusalsToWarn = 3

async function warnAboutDelivery(ctx: Deps): Promise<void> {
  const delivery = await describeDelivery(ctx)
  if (delivery === undefined || delivery.state === 'arriving') return
  const { state, ...facts } = delivery
  const message =
    state === 'refused'
      ? 'the signatures of payment events are wrong: has the signing secret changed?'
      : 'payment events do not arrive, and payments were found by asking: check the webhook'
  ctx.log.error(facts, message)
}
