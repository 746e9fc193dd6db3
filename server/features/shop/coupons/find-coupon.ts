import {
  type CouponRow,
  countRedemptions,
  findCouponByCode,
} from '../../../../db/queries/shop/coupons.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { readTypedCode } from '../../../../lib/typed-text/typed-text.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { AppError, type ErrorName } from '../../../errors/errors.ts'
import type { Budget } from '../../../security/limits.ts'

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
 * account and for the IP, so that codes cannot be guessed. Tries that the account has used up do
 * not count for the IP: others behind it have theirs.
 */
export async function findActiveCoupon(ctx: UserContext, couponCode: string): Promise<CouponRow> {
  const tries: Budget[] = [
    ['wrongCouponsPerAccount', ctx.user.id],
    ['wrongCouponsPerIp', ctx.ip],
  ]
  await ctx.limits.takeAll(tries)
  const coupon = await findCouponByCode(ctx.db, readTypedCode(couponCode))
  if (coupon === undefined || coupon.disabledAt !== null) throw refusalOf('CouponNotFound')

  await ctx.limits.giveBackAll(tries)
  return coupon
}

interface CouponUser {
  userId: string
  /** Uses by pending purchases that the next one replaces. */
  replaced?: number
}

/** Returns the reason why the user cannot use the coupon now, if there is one. */
export async function findRefusal(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  coupon: CouponRow,
  { userId, replaced = 0 }: CouponUser,
): Promise<AppError | undefined> {
  const { validFrom, validUntil, maxUses, maxUsesPerUser } = coupon
  if (coupon.disabledAt !== null) return refusalOf('CouponNotFound')
  if ((validFrom !== null && validFrom > now()) || (validUntil !== null && validUntil <= now()))
    return refusalOfPeriod(coupon)
  if (maxUses !== null && coupon.uses - replaced >= maxUses) return refusalOf('CouponUsedUp')
  if (maxUsesPerUser === null) return undefined
  const own = (await countRedemptions(db, coupon.id, userId)) - replaced
  return own >= maxUsesPerUser ? refusalOf('CouponUsedUp') : undefined
}

/** Throws the reason why the user cannot use the coupon now, if there is one. */
export async function refuseUnusable(
  deps: Pick<Deps, 'db' | 'now'>,
  coupon: CouponRow,
  userId: string,
): Promise<void> {
  const refusal = await findRefusal(deps, coupon, { userId })
  if (refusal !== undefined) throw refusal
}

export function refusalOf(name: Exclude<CouponError, 'CouponExpired'>): AppError {
  return new AppError(name, { issues: [{ path: 'couponCode', message: messages[name] }] })
}

function refusalOfPeriod({ validFrom, validUntil }: CouponRow): AppError {
  return new AppError('CouponExpired', {
    issues: [{ path: 'couponCode', message: messages.CouponExpired }],
    facts: withIsoDates({ validFrom, validUntil }),
  })
}

const messages = {
  CouponNotFound: 'is not a valid coupon code',
  CouponExpired: 'is not valid at the moment',
  CouponUsedUp: 'has reached its maximum number of uses',
  CouponNotApplicable: 'does not apply to these courses',
} as const satisfies Record<CouponError, string>
