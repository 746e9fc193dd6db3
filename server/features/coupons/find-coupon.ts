import { type CouponRow, countRedemptions, findCouponByCode } from '../../../db/queries/coupons.ts'
import type { Deps, UserContext } from '../../context.ts'
import { AppError, type ErrorName } from '../../errors/errors.ts'

/** The errors that a coupon can cause. */
export const couponErrors = [
  'CouponNotFound',
  'CouponExpired',
  'CouponUsedUp',
  'CouponNotApplicable',
] as const satisfies ErrorName[]
type CouponError = (typeof couponErrors)[number]

/**
 * Finds a coupon that is not disabled; case is ignored. Wrong codes count towards limits, for the
 * account and for the IP, so that codes cannot be guessed.
 */
export async function findActiveCoupon(ctx: UserContext, couponCode: string): Promise<CouponRow> {
  await ctx.limits.take('wrongCouponsPerIp', ctx.ip)
  await ctx.limits.take('wrongCouponsPerAccount', ctx.user.id)
  const coupon = await findCouponByCode(ctx.db, normalizeCouponCode(couponCode))
  if (coupon === undefined || coupon.disabledAt !== null) throw refusalOf('CouponNotFound')

  await ctx.limits.giveBack('wrongCouponsPerIp', ctx.ip)
  await ctx.limits.giveBack('wrongCouponsPerAccount', ctx.user.id)
  return coupon
}

export function normalizeCouponCode(couponCode: string): string {
  return couponCode.trim().toUpperCase()
}

/** Throws the reason why the user cannot use the coupon now, if there is one. */
export async function refuseUnusable(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  coupon: CouponRow,
  userId: string,
): Promise<void> {
  const { validFrom, validUntil, maxUses, maxUsesPerUser } = coupon
  if (coupon.disabledAt !== null) throw refusalOf('CouponNotFound')
  if ((validFrom !== null && validFrom > now()) || (validUntil !== null && validUntil <= now()))
    throw refusalOf('CouponExpired')
  if (maxUses !== null && coupon.uses >= maxUses) throw refusalOf('CouponUsedUp')
  if (maxUsesPerUser !== null && (await countRedemptions(db, coupon.id, userId)) >= maxUsesPerUser)
    throw refusalOf('CouponUsedUp')
}

export function refusalOf(name: CouponError): AppError {
  return new AppError(name, { issues: [{ path: 'couponCode', message: messages[name] }] })
}

const messages = {
  CouponNotFound: 'is not a valid coupon code',
  CouponExpired: 'is not valid at the moment',
  CouponUsedUp: 'has reached its maximum number of uses',
  CouponNotApplicable: 'does not apply to these courses',
} as const satisfies Record<CouponError, string>
