import { findCourse } from '../../../db/queries/catalogue.ts'
import { deleteCartItems, insertCartItem, listCartItems, lockPurchasesOf } from '../../../db/queries/commerce.ts'
import { findEnrollment } from '../../../db/queries/learning.ts'
import { inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Money } from '../../schema.ts'
import { currencyOf, sumOf } from '../transactions/money.ts'
import type { Cart, CourseToAdd, CourseToRemove } from './schema.ts'

const maxItems = 100

export async function getCart(ctx: UserContext): Promise<Cart> {
  const rows = await listCartItems(ctx.db, ctx.user.id)
  const items = rows.map(({ courseId, title, priceAmount, priceCurrency, addedAt }) => ({
    courseId,
    title,
    price: { amount: priceAmount, currency: priceCurrency },
    addedAt: addedAt.toISOString(),
  }))
  return { items, total: sumOf(items.map((item) => item.price)) ?? null }
}

export async function addToCart(ctx: UserContext, { courseId }: CourseToAdd): Promise<Cart> {
  return inTransaction(ctx, async (ctx) => {
    // One after the other with the user's purchases: what was bought a moment ago must not come back into the cart.
    await lockPurchasesOf(ctx.db, ctx.user.id)
    const course = await findCourse(ctx.db, { id: courseId })
    if (course?.status !== 'published') throw new AppError('CourseNotFound')
    const enrollment = await findEnrollment(ctx.db, { userId: ctx.user.id, courseId })
    if (enrollment?.status === 'active') throw new AppError('AlreadyEnrolled')
    const cart = await getCart(ctx)
    if (!cart.items.some((item) => item.courseId === courseId)) {
      refuseWhatDoesNotFit(cart, { amount: course.priceAmount, currency: course.priceCurrency })
    }

    ctx.outcome.created = await insertCartItem(ctx.db, { userId: ctx.user.id, courseId, addedAt: ctx.now() })
    return getCart(ctx)
  })
}

function refuseWhatDoesNotFit({ items }: Cart, price: Money): void {
  if (items.length >= maxItems) {
    throw new AppError('InvalidFields', {
      issues: [{ path: 'courseId', message: `a cart holds at most ${maxItems} courses: buy or remove some first` }],
    })
  }
  if (currencyOf([...items.map((item) => item.price), price]) === undefined) {
    const message = `is sold in ${price.currency}, the courses in your cart in another currency: buy or remove those first`
    throw new AppError('InvalidFields', { issues: [{ path: 'courseId', message }] })
  }
}

export async function removeFromCart(ctx: UserContext, { courseId }: CourseToRemove): Promise<Cart> {
  await deleteCartItems(ctx.db, ctx.user.id, [courseId])
  return getCart(ctx)
}
