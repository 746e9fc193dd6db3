import {
  findTransactionOf,
  listLines,
  setCheckout,
  type TransactionRow,
} from '../../../../db/queries/shop/transactions.ts'
import { formatMoney } from '../../../../lib/money.ts'
import { type PaymentProvider, PaymentRefused } from '../../../adapters/payments/types.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { cancelPending } from '../transactions/cancel-pending.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import { describeTransaction } from '../transactions/read-transactions.ts'
import type { Transaction } from '../transactions/schema.ts'

/**
 * Creates the payment at the provider and returns the transaction with its checkoutUrl. Runs
 * outside of the database transaction; after a crash in between, the next request does it.
 */
export async function openCheckout(ctx: UserContext, id: string): Promise<Transaction> {
  const transaction = await findTransactionOf(ctx.db, ctx.user.id, id)
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  return describeTransaction(ctx, await withCheckout(ctx, transaction))
}

async function withCheckout(
  ctx: UserContext,
  transaction: TransactionRow,
): Promise<TransactionRow> {
  const { payments } = ctx
  const needsCheckout = transaction.status === 'pending' && transaction.checkoutUrl === null
  if (!needsCheckout || payments === undefined) return transaction

  const { reference: providerReference, checkoutUrl } = await createPayment(
    ctx,
    payments,
    transaction,
  )
  const payable = await setCheckout(ctx.db, transaction.id, { providerReference, checkoutUrl })
  if (payable !== undefined) return payable
  // Cancels it if a different request paid or canceled meanwhile: nobody must pay at this checkout.
  await ctx.jobs.enqueue(ctx.db, 'cancel-payment', {
    provider: payments.name,
    reference: providerReference,
  })
  return (await findTransactionOf(ctx.db, ctx.user.id, transaction.id)) ?? transaction
}

async function createPayment(
  ctx: UserContext,
  payments: PaymentProvider,
  transaction: TransactionRow,
) {
  const lines = await listLines(ctx.db, [transaction.id])
  const items = lines.map((line) => ({
    title: line.title,
    amount: line.priceAmount - line.discountAmount,
  }))
  try {
    return await payments.createPayment({
      transactionId: transaction.id,
      total: { amount: transaction.totalAmount, currency: transaction.currency },
      items: items.filter(({ amount }) => amount > 0),
      purchase: {
        userId: ctx.user.id,
        lines: lines.map(({ courseId, versionId, priceAmount, discountAmount }) => ({
          courseId,
          versionId,
          price: priceAmount,
          discount: discountAmount,
        })),
      },
      returnUrl: transaction.returnUrl ?? ctx.config.checkoutReturnUrl,
    })
  } catch (cause) {
    if (!(cause instanceof PaymentRefused)) {
      const message =
        'The payment provider does not answer. Nothing was charged; please try again in a moment.'
      throw new AppError('ServiceUnavailable', { message, retryAfterSeconds: 10, cause })
    }
    await inTransaction(ctx, async (ctx) => {
      await lockWithOwner(ctx, transaction.id)
      await cancelPending(ctx, [transaction.id], 'failed')
    })
    throw refusalOfAmount(transaction)
  }
}

function refusalOfAmount({ totalAmount, currency }: TransactionRow): AppError {
  const total = formatMoney({ amount: totalAmount, currency })
  const message =
    `cost ${total}, an amount that the payment provider does not accept: ` +
    'buy more or fewer courses at once'
  return new AppError('InvalidFields', { issues: [{ path: 'courseIds', message }] })
}
