import { closePending, findTransactionByReference, lockPurchasesOf, moveTransaction } from '../../../db/queries/commerce.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { fulfil } from './fulfil.ts'
import { describeTransaction } from './read-transactions.ts'
import type { Transaction } from './schema.ts'

export interface PaymentOutcome {
  provider: string
  /** The payment's id at the provider. */
  reference: string
  paid: boolean
}

/** Without a course to show for the money. */
const givenUp: ReadonlySet<Transaction['status']> = new Set(['canceled', 'failed', 'expired'])

/** Takes note of what the provider says of a payment. Said again it changes nothing. */
export async function settlePayment(ctx: Deps, { provider, reference, paid }: PaymentOutcome): Promise<Transaction> {
  const transaction = await inTransaction(ctx, async (ctx) => {
    const found = await findTransactionByReference(ctx.db, provider, reference)
    if (found === undefined) throw new AppError('TransactionNotFound')
    await lockPurchasesOf(ctx.db, found.userId)

    const moved = paid ? await moveTransaction(ctx.db, found.id, 'pending', { status: 'paid', paidAt: ctx.now() }) : undefined
    if (moved !== undefined) return describeTransaction(ctx, await fulfil(ctx, moved))
    if (!paid) await closePending(ctx.db, [found.id], 'failed')
    return findPayment(ctx, { provider, reference })
  })

  if (paid && givenUp.has(transaction.status)) {
    const payment = { transactionId: transaction.id, provider, reference }
    ctx.log.error(payment, 'paid, but the transaction was given up before: refund the payment or enroll the learner')
  }
  return transaction
}

/** What the provider's page shows of a payment. */
export async function findPayment(ctx: Deps, { provider, reference }: Omit<PaymentOutcome, 'paid'>): Promise<Transaction> {
  const transaction = await findTransactionByReference(ctx.db, provider, reference)
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  return describeTransaction(ctx, transaction)
}
