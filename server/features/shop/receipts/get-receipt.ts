import { findReceipt, type ReceiptRow } from '../../../../db/queries/shop/receipts/receipts.ts'
import { sumRefunded, sumUnassignedReversals } from '../../../../db/queries/shop/refunds.ts'
import { listLines, type TransactionRow } from '../../../../db/queries/shop/transactions.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import type { Money } from '../../../../lib/schema.ts'
import type { ReceiptContent } from '../../../adapters/pdf-printer/types.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { knownLanguage } from '../../../texts/texts.ts'
import { findReadableTransaction, taxOf } from '../transactions/read-transactions.ts'
import { receiptNumberOf } from '../transactions/receipt-number.ts'
import type { GetTransactionInput } from '../transactions/schema.ts'
import type { Receipt } from './schema.ts'
import { taxIn } from './tax.ts'

export async function getReceipt(ctx: UserContext, input: GetTransactionInput): Promise<Receipt> {
  const content = await receiptContentOf(ctx, await findReadableTransaction(ctx, input))
  const { issuedAt, language: _ofThePdf, issuerLines, lines, ...facts } = content
  return {
    ...facts,
    issuedAt: issuedAt.toISOString(),
    issuerLines: [...issuerLines],
    lines: lines.map((line) => ({ ...line, tax: taxOfLine(line, content.tax) })),
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
    number: receiptNumberOf(receipt),
    issuedAt: receipt.issuedAt,
    issuedOn: receipt.issuedOn ?? dayOf(receipt.issuedAt, 'UTC'),
    transactionId: transaction.id,
    issuer: receipt.issuer ?? config.certificateIssuer,
    issuerLines: receipt.issuerLines,
    buyer: buyerOf(receipt),
    company: companyOf(receipt),
    lines: lines.map(({ title, priceAmount, discountAmount }) => ({
      title,
      price: money(priceAmount),
      discount: money(discountAmount),
      paid: money(priceAmount - discountAmount),
    })),
    discount: money(lines.reduce((sum, line) => sum + line.discountAmount, 0)),
    total: money(transaction.totalAmount),
    tax: taxOf(receipt, transaction.currency),
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

function taxOfLine(
  { paid: { amount, currency } }: ReceiptContent['lines'][number],
  tax: ReceiptContent['tax'],
): Money | null {
  return tax === null ? null : { amount: taxIn(amount, Math.round(tax.percent * 100)), currency }
}

function buyerOf({ buyerName: name, buyerEmail: email }: ReceiptRow): Receipt['buyer'] {
  return name === null || email === null ? null : { name, email }
}

function companyOf(receipt: ReceiptRow): Receipt['company'] {
  const { buyerCompany: name, buyerLines: addressLines, buyerTaxNumber: taxNumber } = receipt
  return name === null ? null : { name, addressLines, taxNumber }
}
