import { listVersionsOfCourses } from '../../../../db/queries/courses/courses/versions.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { listPurchasesAt } from '../../../../db/queries/shop/payments.ts'
import { lockSeats } from '../../../../db/queries/shop/seats.ts'
import {
  insertTransaction,
  listCompetingLines,
  lockPurchasesOf,
} from '../../../../db/queries/shop/transactions.ts'
import { isId } from '../../../../lib/ids.ts'
import type { Money } from '../../../../lib/schema.ts'
import {
  type FoundPayment,
  foundWhenReconciling,
  type PaymentProvider,
  type PurchasedLine,
} from '../../../adapters/payments/types.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { recordPayment } from '../../shop/payments/record-payment.ts'
import { cancelPending } from '../../shop/transactions/cancel-pending.ts'

/** A payment that only a person can settle. */
export interface PaymentForOperator {
  payment: string
  transactionId: string | undefined
  amount: Money
  reason: string
}

export interface FoundPayments {
  /** Payments at checkouts of the period, known or not. */
  seen: number
  /** Payments made at the provider, but unknown here. */
  unknown: FoundPayment[]
  forOperator: PaymentForOperator[]
}

/** Allows for slow payment methods, which take up to two weeks. */
const millisecondsToArrive = 15 * 86_400_000

/** Asks the provider for the payments that the restored data does not know. Changes nothing. */
export async function findUnknownPayments(
  ctx: Deps,
  payments: PaymentProvider,
  dataFrom: Date,
): Promise<FoundPayments> {
  const found: FoundPayments = { seen: 0, unknown: [], forOperator: [] }
  for await (const page of payments.listPayments(
    new Date(dataFrom.getTime() - millisecondsToArrive),
  )) {
    found.seen += page.length
    const known = await listPurchasesAt(ctx.db, payments.name, {
      ids: page.flatMap(({ transactionId }) => idIn(transactionId)),
      references: page.map(({ reference }) => reference),
    })
    for (const payment of page) {
      const purchase = known.find(
        ({ id, reference }) =>
          id === payment.transactionId?.toLowerCase() || reference === payment.reference,
      )
      if (purchase === undefined || purchase.paidAt === null) found.unknown.push(payment)
      else if (purchase.paymentReference !== payment.paymentReference)
        found.forOperator.push(forOperator(payment, 'it pays for a purchase that is paid already'))
    }
  }
  return found
}

/**
 * Books a payment that the data does not know, and rewrites its purchase if that is lost. Returns
 * what only a person can settle. Safe to repeat.
 */
export async function bookUnknownPayment(
  ctx: Deps,
  provider: string,
  payment: FoundPayment,
): Promise<PaymentForOperator | undefined> {
  const [known] = await listPurchasesAt(ctx.db, provider, {
    ids: idIn(payment.transactionId),
    references: [payment.reference],
  })
  const obstacle = known === undefined ? await rewritePurchase(ctx, provider, payment) : undefined
  if (obstacle !== undefined) return forOperator(payment, obstacle)
  await recordPayment(ctx, provider, {
    ...payment,
    id: `found:${payment.paymentReference}`,
    type: foundWhenReconciling,
    kind: 'paid',
  })
  return undefined
}

/**
 * Writes the transaction of a payment from what the provider stores with it. Returns why it cannot
 * be written.
 */
async function rewritePurchase(
  ctx: Deps,
  provider: string,
  { transactionId, reference, purchase, amount }: FoundPayment,
): Promise<string | undefined> {
  if (transactionId === undefined || !isId(transactionId)) return 'it names no purchase of ours'
  if (purchase === undefined) return 'the provider does not know what it was for'
  const { userId, lines } = purchase
  if ((await findUser(ctx.db, userId)) === undefined)
    return 'the account of the buyer is not in the backup, or was erased'
  const versions = new Map(
    (
      await listVersionsOfCourses(
        ctx.db,
        lines.map(({ versionId }) => versionId),
      )
    ).map((version) => [version.versionId, version]),
  )
  const isKnown = ({ courseId, versionId }: PurchasedLine) =>
    versions.get(versionId)?.courseId === courseId
  if (!lines.every(isKnown)) return 'a course that was bought is not in the backup'
  const sum = lines.reduce((sum, { price, discount }) => sum + price - discount, 0)
  if (sum !== amount.amount) return 'the amount differs from what was bought'

  const id = transactionId.toLowerCase()
  const { currency } = amount
  return inTransaction(ctx, async (ctx) => {
    await lockPurchasesOf(ctx.db, userId)
    // Looks again: a second operator may have written it meanwhile.
    const written = await listPurchasesAt(ctx.db, provider, { ids: [id], references: [reference] })
    if (written.length > 0) return undefined
    const courseIds = lines.map(({ courseId }) => courseId)
    const competing = { userId, courseIds, exceptTransactionId: id }
    // Prefers what is paid for to purchases that still await payment.
    const open = await listCompetingLines(ctx.db, competing)
    const transactionIds = open.map((line) => line.transactionId)
    await lockSeats(ctx.db, { courseIds, transactionIds })
    await cancelPending(ctx, transactionIds, 'canceled')
    if ((await listCompetingLines(ctx.db, competing)).length > 0)
      return 'the buyer owns a course of it by a different purchase: refund it at the provider'

    await insertTransaction(
      ctx.db,
      {
        id,
        userId,
        status: 'pending',
        totalAmount: sum,
        currency,
        provider,
        providerReference: reference,
        checkoutUrl: null,
        returnUrl: null,
        paymentReference: null,
        // Records no coupon, which is spent: the discount says all that the books need.
        couponId: null,
        createdAt: createdAtOf(id),
        paidAt: null,
        fulfilledAt: null,
      },
      lines.map(({ courseId, versionId, price, discount }, position) => ({
        transactionId: id,
        position,
        userId,
        courseId,
        versionId,
        title: versions.get(versionId)?.title ?? '',
        priceAmount: price,
        discountAmount: discount,
        refundedAmount: 0,
        currency,
        status: 'open',
      })),
    )
    return undefined
  })
}

/** Returns the creation time of an id: UUIDv7 begin with the millisecond. */
function createdAtOf(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

function idIn(transactionId: string | undefined): string[] {
  return transactionId !== undefined && isId(transactionId) ? [transactionId.toLowerCase()] : []
}

function forOperator(
  { paymentReference: payment, transactionId, amount }: FoundPayment,
  reason: string,
): PaymentForOperator {
  return { payment, transactionId, amount, reason }
}
