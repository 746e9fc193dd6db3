import { deskProcedure, rest, router } from '../../../trpc.ts'
import {
  createDeskCoupon,
  disableDeskCoupon,
  getDeskCoupon,
  listDeskCoupons,
} from './desk-coupons.ts'
import { Coupon, CouponInput, CouponList, CreateCouponInput, ListCouponsInput } from './schema.ts'

/** For the area `admin.coupons`. */
export const deskCouponsRouter = router({
  list: deskProcedure('money:read')
    .meta(rest('GET /api/v1/admin/coupons', { summary: 'List coupons, newest first' }))
    .input(ListCouponsInput)
    .output(CouponList)
    .query(({ ctx, input }) => listDeskCoupons(ctx, input)),

  get: deskProcedure('money:read')
    .meta(
      rest('GET /api/v1/admin/coupons/{code}', {
        summary: 'Show a coupon',
        errors: ['CouponNotFound'],
      }),
    )
    .input(CouponInput.strict())
    .output(Coupon)
    .query(({ ctx, input }) => getDeskCoupon(ctx, input)),

  create: deskProcedure('money:write')
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
    .mutation(({ ctx, input }) => createDeskCoupon(ctx, input)),

  disable: deskProcedure('money:write')
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
    .mutation(({ ctx, input }) => disableDeskCoupon(ctx, input)),
})
