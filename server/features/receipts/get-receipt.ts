import { findReceipt, type ReceiptRow } from '../../../db/queries/commerce/receipts.ts'
import { sumRefunded, sumUnassignedReversals } from '../../../db/queries/commerce/refunds.ts'
import { listLines, type TransactionRow } from '../../../db/queries/commerce/transactions.ts'
import type { ReceiptContent } from '../../adapters/pdf-printer/types.ts'
import type { Deps, UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { knownLanguage } from '../../texts/texts.ts'
import { findReadableTransaction } from '../transactions/read-transactions.ts'
import type { GetTransactionInput } from '../transactions/schema.ts'
import type { Receipt } from './schema.ts'

export async function getReceipt(ctx: UserContext, input: GetTransactionInput): Promise<Receipt> {
  const content = await receiptContentOf(ctx, await findReadableTransaction(ctx, input))
  const { issuedAt, language: _ofThePdf, issuerLines, lines, ...facts } = content
  return {
    ...facts,
    issuedAt: issuedAt.toISOString(),
    issuerLines: [...issuerLines],
    lines: [...lines],
    pdfUrl: `${ctx.config.publicUrl}/api/v1/transaction/${content.transactionId}/receipt.pdf`,
  }
}

export async function receiptContentOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  transaction: TransactionRow,
): Promise<ReceiptContent> {
  const receipt = await findReceipt(db, transaction.id)
  if (receipt === undefined) throw new AppError('TransactionNotPaid')
  const refunded = await sumRefunded(db, transaction.id)
  const unassigned = await sumUnassignedReversals(db, [transaction.id])
  const lines = await listLines(db, [transaction.id])

  const money = (amount: number) => ({ amount, currency: transaction.currency })
  return {
    number: numberOf(receipt),
    issuedAt: receipt.issuedAt,
    transactionId: transaction.id,
    issuer: receipt.issuer ?? config.certificateIssuer,
    issuerLines: receipt.issuerLines,
    buyer: buyerOf(receipt),
    lines: lines.map(({ title, priceAmount, discountAmount }) => ({
      title,
      price: money(priceAmount),
      discount: money(discountAmount),
      paid: money(priceAmount - discountAmount),
    })),
    discount: money(lines.reduce((sum, line) => sum + line.discountAmount, 0)),
    total: money(transaction.totalAmount),
    refunded: money(
      Math.min(
        [...refunded.values()].reduce(
          (sum, amount) => sum + amount,
          unassigned.get(transaction.id) ?? 0,
        ),
        transaction.totalAmount,
      ),
    ),
    language: knownLanguage(receipt.language),
  }
}

function buyerOf({ buyerName: name, buyerEmail: email }: ReceiptRow): Receipt['buyer'] {
  return name === null || email === null ? null : { name, email }
}

/** `2026-000042` */
export function numberOf({ year, number }: Pick<ReceiptRow, 'year' | 'number'>): string {
  return `${year}-${String(number).padStart(6, '0')}`
}
