import {
  type CouponRow,
  findCouponByCode,
  type Redemption,
  redeemCoupon,
} from '../../../db/queries/coupons.ts'
import type { Deps } from '../../context.ts'
import { refusalOf, refuseUnusable } from './find-coupon.ts'

/** Uses the coupon for a purchase, in its database transaction, or says why it may not be used. */
export async function redeem(
  ctx: Deps,
  coupon: CouponRow,
  redemption: Omit<Redemption, 'couponId'>,
): Promise<void> {
  if (await redeemCoupon(ctx.db, { ...redemption, couponId: coupon.id })) return
  await refuseUnusable(
    ctx,
    (await findCouponByCode(ctx.db, coupon.code)) ?? coupon,
    redemption.userId,
  )
  // The statement refused what is fine a moment later: a use has just been given back.
  throw refusalOf('CouponUsedUp')
}
