import { type CouponRow, countRedemptions, findCouponByCode } from '../../../db/queries/coupons.ts'
import type { Deps, UserContext } from '../../context.ts'
import { AppError, type ErrorName } from '../../errors/errors.ts'

/** What may be wrong with a coupon. */
export const couponErrors = [
  'CouponNotFound',
  'CouponExpired',
  'CouponUsedUp',
  'CouponNotApplicable',
] as const satisfies ErrorName[]
type CouponError = (typeof couponErrors)[number]

/**
 * The coupon that somebody types, in any case. Wrong codes count, for the account and for the
 * address: codes must not be found by guessing.
 */
export async function findTypedCoupon(ctx: UserContext, typed: string): Promise<CouponRow> {
  await ctx.limits.take('wrongCouponsPerIp', ctx.ip)
  await ctx.limits.take('wrongCouponsPerAccount', ctx.user.id)
  const coupon = await findCouponByCode(ctx.db, normaliseCode(typed))
  if (coupon === undefined || coupon.disabledAt !== null) throw refusalOf('CouponNotFound')

  await ctx.limits.giveBack('wrongCouponsPerIp', ctx.ip)
  await ctx.limits.giveBack('wrongCouponsPerAccount', ctx.user.id)
  return coupon
}

export function normaliseCode(typed: string): string {
  return typed.trim().toUpperCase()
}

/** Says why the coupon may not be used by the user now; does nothing when it may. */
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
  CouponNotFound: 'is not the code of a coupon',
  CouponExpired: 'is not valid at the moment',
  CouponUsedUp: 'has been used as often as it may be',
  CouponNotApplicable: 'takes nothing off these courses',
} as const satisfies Record<CouponError, string>
