import { findTransactionByReference } from '../../../db/queries/payments.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { describeTransaction } from '../transactions/read-transactions.ts'
import type { Transaction } from '../transactions/schema.ts'

/** Finds the transaction of a checkout by its id at the provider, for the provider's page. */
export async function findPayment(
  ctx: Deps,
  { provider, reference }: { provider: string; reference: string },
): Promise<Transaction> {
  const transaction = await findTransactionByReference(ctx.db, provider, { reference })
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  return describeTransaction(ctx, transaction)
}
