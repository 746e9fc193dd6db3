import { databaseError, isDatabaseUnavailable } from '../../db/failures.ts'

/**
 * The names of errors whose messages are written for people. Names, because importing the classes
 * would load modules that are not needed.
 */
const writtenForPeople = new Set([
  'ConfigError',
  'KeysError',
  'EmbeddedPostgresError',
  'PrinterUnavailable',
  'SigningFileError',
])

/**
 * Explains a failure to the operator, without secrets. Undefined where it is not a known failure.
 */
export function explainFailure(
  error: unknown,
  databaseUrl: string | undefined,
): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (writtenForPeople.has(error.name)) return error.message

  const refusal = databaseError(error)
  const host = hostOf(databaseUrl)
  const database = host === undefined ? 'The database' : `The database at ${host}`
  if (refusal?.code?.startsWith('28'))
    return `${database} rejects the user or the password in DATABASE_URL.`
  if (refusal?.code === '3D000') return `${host} has no database with the name in DATABASE_URL.`
  if (isDatabaseUnavailable(error)) return `${database} does not answer.`
  return refusal && `${database} refused: ${refusal.message}`
}

function hostOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  const { hostname, port } = new URL(url)
  return hostname === '' ? undefined : `${hostname}:${port || 5432}`
}
