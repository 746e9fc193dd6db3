import { insertReceipt, type ReceiptRow } from '../../../db/queries/receipts.ts'
import type { TransactionRow } from '../../../db/queries/transactions.ts'
import { findUser, type UserRow } from '../../../db/queries/users.ts'
import type { Deps } from '../../context.ts'

/**
 * Numbers a payment, and keeps who sold and who bought as they are now. All other payments wait for
 * the number until the transaction of `ctx.db` ends.
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

/** Undefined when the account is gone. */
export async function findBuyer(
  ctx: Deps,
  { userId }: TransactionRow,
): Promise<UserRow | undefined> {
  return userId === null ? undefined : findUser(ctx.db, userId)
}
