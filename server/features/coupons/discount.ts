import type { CouponRow } from '../../../db/queries/coupons.ts'
import { splitByWeights } from '../../lib/money.ts'
import type { Money } from '../../lib/schema.ts'

export interface PricedCourse {
  courseId: string
  price: Money
}

/**
 * What the coupon takes off each of the prices: none when it does not fit, because it is for other
 * courses or in another currency. A fixed amount is taken off whole, but never more than there is;
 * a percentage of the sum is rounded to the nearest unit, halves up.
 *
 * @param onlyFor the courses that the coupon is for; none when it is for all
 */
export function discountsOf(
  coupon: Pick<CouponRow, 'percent' | 'amount' | 'currency'>,
  courses: PricedCourse[],
  onlyFor: string[],
): number[] {
  const isFor = new Set(onlyFor)
  const eligible = courses.map(({ courseId, price }) => {
    const fits =
      (isFor.size === 0 || isFor.has(courseId)) &&
      (coupon.currency === null || coupon.currency === price.currency)
    return fits ? price.amount : 0
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
