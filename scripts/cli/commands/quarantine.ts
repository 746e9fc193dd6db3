import { type CommandEntry, dryRun } from '../command-entry.ts'

const actions = () => import('../actions/quarantine.ts')

export const quarantineCommands: CommandEntry[] = [
  {
    name: 'quarantine',
    about:
      'Keeps a restored service from acting: it only reads, sends no mails, asks no provider, and ' +
      'works on no jobs.',
    examples: ['status', 'on', 'off'],
    commands: [
      {
        name: 'status',
        about: 'Shows whether the service is in quarantine, since when, and what is left to do.',
        run: async () => (await actions()).showQuarantine,
      },
      {
        name: 'on',
        about:
          'Puts the service into quarantine, for a database that was restored by other means than ' +
          '`restore`: run it before the first server starts. Ends all sessions and codes, and drops ' +
          'all jobs that are not done.',
        options: [
          [
            '--data-from <instant>',
            'the moment that the data is from, like 2026-11-22T03:15:00Z. Default: the last event in it',
          ],
          [
            '--reason <text>',
            'reason for the records',
            { default: 'restored from a backup', as: 'reason' },
          ],
        ],
        care: {
          asks: 'All sessions and codes end, and jobs that are not done are dropped.',
          word: 'quarantine',
        },
        examples: ['', '--data-from 2026-11-22T03:15:00Z --yes'],
        run: async () => (await actions()).enter,
      },
      {
        name: 'off',
        about: 'Ends the quarantine, once `reconcile` has completed.',
        options: [
          ['--without-reconciling', 'end it although nothing was reconciled; needs a reason'],
          ['--reason <text>', 'reason for the audit log', { as: 'reason' }],
        ],
        run: async () => (await actions()).leave,
        opensItself: true,
      },
    ],
  },
  {
    name: 'reconcile',
    about:
      'Compares restored data with what is known outside: skips the receipt numbers that may have ' +
      'been given since the backup, books the payments, refunds and disputes at the provider, ' +
      'finds the PDFs of lost certificates, and lists what only you can settle. Can be repeated.',
    options: [
      [
        '--last-receipt <number>',
        'the highest receipt number of this year on any document you know, without the year',
        { as: 'number' },
      ],
      dryRun,
    ],
    examples: ['--dry-run', '--last-receipt 1234'],
    run: async () => (await actions()).reconcileData,
  },
]
