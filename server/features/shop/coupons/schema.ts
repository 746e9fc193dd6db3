import { z } from 'zod'
import { couponStatuses } from '../../../../db/queries/shop/coupons.ts'
import { Day, endMeant, isDay, startMeant, startOrEnd } from '../../../../lib/lists/periods.ts'
import { currencies } from '../../../../lib/money.ts'
import { field, Instant, listOf, Money, named, pageInput, text } from '../../../../lib/schema.ts'
import { readTypedCode } from '../../../../lib/typed-text/typed-text.ts'

export const CouponCode = field(
  text(100),
  'Coupon code; case is ignored, and so is what stands around it',
  'SPRING-20',
)

/** A code as it is created. */
const NewCouponCode = z
  .string()
  .max(200, { abort: true })
  .overwrite(readTypedCode)
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]{2,39}$/, 'is not 3 to 40 letters, digits and dashes')
  .meta({
    description: 'Code of the coupon; case is ignored, and so is what stands around it',
    pattern: '^[^\\w-]*[A-Za-z0-9][A-Za-z0-9-]{2,39}[^\\w-]*$',
    examples: ['SPRING-20'],
  })

const uses = z.int().min(1).max(2_147_483_647)

const TakesOff = z
  .union([
    z.strictObject({
      percent: field(z.int().min(1).max(100), 'Percentage off', 20),
    }),
    z.strictObject({
      amount: Money.shape.amount
        .min(1)
        .max(2_147_483_647)
        .describe("Amount off in the currency's smallest unit: 500 USD is 5 dollars"),
      currency: Money.shape.currency.refine(
        (code) => currencies.has(code),
        'is not a currency of ISO 4217',
      ),
    }),
  ])
  .describe('A percentage of the prices, or a fixed amount')

const times = {
  validFrom: startOrEnd.nullable().meta({
    description:
      'From when on it is valid, an instant or the beginning of a day of the school; null: from ' +
      'the beginning',
    examples: ['2027-03-01'],
  }),
  validUntil: startOrEnd.nullable().meta({
    description:
      'The first instant at which it is no longer valid, or its last day, one of the school; null: ' +
      'for ever',
    examples: ['2027-05-31'],
  }),
}

const limits = {
  validFrom: Instant.nullable().meta({
    description: 'From when on it is valid; null: from the beginning',
    examples: ['2027-03-01T00:00:00.000Z'],
  }),
  firstDay: field(Day.nullable(), "The day of that in the school's time zone", '2027-03-01'),
  validUntil: Instant.nullable().meta({
    description: 'The first instant at which it is no longer valid; null: for ever',
    examples: ['2027-06-01T00:00:00.000Z'],
  }),
  lastDay: field(Day.nullable(), "Its last day in the school's time zone", '2027-05-31'),
  maxUses: field(uses.nullable(), 'How often it can be used in total; null: without a limit', 100),
  maxUsesPerUser: uses.nullable().meta({
    description: 'How often each account can use it; null: without a limit',
    examples: [1],
  }),
}

const status = field(
  z.enum(couponStatuses),
  'disabled: for good. used-up: all uses are taken. expired: no longer valid. scheduled: not ' +
    'valid yet. active: none of these',
  'active',
)

const coupon = {
  code: field(z.string(), 'In upper case', 'SPRING-20'),
  takesOff: TakesOff,
  ...limits,
  uses: field(z.int(), 'How often it was used', 12),
  status,
  disabledAt: Instant.nullable().describe('When it was disabled'),
  createdAt: Instant.describe('When it was created'),
}

export const CouponSummary = named('CouponSummary', 'A coupon in a list', coupon)
export type CouponSummary = z.infer<typeof CouponSummary>

export const CouponList = listOf(CouponSummary, 'Coupons, newest first')
export type CouponList = z.infer<typeof CouponList>

export const Coupon = named('Coupon', 'A discount that people get by its code', {
  ...coupon,
  courses: field(z.array(z.string()), 'Slugs of the courses that it is for; none: for all', []),
})
export type Coupon = z.infer<typeof Coupon>

export const ListCouponsInput = z.strictObject({
  status: status.optional().describe('Only coupons with this status'),
  ...pageInput,
})
export type ListCouponsInput = z.infer<typeof ListCouponsInput>

export const CouponInput = z.strictObject({ code: CouponCode })
export type CouponInput = z.infer<typeof CouponInput>

export const CreateCouponInput = z
  .strictObject({
    code: NewCouponCode,
    takesOff: TakesOff,
    courses: field(
      z.array(text(100)).max(100).default([]),
      'Ids or slugs of the courses that it is for; none: for all',
      ['course-player'],
    ),
    validFrom: times.validFrom.default(null),
    validUntil: times.validUntil.default(null),
    maxUses: limits.maxUses.default(null),
    maxUsesPerUser: limits.maxUsesPerUser.default(null),
  })
  .refine(
    ({ validFrom, validUntil }) =>
      validFrom === null ||
      validUntil === null ||
      // Compares a day and an instant where the zone of the school is known.
      isDay(validFrom) !== isDay(validUntil) ||
      startMeant(validFrom, 'UTC') < endMeant(validUntil, 'UTC'),
    { path: ['validUntil'], error: 'is not after `validFrom`' },
  )
  .meta({ id: 'CreateCouponInput', description: 'A coupon for a percentage or a fixed amount off' })
export type CreateCouponInput = z.infer<typeof CreateCouponInput>
