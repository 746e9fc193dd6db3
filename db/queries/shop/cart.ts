import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { runNamed } from '../../postgres/named-statement.ts'
import { courses, courseVersions } from '../../schema/courses/courses.ts'
import { enrollments } from '../../schema/learning/enrollments.ts'
import { cartItems } from '../../schema/shop/cart.ts'
import { transactionLines } from '../../schema/shop/transactions.ts'

/** Adds an item; false if it was already in the cart. */
export async function insertCartItem(
  db: Db,
  item: typeof cartItems.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await db.insert(cartItems).values(item).onConflictDoNothing()
  return rowCount === 1
}

export async function deleteCartItems(db: Db, userId: string, courseIds: string[]): Promise<void> {
  await runNamed(db, {
    name: 'delete_cart_items',
    text: 'delete from cart_items where user_id = $1 and course_id = any($2::uuid[])',
    values: [userId, courseIds],
  })
}

/** Lists the cart's items in the order of adding, with the current state of each course. */
export async function listCartItems(db: Db, userId: string, now: Date) {
  return db
    .select({
      courseId: cartItems.courseId,
      addedAt: cartItems.addedAt,
      amountWhenAdded: cartItems.priceAmount,
      currencyWhenAdded: cartItems.priceCurrency,
      title: courseVersions.title,
      priceAmount: courses.priceAmount,
      priceCurrency: courses.priceCurrency,
      isSold: sql<boolean>`${courses.status} = 'published'`,
      isOwned: sql<boolean>`(${enrollments.leftAt} is not null
        or (${enrollments.status} is not distinct from 'active'
          and (${enrollments.endsAt} is null or exists (
            select from ${transactionLines}
            where ${transactionLines.userId} = ${cartItems.userId}
              and ${transactionLines.courseId} = ${cartItems.courseId}
              and ${transactionLines.status} = 'fulfilled'))))
        and (${enrollments.endsAt} is null or ${enrollments.endsAt} > ${now.toISOString()})`,
    })
    .from(cartItems)
    .innerJoin(courses, eq(courses.id, cartItems.courseId))
    .innerJoin(
      courseVersions,
      and(
        eq(courseVersions.courseId, courses.id),
        eq(courseVersions.number, courses.currentVersion),
      ),
    )
    .leftJoin(
      enrollments,
      and(eq(enrollments.courseId, cartItems.courseId), eq(enrollments.userId, cartItems.userId)),
    )
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.addedAt), asc(cartItems.courseId))
    .prepare('list_cart_items')
    .execute()
}
