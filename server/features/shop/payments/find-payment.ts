import { findTransactionByReference } from '../../../../db/queries/shop/payments.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { describeTransaction } from '../transactions/read-transactions.ts'
import type { Transaction } from '../transactions/schema.ts'

/**
 * Finds the transaction of a checkout by its id at the provider, for the provider's page and the
 * page that it returns to.
 */
export async function findPayment(
  ctx: Deps,
  { provider, reference }: { provider: string; reference: string },
): Promise<{ transaction: Transaction; returnUrl: string }> {
  const transaction = await findTransactionByReference(ctx.db, provider, { reference })
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  return {
    transaction: await describeTransaction(ctx, transaction),
    returnUrl: transaction.returnUrl ?? ctx.config.checkoutReturnUrl,
  }
}
