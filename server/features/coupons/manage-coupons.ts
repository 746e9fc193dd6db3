import {
  type CouponRow,
  disableCoupon as disableRow,
  findCouponByCode,
  insertCoupon,
  listCouponCourses,
} from '../../../db/queries/commerce/coupons.ts'
import { findCourse } from '../../../db/queries/learning/courses/courses.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { newId } from '../../lib/ids.ts'
import { recordEvent } from '../../security/audit.ts'
import { normalizeCouponCode } from './find-coupon.ts'

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
  /** Slugs of the courses that it is for; empty for all. */
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
  return inTransaction(ctx, async (ctx) => {
    const courseIds = new Set<string>()
    for (const slug of courses) {
      const course = await findCourse(ctx.db, { slug })
      if (course === undefined)
        throw new AppError('CourseNotFound', { message: `There is no course ${slug}.` })
      courseIds.add(course.id)
    }

    const coupon: CouponRow = {
      ...content,
      code: normalizeCouponCode(content.code),
      id: newId(),
      uses: 0,
      disabledAt: null,
      createdAt: ctx.now(),
    }
    if (!(await insertCoupon(ctx.db, coupon, [...courseIds]))) {
      throw new AppError('InvalidFields', { message: `The coupon ${coupon.code} already exists.` })
    }
    await recordEvent(ctx, 'coupon-created', {
      details: { code: coupon.code, percent: coupon.percent, amount: coupon.amount },
    })
    return describe(ctx, coupon)
  })
}

export async function showCoupon(ctx: Pick<Deps, 'db'>, code: string): Promise<DescribedCoupon> {
  const coupon = await findCouponByCode(ctx.db, normalizeCouponCode(code))
  if (coupon === undefined) throw new AppError('CouponNotFound')
  return describe(ctx, coupon)
}

/** Disables the coupon for good. Purchases already started with it keep their prices. */
export async function disableCoupon(ctx: Deps, code: string): Promise<DescribedCoupon> {
  return inTransaction(ctx, async (ctx) => {
    const { coupon } = await showCoupon(ctx, code)
    if (coupon.disabledAt === null) {
      await disableRow(ctx.db, coupon.id, ctx.now())
      await recordEvent(ctx, 'coupon-disabled', { details: { code: coupon.code } })
    }
    return showCoupon(ctx, code)
  })
}

async function describe({ db }: Pick<Deps, 'db'>, coupon: CouponRow): Promise<DescribedCoupon> {
  return { coupon, courses: (await listCouponCourses(db, coupon.id)).map(({ slug }) => slug) }
}
