import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { addAuditCommand } from './cli/commands/audit.ts'
import { addCertificateCommands } from './cli/commands/certificate.ts'
import { addCouponCommands } from './cli/commands/coupon.ts'
import { addCourseCommands } from './cli/commands/course.ts'
import { addDoctorCommand } from './cli/commands/doctor.ts'
import { addEnrollCommand } from './cli/commands/enroll.ts'
import { addKeysCommands } from './cli/commands/keys.ts'
import { addReportCommands } from './cli/commands/report.ts'
import { addTransactionCommands } from './cli/commands/transaction.ts'
import { addUserCommands } from './cli/commands/user.ts'
import { examples } from './cli/help.ts'
import { UsageError } from './cli/usage-error.ts'

/**
 * The administration command line. Slow modules are loaded by the command that needs them, so that
 * help appears at once.
 */
async function main(): Promise<void> {
  // Saves a quarter of a command's start-up time.
  enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/lyceum/compiled'))
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
Results go to stdout, everything else to stderr. The exit code is 0 on success,
1 when the command failed, 2 when it was used incorrectly. It reads the server's
settings (DATABASE_URL, DATA_DIR, …); LOG_LEVEL=debug gives details of a failure.
${examples('course import ./courses/knots', 'user role ada.lovelace@example.com admin', 'doctor')}

JSON for other programs (keep npm silent):
  npm run --silent lyceum -- user list --json`,
    )

  addCourseCommands(program)
  addUserCommands(program)
  addEnrollCommand(program)
  addCertificateCommands(program)
  addTransactionCommands(program)
  addCouponCommands(program)
  addReportCommands(program)
  addAuditCommand(program)
  addKeysCommands(program)
  addDoctorCommand(program)
  await program.parseAsync()
}

// The reader may stop early, like `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

main().catch(async (error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2
    return
  }
  const { explainFailure } = await import('./cli/failures.ts')
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
