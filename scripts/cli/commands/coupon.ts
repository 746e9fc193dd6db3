import type { Command } from 'commander'
import type { CouponOptions } from '../actions/coupon.ts'
import { type CautionOptions, dryRunOption, yesOption } from '../caution.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export function addCouponCommands(program: Command): void {
  const coupon = program
    .command('coupon')
    .description('Creates, lists, shows and disables coupons.')
    .addHelpText(
      'after',
      examples('coupon create SPRING-20 --percent 20 --until 2027-05-31', 'coupon show SPRING-20'),
    )

  coupon
    .command('create')
    .description('Creates a coupon for a percentage or a fixed amount off.')
    .argument('<code>', '3 to 40 letters, digits and dashes; case does not matter')
    .option('--percent <number>', 'percentage off, 1 to 100')
    .option(
      '--amount <number>',
      "amount off, in the currency's smallest unit: 500 USD is 5 dollars",
    )
    .option('--currency <code>', 'currency of the amount, ISO 4217')
    .option(
      '--course <slug>',
      'only for this course; can be repeated',
      (slug: string, others: string[]) => [...others, slug],
      [],
    )
    .option('--from <day>', 'first day it is valid (UTC), like 2027-03-01')
    .option('--until <day>', 'last day it is valid (UTC)')
    .option('--max-uses <number>', 'how often it can be used in total')
    .option('--max-uses-per-user <number>', 'how often each user can use it')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'coupon create SPRING-20 --percent 20 --max-uses 100 --max-uses-per-user 1',
        'coupon create KNOTS-5 --amount 500 --currency EUR --course knots',
      ),
    )
    .action(async (code: string, options: OutputOptions & CouponOptions) =>
      show(await (await actions()).create(code, options), options),
    )

  coupon
    .command('list')
    .description('Lists all coupons, newest first.')
    .option(...jsonOption)
    .addHelpText('after', examples('coupon list'))
    .action(async (options: OutputOptions) => show(await (await actions()).list(), options))

  coupon
    .command('show')
    .description(
      'Shows the value of a coupon, its courses, when it is valid, and how often it was used.',
    )
    .argument('<code>', 'code of the coupon, upper or lower case')
    .option(...jsonOption)
    .addHelpText('after', examples('coupon show SPRING-20'))
    .action(async (code: string, options: OutputOptions) =>
      show(await (await actions()).showOne(code), options),
    )

  coupon
    .command('disable')
    .description(
      'Disables a coupon for good. Purchases already started with it keep their prices. ' +
        'Running it again has no effect.',
    )
    .argument('<code>', 'code of the coupon, upper or lower case')
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText('after', examples('coupon disable SPRING-20', 'coupon disable SPRING-20 --yes'))
    .action(async (code: string, options: OutputOptions & CautionOptions) =>
      show(await (await actions()).disable(code, options), options),
    )
}

function actions() {
  return import('../actions/coupon.ts')
}
