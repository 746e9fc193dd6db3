import { sumUnassignedReversals } from '../../../../db/queries/shop/refunds.ts'
import {
  findTransaction,
  findTransactionOf,
  listLines,
  listTransactions,
  type TransactionLineRow,
  type TransactionRow,
} from '../../../../db/queries/shop/transactions.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { Context, Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { mayAdminister } from '../../../security/permissions.ts'
import type {
  GetTransactionInput,
  ListTransactionsInput,
  Transaction,
  TransactionList,
} from './schema.ts'

export async function getTransaction(
  ctx: UserContext,
  input: GetTransactionInput,
): Promise<Transaction> {
  return describeTransaction(ctx, await findReadableTransaction(ctx, input))
}

/**
 * Finds a purchase of the user's own, or any for those who may read money, including erased
 * accounts'. Records that one of them has read somebody's.
 */
export async function findReadableTransaction(
  ctx: UserContext,
  { transactionId: id }: GetTransactionInput,
): Promise<TransactionRow> {
  const own = await findTransactionOf(ctx.db, ctx.user.id, id)
  if (own !== undefined) return own

  const transaction = mayAdminister(ctx.user, 'money:read')
    ? await findTransaction(ctx.db, id)
    : undefined
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  const { userId } = transaction
  await recordEvent(ctx, 'purchase-viewed', { userId, details: { transactionId: id } })
  return transaction
}

export function listMyTransactions(
  ctx: UserContext,
  page: ListTransactionsInput,
): Promise<TransactionList> {
  return listTransactionsOf(ctx, ctx.user.id, page)
}

export async function listTransactionsOf(
  ctx: Context,
  userId: string,
  page: ListTransactionsInput,
): Promise<TransactionList> {
  const rows = await listTransactions(ctx.db, {
    userId,
    before: startOf(page),
    limit: page.limit + 1,
  })
  ctx.signal().throwIfAborted()
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

/** Sums it for paid transactions, as only they can have reversals. */
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
