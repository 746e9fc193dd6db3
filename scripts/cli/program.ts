import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { addCommands } from './command.ts'
import type { CommandEntry } from './command-entry.ts'
import { cohortCommands } from './commands/admin/cohort.ts'
import { invitationCommands } from './commands/admin/invitation.ts'
import { mailCommands } from './commands/admin/mail.ts'
import { webhookCommands } from './commands/admin/webhook.ts'
import { apiKeyCommands } from './commands/api-key.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommands } from './commands/backup.ts'
import { certificateCommands } from './commands/certificate.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { couponCommands } from './commands/coupon.ts'
import { courseCommands } from './commands/course.ts'
import { doctorCommand } from './commands/doctor.ts'
import { enrollCommand } from './commands/enroll.ts'
import { jobCommands } from './commands/job.ts'
import { keysCommands } from './commands/keys.ts'
import { listenCommand } from './commands/listen.ts'
import { migrateCommand } from './commands/migrate.ts'
import { quarantineCommands } from './commands/quarantine.ts'
import { quizCommands } from './commands/quiz.ts'
import { reportCommands } from './commands/report.ts'
import { transactionCommands } from './commands/transaction.ts'
import { userCommands } from './commands/user.ts'
import { type ExitCode, exitCodeHelp, exitCodes } from './exit-codes.ts'
import { examples } from './help.ts'
import { surroundings } from './surroundings.ts'

export const commandEntries: readonly CommandEntry[] = [
  courseCommands,
  quizCommands,
  userCommands,
  enrollCommand,
  cohortCommands,
  invitationCommands,
  certificateCommands,
  transactionCommands,
  couponCommands,
  reportCommands,
  auditCommand,
  apiKeyCommands,
  jobCommands,
  mailCommands,
  webhookCommands,
  keysCommands,
  listenCommand,
  migrateCommand,
  ...backupCommands,
  ...quarantineCommands,
  doctorCommand,
]

/**
 * Runs the administration command line, and returns its exit code. Slow modules are loaded by the
 * command that needs them, so that help appears at once.
 */
export async function runLyceum(args: readonly string[]): Promise<ExitCode> {
  try {
    const program = createProgram()
    await program.parseAsync(withoutHelpOfNothing(program, args), { from: 'user' })
    return surroundings().exitCode
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.succeeded
    const { exitCodeOf, explainFailure, failureAsJson } = await import('./failures.ts')
    const { stdout, stderr } = surroundings()
    // commander has printed its own errors.
    if (!(error instanceof CommanderError)) stderr.write(`${explainFailure(error)}\n`)
    if (args.includes('--json')) stdout.write(`${JSON.stringify(failureAsJson(error), null, 2)}\n`)
    return exitCodeOf(error)
  }
}

/** Drops --help after an unknown command: commander would show the help of its parent. */
function withoutHelpOfNothing(program: Command, args: readonly string[]): readonly string[] {
  let command = program
  for (const word of args) {
    const sub = command.commands.find((it) => it.name() === word)
    const isWord = !word.startsWith('-') && word !== 'help' && command.commands.length > 0
    if (sub === undefined && isWord) return args.filter((it) => !['--help', '-h'].includes(it))
    if (sub === undefined) break
    command = sub
  }
  return args
}

export function createProgram(): Command {
  const program = new Command('lyceum')
    .description(
      'Administers a Lyceum service: its courses, users, certificates, purchases and keys. ' +
        'Works whether the server is running or not.',
    )
    .version(packageJson.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => surroundings().stdout.write(text),
      writeErr: (text) => surroundings().stderr.write(text),
    })
    .showHelpAfterError('Add --help for usage.')
    .addHelpText(
      'after',
      `
Results go to stdout, everything else to stderr. It reads the server's settings
(DATABASE_URL, DATA_DIR, …); LOG_LEVEL=debug gives details of a failure.
Commands that cannot be undone ask first, or need --yes; --dry-run shows their
effect and changes nothing.

${exitCodeHelp}
${examples('course import ./courses/knots', 'user role ada.lovelace@example.com admin', 'doctor')}

JSON for other programs (keep npm silent):
  npm run --silent lyceum -- user list --json
A failure is { error, message, … } on stdout then, beside its sentence on stderr.`,
    )

  addCommands(program, commandEntries)
  addCompletionCommand(program)
  return program
}
