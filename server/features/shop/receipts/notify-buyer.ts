import { findReceipt } from '../../../../db/queries/shop/receipts/receipts.ts'
import type { RefundRow } from '../../../../db/queries/shop/refunds.ts'
import { listLines, type TransactionRow } from '../../../../db/queries/shop/transactions.ts'
import type { Deps } from '../../../context.ts'
import { notify, notifyUser } from '../../platform/notifications/notify.ts'
import { receiptNumberOf } from '../transactions/receipt-number.ts'
import { findBuyer, issueReceipt } from './issue-receipt.ts'

/**
 * Issues the receipt and notifies the buyer, within the database transaction that marks the
 * transaction as paid, and so exactly once. Reads come first: from the receipt number on, all other
 * payments wait.
 */
export async function issueReceiptAndNotify(ctx: Deps, paid: TransactionRow): Promise<void> {
  const { id, totalAmount, currency } = paid
  const buyer = await findBuyer(ctx, paid)
  const titles = (await listLines(ctx.db, [id])).map(({ title }) => title)

  const receipt = receiptNumberOf(await issueReceipt(ctx, paid, buyer))
  const total = { amount: totalAmount, currency }
  if (buyer !== undefined)
    await notifyUser(ctx, buyer, {
      kind: 'payment-received',
      receipt,
      total,
      titles,
      page: pageOf(ctx, id),
      about: { subjectId: id, fact: id },
    })
}

/** Notifies within the database transaction that records the refund's success, so exactly once. */
export async function notifyRefund(
  ctx: Deps,
  { id, userId }: TransactionRow,
  { id: refundId, amount, currency, linePosition }: RefundRow,
): Promise<void> {
  if (userId === null) return
  const receipt = await findReceipt(ctx.db, id)
  const line = (await listLines(ctx.db, [id])).find(({ position }) => position === linePosition)
  await notify(ctx, {
    userId,
    notification: {
      kind: 'refund-made',
      receipt: receipt === undefined ? null : receiptNumberOf(receipt),
      amount: { amount, currency },
      title: line?.title ?? null,
      page: pageOf(ctx, id),
      about: { subjectId: id, fact: refundId },
    },
  })
}

/** Returns the frontend's page that shows the purchase. */
function pageOf({ config }: Pick<Deps, 'config'>, transactionId: string): string | null {
  if (config.purchasePageUrl === undefined) return null
  const page = new URL(config.purchasePageUrl)
  page.searchParams.set('transaction', transactionId)
  return page.href
}
