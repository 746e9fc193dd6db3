import type { Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'

export interface CouponOptions {
  percent?: string
  amount?: string
  currency?: string
  course: string[]
  from?: string
  until?: string
  maxUses?: string
  maxUsesPerUser?: string
}

export function addCouponCommands(program: Command): void {
  const coupon = program
    .command('coupon')
    .description('Makes coupons, shows how often they were used, and takes them out of use.')
    .addHelpText(
      'after',
      examples('coupon create SPRING-20 --percent 20 --until 2027-05-31', 'coupon show SPRING-20'),
    )

  coupon
    .command('create')
    .description('Makes a coupon that takes a percentage or a fixed amount off.')
    .argument('<code>', '3 to 40 letters, digits and dashes; learners may type it in any case')
    .option('--percent <number>', 'takes this percentage off, 1 to 100')
    .option(
      '--amount <number>',
      "takes this amount off, in the currency's smallest unit: 500 USD is 5 dollars",
    )
    .option('--currency <code>', 'currency of the amount, ISO 4217')
    .option(
      '--course <slug>',
      'only for this course; may be given several times',
      (slug: string, others: string[]) => [...others, slug],
      [],
    )
    .option('--from <day>', 'first day on which it is valid (UTC), like 2027-03-01')
    .option('--until <day>', 'last day on which it is valid (UTC)')
    .option('--max-uses <number>', 'how often it may be used in total')
    .option('--max-uses-per-user <number>', 'how often each user may use it')
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
    .description('Lists all coupons, the newest at the top.')
    .option(...jsonOption)
    .addHelpText('after', examples('coupon list'))
    .action(async (options: OutputOptions) => show(await (await actions()).list(), options))

  coupon
    .command('show')
    .description(
      'Shows what a coupon takes off, for what and until when, and how often it was used.',
    )
    .argument('<code>', 'code of the coupon, in any case')
    .option(...jsonOption)
    .addHelpText('after', examples('coupon show SPRING-20'))
    .action(async (code: string, options: OutputOptions) =>
      show(await (await actions()).showOne(code), options),
    )

  coupon
    .command('disable')
    .description(
      'Takes a coupon out of use for good. Purchases that were started with it keep their prices. Done again it changes nothing.',
    )
    .argument('<code>', 'code of the coupon, in any case')
    .option(...jsonOption)
    .addHelpText('after', examples('coupon disable SPRING-20'))
    .action(async (code: string, options: OutputOptions) =>
      show(await (await actions()).disable(code), options),
    )
}

function actions() {
  return import('../actions/coupon.ts')
}
