import { Empty } from '../../../../lib/schema.ts'
import { router, userProcedure } from '../../../trpc.ts'
import { couponErrors } from '../coupons/find-coupon.ts'
import { addToCart, getCart, removeCartCoupon, removeFromCart, setCartCoupon } from './cart.ts'
import * as schema from './schema.ts'

export const cartRouter = router({
  get: userProcedure
    .meta({
      route: 'GET /api/v1/cart',
      summary: 'Show your cart',
      description:
        'Titles and prices are current. Each item also says what it cost when you added it, ' +
        'and whether you can still buy it. Courses that you cannot buy are not charged.',
    })
    .input(Empty)
    .output(schema.Cart)
    .query(({ ctx }) => getCart(ctx)),

  add: userProcedure
    .meta({
      route: 'POST /api/v1/cart',
      summary: 'Add a course to your cart',
      aliases: ['POST /api/cart'],
      location: '/api/v1/cart',
      statusWhenExisting: 200,
      idempotent: true,
      errors: ['CourseNotFound', 'AlreadyEnrolled', 'CourseLeft', 'PrerequisiteMissing'],
      description:
        'Answers with 201 if the course is new in your cart, and with 200 if it was there ' +
        'already. A cart holds a course at most once.',
    })
    .input(schema.AddToCartInput)
    .output(schema.Cart)
    .mutation(({ ctx, input }) => addToCart(ctx, input)),

  remove: userProcedure
    .meta({
      route: 'DELETE /api/v1/cart/{courseId}',
      summary: 'Remove a course from your cart',
      repeatable: true,
      description:
        'Has no effect if the course is not in your cart. Returns the remaining content.',
    })
    .input(schema.RemoveFromCartInput)
    .output(schema.Cart)
    .mutation(({ ctx, input }) => removeFromCart(ctx, input)),

  setCoupon: userProcedure
    .meta({
      route: 'PUT /api/v1/cart/coupon',
      summary: 'Put a coupon in your cart',
      description:
        'It replaces another, and stays until you remove it or buy with it. It reserves no use: ' +
        'a purchase of the cart redeems it, if it is still valid then.',
      repeatable: true,
      errors: [...couponErrors],
      limits: ['wrongCouponsPerAccount', 'wrongCouponsPerIp'],
    })
    .input(schema.SetCouponInput)
    .output(schema.Cart)
    .mutation(({ ctx, input }) => setCartCoupon(ctx, input)),

  removeCoupon: userProcedure
    .meta({
      route: 'DELETE /api/v1/cart/coupon',
      summary: 'Remove the coupon from your cart',
      repeatable: true,
      description: 'Has no effect without one.',
    })
    .input(Empty)
    .output(schema.Cart)
    .mutation(({ ctx }) => removeCartCoupon(ctx)),
})
