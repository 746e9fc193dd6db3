import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idOf, instant } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { users } from '../people/users.ts'

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
