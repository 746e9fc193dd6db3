import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { addCohortCommands } from './commands/admin/cohort.ts'
import { addInvitationCommands } from './commands/admin/invitation.ts'
import { addMailCommands } from './commands/admin/mail.ts'
import { addWebhookCommands } from './commands/admin/webhook.ts'
import { addApiKeyCommands } from './commands/api-key.ts'
import { addAuditCommand } from './commands/audit.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addCertificateCommands } from './commands/certificate.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { addCouponCommands } from './commands/coupon.ts'
import { addCourseCommands } from './commands/course.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addEnrollCommand } from './commands/enroll.ts'
import { addJobCommands } from './commands/job.ts'
import { addKeysCommands } from './commands/keys.ts'
import { addListenCommand } from './commands/listen.ts'
import { addMigrateCommand } from './commands/migrate.ts'
import { addQuarantineCommands } from './commands/quarantine.ts'
import { addReportCommands } from './commands/report.ts'
import { addTransactionCommands } from './commands/transaction.ts'
import { addUserCommands } from './commands/user.ts'
import { type ExitCode, exitCodeHelp, exitCodes } from './exit-codes.ts'
import { examples } from './help.ts'
import { surroundings } from './surroundings.ts'

/**
 * Runs the administration command line, and returns its exit code. Slow modules are loaded by the
 * command that needs them, so that help appears at once.
 */
export async function runLyceum(args: readonly string[]): Promise<ExitCode> {
  try {
    await createProgram().parseAsync(args, { from: 'user' })
    return surroundings().exitCode
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.succeeded : exitCodes.usage
    const { exitCodeOf, explainFailure } = await import('./failures.ts')
    surroundings().stderr.write(`${explainFailure(error)}\n`)
    return exitCodeOf(error)
  }
}

function createProgram(): Command {
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
  npm run --silent lyceum -- user list --json`,
    )

  addCourseCommands(program)
  addUserCommands(program)
  addEnrollCommand(program)
  addCohortCommands(program)
  addInvitationCommands(program)
  addCertificateCommands(program)
  addTransactionCommands(program)
  addCouponCommands(program)
  addReportCommands(program)
  addAuditCommand(program)
  addApiKeyCommands(program)
  addJobCommands(program)
  addMailCommands(program)
  addWebhookCommands(program)
  addKeysCommands(program)
  addListenCommand(program)
  addMigrateCommand(program)
  addBackupCommands(program)
  addQuarantineCommands(program)
  addDoctorCommand(program)
  addCompletionCommand(program)
  return program
}
