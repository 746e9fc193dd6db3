import type { Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export function addReportCommands(program: Command): void {
  const report = program
    .command('report')
    .description('Reports sales.')
    .addHelpText('after', examples('report sales --from 2026-11-01 --to 2026-11-30 --csv'))

  report
    .command('sales')
    .description('Lists payments, refunds and disputes in a period, with totals for each currency.')
    .option('--from <day>', 'first day (UTC), like 2026-11-01. Default: the first of this month')
    .option('--to <day>', 'last day (UTC). Default: today')
    .option('--csv', 'print CSV (RFC 4180)')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples('report sales', 'report sales --from 2026-01-01 --to 2026-12-31 --csv > sales.csv'),
    )
    .action(async (options: OutputOptions & { from?: string; to?: string; csv?: true }) => {
      const { reportSales } = await import('../actions/report.ts')
      show(await reportSales(options), options)
    })
}
