import { listReceipts, type ReceiptRow } from '../../../../db/queries/shop/receipts/receipts.ts'
import { sumUnassignedReversals } from '../../../../db/queries/shop/refunds.ts'
import {
  findTransaction,
  findTransactionOf,
  listLines,
  listReplacements,
  listTransactions,
  type TransactionLineRow,
  type TransactionRow,
} from '../../../../db/queries/shop/transactions.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { Context, Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { mayAdminister } from '../../../security/permissions.ts'
import { receiptNumberOf } from './receipt-number.ts'
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
  const facts = await readFacts(ctx, rows)
  return toPage(rows, page.limit, (row) => toTransaction(ctx, row, lines.get(row.id) ?? [], facts))
}

export async function describeTransaction(
  ctx: Pick<Deps, 'db' | 'config'>,
  transaction: TransactionRow,
): Promise<Transaction> {
  const facts = await readFacts(ctx, [transaction])
  const lines = await listLines(ctx.db, [transaction.id])
  return toTransaction(ctx, transaction, lines, facts)
}

/** What several transactions say, each by the transaction's id. */
interface Facts {
  unassigned: Map<string, number>
  receipts: Map<string, ReceiptRow>
  replacements: Map<string, string>
}

/** Asks only about those that can have it: paid ones have receipts and reversals. */
async function readFacts({ db }: Pick<Deps, 'db'>, rows: TransactionRow[]): Promise<Facts> {
  const among = (fits: (row: TransactionRow) => boolean) => rows.filter(fits).map(({ id }) => id)
  const isUnpaid = ({ status }: TransactionRow) => unpaidStatuses.includes(status)
  return {
    unassigned: await sumUnassignedReversals(
      db,
      among(({ paymentReference }) => paymentReference !== null),
    ),
    receipts: await listReceipts(
      db,
      among(({ paidAt }) => paidAt !== null),
    ),
    replacements: await listReplacements(db, among(isUnpaid)),
  }
}

const unpaidStatuses: readonly string[] = ['failed', 'expired', 'canceled']

/** Returns the tax that a receipt names. */
export function taxOf(
  { taxName: name, taxRate: rate, taxAmount: amount }: ReceiptRow,
  currency: string,
): NonNullable<Transaction['tax']> | null {
  if (name === null || rate === null || amount === null) return null
  return { name, percent: rate / 100, amount: { amount, currency } }
}

function toTransaction(
  { config }: Pick<Deps, 'config'>,
  { id, status, totalAmount, currency, checkoutUrl, createdAt, paidAt }: TransactionRow,
  lines: TransactionLineRow[],
  { unassigned, receipts, replacements }: Facts,
): Transaction {
  const [receipt, replacedBy] = [receipts.get(id), replacements.get(id)]
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
    ...(receipt !== undefined && {
      receiptNumber: receiptNumberOf(receipt),
      tax: taxOf(receipt, currency),
    }),
    ...(replacedBy !== undefined && { replacedBy }),
  }
}
