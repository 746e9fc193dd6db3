import { z } from 'zod'
import { Id, IdInPath, Instant, Money } from '../../schema.ts'

export const CartItem = z
  .object({
    courseId: Id,
    title: z.string().describe('Title of the course as it is now'),
    price: Money,
    addedAt: Instant,
  })
  .meta({ id: 'CartItem' })

export const Cart = z
  .object({
    items: z.array(CartItem).describe('In the order in which they were added'),
    total: Money.nullable().describe('null while the courses are sold in several currencies, and cannot be bought together'),
  })
  .meta({ id: 'Cart', description: 'Courses that I consider buying' })
export type Cart = z.infer<typeof Cart>

export const CourseToAdd = z.object({ courseId: Id.describe('The course to put in') })
export type CourseToAdd = z.infer<typeof CourseToAdd>

export const CourseToRemove = z.object({ courseId: IdInPath.describe('The course to take out') })
export type CourseToRemove = z.infer<typeof CourseToRemove>
