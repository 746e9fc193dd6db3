import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idOf, instant } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { users } from '../people/users.ts'
import { coupons } from './coupons.ts'

export const cartItems = pgTable(
  'cart_items',
  {
    userId: idOf(() => users.id, 'cascade'),
    courseId: idOf(() => courses.id),
    /** The price when it was added, in minor units. */
    priceAmount: integer().notNull(),
    priceCurrency: text().notNull(),
    addedAt: instant().notNull(),
  },
  (items) => [
    primaryKey({ columns: [items.userId, items.courseId] }),
    index('cart_items_course').on(items.courseId),
  ],
)

/** The coupon that stays with a cart until it is taken out, or the purchase with it is made. */
export const cartCoupons = pgTable(
  'cart_coupons',
  {
    userId: idOf(() => users.id, 'cascade').primaryKey(),
    couponId: idOf(() => coupons.id),
    addedAt: instant().notNull(),
  },
  (cartCoupons) => [index('cart_coupons_coupon').on(cartCoupons.couponId)],
)
