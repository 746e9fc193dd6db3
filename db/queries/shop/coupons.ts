import { and, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { isBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { courses } from '../../schema/courses/courses.ts'
import { couponCourses, coupons } from '../../schema/shop/coupons.ts'
import { couponRedemptions } from '../../schema/shop/transactions.ts'

export type CouponRow = typeof coupons.$inferSelect

/** Inserts a coupon; false if the code is taken. */
export async function insertCoupon(
  db: Db,
  coupon: CouponRow,
  courseIds: string[],
): Promise<boolean> {
  const added = await db
    .insert(coupons)
    .values(coupon)
    .onConflictDoNothing({ target: coupons.code })
    .returning({ id: coupons.id })
  if (added.length === 0) return false
  if (courseIds.length > 0)
    await db
      .insert(couponCourses)
      .values(courseIds.map((courseId) => ({ couponId: coupon.id, courseId })))
  return true
}

export async function findCouponByCode(db: Db, code: string): Promise<CouponRow | undefined> {
  const [coupon] = await db.select().from(coupons).where(eq(coupons.code, code))
  return coupon
}

export async function findCoupon(db: Db, id: string): Promise<CouponRow | undefined> {
  const [coupon] = await db.select().from(coupons).where(eq(coupons.id, id))
  return coupon
}

export const couponStatuses = ['active', 'scheduled', 'expired', 'used-up', 'disabled'] as const
export type CouponStatus = (typeof couponStatuses)[number]

/** Tests statuses in order: a coupon that is over for several reasons has the first. */
function isIn(status: CouponStatus, now: Date): SQL {
  const at = now.toISOString()
  const isOn = sql`${coupons.disabledAt} is null`
  const isLeft = sql`(${coupons.maxUses} is null or ${coupons.uses} < ${coupons.maxUses})`
  const isCurrent = sql`(${coupons.validUntil} is null or ${coupons.validUntil} > ${at})`
  const hasBegun = sql`(${coupons.validFrom} is null or ${coupons.validFrom} <= ${at})`
  return {
    disabled: sql`${coupons.disabledAt} is not null`,
    'used-up': sql`${isOn} and ${coupons.uses} >= ${coupons.maxUses}`,
    expired: sql`${isOn} and ${isLeft} and ${coupons.validUntil} <= ${at}`,
    scheduled: sql`${isOn} and ${isLeft} and ${isCurrent} and ${coupons.validFrom} > ${at}`,
    active: sql`${isOn} and ${isLeft} and ${isCurrent} and ${hasBegun}`,
  }[status]
}

/** Lists coupons older than `before`, newest first. */
export async function listCoupons(
  db: Db,
  {
    status,
    before,
    limit,
    now,
  }: { status?: CouponStatus | undefined; before?: string | undefined; limit: number; now: Date },
): Promise<CouponRow[]> {
  return db
    .select()
    .from(coupons)
    .where(and(status && isIn(status, now), isBefore(coupons.id, before)))
    .orderBy(desc(coupons.id))
    .limit(limit)
}

/** Lists the courses that the coupon is for, by slug; none if it is for all. */
export async function listCouponCourses(
  db: Db,
  couponId: string,
): Promise<{ courseId: string; slug: string }[]> {
  return db
    .select({ courseId: couponCourses.courseId, slug: courses.slug })
    .from(couponCourses)
    .innerJoin(courses, eq(courses.id, couponCourses.courseId))
    .where(eq(couponCourses.couponId, couponId))
    .orderBy(asc(courses.slug))
}

/** Disables a coupon; keeps the first time when repeated. */
export async function disableCoupon(db: Db, id: string, at: Date): Promise<void> {
  await db
    .update(coupons)
    .set({ disabledAt: at })
    .where(and(eq(coupons.id, id), isNull(coupons.disabledAt)))
}

export async function countRedemptions(db: Db, couponId: string, userId: string): Promise<number> {
  const [counted] = await db
    .select({ count: count() })
    .from(couponRedemptions)
    .where(and(eq(couponRedemptions.couponId, couponId), eq(couponRedemptions.userId, userId)))
  return counted?.count ?? 0
}

/** Locks the coupons until the end of the transaction, always in the same order. */
export async function lockCoupons(db: Db, ids: string[]): Promise<void> {
  await db
    .select({ id: coupons.id })
    .from(coupons)
    .where(sql`${coupons.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(coupons.id))
    .for('no key update')
}

export interface Redemption {
  couponId: string
  transactionId: string
  userId: string
  at: Date
}

/**
 * Redeems the coupon for the transaction; false if it is not valid now. The user's purchases must
 * be locked, or the count of the user's redemptions may be wrong.
 */
export async function redeemCoupon(
  db: Db,
  { couponId, transactionId, userId, at }: Redemption,
): Promise<boolean> {
  const now = at.toISOString()
  const { rowCount } = await db.execute(sql`
    with taken as (
      update coupons set uses = uses + 1
      where id = ${couponId} and disabled_at is null
        and (valid_from is null or valid_from <= ${now})
        and (valid_until is null or valid_until > ${now})
        and (max_uses is null or uses < max_uses)
        and (max_uses_per_user is null or max_uses_per_user > (
          select count(*) from coupon_redemptions
          where coupon_id = ${couponId} and user_id = ${userId}))
      returning id
    )
    insert into coupon_redemptions (transaction_id, coupon_id, user_id, redeemed_at)
    select ${transactionId}::uuid, taken.id, ${userId}::uuid, ${now}::timestamptz from taken`)
  return rowCount === 1
}

/**
 * Redeems it again for a closed transaction that is paid after all: what was agreed holds, so it
 * checks only the numbers of uses. As with redeemCoupon, the user's purchases must be locked.
 */
export async function redeemCouponLate(
  db: Db,
  { couponId, transactionId, userId, at }: Redemption,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with taken as (
      update coupons set uses = uses + 1
      where id = ${couponId} and (max_uses is null or uses < max_uses)
        and (max_uses_per_user is null or max_uses_per_user > (
          select count(*) from coupon_redemptions
          where coupon_id = ${couponId} and user_id = ${userId}))
      returning id
    )
    insert into coupon_redemptions (transaction_id, coupon_id, user_id, redeemed_at)
    select ${transactionId}::uuid, taken.id, ${userId}::uuid, ${at.toISOString()}::timestamptz
    from taken`)
  return rowCount === 1
}

/**
 * Returns a coupon's use by a purchase that was taken back; true if it had one. The coupon and the
 * transaction must be locked.
 */
export async function returnCouponUse(db: Db, transactionId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with returned as (
      delete from coupon_redemptions where transaction_id = ${transactionId} returning coupon_id
    )
    update coupons set uses = uses - 1 from returned where coupons.id = returned.coupon_id`)
  return rowCount === 1
}
