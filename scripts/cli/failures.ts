import { CommanderError } from 'commander'
import { databaseError, isDatabaseUnavailable } from '../../db/postgres/failures.ts'
import { type Config, readConfig } from '../../server/config/config.ts'
import { AppError, type Issue } from '../../server/errors/errors.ts'
import { explainFailure as explainForeseen } from '../../server/errors/explain-failure.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { printable } from './output.ts'
import { surroundings } from './surroundings.ts'

/**
 * Explains a failure to the operator. Contains no secrets: of the settings, only the database's
 * host appears.
 */
export function explainFailure(
  error: unknown,
  settings: () => Config = () => readConfig(surroundings().env),
): string {
  if (!(error instanceof Error)) return `Something went wrong: ${printable(String(error))}`
  if (error.name === 'ConfigError') return error.message
  if (error instanceof AppError)
    return [error.message, ...(error.issues ?? []).map(explainIssue)].map(printable).join('\n')
  if (plainErrors.has(error.name)) return error.message.split('\n').map(printable).join('\n')

  const explanation =
    explainForeseen(error, settings().databaseUrl) ?? explainFile(error) ?? explainUnknown(error)
  return isDebugging() ? `${explanation}\n${error.stack}` : explanation
}

/**
 * Returns a failure for programs: the operation's answer over HTTP, with `issues` and `facts`.
 * Failures of the command line alone get the name of their exit code or their kind.
 */
export function failureAsJson(error: unknown): object {
  if (error instanceof AppError) {
    const { name, message, issues, facts } = error
    return { error: name, message, ...(issues && { issues }), ...(facts && { facts }) }
  }
  const message = error instanceof CommanderError ? error.message : explainFailure(error)
  return { error: nameOf(error), message: message.replace(/^error: /, '') }
}

function nameOf(error: unknown): string {
  const code = exitCodeOf(error)
  if (code === exitCodes.usage) return 'InvalidFields'
  if (code === exitCodes.notFound) return 'NotFound'
  if (code === exitCodes.unavailable) return 'ServiceUnavailable'
  return error instanceof Error ? error.name : 'InternalError'
}

/** Returns the exit code for what a command has thrown. */
export function exitCodeOf(error: unknown): ExitCode {
  if (!(error instanceof Error)) return exitCodes.failed
  if (error instanceof AppError) return exitCodeOfAppError(error)
  if (error.name === 'UsageError' || error instanceof CommanderError) return exitCodes.usage
  if (['ConflictError', 'DatabaseNotEmpty'].includes(error.name)) return exitCodes.conflict
  if (unavailable.has(error.name) || isDatabaseOut(error)) return exitCodes.unavailable
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return exitCodes.notFound
  return code === 'EEXIST' ? exitCodes.conflict : exitCodes.failed
}

/** Errors whose messages suit the operator unchanged. */
const plainErrors: ReadonlySet<string> = new Set([
  'BackupError',
  'ConflictError',
  'CourseFolderError',
  'DatabaseNotEmpty',
  'UnavailableError',
  'UsageError',
])

const unavailable: ReadonlySet<string> = new Set([
  'EmbeddedPostgresError',
  'MailError',
  'MigrationBlocked',
  'PrinterUnavailable',
  'UnavailableError',
])

/** Whether the database is down, or not ours: it rejects our password, or does not exist. */
function isDatabaseOut(error: Error): boolean {
  const { code = '' } = databaseError(error) ?? {}
  return isDatabaseUnavailable(error) || code.startsWith('28') || code === '3D000'
}

function exitCodeOfAppError({ status, issues }: AppError): ExitCode {
  if (status === 404) return exitCodes.notFound
  if (status === 409 || status === 412) return exitCodes.conflict
  if (status >= 500) return status === 500 ? exitCodes.failed : exitCodes.unavailable
  // If no field is at fault, the state refuses it, not the value.
  if (status === 400) return issues === undefined ? exitCodes.conflict : exitCodes.usage
  return exitCodes.failed
}

function explainIssue({ path, message }: Issue): string {
  return `  ${path}: ${message}`
}

/** Explains file failures that people cause. */
const fileFailures: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder',
  ENOTDIR: 'There is no such file or folder',
  EISDIR: 'This is a folder, not a file',
  EACCES: 'You have no permission for this file or folder',
  EPERM: 'You have no permission for this file or folder',
  EROFS: 'This file system is read-only',
  ENOSPC: 'The disk is full',
  EEXIST: 'This file exists already',
}

function explainFile({ code, path }: NodeJS.ErrnoException): string | undefined {
  const words = code === undefined ? undefined : fileFailures[code]
  if (words === undefined) return undefined
  return printable(path === undefined ? `${words}.` : `${words}: ${path}`)
}

/** Returns the innermost message: outer ones may repeat a statement with its values. */
function explainUnknown(error: Error): string {
  if (error.cause instanceof Error) return explainUnknown(error.cause)
  const message = printable(error.message || error.name)
  return `Something went wrong: ${message} (LOG_LEVEL=debug shows where)`
}

function isDebugging(): boolean {
  return ['debug', 'trace'].includes(surroundings().env.LOG_LEVEL ?? '')
}
