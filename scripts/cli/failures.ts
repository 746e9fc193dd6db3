import { type Config, readConfig } from '../../server/config/config.ts'
import { AppError, type Issue } from '../../server/errors/errors.ts'
import { explainFailure as explainForeseen } from '../../server/errors/explain-failure.ts'
import { printable } from './outcome.ts'

/**
 * What went wrong, for people. Holds no credentials: of the settings it names the host of the
 * database alone.
 */
export function explainFailure(error: unknown, settings: () => Config = readConfig): string {
  if (!(error instanceof Error)) return `Something went wrong: ${printable(String(error))}`
  if (error.name === 'ConfigError') return error.message
  if (error instanceof AppError)
    return [error.message, ...(error.issues ?? []).map(explainIssue)].map(printable).join('\n')
  if (['UsageError', 'CourseFolderError'].includes(error.name)) return printable(error.message)

  const explanation = explainForeseen(error, settings().databaseUrl) ?? explainUnknown(error)
  return isDebugging() ? `${explanation}\n${error.stack}` : explanation
}

function explainIssue({ path, message }: Issue): string {
  return `  ${path}: ${message}`
}

/** The innermost message: those around it may repeat a statement with its values. */
function explainUnknown(error: Error): string {
  if (error.cause instanceof Error) return explainUnknown(error.cause)
  return `Something went wrong: ${printable(error.message || error.name)} (LOG_LEVEL=debug shows where)`
}

function isDebugging(): boolean {
  return ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
}
