import { findUserByEmail } from '../../../../../db/queries/people/users/users.ts'
import { findCouponByCode } from '../../../../../db/queries/shop/coupons.ts'
import { findByReceiptNumber } from '../../../../../db/queries/shop/receipts/receipts.ts'
import {
  findTransactionsByReference,
  listAllTransactions,
  type TransactionFilter,
  type TransactionPage,
} from '../../../../../db/queries/shop/transactions.ts'
import { Email } from '../../../../../lib/email.ts'
import { isId } from '../../../../../lib/ids.ts'
import { periodOf } from '../../../../../lib/lists/periods.ts'
import { isInstant, toSortedPage } from '../../../../../lib/lists/sorted-pages.ts'
import { readTypedCode } from '../../../../../lib/typed-text/typed-text.ts'
import { paymentProviders } from '../../../../adapters/payments/types.ts'
import type { Deps } from '../../../../context.ts'
import { requirePlace } from '../../../../errors/require-place.ts'
import { requireAnyCourse } from '../../../platform/admin/chosen-course.ts'
import { chosenUserId } from '../../../platform/admin/chosen-user.ts'
import { readReceiptNumber, receiptNumberOf } from '../receipt-number.ts'
import type {
  AdminTransactionList,
  AdminTransactionSummary,
  ListAdminTransactionsInput,
} from './schema.ts'

/** Lists purchases of all accounts, newest first. */
export async function listAdminTransactions(
  ctx: Pick<Deps, 'db' | 'config'>,
  input: ListAdminTransactionsInput,
): Promise<AdminTransactionList> {
  const { limit, cursor, ...list } = input
  const filter = await filterOf(ctx, input)
  const after = requirePlace(cursor, list, isInstant)
  const page = { by: input.period, after: after && startIn(input, after), limit: limit + 1 }
  const rows = filter === undefined ? [] : await listAllTransactions(ctx.db, filter, page)
  return toSortedPage(rows, {
    limit,
    list,
    place: ({ transaction: { id, createdAt, paidAt } }) => ({
      value: (input.period === 'paid' ? paidAt : createdAt)?.toISOString() ?? '',
      id,
    }),
    item: toSummary,
  })
}

/** Lists the newest purchases of these accounts. */
export async function listPurchasesOf(
  { db }: Pick<Deps, 'db'>,
  { userIds, limit }: { userIds: string[]; limit: number },
): Promise<AdminTransactionSummary[]> {
  const page = { by: 'created', after: undefined, limit } as const
  return (await listAllTransactions(db, { userIds }, page)).map(toSummary)
}

function startIn(
  { period }: ListAdminTransactionsInput,
  { id, value }: { id: string; value: string },
): TransactionPage['after'] {
  return period === 'paid' ? { id, paidAt: new Date(value) } : { id }
}

/** Returns the filter; undefined if nothing can fit: no such coupon, email or receipt exists. */
async function filterOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { q, coupon: code, from, to, timeZone, ...input }: ListAdminTransactionsInput,
): Promise<TransactionFilter | undefined> {
  const { status, provider, currency } = input
  const userId = await chosenUserId({ db }, input.user)
  const course =
    input.course === undefined ? undefined : await requireAnyCourse({ db }, input.course)
  const named = q === undefined ? {} : await findNamed(db, q)
  const coupon = code === undefined ? undefined : await findCouponByCode(db, readTypedCode(code))
  const isOfTwo = userId !== undefined && named?.userId !== undefined && named.userId !== userId
  if (named === undefined || isOfTwo || (code !== undefined && coupon === undefined))
    return undefined
  return {
    ...named,
    ...(userId !== undefined && { userId }),
    ...{ status, courseId: course?.id, provider, currency, couponId: coupon?.id },
    ...periodOf({ from, to, timeZone }, config.timeZone),
  }
}

/** Finds what a search names: purchases, or the account that bought them. */
async function findNamed(
  db: Deps['db'],
  q: string,
): Promise<Pick<TransactionFilter, 'ids' | 'userId'> | undefined> {
  if (isId(q)) return { ids: [q.toLowerCase()] }
  const receipt = readReceiptNumber(q)
  if (receipt !== undefined) {
    const found = await findByReceiptNumber(db, receipt)
    return found && { ids: [found.transactionId] }
  }
  const { data: email } = Email.safeParse(q)
  if (email !== undefined) {
    const user = await findUserByEmail(db, email)
    return user && { userId: user.id }
  }
  const providers = [...paymentProviders, 'manual']
  const ids = await findTransactionsByReference(db, { reference: q, providers })
  return ids.length === 0 ? undefined : { ids }
}

function toSummary({
  transaction: { id, status, totalAmount, currency, provider, createdAt, paidAt },
  buyer,
  coupon,
  receipt,
  isDisputed,
}: Awaited<ReturnType<typeof listAllTransactions>>[number]): AdminTransactionSummary {
  return {
    id,
    status,
    total: { amount: totalAmount, currency },
    buyer,
    isDisputed,
    provider,
    coupon,
    receiptNumber: receipt === null ? null : receiptNumberOf(receipt),
    createdAt: createdAt.toISOString(),
    ...(paidAt !== null && { paidAt: paidAt.toISOString() }),
  }
}
