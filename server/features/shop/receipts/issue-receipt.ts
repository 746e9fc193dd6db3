import { findUser, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { findBilling } from '../../../../db/queries/shop/receipts/billing.ts'
import { insertReceipt, type ReceiptRow } from '../../../../db/queries/shop/receipts/receipts.ts'
import { listLines, type TransactionRow } from '../../../../db/queries/shop/transactions.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import type { Deps } from '../../../context.ts'
import { taxIn } from './tax.ts'

/**
 * Gives a payment the next receipt number and stores seller and buyer as they are now. All other
 * payments wait for their number until the current database transaction ends.
 */
export async function issueReceipt(
  ctx: Deps,
  { id, paidAt }: TransactionRow,
  buyer: UserRow | undefined,
): Promise<ReceiptRow> {
  const { certificateIssuer: issuer, receiptLines: issuerLines } = ctx.config
  const tax = await includedTax(ctx, id)
  const billing = buyer && (await findBilling(ctx.db, buyer.id))
  const issuedAt = paidAt ?? ctx.now()
  return insertReceipt(ctx.db, {
    transactionId: id,
    issuedAt,
    issuedOn: dayOf(issuedAt, ctx.config.timeZone),
    issuer,
    issuerLines,
    ...tax,
    ...(buyer !== undefined && {
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      language: buyer.locale,
    }),
    ...(billing !== undefined && {
      buyerCompany: billing.company,
      buyerLines: billing.lines,
      buyerTaxNumber: billing.taxNumber,
    }),
  })
}

/** Rounds per line, so that the lines add up. */
async function includedTax({ db, config }: Deps, transactionId: string) {
  if (config.tax === undefined) return undefined
  const { name, rate } = config.tax
  const paid = (await listLines(db, [transactionId])).map(
    ({ priceAmount, discountAmount }) => priceAmount - discountAmount,
  )
  const taxAmount = paid.reduce((sum, amount) => sum + taxIn(amount, rate), 0)
  return { taxName: name, taxRate: rate, taxAmount }
}

/** Finds the buyer; undefined if the account is erased. */
export async function findBuyer(
  ctx: Deps,
  { userId }: TransactionRow,
): Promise<UserRow | undefined> {
  return userId === null ? undefined : findUser(ctx.db, userId)
}
