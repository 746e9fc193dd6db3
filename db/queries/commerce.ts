import { and, asc, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { cartItems, courses, courseVersions, transactionLines, transactions, users } from '../schema/index.ts'

/** True when the item is new, false when it was in the cart already. */
export async function insertCartItem(db: Db, item: typeof cartItems.$inferInsert): Promise<boolean> {
  const added = await db.insert(cartItems).values(item).onConflictDoNothing().returning({ courseId: cartItems.courseId })
  return added.length === 1
}

export async function deleteCartItems(db: Db, userId: string, courseIds: string[]): Promise<void> {
  await db.delete(cartItems).where(and(eq(cartItems.userId, userId), sql`${cartItems.courseId} = any(${sql.param(courseIds)}::uuid[])`))
}

/** What is in the cart and still sold, at today's titles and prices, in the order in which it was put there. */
export async function listCartItems(db: Db, userId: string) {
  return db
    .select({
      courseId: cartItems.courseId,
      addedAt: cartItems.addedAt,
      title: courseVersions.title,
      priceAmount: courses.priceAmount,
      priceCurrency: courses.priceCurrency,
    })
    .from(cartItems)
    .innerJoin(courses, and(eq(courses.id, cartItems.courseId), eq(courses.status, 'published')))
    .innerJoin(courseVersions, and(eq(courseVersions.courseId, courses.id), eq(courseVersions.number, courses.currentVersion)))
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.addedAt), asc(cartItems.courseId))
}

export type TransactionRow = typeof transactions.$inferSelect
export type TransactionLineRow = typeof transactionLines.$inferSelect

/** One after the other: what fills a user's cart, buys and enrolls waits here for the others until the end of the transaction. */
export async function lockPurchasesOf(db: Db, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

export async function insertTransaction(db: Db, transaction: TransactionRow, lines: TransactionLineRow[]): Promise<void> {
  await db.insert(transactions).values(transaction)
  await db.insert(transactionLines).values(lines)
}

/** Pending transactions of the user that hold one of the courses. */
export async function listPendingWith(db: Db, userId: string, courseIds: string[]): Promise<TransactionRow[]> {
  const holders = db
    .select({ id: transactionLines.transactionId })
    .from(transactionLines)
    .where(
      and(
        eq(transactionLines.userId, userId),
        eq(transactionLines.status, 'open'),
        sql`${transactionLines.courseId} = any(${sql.param(courseIds)}::uuid[])`,
      ),
    )
  return db
    .select()
    .from(transactions)
    .where(and(eq(transactions.status, 'pending'), sql`${transactions.id} in ${holders}`))
}

/** Newest first, those older than `before`. */
export async function listTransactions(
  db: Db,
  { userId, before, limit }: { userId: string; before: string | undefined; limit: number },
): Promise<TransactionRow[]> {
  return db
    .select()
    .from(transactions)
    .where(and(eq(transactions.userId, userId), before === undefined ? undefined : lt(transactions.id, before)))
    .orderBy(desc(transactions.id))
    .limit(limit)
}

/** The transaction when it is this user's. */
export async function findTransactionOf(db: Db, userId: string, id: string): Promise<TransactionRow | undefined> {
  const [transaction] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, id), eq(transactions.userId, userId)))
  return transaction
}

export async function findTransactionByReference(db: Db, provider: string, reference: string): Promise<TransactionRow | undefined> {
  const [transaction] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.provider, provider), eq(transactions.providerReference, reference)))
  return transaction
}

export async function listLines(db: Db, transactionIds: string[]): Promise<TransactionLineRow[]> {
  return db
    .select()
    .from(transactionLines)
    .where(sql`${transactionLines.transactionId} = any(${sql.param(transactionIds)}::uuid[])`)
    .orderBy(asc(transactionLines.transactionId), asc(transactionLines.position))
}

/** Moves on from one state; undefined when the transaction is not in it (any more). */
export async function moveTransaction(
  db: Db,
  id: string,
  from: TransactionRow['status'],
  to: Pick<TransactionRow, 'status'> & Partial<Pick<TransactionRow, 'paidAt' | 'fulfilledAt'>>,
): Promise<TransactionRow | undefined> {
  const [moved] = await db
    .update(transactions)
    .set(to)
    .where(and(eq(transactions.id, id), eq(transactions.status, from)))
    .returning()
  return moved
}

export async function moveLines(db: Db, transactionId: string, status: TransactionLineRow['status']): Promise<void> {
  await db.update(transactionLines).set({ status }).where(eq(transactionLines.transactionId, transactionId))
}

/** Closes those of the transactions that are still pending, and frees their courses to be bought again. */
export async function closePending(db: Db, ids: string[], status: 'canceled' | 'failed' | 'expired'): Promise<void> {
  const closed = db.$with('closed').as(
    db
      .update(transactions)
      .set({ status })
      .where(and(sql`${transactions.id} = any(${sql.param(ids)}::uuid[])`, eq(transactions.status, 'pending')))
      .returning({ id: transactions.id }),
  )
  await db
    .with(closed)
    .update(transactionLines)
    .set({ status: 'released' })
    .from(closed)
    .where(eq(transactionLines.transactionId, closed.id))
}

/** Pending transactions that were started before, the oldest first. */
export async function listPendingBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const found = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.status, 'pending'), lt(transactions.createdAt, before)))
    .orderBy(asc(transactions.createdAt))
    .limit(limit)
  return found.map(({ id }) => id)
}

/** Undefined when the transaction is not pending (any more). */
export async function setPayment(
  db: Db,
  id: string,
  payment: { providerReference: string; checkoutUrl: string },
): Promise<TransactionRow | undefined> {
  const [updated] = await db
    .update(transactions)
    .set(payment)
    .where(and(eq(transactions.id, id), eq(transactions.status, 'pending')))
    .returning()
  return updated
}
