import type { Command } from 'commander'
import type { SeatOptions } from '../../actions/admin/seats.ts'
import { examples } from '../../help.ts'
import { jsonOption, type OutputOptions, show } from '../../output.ts'

export function addSeatsCommand(course: Command): void {
  course
    .command('seats')
    .description(
      'Shows how many learners a course takes, and when; or sets what you name. Administrators enroll at ' +
        'any time.',
    )
    .argument('<course>', 'slug or id of the course')
    .option('--seats <number>', 'how many learners it takes, or none for any number')
    .option('--opens <when>', 'day or instant from which on learners can enroll, or none')
    .option('--closes <when>', 'last day, or instant, on which learners can enroll, or none')
    .option('--time-zone <zone>', 'where the days begin and end (default: UTC)')
    .option('--remove', 'let the course take everybody, always')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'course seats knots',
        'course seats knots --seats 20 --opens 2026-12-01 --closes 2026-12-31',
      ),
    )
    .action(async (idOrSlug: string, options: OutputOptions & SeatOptions) => {
      const { seats } = await import('../../actions/admin/seats.ts')
      show(await seats(idOrSlug, options), options)
    })
}
