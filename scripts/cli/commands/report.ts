import type { CommandEntry } from '../command-entry.ts'
import { csvOption } from './described.ts'

export const reportCommands: CommandEntry = {
  name: 'report',
  about: 'Reports sales, learning and grades.',
  examples: [
    'sales --from 2026-11-01 --to 2026-11-30 --csv',
    'learning --course course-player',
    'stuck --course course-player --days 30',
  ],
  commands: [
    {
      name: 'sales',
      about: 'Lists payments, refunds and disputes in a period, with totals for each currency.',
      options: [
        ['--from <day>', 'first day (UTC), like 2026-11-01. Default: the first of this month'],
        ['--to <day>', 'last day (UTC). Default: today'],
        csvOption,
      ],
      examples: ['', '--from 2026-01-01 --to 2026-12-31 --csv > sales.csv'],
      run: async () => (await import('../actions/report-sales.ts')).reportSales,
      opensItself: true,
    },
    {
      name: 'learning',
      about: 'Counts who began and completed each course; lists the learners of one.',
      options: [
        ['--course <slug>', 'the learners of this course (slug or id)'],
        ['--cohort <name>', 'members of this cohort alone (name or id)'],
        csvOption,
      ],
      examples: ['', '--course course-player --csv > learners.csv'],
      run: async () => (await import('../actions/report-learning.ts')).reportLearning,
    },
    {
      name: 'gradebook',
      about: 'Lists learners of a course, and what they have at its graded lessons.',
      options: [
        ['--course <slug>', 'the course (slug or id)', { required: true }],
        ['--cohort <name>', 'only learners who came with this cohort (name or id)'],
        csvOption,
      ],
      examples: ['--course course-player', '--course course-player --csv > grades.csv'],
      run: async () => (await import('../actions/report-learning.ts')).reportGradebook,
    },
    {
      name: 'stuck',
      about: 'Lists learners who began a course and then stopped, the quietest first.',
      options: [
        ['--course <slug>', 'the course (slug or id)', { required: true }],
        ['--days <number>', 'days without progress', { default: '14', as: 'number' }],
        csvOption,
      ],
      examples: ['--course course-player --days 30'],
      run: async () => (await import('../actions/report-learning.ts')).reportStuckLearners,
    },
  ],
}
