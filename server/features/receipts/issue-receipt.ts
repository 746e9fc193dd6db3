import { findUser, type UserRow } from '../../../db/queries/accounts/users.ts'
import { insertReceipt, type ReceiptRow } from '../../../db/queries/commerce/receipts.ts'
import type { TransactionRow } from '../../../db/queries/commerce/transactions.ts'
import type { Deps } from '../../context.ts'

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
  return insertReceipt(ctx.db, {
    transactionId: id,
    issuedAt: paidAt ?? ctx.now(),
    issuer,
    issuerLines,
    ...(buyer !== undefined && {
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      language: buyer.locale,
    }),
  })
}

/** Undefined when the account is erased. */
export async function findBuyer(
  ctx: Deps,
  { userId }: TransactionRow,
): Promise<UserRow | undefined> {
  return userId === null ? undefined : findUser(ctx.db, userId)
}
