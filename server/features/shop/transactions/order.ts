import {
  type CourseRow,
  findPublishedCourses,
} from '../../../../db/queries/courses/courses/courses.ts'
import { listOwnedAmong } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { findCartCoupon, listCartItems } from '../../../../db/queries/shop/cart.ts'
import type { CouponRow } from '../../../../db/queries/shop/coupons.ts'
import { findPaidAmong } from '../../../../db/queries/shop/transactions.ts'
import { formatMoney, sumOf } from '../../../../lib/money.ts'
import type { Money } from '../../../../lib/schema.ts'
import type { UserContext } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'
import { applyCoupon, findDiscounts } from '../coupons/apply-coupon.ts'
import { refusalOf } from '../coupons/find-coupon.ts'
import { missingFor, refusalOfMissing } from './requirements.ts'

/** The largest integer of PostgreSQL. */
const maxTotal = 2_147_483_647

export interface OrderLine {
  course: CourseRow
  /** Discount in the currency of the order, like the price. */
  discountAmount: number
}

/** Courses to buy, at their current prices. */
export interface Order {
  lines: OrderLine[]
  coupon: CouponRow | undefined
  discount: Money
  /** Total after the discount. */
  total: Money
}

/**
 * Prices the named courses, which must all be sold, not owned, and in one currency; or those in the
 * cart, except ones that are no longer sold or already owned.
 */
export async function priceOrder(
  ctx: UserContext,
  courseIds: string[] | undefined,
  coupon: CouponRow | undefined,
): Promise<Order> {
  const ids = courseIds === undefined ? await listBuyable(ctx) : [...new Set(courseIds)]
  const found = new Map(
    (await findPublishedCourses(ctx.db, ids)).map((course) => [course.id, course]),
  )
  const unknown = ids.filter((id) => !found.has(id))
  if (unknown.length > 0) {
    const issues = issuesOf(courseIds, unknown, 'there is no such course')
    throw new AppError('CourseNotFound', { issues })
  }
  const owned = await listOwnedAmong(ctx.db, {
    userId: ctx.user.id,
    courseIds: ids,
    now: ctx.now(),
  })
  const enrolled = owned.filter(({ leftAt, isForGood }) => leftAt === null && isForGood)
  const left = owned.filter(({ leftAt }) => leftAt !== null)
  const idsOf = (courses: typeof owned) => courses.map(({ courseId }) => courseId)
  refuse(courseIds, idsOf(enrolled), {
    error: 'AlreadyEnrolled',
    message: 'you are already enrolled in this course',
  })
  refuse(courseIds, idsOf(left), {
    error: 'CourseLeft',
    message: 'you have left this course, and can return to it',
  })
  refuse(courseIds, await findPaidAmong(ctx.db, ctx.user.id, ids), {
    error: 'AlreadyEnrolled',
    message: 'you have already paid for this course; it opens in a moment',
  })

  const courses = ids.flatMap((id) => found.get(id) ?? [])
  const refusal = refusalOfMissing(
    // Requires nothing of those who have the course for a time, and may have it for good.
    await missingFor(
      ctx,
      ctx.user.id,
      courses.filter(({ id }) => !owned.some(({ courseId }) => courseId === id)),
    ),
    (id) => `courseIds.${courseIds?.indexOf(id) ?? id}`,
  )
  if (refusal !== undefined) throw refusal
  const sum = sumOf(courses.map(priceOf))
  if (sum === undefined)
    throw refusalOfAll('are sold in different currencies: buy them in one transaction per currency')
  if (sum.amount > maxTotal)
    throw refusalOfAll('cost too much for one transaction: split them into several')

  const discounts =
    coupon === undefined ? courses.map(() => 0) : await discountsFor(ctx, coupon, courses)
  const discount = {
    amount: discounts.reduce((total, amount) => total + amount, 0),
    currency: sum.currency,
  }
  return {
    lines: courses.map((course, index) => ({ course, discountAmount: discounts[index] ?? 0 })),
    coupon,
    discount,
    total: { amount: sum.amount - discount.amount, currency: sum.currency },
  }
}

/**
 * Prices the cart with its coupon. One that has ended is refused, except to whoever was shown the
 * price without it.
 */
export async function priceCart(ctx: UserContext, expected: Money | undefined): Promise<Order> {
  const full = await priceOrder(ctx, undefined, undefined)
  const coupon = full.total.amount > 0 ? await findCartCoupon(ctx.db, ctx.user.id) : undefined
  if (coupon === undefined) return full

  const priced = full.lines.map(({ course }) => ({ courseId: course.id, price: priceOf(course) }))
  const { refusal } = await applyCoupon(ctx, coupon, priced)
  if (refusal === undefined) return priceOrder(ctx, undefined, coupon)
  if (expected === undefined || isMoreThan(full.total, expected)) throw refusal
  return full
}

function isMoreThan(total: Money, expected: Money): boolean {
  return total.currency !== expected.currency || total.amount > expected.amount
}

/** Refuses a total above the one that the learner was shown; a lower one is charged as it is. */
export function refuseHigherTotal(order: Order, expected: Money | undefined): void {
  const { lines, discount, total } = order
  if (expected === undefined || !isMoreThan(total, expected)) return
  const more =
    total.currency === expected.currency
      ? [`${formatMoney({ ...total, amount: total.amount - expected.amount })} more than expected`]
      : []
  const message = [`is now ${formatMoney(total)}`, ...more].join(', ')
  throw new AppError('PriceChanged', {
    issues: [{ path: 'expectedTotal', message }],
    facts: {
      total,
      discount,
      lines: lines.map(({ course, discountAmount }) => ({
        courseId: course.id,
        title: course.title,
        price: priceOf(course),
        discount: { amount: discountAmount, currency: total.currency },
      })),
    },
  })
}

async function listBuyable({ db, user, now }: UserContext): Promise<string[]> {
  const items = await listCartItems(db, user.id, now())
  const buyable = items.filter(({ isSold, isOwned }) => isSold && !isOwned)
  if (buyable.length > 0) return buyable.map(({ courseId }) => courseId)
  const reason = items.length === 0 ? 'is empty' : 'contains nothing that you can buy'
  const message = `is required, because your cart ${reason}`
  throw new AppError('MissingFields', { issues: [{ path: 'courseIds', message }] })
}

async function discountsFor(
  ctx: UserContext,
  coupon: CouponRow,
  courses: CourseRow[],
): Promise<number[]> {
  const priced = courses.map((course) => ({ courseId: course.id, price: priceOf(course) }))
  const discounts = await findDiscounts(ctx, coupon, priced)
  if (discounts.every((amount) => amount === 0)) throw refusalOf('CouponNotApplicable')
  return discounts
}

function refusalOfAll(message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path: 'courseIds', message }] })
}

function refuse(
  courseIds: string[] | undefined,
  refused: string[],
  { error, message }: { error: 'AlreadyEnrolled' | 'CourseLeft'; message: string },
): void {
  if (refused.length === 0) return
  const issues = issuesOf(courseIds, refused, message)
  throw new AppError(error, { issues, facts: { courseIds: refused } })
}

export function issuesOf(
  courseIds: string[] | undefined,
  refused: string[],
  message: string,
): Issue[] {
  return refused.map((id) => ({ path: `courseIds.${courseIds?.indexOf(id) ?? id}`, message }))
}

function priceOf({ priceAmount, priceCurrency }: CourseRow): Money {
  return { amount: priceAmount, currency: priceCurrency }
}
