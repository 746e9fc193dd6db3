import { listCartItems } from '../../../db/queries/cart.ts'
import { type CouponRow, listCouponCourses } from '../../../db/queries/coupons.ts'
import { type CourseRow, findPublishedCourses } from '../../../db/queries/courses.ts'
import { findEnrolledAmong } from '../../../db/queries/enrollments.ts'
import { findPaidAmong } from '../../../db/queries/transactions.ts'
import type { UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { formatMoney, sumOf } from '../../lib/money.ts'
import type { Money } from '../../lib/schema.ts'
import { discountsOf } from '../coupons/discount.ts'
import { refusalOf } from '../coupons/find-coupon.ts'

/** What PostgreSQL's integer holds. */
const maxTotal = 2_147_483_647

export interface OrderLine {
  course: CourseRow
  /** In the currency of the order, like the price. */
  discountAmount: number
}

/** What somebody wants to buy, at today's prices. */
export interface Order {
  lines: OrderLine[]
  coupon: CouponRow | undefined
  discount: Money
  /** After the discount. */
  total: Money
}

/**
 * The named courses: all of them sold, none of them owned, in one currency. Or those in the cart,
 * without the ones that are no longer sold or are owned by now.
 */
export async function orderOf(
  ctx: UserContext,
  courseIds: string[] | undefined,
  coupon: CouponRow | undefined,
): Promise<Order> {
  const ids = courseIds === undefined ? await listBuyable(ctx) : [...new Set(courseIds)]
  const found = new Map(
    (await findPublishedCourses(ctx.db, ids)).map((course) => [course.id, course]),
  )
  refuse(
    'CourseNotFound',
    courseIds,
    ids.filter((id) => !found.has(id)),
    'there is no such course',
  )
  refuse(
    'AlreadyEnrolled',
    courseIds,
    await findEnrolledAmong(ctx.db, ctx.user.id, ids),
    'you are already enrolled in it',
  )
  refuse(
    'AlreadyEnrolled',
    courseIds,
    await findPaidAmong(ctx.db, ctx.user.id, ids),
    'you have paid for it: it opens in a moment',
  )

  const courses = ids.flatMap((id) => found.get(id) ?? [])
  const sum = sumOf(courses.map(priceOf))
  if (sum === undefined)
    throw refusalOfAll('are sold in different currencies: buy them one currency at a time')
  if (sum.amount > maxTotal)
    throw refusalOfAll('cost too much for one transaction: buy them in several')

  const discounts =
    coupon === undefined ? courses.map(() => 0) : await discountsBy(ctx, coupon, courses)
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

/** Refuses what costs more than the learner was shown; what costs less is passed on. */
export function refuseHigherTotal({ total }: Order, expected: Money | undefined): void {
  if (
    expected === undefined ||
    (total.currency === expected.currency && total.amount <= expected.amount)
  )
    return
  const more =
    total.currency === expected.currency
      ? [`${formatMoney({ ...total, amount: total.amount - expected.amount })} more than expected`]
      : []
  const message = [`is ${formatMoney(total)} now`, ...more].join(', ')
  throw new AppError('PriceChanged', { issues: [{ path: 'expectedTotal', message }] })
}

async function listBuyable({ db, user }: UserContext): Promise<string[]> {
  const items = await listCartItems(db, user.id)
  const buyable = items.filter(({ isSold, isOwned }) => isSold && !isOwned)
  if (buyable.length > 0) return buyable.map(({ courseId }) => courseId)
  const message = `is required, because your cart ${items.length === 0 ? 'is empty' : 'holds nothing that you could buy'}`
  throw new AppError('MissingFields', { issues: [{ path: 'courseIds', message }] })
}

async function discountsBy(
  { db }: UserContext,
  coupon: CouponRow,
  courses: CourseRow[],
): Promise<number[]> {
  const onlyFor = (await listCouponCourses(db, coupon.id)).map(({ courseId }) => courseId)
  const discounts = discountsOf(
    coupon,
    courses.map((course) => ({ courseId: course.id, price: priceOf(course) })),
    onlyFor,
  )
  if (discounts.every((amount) => amount === 0)) throw refusalOf('CouponNotApplicable')
  return discounts
}

function refusalOfAll(message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path: 'courseIds', message }] })
}

function refuse(
  name: 'CourseNotFound' | 'AlreadyEnrolled',
  courseIds: string[] | undefined,
  refused: string[],
  message: string,
): void {
  if (refused.length === 0) return
  throw new AppError(name, {
    issues: refused.map((id) => ({ path: `courseIds.${courseIds?.indexOf(id) ?? id}`, message })),
  })
}

function priceOf({ priceAmount, priceCurrency }: CourseRow): Money {
  return { amount: priceAmount, currency: priceCurrency }
}
