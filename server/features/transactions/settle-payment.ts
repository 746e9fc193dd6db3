import { findTransactionByReference, lockPurchasesOf, moveLines, moveTransaction } from '../../../db/queries/commerce.ts'
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

/** Takes note of what the provider says of a payment. Said again it changes nothing. */
export async function settlePayment(ctx: Deps, { provider, reference, paid }: PaymentOutcome): Promise<Transaction> {
  return inTransaction(ctx, async (ctx) => {
    const found = await findTransactionByReference(ctx.db, provider, reference)
    if (found === undefined) throw new AppError('TransactionNotFound')
    await lockPurchasesOf(ctx.db, found.userId)

    const to = paid ? ({ status: 'paid', paidAt: ctx.now() } as const) : ({ status: 'failed' } as const)
    const moved = await moveTransaction(ctx.db, found.id, 'pending', to)
    if (moved === undefined) return findPayment(ctx, { provider, reference })

    if (paid) return describeTransaction(ctx, await fulfil(ctx, moved))
    await moveLines(ctx.db, moved.id, 'released')
    return describeTransaction(ctx, moved)
  })
}

/** What the provider's page shows of a payment. */
export async function findPayment(ctx: Deps, { provider, reference }: Omit<PaymentOutcome, 'paid'>): Promise<Transaction> {
  const transaction = await findTransactionByReference(ctx.db, provider, reference)
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  return describeTransaction(ctx, transaction)
}
