import { text } from '../../lib/schema.ts'

export const CouponCode = text(100).meta({
  description: 'Coupon code; case is ignored',
  examples: ['SPRING-20'],
})
