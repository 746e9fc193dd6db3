import { listLines, type TransactionRow } from '../../../db/queries/commerce.ts'
import { findReceipt, type ReceiptRow, type RefundRow } from '../../../db/queries/payments.ts'
import type { Deps } from '../../context.ts'
import { notify } from '../notices/notify.ts'
import { numberOf } from './get-receipt.ts'

/** In the database transaction in which the payment got its receipt, so once. */
export async function tellOfPayment(ctx: Deps, { id, userId, totalAmount, currency }: TransactionRow, receipt: ReceiptRow): Promise<void> {
  if (userId === null) return
  const titles = (await listLines(ctx.db, [id])).map(({ title }) => title)
  const total = { amount: totalAmount, currency }
  await notify(ctx, { userId, notice: { kind: 'payment-received', receipt: numberOf(receipt), total, titles, page: pageOf(ctx, id) } })
}

/** In the database transaction in which the refund has succeeded, so once. */
export async function tellOfRefund(
  ctx: Deps,
  { id, userId }: TransactionRow,
  { amount, currency, linePosition }: RefundRow,
): Promise<void> {
  if (userId === null) return
  const receipt = await findReceipt(ctx.db, id)
  const line = (await listLines(ctx.db, [id])).find(({ position }) => position === linePosition)
  await notify(ctx, {
    userId,
    notice: {
      kind: 'refund-made',
      receipt: receipt === undefined ? null : numberOf(receipt),
      amount: { amount, currency },
      title: line?.title ?? null,
      page: pageOf(ctx, id),
    },
  })
}

/** Where the frontend shows the purchase. */
function pageOf({ config }: Pick<Deps, 'config'>, transactionId: string): string | null {
  if (config.purchasePageUrl === undefined) return null
  const page = new URL(config.purchasePageUrl)
  page.searchParams.set('transaction', transactionId)
  return page.href
}
