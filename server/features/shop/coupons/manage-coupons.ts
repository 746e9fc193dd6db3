import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import {
  type CouponRow,
  disableCoupon as disableRow,
  insertCoupon,
} from '../../../../db/queries/shop/coupons.ts'
import { isId, newId } from '../../../../lib/ids.ts'
import { endMeant, startMeant } from '../../../../lib/lists/periods.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { readTypedCode } from '../../../../lib/typed-text/typed-text.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import type * as schema from './schema.ts'
import { describe, requireCoupon } from './show-coupons.ts'

export async function createCoupon(
  ctx: Deps,
  { courses, takesOff, ...input }: schema.CreateCouponInput,
): Promise<schema.Coupon> {
  const validFrom = startMeant(input.validFrom, ctx.config.timeZone)
  const validUntil = endMeant(input.validUntil, ctx.config.timeZone)
  if (validFrom !== null && validUntil !== null && validFrom >= validUntil)
    throw new AppError('InvalidFields', {
      issues: [{ path: 'validUntil', message: 'is not after `validFrom`' }],
    })
  return inTransaction(ctx, async (ctx) => {
    const courseIds = new Set<string>()
    for (const [index, slug] of courses.entries()) {
      const course = await findCourse(ctx.db, isId(slug) ? { id: slug } : { slug })
      if (course === undefined)
        throw new AppError('CourseNotFound', {
          message: `There is no course ${slug}.`,
          issues: [{ path: `courses.${index}`, message: 'there is no such course' }],
        })
      courseIds.add(course.id)
    }

    const coupon: CouponRow = {
      ...input,
      ...{ percent: null, amount: null, currency: null, ...takesOff },
      ...{ validFrom, validUntil },
      code: readTypedCode(input.code),
      id: newId(),
      uses: 0,
      disabledAt: null,
      createdAt: ctx.now(),
    }
    if (!(await insertCoupon(ctx.db, coupon, [...courseIds]))) {
      const message = `The coupon ${coupon.code} already exists. Choose a different code.`
      throw new AppError('CouponCodeTaken', { message })
    }
    await recordEvent(ctx, 'coupon-created', {
      details: { couponId: coupon.id, ...changeOf(undefined, factsOf(coupon)) },
    })
    return describe(ctx, coupon)
  })
}

/** Disables the coupon for good. Purchases already started with it keep their prices. */
export async function disableCoupon(
  ctx: Deps,
  { code }: schema.CouponInput,
): Promise<schema.Coupon> {
  return inTransaction(ctx, async (ctx) => {
    const coupon = await requireCoupon(ctx, code)
    if (coupon.disabledAt === null) {
      await disableRow(ctx.db, coupon.id, ctx.now())
      const change = changeOf({ disabled: false }, { disabled: true })
      await recordEvent(ctx, 'coupon-disabled', { details: { couponId: coupon.id, ...change } })
    }
    return describe(ctx, await requireCoupon(ctx, code))
  })
}

/** Returns its facts for the audit trail, and only these. */
function factsOf({ percent, amount, currency, validFrom, validUntil, ...coupon }: CouponRow) {
  const { maxUses, maxUsesPerUser } = coupon
  const worth = { percent, amount, currency }
  const facts = withIsoDates({ ...worth, validFrom, validUntil, maxUses, maxUsesPerUser })
  const had = Object.entries(facts).filter(([, fact]) => fact !== null)
  return Object.fromEntries(had) as Partial<typeof facts>
}
