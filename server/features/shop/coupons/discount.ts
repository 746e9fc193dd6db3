import type { CouponRow } from '../../../../db/queries/shop/coupons.ts'
import { splitByWeights } from '../../../../lib/money.ts'
import type { Money } from '../../../../lib/schema.ts'

export interface PricedCourse {
  courseId: string
  price: Money
}

/**
 * Returns the discount on each of the prices: zero if the coupon is for other courses or in a
 * different currency. A fixed amount is deducted in full, up to the sum of the prices; a percentage
 * of the sum is rounded to the nearest unit, halves up.
 *
 * @param onlyFor the courses that the coupon is for; empty when it is for all
 */
export function discountsOf(
  coupon: Pick<CouponRow, 'percent' | 'amount' | 'currency'>,
  courses: PricedCourse[],
  onlyFor: string[],
): number[] {
  const isFor = new Set(onlyFor)
  const eligible = courses.map(({ courseId, price }) => {
    const isEligible =
      (isFor.size === 0 || isFor.has(courseId)) &&
      (coupon.currency === null || coupon.currency === price.currency)
    return isEligible ? price.amount : 0
  })
  const sum = eligible.reduce((sum, amount) => sum + amount, 0)
  return splitByWeights(
    Math.min(sum, coupon.amount ?? percentOf(sum, coupon.percent ?? 0)),
    eligible,
  )
}

function percentOf(sum: number, percent: number): number {
  return Math.floor((sum * percent + 50) / 100)
}
