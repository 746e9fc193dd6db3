import { databaseError, isDatabaseUnavailable } from '../db/failures.ts'
import { type Config, ConfigError, readConfig } from '../server/config.ts'
import { AppError } from '../server/errors.ts'
import { printable } from './outcome.ts'

/** The command was called with something that it cannot take. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What went wrong, for people. Holds no credentials: of the settings it names the host of the database alone. */
export function explainFailure(error: unknown, settings: () => Config = readConfig): string {
  if (!(error instanceof Error)) return `Something went wrong: ${printable(String(error))}`
  if (error instanceof ConfigError || error.name === 'EmbeddedPostgresError') return error.message
  if (speaksToPeople(error)) return printable(error.message)

  const explanation = explainDatabaseFailure(error, settings) ?? explainUnknown(error)
  return isDebugging() ? `${explanation}\n${error.stack}` : explanation
}

/** Our own errors have messages for people. Told by their names where their class is slow to load. */
function speaksToPeople(error: Error): boolean {
  return error instanceof AppError || ['UsageError', 'CourseFolderError', 'KeysError'].includes(error.name)
}

/** The innermost message: those around it may repeat a statement with its values. */
function explainUnknown(error: Error): string {
  if (error.cause instanceof Error) return explainUnknown(error.cause)
  return `Something went wrong: ${printable(error.message || error.name)} (LOG_LEVEL=debug shows where)`
}

function explainDatabaseFailure(error: Error, settings: () => Config): string | undefined {
  const refusal = databaseError(error)
  if (refusal === undefined && !isDatabaseUnavailable(error) && !isSilence(error)) return undefined

  const host = hostOf(settings().databaseUrl)
  const database = host === undefined ? 'The database' : `The database at ${host}`
  if (refusal?.code?.startsWith('28')) return `${database} refuses the user or the password of DATABASE_URL.`
  if (refusal?.code === '3D000') return `There is no database of the name in DATABASE_URL at ${host}.`
  if (isDatabaseUnavailable(error) || isSilence(error)) return `${database} does not answer.`
  return `${database} refused: ${printable(refusal?.message ?? '')}`
}

/** What a connection that is being made says, beyond what isDatabaseUnavailable knows. */
function isSilence(error: Error): boolean {
  return error.message === 'timeout expired' || ('code' in error && error.code === 'EAI_AGAIN')
}

function hostOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  const { hostname, port } = new URL(url)
  return hostname === '' ? undefined : `${hostname}:${port || 5432}`
}

function isDebugging(): boolean {
  return ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
}
