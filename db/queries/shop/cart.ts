import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { findNamed, runNamed } from '../../postgres/named-statement.ts'
import { courses, courseVersions } from '../../schema/courses/courses.ts'
import { enrollments } from '../../schema/learning/enrollments.ts'
import { cartCoupons, cartItems } from '../../schema/shop/cart.ts'
import { coupons } from '../../schema/shop/coupons.ts'
import { transactionLines } from '../../schema/shop/transactions.ts'
import { selectList } from '../../select-list.ts'
import type { CouponRow } from './coupons.ts'

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

/** Puts the coupon in the cart, in place of another. */
export async function setCartCoupon(
  db: Db,
  coupon: typeof cartCoupons.$inferInsert,
): Promise<void> {
  const { couponId, addedAt } = coupon
  await db
    .insert(cartCoupons)
    .values(coupon)
    .onConflictDoUpdate({ target: cartCoupons.userId, set: { couponId, addedAt } })
}

/** Takes the coupon out of the cart, or only this one. */
export async function deleteCartCoupon(db: Db, userId: string, couponId?: string): Promise<void> {
  await db
    .delete(cartCoupons)
    .where(
      and(
        eq(cartCoupons.userId, userId),
        couponId ? eq(cartCoupons.couponId, couponId) : undefined,
      ),
    )
}

export function findCartCoupon(db: Db, userId: string): Promise<CouponRow | undefined> {
  return findNamed(db, {
    name: 'find_cart_coupon',
    text: `
      select ${selectList(getTableColumns(coupons))} from coupons
      where id = (select coupon_id from cart_coupons where user_id = $1)`,
    values: [userId],
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
