import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { listOwnedAmong } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { deleteCartItems, insertCartItem, listCartItems } from '../../../../db/queries/shop/cart.ts'
import { lockPurchasesOf } from '../../../../db/queries/shop/transactions.ts'
import { currencyOf, sumOf } from '../../../../lib/money.ts'
import type { Money } from '../../../../lib/schema.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { performOnce } from '../../platform/idempotency/perform-once.ts'
import { missingFor, refusalOfMissing } from '../transactions/requirements.ts'
import type { AddToCartInput, Cart, RemoveFromCartInput } from './schema.ts'

const maxItems = 100

export async function getCart(ctx: UserContext): Promise<Cart> {
  const rows = await listCartItems(ctx.db, ctx.user.id, ctx.now())
  const items = rows.map((row) => ({
    courseId: row.courseId,
    title: row.title,
    price: { amount: row.priceAmount, currency: row.priceCurrency },
    priceWhenAdded: { amount: row.amountWhenAdded, currency: row.currencyWhenAdded },
    changed: row.priceAmount !== row.amountWhenAdded || row.priceCurrency !== row.currencyWhenAdded,
    noLongerSold: !row.isSold,
    owned: row.isOwned,
    addedAt: row.addedAt.toISOString(),
  }))
  return { items, total: sumOf(pricesOf(items)) ?? null }
}

export function addToCart(ctx: UserContext, input: AddToCartInput): Promise<Cart> {
  return performOnce(ctx, { input, effect: (ctx) => insertIntoCart(ctx, input) })
}

async function insertIntoCart(ctx: UserContext, { courseId }: AddToCartInput): Promise<Cart> {
  // Waits for the user's purchases: a course bought a moment ago must not return to the cart.
  await lockPurchasesOf(ctx.db, ctx.user.id)
  const course = await findCourse(ctx.db, { id: courseId })
  if (course?.status !== 'published') throw new AppError('CourseNotFound')
  const among = { userId: ctx.user.id, courseIds: [courseId], now: ctx.now() }
  const [owned] = await listOwnedAmong(ctx.db, among)
  if (owned && owned.leftAt !== null)
    throw new AppError('CourseLeft', { facts: { courseIds: [courseId] } })
  if (owned?.isForGood) throw new AppError('AlreadyEnrolled', { facts: { courseIds: [courseId] } })
  // Requires nothing of owners for a time, who may have it for good.
  const missing = owned ? [] : await missingFor(ctx, ctx.user.id, [course])
  const refusal = refusalOfMissing(missing, () => 'courseId')
  if (refusal !== undefined) throw refusal
  const cart = await getCart(ctx)
  if (!cart.items.some((item) => item.courseId === courseId)) {
    refuseIfUnfit(cart, { amount: course.priceAmount, currency: course.priceCurrency })
  }

  const { priceAmount, priceCurrency } = course
  ctx.outcome.created = await insertCartItem(ctx.db, {
    userId: ctx.user.id,
    courseId,
    priceAmount,
    priceCurrency,
    addedAt: ctx.now(),
  })
  return getCart(ctx)
}

function refuseIfUnfit({ items }: Cart, price: Money): void {
  if (items.length >= maxItems) {
    throw new AppError('InvalidFields', {
      issues: [
        {
          path: 'courseId',
          message: `a cart holds at most ${maxItems} courses: buy or remove some first`,
        },
      ],
    })
  }
  if (currencyOf([...pricesOf(items), price]) === undefined) {
    const message =
      `is sold in ${price.currency}, but the courses in your cart are sold in a different ` +
      'currency: buy or remove those first'
    throw new AppError('InvalidFields', { issues: [{ path: 'courseId', message }] })
  }
}

/** Returns the prices to charge: owned or no longer sold courses are left out. */
function pricesOf(items: Cart['items']): Money[] {
  return items
    .filter(({ noLongerSold, owned }) => !noLongerSold && !owned)
    .map(({ price }) => price)
}

export async function removeFromCart(
  ctx: UserContext,
  { courseId }: RemoveFromCartInput,
): Promise<Cart> {
  await deleteCartItems(ctx.db, ctx.user.id, [courseId])
  return getCart(ctx)
}
