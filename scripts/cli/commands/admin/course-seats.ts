import type { CommandEntry } from '../../command.ts'

export const seatsCommand: CommandEntry = {
  name: 'seats',
  about:
    'Shows how many learners a course takes, and when; or sets what you name. Administrators enroll at ' +
    'any time.',
  arguments: [['<course>', 'slug or id of the course']],
  options: [
    ['--seats <number>', 'how many learners it takes, or none for any number'],
    ['--opens <when>', 'day or instant from which on learners can enroll, or none'],
    ['--closes <when>', 'last day, or instant, on which learners can enroll, or none'],
    ['--time-zone <zone>', 'where the days begin and end (default: UTC)'],
    ['--remove', 'let the course take everybody, always'],
  ],
  examples: ['knots', 'knots --seats 20 --opens 2026-12-01 --closes 2026-12-31'],
  run: async () => (await import('../../actions/admin/seats.ts')).seats,
}
