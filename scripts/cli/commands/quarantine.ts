import type { Command } from 'commander'
import type { EnterOptions, LeaveOptions, ReconcileChoices } from '../actions/quarantine.ts'
import { type CautionOptions, dryRunOption, yesOption } from '../caution.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export function addQuarantineCommands(program: Command): void {
  const quarantine = program
    .command('quarantine')
    .description(
      'Keeps a restored service from acting: it only reads, sends no mails, asks no provider, and ' +
        'works on no jobs.',
    )
    .addHelpText('after', examples('quarantine status', 'quarantine on', 'quarantine off'))

  quarantine
    .command('status')
    .description('Shows whether the service is in quarantine, since when, and what is left to do.')
    .option(...jsonOption)
    .addHelpText('after', examples('quarantine status'))
    .action(async (options: OutputOptions) =>
      show(await (await actions()).showQuarantine(), options),
    )

  quarantine
    .command('on')
    .description(
      'Puts the service into quarantine, for a database that was restored by other means than ' +
        '`restore`: run it before the first server starts. Ends all sessions and codes, and drops ' +
        'all jobs that are not done.',
    )
    .option(
      '--data-from <instant>',
      'the moment that the data is from, like 2026-11-22T03:15:00Z. Default: the last event in it',
    )
    .option('--reason <text>', 'reason for the records', 'restored from a backup')
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples('quarantine on', 'quarantine on --data-from 2026-11-22T03:15:00Z --yes'),
    )
    .action(async (options: OutputOptions & CautionOptions & EnterOptions) =>
      show(await (await actions()).enter(options), options),
    )

  quarantine
    .command('off')
    .description('Ends the quarantine, once `reconcile` has completed.')
    .option('--without-reconciling', 'end it although nothing was reconciled; needs a reason')
    .option('--reason <text>', 'reason for the audit log')
    .option(...jsonOption)
    .addHelpText('after', examples('quarantine off'))
    .action(async (options: OutputOptions & LeaveOptions) =>
      show(await (await actions()).leave(options), options),
    )

  program
    .command('reconcile')
    .description(
      'Compares restored data with what is known outside: skips the receipt numbers that may have ' +
        'been given since the backup, books the payments, refunds and disputes at the provider, ' +
        'finds the PDFs of lost certificates, and lists what only you can settle. Can be repeated.',
    )
    .option(
      '--last-receipt <number>',
      'the highest receipt number of this year on any document you know, without the year',
    )
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText('after', examples('reconcile --dry-run', 'reconcile --last-receipt 1234'))
    .action(async (options: OutputOptions & ReconcileChoices) =>
      show(await (await actions()).reconcileData(options), options),
    )
}

function actions() {
  return import('../actions/quarantine.ts')
}
