import type { CommandEntry } from '../../command-entry.ts'
import { courseArgument, schoolZoneOption } from '../described.ts'

export const seatsCommand: CommandEntry = {
  name: 'seats',
  about:
    'Shows how many learners a course takes, and when; or sets what you name. Administrators enroll at ' +
    'any time.',
  arguments: [courseArgument],
  options: [
    [
      '--seats <number>',
      'how many learners it takes, or none for any number',
      { as: 'numberOrNone' },
    ],
    [
      '--opens <when>',
      'day or instant from which on learners can enroll, or none',
      { as: 'start' },
    ],
    [
      '--closes <when>',
      'last day, or instant, on which learners can enroll, or none',
      { as: 'end' },
    ],
    schoolZoneOption,
    [
      '--remove',
      'let the course take everybody, always',
      { conflicts: ['seats', 'opens', 'closes'] },
    ],
  ],
  examples: ['knots', 'knots --seats 20 --opens 2026-12-01 --closes 2026-12-31'],
  run: async () => (await import('../../actions/admin/seats.ts')).seats,
}
