import {
  findTransactionOf,
  listLines,
  listTransactions,
  type TransactionLineRow,
  type TransactionRow,
} from '../../../db/queries/commerce.ts'
import type { Deps, UserContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { startOf, toPage } from '../../pagination.ts'
import type { Transaction, TransactionChoice, TransactionList, TransactionListInput } from './schema.ts'

export async function getTransaction(ctx: UserContext, { id }: TransactionChoice): Promise<Transaction> {
  const transaction = await findTransactionOf(ctx.db, ctx.user.id, id)
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  return describeTransaction(ctx, transaction)
}

export async function listMyTransactions(ctx: UserContext, page: TransactionListInput): Promise<TransactionList> {
  const rows = await listTransactions(ctx.db, { userId: ctx.user.id, before: startOf(page), limit: page.limit + 1 })
  ctx.signal.throwIfAborted()
  const lines = Map.groupBy(
    await listLines(
      ctx.db,
      rows.map((row) => row.id),
    ),
    (line) => line.transactionId,
  )
  return toPage(rows, page.limit, (row) => toTransaction(ctx, row, lines.get(row.id) ?? []))
}

export async function describeTransaction(ctx: Pick<Deps, 'db' | 'config'>, transaction: TransactionRow): Promise<Transaction> {
  return toTransaction(ctx, transaction, await listLines(ctx.db, [transaction.id]))
}

function toTransaction(
  { config }: Pick<Deps, 'config'>,
  { id, status, totalAmount, currency, checkoutUrl, createdAt, paidAt }: TransactionRow,
  lines: TransactionLineRow[],
): Transaction {
  const money = (amount: number) => ({ amount, currency })
  return {
    id,
    status,
    lines: lines.map(({ courseId, title, priceAmount, discountAmount, refundedAmount, status }) => ({
      courseId,
      title,
      price: money(priceAmount),
      discount: money(discountAmount),
      refunded: money(refundedAmount),
      status,
    })),
    discount: money(lines.reduce((sum, line) => sum + line.discountAmount, 0)),
    total: money(totalAmount),
    refunded: money(lines.reduce((sum, line) => sum + line.refundedAmount, 0)),
    ...(status === 'pending' && checkoutUrl !== null && { checkoutUrl }),
    createdAt: createdAt.toISOString(),
    ...(paidAt !== null && { paidAt: paidAt.toISOString(), receiptUrl: `${config.publicUrl}/api/v1/transaction/${id}/receipt` }),
  }
}
