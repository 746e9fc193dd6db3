import { adminProcedure, router } from '../../../trpc.ts'
import { createCoupon, disableCoupon } from './manage-coupons.ts'
import * as schema from './schema.ts'
import * as shown from './show-coupons.ts'

/** Procedures for the area `admin.coupons`. */
export const adminCouponsRouter = router({
  list: adminProcedure('money:read')
    .meta({ route: 'GET /api/v1/admin/coupons', summary: 'List coupons, newest first' })
    .input(schema.ListCouponsInput)
    .output(schema.CouponList)
    .query(({ ctx, input }) => shown.listAdminCoupons(ctx, input)),

  get: adminProcedure('money:read')
    .meta({
      route: 'GET /api/v1/admin/coupons/{code}',
      summary: 'Show a coupon',
      errors: ['CouponNotFound'],
    })
    .input(schema.CouponInput)
    .output(schema.Coupon)
    .query(({ ctx, input }) => shown.getCoupon(ctx, input)),

  create: adminProcedure('money:write')
    .meta({
      route: 'POST /api/v1/admin/coupons',
      summary: 'Create a coupon',
      description: 'A coupon stays as it was created; for a different discount, create another.',
      location: '/api/v1/admin/coupons/{code}',
      errors: ['CourseNotFound', 'CouponCodeTaken'],
      limits: ['couponsPerAccount'],
    })
    .input(schema.CreateCouponInput)
    .output(schema.Coupon)
    .mutation(({ ctx, input }) => createCoupon(ctx, input)),

  disable: adminProcedure('money:write')
    .meta({
      route: 'POST /api/v1/admin/coupons/{code}/disable',
      summary: 'Disable a coupon for good',
      repeatable: true,
      errors: ['CouponNotFound'],
      description: 'Purchases already started with it keep their prices.',
    })
    .input(schema.CouponInput)
    .output(schema.Coupon)
    .mutation(({ ctx, input }) => disableCoupon(ctx, input)),
})
