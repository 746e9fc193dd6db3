import { deletePaymentNoticesBefore } from '../../../../db/queries/shop/payments.ts'
import { deleteForgottenPurchases } from '../../../../db/queries/shop/transactions.ts'
import type { Deps } from '../../../context.ts'

const dayMilliseconds = 86_400_000
/** One day more than the database requires, since it goes by its own clock. */
const daysKept = 31
const daysOfNotices = 90

const purchasesAtOnce = 500
const batchesAtOnce = 40

/**
 * Deletes purchases that came to nothing without money (failed, expired or canceled) a month after
 * they were started, and after three months reports of a provider that were not about money.
 */
export async function forgetPurchases({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * dayMilliseconds)
  for (let batch = 0; batch < batchesAtOnce; batch++) {
    const forgotten = await deleteForgottenPurchases(db, {
      before: daysAgo(daysKept),
      limit: purchasesAtOnce,
    })
    if (forgotten < purchasesAtOnce) break
  }
  await deletePaymentNoticesBefore(db, daysAgo(daysOfNotices))
}
