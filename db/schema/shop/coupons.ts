import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { id, idOf, instant, together } from '../../columns.ts'
import { courses } from '../courses/courses.ts'

/** A coupon that takes a percentage or a fixed amount off. */
export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    /** In upper case. */
    code: text().notNull(),
    /** 1 to 100; null for a fixed amount. */
    percent: smallint(),
    /** Integer minor units; null for a percentage. */
    amount: integer(),
    currency: text(),
    validFrom: instant(),
    /** The first instant at which it is no longer valid. */
    validUntil: instant(),
    /** Null for no limit. */
    maxUses: integer(),
    maxUsesPerUser: integer(),
    /** The number of redemptions. */
    uses: integer().notNull().default(0),
    disabledAt: instant(),
    createdAt: instant().notNull(),
  },
  (coupons) => [
    uniqueIndex('coupons_code_key').on(coupons.code),
    check('coupons_code_form', sql`${coupons.code} ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'`),
    check(
      'coupons_percent_or_amount',
      sql`num_nonnulls(${coupons.percent}, ${coupons.amount}) = 1`,
    ),
    check('coupons_percent_range', sql`${coupons.percent} between 1 and 100`),
    check('coupons_amount_positive', sql`${coupons.amount} > 0`),
    together('coupons_amount_has_currency', coupons.amount, coupons.currency),
    check('coupons_currency_iso', sql`${coupons.currency} ~ '^[A-Z]{3}$'`),
    check(
      'coupons_max_uses_positive',
      sql`${coupons.maxUses} > 0 and ${coupons.maxUsesPerUser} > 0`,
    ),
    check(
      'coupons_within_max_uses',
      sql`${coupons.uses} >= 0 and (${coupons.maxUses} is null or ${coupons.uses} <= ${coupons.maxUses})`,
    ),
  ],
)

/** The courses that a coupon applies to; a coupon without any applies to all. */
export const couponCourses = pgTable(
  'coupon_courses',
  {
    couponId: idOf(() => coupons.id),
    courseId: idOf(() => courses.id),
  },
  (couponCourses) => [
    primaryKey({ columns: [couponCourses.couponId, couponCourses.courseId] }),
    index('coupon_courses_course').on(couponCourses.courseId),
  ],
)
