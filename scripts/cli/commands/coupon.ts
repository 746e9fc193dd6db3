import type { CommandEntry } from '../command-entry.ts'
import { loading, operationCommand } from '../operations/operation-command.ts'

const coupons = loading(async () => ({
  ...(await import('../../../server/features/shop/coupons/schema.ts')),
  ...(await import('../../../server/features/shop/coupons/show-coupons.ts')),
  ...(await import('../../../server/features/shop/coupons/manage-coupons.ts')),
}))

export const couponCommands: CommandEntry = {
  name: 'coupon',
  about: 'Creates, lists, shows and disables coupons.',
  examples: ['create SPRING-20 --percent 20 --until 2027-05-31', 'show SPRING-20'],
  commands: [
    operationCommand(coupons('CreateCouponInput', 'createCoupon'), {
      name: 'create',
      about: 'Creates a coupon for a percentage or a fixed amount off.',
      operation: 'admin.coupons.create',
      arguments: [
        ['<code>', '3 to 40 letters, digits and dashes; case does not matter', { field: 'code' }],
      ],
      options: {
        percent: ['--percent <number>', 'percentage off, 1 to 100', { as: 'number' }],
        amount: [
          '--amount <number>',
          "amount off, in the currency's smallest unit: 500 USD is 5 dollars",
          { as: 'number' },
        ],
        currency: ['--currency <code>', 'currency of the amount, ISO 4217'],
        courses: ['--course <slug>', 'only for this course; can be repeated', { repeated: true }],
        validFrom: ['--from <day>', 'first day it is valid, like 2027-03-01', { as: 'day' }],
        validUntil: ['--until <day>', 'last day it is valid', { as: 'day' }],
      },
      reads: async (typed) => (await import('../actions/coupon.ts')).takesOffIn(typed),
      examples: [
        'SPRING-20 --percent 20 --max-uses 100 --max-uses-per-user 1',
        'KNOTS-5 --amount 500 --currency EUR --course knots',
      ],
    }),
    operationCommand(coupons('ListCouponsInput', 'listAdminCoupons'), {
      name: 'list',
      about: 'Lists all coupons, newest first.',
      operation: 'admin.coupons.list',
      columns: ['code', 'takesOff', 'uses', 'maxUses', 'lastDay', 'status', 'disabledAt'],
      none: 'There are no coupons.',
    }),
    operationCommand(coupons('CouponInput', 'getCoupon'), {
      name: 'show',
      about:
        'Shows the value of a coupon, its courses, when it is valid, and how often it was used.',
      operation: 'admin.coupons.get',
      arguments: ['code'],
    }),
    operationCommand(coupons('CouponInput', 'disableCoupon'), {
      name: 'disable',
      about:
        'Disables a coupon for good. Purchases already started with it keep their prices. ' +
        'Running it again has no effect.',
      operation: 'admin.coupons.disable',
      arguments: ['code'],
      care: { asks: (code: string) => `Disable the coupon ${code} for good?`, word: 'disable' },
      examples: ['SPRING-20', 'SPRING-20 --yes'],
    }),
  ],
}
