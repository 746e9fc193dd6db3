import { z } from 'zod'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  lenientObject,
  Money,
  named,
  namedInput,
} from '../../../../lib/schema.ts'
import { couponErrors } from '../coupons/find-coupon.ts'
import { CouponCode } from '../coupons/schema.ts'

export const CartItem = named('CartItem', 'A course in your cart', {
  courseId: field(Id, 'The course', exampleIds.course),
  title: field(z.string(), 'Current title of the course', 'Building a course player'),
  price: Money.describe('Current price'),
  priceWhenAdded: Money.describe('Price when you added the course'),
  changed: z.boolean().describe('Whether the price has changed since you added the course'),
  noLongerSold: z
    .boolean()
    .describe('The course is no longer sold; it is not charged and stays until you remove it'),
  owned: z.boolean().describe('You already own this course; it is not charged'),
  addedAt: Instant.describe('When you added the course'),
})

export const CartCoupon = named('CartCoupon', 'The coupon of a cart', {
  code: field(z.string(), 'Code of the coupon', 'SPRING-20'),
  refusal: field(
    z.enum(couponErrors).nullable(),
    'Why it takes nothing off now, by the error of a purchase with it; it stays until you remove ' +
      'it, and is not a use. null while it counts',
    null,
  ),
  discount: Money.nullable().describe('What it takes off; null without a total'),
  total: Money.nullable().describe('Amount to pay, after the discount; null without a total'),
})
export type CartCoupon = z.infer<typeof CartCoupon>

export const Cart = named('Cart', 'The courses that you are considering buying', {
  items: z.array(CartItem).describe('In the order in which you added them'),
  total: Money.nullable().describe(
    'Total of the courses that you can buy; null while they are sold in several currencies and ' +
      'cannot be bought together',
  ),
  coupon: CartCoupon.optional().describe('The coupon that you put in, if any'),
})
export type Cart = z.infer<typeof Cart>

export const AddToCartInput = lenientObject({
  courseId: field(Id, 'The course to add', exampleIds.course),
}).meta({ id: 'AddToCartInput', description: 'A course to add to your cart' })
export type AddToCartInput = z.infer<typeof AddToCartInput>

export const SetCouponInput = namedInput('SetCouponInput', 'A coupon for your cart', {
  couponCode: CouponCode,
})
export type SetCouponInput = z.infer<typeof SetCouponInput>

export const RemoveFromCartInput = z.strictObject({
  courseId: field(IdInPath, 'The course to remove', exampleIds.course),
})
export type RemoveFromCartInput = z.infer<typeof RemoveFromCartInput>
