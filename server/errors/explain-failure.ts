import {
  ConnectionRefused,
  databaseError,
  findError,
  isDatabaseUnavailable,
  StandbyDatabase,
} from '../../db/postgres/failures.ts'
import { describeHosts } from '../../lib/database-url.ts'

/**
 * Names of errors whose messages are written for people: importing the classes would load modules
 * that are not needed.
 */
const writtenForPeople = new Set([
  'ConfigError',
  'DatabaseTimeoutsMissing',
  'KeysError',
  'EmbeddedPostgresError',
  'MigrationBlocked',
  'MigrationsPending',
  'PrinterUnavailable',
  'SessionPooled',
  'SigningFileError',
])

/** Explains a failure to the operator, without secrets. Undefined if it is unknown. */
export function explainFailure(
  error: unknown,
  databaseUrl: string | undefined,
): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (writtenForPeople.has(error.name)) return error.message

  const socket = explainSocket(error)
  if (socket !== undefined) return socket
  const refusal = databaseError(error)
  const configured = databaseUrl === undefined ? undefined : describeHosts(databaseUrl)
  // Looks at its URL, as migrations may go to another.
  const refused = findError(error, ConnectionRefused)
  const host = refused?.place ?? configured
  const database = host === undefined ? 'The database' : `The database at ${host}`
  if (refusal?.code?.startsWith('28'))
    return `${database} rejects the user or the password in DATABASE_URL.`
  if (refusal?.code === '3D000')
    return `${host ?? 'The server'} has no database with the name in DATABASE_URL.`
  if (refusal !== undefined && refusedParameter.test(refusal.message))
    return (
      `${database} is behind a pooler that does not let Lyceum set its timeouts ` +
      `(${refusal.message}). Set DATABASE_POOLER=transaction, and DATABASE_MIGRATION_URL to the ` +
      'database itself; see docs/high-availability.md.'
    )
  const standby = findError(error, StandbyDatabase)
  if (standby !== undefined) return standby.message
  const reason = refused?.cause ?? error
  if (isDatabaseUnavailable(reason)) return `${database} does not answer.`
  if (refusal !== undefined && aboutExtension.test(refusal.message))
    return (
      `${database} refused: ${refusal.message}. Let an administrator of PostgreSQL install ` +
      'pg_trgm, which is one of its own extensions, and run `create extension pg_trgm` in this ' +
      'database once; then try again.'
    )
  if (refusal !== undefined) return `${database} refused: ${refusal.message}`
  // Names the reason, such as a certificate that nobody vouches for.
  return refused && reason instanceof Error
    ? `${database} cannot be reached: ${reason.message}`
    : undefined
}

/** Explains why the server cannot listen where the settings say. */
function explainSocket(error: ListenError): string | undefined {
  if (error.syscall !== 'listen') return undefined
  const place = `${error.address} port ${error.port}`
  if (error.code === 'EADDRINUSE')
    return `Another program listens at ${place} already: stop it, or set PORT to a free one.`
  if (error.code === 'EACCES')
    return `This account may not listen at ${place}: set PORT to one above 1023.`
  return `Nothing can listen at ${place} (${error.code}): correct HOST and PORT.`
}

interface ListenError extends NodeJS.ErrnoException {
  address?: string
  port?: number
}

/** How PgBouncer refuses what a connection asks for at its start. */
const refusedParameter = /unsupported (startup parameter|options startup parameter)/

/** Matches an extension refused to a role that does not own the database, or not installed. */
const aboutExtension = /extension "pg_trgm"/
