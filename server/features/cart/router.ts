import { Nothing } from '../../lib/schema.ts'
import { rest, router, userProcedure } from '../../trpc.ts'
import { addToCart, getCart, removeFromCart } from './cart.ts'
import { AddToCartInput, Cart, RemoveFromCartInput } from './schema.ts'

export const cartRouter = router({
  get: userProcedure
    .meta(
      rest('GET /api/cart', {
        summary: 'Show my cart',
        description:
          'Titles and prices are those of the moment; each item says what it cost when it was added, and whether it can still be bought. ' +
          'What cannot is not charged.',
      }),
    )
    .input(Nothing)
    .output(Cart)
    .query(({ ctx }) => getCart(ctx)),

  add: userProcedure
    .meta(
      rest('POST /api/cart', {
        summary: 'Put a course in my cart',
        status: 201,
        location: '/api/cart',
        statusWhenExisting: 200,
        idempotent: true,
        errors: ['CourseNotFound', 'AlreadyEnrolled'],
        description:
          'Answers 201 when the course is new in the cart, and 200 when it was in it already. A course is in a cart at most once.',
      }),
    )
    .input(AddToCartInput)
    .output(Cart)
    .mutation(({ ctx, input }) => addToCart(ctx, input)),

  remove: userProcedure
    .meta(
      rest('DELETE /api/cart/{courseId}', {
        summary: 'Take a course out of my cart',
        description:
          'Harmless when the course is not in the cart. Answers with what is left in it.',
      }),
    )
    .input(RemoveFromCartInput)
    .output(Cart)
    .mutation(({ ctx, input }) => removeFromCart(ctx, input)),
})
