import { sumUnassignedReversals } from '../../../db/queries/refunds.ts'
import {
  findTransactionOf,
  listLines,
  listTransactions,
  type TransactionLineRow,
  type TransactionRow,
} from '../../../db/queries/transactions.ts'
import type { Deps, UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { startOf, toPage } from '../../lib/pagination.ts'
import type {
  GetTransactionInput,
  ListTransactionsInput,
  Transaction,
  TransactionList,
} from './schema.ts'

export async function getTransaction(
  ctx: UserContext,
  { id }: GetTransactionInput,
): Promise<Transaction> {
  const transaction = await findTransactionOf(ctx.db, ctx.user.id, id)
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  return describeTransaction(ctx, transaction)
}

export async function listMyTransactions(
  ctx: UserContext,
  page: ListTransactionsInput,
): Promise<TransactionList> {
  const rows = await listTransactions(ctx.db, {
    userId: ctx.user.id,
    before: startOf(page),
    limit: page.limit + 1,
  })
  ctx.signal.throwIfAborted()
  const lines = Map.groupBy(
    await listLines(
      ctx.db,
      rows.map((row) => row.id),
    ),
    (line) => line.transactionId,
  )
  const unassigned = await sumUnassignedOf(ctx, rows)
  return toPage(rows, page.limit, (row) =>
    toTransaction(ctx, row, { lines: lines.get(row.id) ?? [], unassigned }),
  )
}

export async function describeTransaction(
  ctx: Pick<Deps, 'db' | 'config'>,
  transaction: TransactionRow,
): Promise<Transaction> {
  const unassigned = await sumUnassignedOf(ctx, [transaction])
  return toTransaction(ctx, transaction, {
    lines: await listLines(ctx.db, [transaction.id]),
    unassigned,
  })
}

/** Only paid transactions can have reversals. */
function sumUnassignedOf(
  { db }: Pick<Deps, 'db'>,
  rows: TransactionRow[],
): Promise<Map<string, number>> {
  return sumUnassignedReversals(
    db,
    rows.filter(({ paymentReference }) => paymentReference !== null).map(({ id }) => id),
  )
}

function toTransaction(
  { config }: Pick<Deps, 'config'>,
  { id, status, totalAmount, currency, checkoutUrl, createdAt, paidAt }: TransactionRow,
  { lines, unassigned }: { lines: TransactionLineRow[]; unassigned: Map<string, number> },
): Transaction {
  const money = (amount: number) => ({ amount, currency })
  return {
    id,
    status,
    lines: lines.map(
      ({ courseId, title, priceAmount, discountAmount, refundedAmount, status }) => ({
        courseId,
        title,
        price: money(priceAmount),
        discount: money(discountAmount),
        refunded: money(refundedAmount),
        status,
      }),
    ),
    discount: money(lines.reduce((sum, line) => sum + line.discountAmount, 0)),
    total: money(totalAmount),
    refunded: money(
      Math.min(
        lines.reduce((sum, line) => sum + line.refundedAmount, unassigned.get(id) ?? 0),
        totalAmount,
      ),
    ),
    ...(status === 'pending' && checkoutUrl !== null && { checkoutUrl }),
    createdAt: createdAt.toISOString(),
    ...(paidAt !== null && {
      paidAt: paidAt.toISOString(),
      receiptUrl: `${config.publicUrl}/api/v1/transaction/${id}/receipt`,
    }),
  }
}
