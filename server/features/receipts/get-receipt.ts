import { findUser } from '../../../db/queries/accounts.ts'
import { findTransaction, findTransactionOf, listLines, type TransactionRow } from '../../../db/queries/commerce.ts'
import { findReceipt, type ReceiptRow, sumRefunded } from '../../../db/queries/payments.ts'
import type { Deps, UserContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { TransactionChoice } from '../transactions/schema.ts'
import type { Receipt } from './schema.ts'

/** For the one who paid; administrators may see those of all, also of people who are gone. */
export async function getReceipt(ctx: UserContext, { id }: TransactionChoice): Promise<Receipt> {
  const isAdministrator = ctx.user.role === 'admin'
  const transaction = await (isAdministrator ? findTransaction(ctx.db, id) : findTransactionOf(ctx.db, ctx.user.id, id))
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  return receiptOf(ctx, transaction)
}

export async function receiptOf({ db, config }: Pick<Deps, 'db' | 'config'>, transaction: TransactionRow): Promise<Receipt> {
  const receipt = await findReceipt(db, transaction.id)
  if (receipt === undefined) throw new AppError('TransactionNotPaid')
  const buyer = transaction.userId === null ? undefined : await findUser(db, transaction.userId)
  const refunded = await sumRefunded(db, transaction.id)
  const lines = await listLines(db, [transaction.id])

  const money = (amount: number) => ({ amount, currency: transaction.currency })
  return {
    number: numberOf(receipt),
    issuedAt: receipt.issuedAt.toISOString(),
    transactionId: transaction.id,
    issuer: config.certificateIssuer,
    buyer: buyer === undefined ? null : { name: buyer.name, email: buyer.email },
    lines: lines.map(({ title, priceAmount, discountAmount }) => ({
      title,
      price: money(priceAmount),
      discount: money(discountAmount),
      paid: money(priceAmount - discountAmount),
    })),
    discount: money(lines.reduce((sum, line) => sum + line.discountAmount, 0)),
    total: money(transaction.totalAmount),
    refunded: money([...refunded.values()].reduce((sum, amount) => sum + amount, 0)),
  }
}

/** `2026-000042` */
export function numberOf({ year, number }: Pick<ReceiptRow, 'year' | 'number'>): string {
  return `${year}-${String(number).padStart(6, '0')}`
}
