import type { CommandEntry } from '../command-entry.ts'
import { loading, operationCommand } from '../operation-command.ts'

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
    {
      name: 'create',
      about: 'Creates a coupon for a percentage or a fixed amount off.',
      arguments: [['<code>', '3 to 40 letters, digits and dashes; case does not matter']],
      options: [
        ['--percent <number>', 'percentage off, 1 to 100', { as: 'number' }],
        [
          '--amount <number>',
          "amount off, in the currency's smallest unit: 500 USD is 5 dollars",
          { as: 'number' },
        ],
        ['--currency <code>', 'currency of the amount, ISO 4217'],
        ['--course <slug>', 'only for this course; can be repeated', { repeated: true }],
        ['--from <day>', 'first day it is valid, like 2027-03-01', { as: 'day' }],
        ['--until <day>', 'last day it is valid', { as: 'day' }],
        ['--max-uses <number>', 'how often it can be used in total', { as: 'number' }],
        ['--max-uses-per-user <number>', 'how often each user can use it', { as: 'number' }],
      ],
      examples: [
        'SPRING-20 --percent 20 --max-uses 100 --max-uses-per-user 1',
        'KNOTS-5 --amount 500 --currency EUR --course knots',
      ],
      run: async () => (await import('../actions/coupon.ts')).create,
      opensItself: true,
    },
    operationCommand(coupons('ListCouponsInput', 'listAdminCoupons'), {
      name: 'list',
      about: 'Lists all coupons, newest first.',
      operation: 'admin.coupons.list',
      examples: [''],
      columns: ['code', 'takesOff', 'uses', 'maxUses', 'lastDay', 'status', 'disabledAt'],
      none: 'There are no coupons.',
    }),
    operationCommand(coupons('CouponInput', 'getCoupon'), {
      name: 'show',
      about:
        'Shows the value of a coupon, its courses, when it is valid, and how often it was used.',
      operation: 'admin.coupons.get',
      arguments: ['code'],
      examples: ['SPRING-20'],
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
