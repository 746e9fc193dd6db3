import type { Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export function addReportCommands(program: Command): void {
  const report = program
    .command('report')
    .description('Reports sales and learning.')
    .addHelpText(
      'after',
      examples(
        'report sales --from 2026-11-01 --to 2026-11-30 --csv',
        'report learning --course course-player',
        'report stuck --course course-player --days 30',
      ),
    )

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
      const { reportSales } = await import('../actions/report-sales.ts')
      const result = await reportSales(options)
      if (result !== undefined) show(result, options)
    })

  report
    .command('learning')
    .description('Counts who began and completed each course; lists the learners of one.')
    .option('--course <slug>', 'the learners of this course (slug or id)')
    .option('--cohort <name>', 'members of this cohort alone (name or id)')
    .option('--csv', 'print CSV (RFC 4180)')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples('report learning', 'report learning --course course-player --csv > learners.csv'),
    )
    .action(async (options: OutputOptions & { course?: string; cohort?: string; csv?: true }) => {
      const { reportLearning } = await import('../actions/report-learning.ts')
      const result = await reportLearning(options)
      if (result !== undefined) show(result, options)
    })

  report
    .command('stuck')
    .description('Lists learners who began a course and then stopped, the quietest first.')
    .requiredOption('--course <slug>', 'the course (slug or id)')
    .option('--days <number>', 'days without progress', '14')
    .option('--csv', 'print CSV (RFC 4180)')
    .option(...jsonOption)
    .addHelpText('after', examples('report stuck --course course-player --days 30'))
    .action(async (options: OutputOptions & { course: string; days: string; csv?: true }) => {
      const { reportStuckLearners } = await import('../actions/report-learning.ts')
      const result = await reportStuckLearners(options)
      if (result !== undefined) show(result, options)
    })
}
