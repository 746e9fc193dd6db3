import { adminProcedure, rest, router } from '../../../trpc.ts'
import {
  createAdminCoupon,
  disableAdminCoupon,
  getAdminCoupon,
  listAdminCoupons,
} from './admin-coupons.ts'
import { Coupon, CouponInput, CouponList, CreateCouponInput, ListCouponsInput } from './schema.ts'

/** For the area `admin.coupons`. */
export const adminCouponsRouter = router({
  list: adminProcedure('money:read')
    .meta(rest('GET /api/v1/admin/coupons', { summary: 'List coupons, newest first' }))
    .input(ListCouponsInput)
    .output(CouponList)
    .query(({ ctx, input }) => listAdminCoupons(ctx, input)),

  get: adminProcedure('money:read')
    .meta(
      rest('GET /api/v1/admin/coupons/{code}', {
        summary: 'Show a coupon',
        errors: ['CouponNotFound'],
      }),
    )
    .input(CouponInput.strict())
    .output(Coupon)
    .query(({ ctx, input }) => getAdminCoupon(ctx, input)),

  create: adminProcedure('money:write')
    .meta(
      rest('POST /api/v1/admin/coupons', {
        summary: 'Create a coupon',
        description: 'A coupon stays as it was created; for a different discount, create another.',
        status: 201,
        location: '/api/v1/admin/coupons/{code}',
        errors: ['CourseNotFound', 'CouponCodeTaken'],
        limits: ['couponsPerAccount'],
      }),
    )
    .input(CreateCouponInput)
    .output(Coupon)
    .mutation(({ ctx, input }) => createAdminCoupon(ctx, input)),

  disable: adminProcedure('money:write')
    .meta(
      rest('POST /api/v1/admin/coupons/{code}/disable', {
        summary: 'Disable a coupon for good',
        repeatable: true,
        errors: ['CouponNotFound'],
        description: 'Purchases already started with it keep their prices.',
      }),
    )
    .input(CouponInput)
    .output(Coupon)
    .mutation(({ ctx, input }) => disableAdminCoupon(ctx, input)),
})
