import './faster-start.js'
import { Command, CommanderError } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { addCohortCommands } from './cli/commands/admin/cohort.ts'
import { addInvitationCommands } from './cli/commands/admin/invitation.ts'
import { addMailCommands } from './cli/commands/admin/mail.ts'
import { addWebhookCommands } from './cli/commands/admin/webhook.ts'
import { addApiKeyCommands } from './cli/commands/api-key.ts'
import { addAuditCommand } from './cli/commands/audit.ts'
import { addBackupCommands } from './cli/commands/backup.ts'
import { addCertificateCommands } from './cli/commands/certificate.ts'
import { addCompletionCommand } from './cli/commands/completion.ts'
import { addCouponCommands } from './cli/commands/coupon.ts'
import { addCourseCommands } from './cli/commands/course.ts'
import { addDoctorCommand } from './cli/commands/doctor.ts'
import { addEnrollCommand } from './cli/commands/enroll.ts'
import { addJobCommands } from './cli/commands/job.ts'
import { addKeysCommands } from './cli/commands/keys.ts'
import { addListenCommand } from './cli/commands/listen.ts'
import { addMigrateCommand } from './cli/commands/migrate.ts'
import { addQuarantineCommands } from './cli/commands/quarantine.ts'
import { addReportCommands } from './cli/commands/report.ts'
import { addTransactionCommands } from './cli/commands/transaction.ts'
import { addUserCommands } from './cli/commands/user.ts'
import { exitCodeHelp, exitCodes } from './cli/exit-codes.ts'
import { examples } from './cli/help.ts'

/**
 * The administration command line. Slow modules are loaded by the command that needs them, so that
 * help appears at once.
 */
async function main(): Promise<void> {
  const program = new Command('lyceum')
    .description(
      'Administers a Lyceum service: its courses, users, certificates, purchases and keys. ' +
        'Works whether the server is running or not.',
    )
    .version(packageJson.version)
    .exitOverride()
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
  await program.parseAsync()
}

// The reader may stop early, like `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

main().catch(async (error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? exitCodes.succeeded : exitCodes.usage
    return
  }
  const { exitCodeOf, explainFailure } = await import('./cli/failures.ts')
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exitCode = exitCodeOf(error)
})
