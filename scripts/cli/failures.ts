import { type Config, readConfig } from '../../server/config/config.ts'
import { AppError, type Issue } from '../../server/errors/errors.ts'
import { explainFailure as explainForeseen } from '../../server/errors/explain-failure.ts'
import { printable } from './output.ts'

/**
 * Explains a failure to the operator. Contains no secrets: of the settings, only the database's
 * host appears.
 */
export function explainFailure(error: unknown, settings: () => Config = readConfig): string {
  if (!(error instanceof Error)) return `Something went wrong: ${printable(String(error))}`
  if (error.name === 'ConfigError') return error.message
  if (error instanceof AppError)
    return [error.message, ...(error.issues ?? []).map(explainIssue)].map(printable).join('\n')
  if (['UsageError', 'CourseFolderError'].includes(error.name))
    return error.message.split('\n').map(printable).join('\n')

  const explanation = explainForeseen(error, settings().databaseUrl) ?? explainUnknown(error)
  return isDebugging() ? `${explanation}\n${error.stack}` : explanation
}

function explainIssue({ path, message }: Issue): string {
  return `  ${path}: ${message}`
}

/** The innermost message: outer ones may repeat a statement with its values. */
function explainUnknown(error: Error): string {
  if (error.cause instanceof Error) return explainUnknown(error.cause)
  const message = printable(error.message || error.name)
  return `Something went wrong: ${message} (LOG_LEVEL=debug shows where)`
}

function isDebugging(): boolean {
  return ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
}
