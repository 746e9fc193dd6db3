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
  const lines = Map.groupBy(
    await listLines(
      ctx.db,
      rows.map((row) => row.id),
    ),
    (line) => line.transactionId,
  )
  return toPage(rows, page.limit, (row) => toTransaction(row, lines.get(row.id) ?? []))
}

export async function describeTransaction({ db }: Pick<Deps, 'db'>, transaction: TransactionRow): Promise<Transaction> {
  return toTransaction(transaction, await listLines(db, [transaction.id]))
}

function toTransaction(
  { id, status, totalAmount, currency, checkoutUrl, createdAt }: TransactionRow,
  lines: TransactionLineRow[],
): Transaction {
  return {
    id,
    status,
    lines: lines.map(({ courseId, title, priceAmount, currency }) => ({ courseId, title, price: { amount: priceAmount, currency } })),
    total: { amount: totalAmount, currency },
    ...(status === 'pending' && checkoutUrl !== null && { checkoutUrl }),
    createdAt: createdAt.toISOString(),
  }
}
