import { z } from 'zod'
import { exampleIds, Id, IdInPath, Instant, Money } from '../../lib/schema.ts'

export const CartItem = z
  .object({
    courseId: Id.meta({ description: 'The course', examples: [exampleIds.course] }),
    title: z.string().meta({
      description: 'Title of the course as it is now',
      examples: ['Building a course player'],
    }),
    price: Money.describe('What it costs now'),
    priceWhenAdded: Money.describe('What it cost when I put it in'),
    changed: z.boolean().describe('The price is another one than when I put it in'),
    noLongerSold: z
      .boolean()
      .describe('It cannot be bought any more; it is not charged, and stays until it is removed'),
    owned: z.boolean().describe('I have it by now; it is not charged'),
    addedAt: Instant.describe('When I put it in'),
  })
  .meta({ id: 'CartItem', description: 'A course in my cart' })

export const Cart = z
  .object({
    items: z.array(CartItem).describe('In the order in which they were added'),
    total: Money.nullable().describe(
      'Of what can be bought. null while the courses are sold in several currencies, and cannot be bought together',
    ),
  })
  .meta({ id: 'Cart', description: 'Courses that I consider buying' })
export type Cart = z.infer<typeof Cart>

export const AddToCartInput = z
  .object({
    courseId: Id.meta({ description: 'The course to put in', examples: [exampleIds.course] }),
  })
  .meta({ id: 'AddToCartInput', description: 'A course for my cart' })
export type AddToCartInput = z.infer<typeof AddToCartInput>

export const RemoveFromCartInput = z.object({
  courseId: IdInPath.meta({ description: 'The course to take out', examples: [exampleIds.course] }),
})
export type RemoveFromCartInput = z.infer<typeof RemoveFromCartInput>
