import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import {
  type CouponRow,
  type CouponStatus,
  disableCoupon as disableRow,
  findCouponByCode,
  insertCoupon,
  listCouponCourses,
} from '../../../../db/queries/shop/coupons.ts'
import { isId, newId } from '../../../../lib/ids.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { readTypedCode } from '../../../../lib/typed-text/typed-text.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'

export type CreateCouponInput = Pick<
  CouponRow,
  | 'code'
  | 'percent'
  | 'amount'
  | 'currency'
  | 'validFrom'
  | 'validUntil'
  | 'maxUses'
  | 'maxUsesPerUser'
> & {
  /** Ids or slugs of the courses that it is for; empty for all. */
  courses: string[]
}

/** A coupon with the slugs of its courses. */
export interface DescribedCoupon {
  coupon: CouponRow
  courses: string[]
}

export async function createCoupon(
  ctx: Deps,
  { courses, ...content }: CreateCouponInput,
): Promise<DescribedCoupon> {
  const { validFrom, validUntil } = content
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
      ...content,
      code: readTypedCode(content.code),
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

export async function showCoupon(ctx: Pick<Deps, 'db'>, code: string): Promise<DescribedCoupon> {
  const coupon = await findCouponByCode(ctx.db, readTypedCode(code))
  if (coupon === undefined) throw new AppError('CouponNotFound')
  return describe(ctx, coupon)
}

/** Disables the coupon for good. Purchases already started with it keep their prices. */
export async function disableCoupon(ctx: Deps, code: string): Promise<DescribedCoupon> {
  return inTransaction(ctx, async (ctx) => {
    const { coupon } = await showCoupon(ctx, code)
    if (coupon.disabledAt === null) {
      await disableRow(ctx.db, coupon.id, ctx.now())
      const change = changeOf({ disabled: false }, { disabled: true })
      await recordEvent(ctx, 'coupon-disabled', { details: { couponId: coupon.id, ...change } })
    }
    return showCoupon(ctx, code)
  })
}

/** Returns the first reason for which a coupon is over, as the filter of its list does. */
export function couponStatusOf(
  { disabledAt, maxUses, uses, validFrom, validUntil }: CouponRow,
  now: Date,
): CouponStatus {
  if (disabledAt !== null) return 'disabled'
  if (maxUses !== null && uses >= maxUses) return 'used-up'
  if (validUntil !== null && validUntil <= now) return 'expired'
  return validFrom !== null && validFrom > now ? 'scheduled' : 'active'
}

/** Says what the audit trail has of it, and only what it has. */
function factsOf({ percent, amount, currency, validFrom, validUntil, ...coupon }: CouponRow) {
  const { maxUses, maxUsesPerUser } = coupon
  const worth = { percent, amount, currency }
  const facts = withIsoDates({ ...worth, validFrom, validUntil, maxUses, maxUsesPerUser })
  const had = Object.entries(facts).filter(([, fact]) => fact !== null)
  return Object.fromEntries(had) as Partial<typeof facts>
}

async function describe({ db }: Pick<Deps, 'db'>, coupon: CouponRow): Promise<DescribedCoupon> {
  return { coupon, courses: (await listCouponCourses(db, coupon.id)).map(({ slug }) => slug) }
}
