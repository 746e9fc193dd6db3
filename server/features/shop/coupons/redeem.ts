import {
  type CouponRow,
  findCouponByCode,
  type Redemption,
  redeemCoupon,
} from '../../../../db/queries/shop/coupons.ts'
import type { Deps } from '../../../context.ts'
import { refusalOf, refuseUnusable } from './find-coupon.ts'

/** Redeems the coupon within the purchase's database transaction, or throws why it is not valid. */
export async function redeemForPurchase(
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
  // Reports it as used up: the statement refused it, though a use has just been returned.
  throw refusalOf('CouponUsedUp')
}
