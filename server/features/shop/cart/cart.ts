import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { listOwnedAmong } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import * as carts from '../../../../db/queries/shop/cart.ts'
import { lockPurchasesOf } from '../../../../db/queries/shop/transactions.ts'
import { currencyOf, sumOf } from '../../../../lib/money.ts'
import type { Money } from '../../../../lib/schema.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { performOnce } from '../../platform/idempotency/perform-once.ts'
import { applyCoupon } from '../coupons/apply-coupon.ts'
import { couponErrors, findActiveCoupon } from '../coupons/find-coupon.ts'
import { missingFor, refusalOfMissing } from '../transactions/requirements.ts'
import type {
  AddToCartInput,
  Cart,
  CartCoupon,
  RemoveFromCartInput,
  SetCouponInput,
} from './schema.ts'

const maxItems = 100

export async function getCart(ctx: UserContext): Promise<Cart> {
  const rows = await carts.listCartItems(ctx.db, ctx.user.id, ctx.now())
  const items = rows.map((row) => ({
    courseId: row.courseId,
    title: row.title,
    price: { amount: row.priceAmount, currency: row.priceCurrency },
    priceWhenAdded: { amount: row.amountWhenAdded, currency: row.currencyWhenAdded },
    changed: row.priceAmount !== row.amountWhenAdded || row.priceCurrency !== row.currencyWhenAdded,
    noLongerSold: !row.isSold,
    owned: row.isOwned,
    addedAt: row.addedAt.toISOString(),
  }))
  const total = sumOf(pricesOf(items)) ?? null
  const coupon = await describeCoupon(ctx, { items, total })
  return { items, total, ...(coupon !== undefined && { coupon }) }
}

/** Describes the coupon in the cart: one that has ended stays, and says why it takes nothing off. */
async function describeCoupon(
  ctx: UserContext,
  { items, total }: Cart,
): Promise<CartCoupon | undefined> {
  const coupon = await carts.findCartCoupon(ctx.db, ctx.user.id)
  if (coupon === undefined) return undefined
  const { code } = coupon
  if (total === null) return { code, refusal: null, discount: null, total: null }

  const { discounts, refusal } = await applyCoupon(ctx, coupon, buyableIn(items))
  const amount = discounts.reduce((sum, amount) => sum + amount, 0)
  return {
    code,
    refusal: couponErrors.find((name) => name === refusal?.name) ?? null,
    discount: { ...total, amount },
    total: { ...total, amount: total.amount - amount },
  }
}

/** Keeps a coupon that now takes something off the cart, in place of another. */
export async function setCartCoupon(
  ctx: UserContext,
  { couponCode }: SetCouponInput,
): Promise<Cart> {
  const coupon = await findActiveCoupon(ctx, couponCode)
  const { items } = await getCart(ctx)
  const { refusal } = await applyCoupon(ctx, coupon, buyableIn(items))
  if (refusal !== undefined) throw refusal

  const [userId, couponId] = [ctx.user.id, coupon.id]
  await carts.setCartCoupon(ctx.db, { userId, couponId, addedAt: ctx.now() })
  return getCart(ctx)
}

export async function removeCartCoupon(ctx: UserContext): Promise<Cart> {
  await carts.deleteCartCoupon(ctx.db, ctx.user.id)
  return getCart(ctx)
}

export function addToCart(ctx: UserContext, input: AddToCartInput): Promise<Cart> {
  return performOnce(ctx, { input, effect: (ctx) => insertIntoCart(ctx, input) })
}

async function insertIntoCart(ctx: UserContext, { courseId }: AddToCartInput): Promise<Cart> {
  // Waits for the user's purchases: a course bought a moment ago must not return to the cart.
  await lockPurchasesOf(ctx.db, ctx.user.id)
  const course = await findCourse(ctx.db, { id: courseId })
  if (course?.status !== 'published') throw new AppError('CourseNotFound')
  const among = { userId: ctx.user.id, courseIds: [courseId], now: ctx.now() }
  const [owned] = await listOwnedAmong(ctx.db, among)
  if (owned && owned.leftAt !== null)
    throw new AppError('CourseLeft', { facts: { courseIds: [courseId] } })
  if (owned?.isForGood) throw new AppError('AlreadyEnrolled', { facts: { courseIds: [courseId] } })
  // Requires nothing of owners for a time, who may have it for good.
  const missing = owned ? [] : await missingFor(ctx, ctx.user.id, [course])
  const refusal = refusalOfMissing(missing, () => 'courseId')
  if (refusal !== undefined) throw refusal
  const cart = await getCart(ctx)
  if (!cart.items.some((item) => item.courseId === courseId)) {
    refuseIfUnfit(cart, { amount: course.priceAmount, currency: course.priceCurrency })
  }

  const { priceAmount, priceCurrency } = course
  ctx.outcome.created = await carts.insertCartItem(ctx.db, {
    userId: ctx.user.id,
    courseId,
    priceAmount,
    priceCurrency,
    addedAt: ctx.now(),
  })
  return getCart(ctx)
}

function refuseIfUnfit({ items }: Cart, price: Money): void {
  if (items.length >= maxItems) {
    throw new AppError('InvalidFields', {
      issues: [
        {
          path: 'courseId',
          code: 'maxItems',
          limit: maxItems,
          message: `a cart holds at most ${maxItems} courses: buy or remove some first`,
        },
      ],
    })
  }
  if (currencyOf([...pricesOf(items), price]) === undefined) {
    const message =
      `is sold in ${price.currency}, but the courses in your cart are sold in a different ` +
      'currency: buy or remove those first'
    throw new AppError('InvalidFields', { issues: [{ path: 'courseId', message }] })
  }
}

/** Leaves out what is not charged: owned or no longer sold courses. */
function buyableIn(items: Cart['items']): Cart['items'] {
  return items.filter(({ noLongerSold, owned }) => !noLongerSold && !owned)
}

function pricesOf(items: Cart['items']): Money[] {
  return buyableIn(items).map(({ price }) => price)
}

export async function removeFromCart(
  ctx: UserContext,
  { courseId }: RemoveFromCartInput,
): Promise<Cart> {
  await carts.deleteCartItems(ctx.db, ctx.user.id, [courseId])
  return getCart(ctx)
}
