import { databaseError, isDatabaseUnavailable } from '../../db/failures.ts'

/**
 * Errors whose messages are written for people. Told by their names, because their classes are slow
 * to load where they are not needed.
 */
const writtenForPeople = new Set([
  'ConfigError',
  'KeysError',
  'EmbeddedPostgresError',
  'RendererUnavailable',
  'SigningFileError',
])

/**
 * What stands in the way, for the people who run the service; undefined for what nobody foresaw.
 * Holds no credentials.
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
    return `${database} refuses the user or the password of DATABASE_URL.`
  if (refusal?.code === '3D000')
    return `There is no database of the name in DATABASE_URL at ${host}.`
  if (isDatabaseUnavailable(error)) return `${database} does not answer.`
  return refusal && `${database} refused: ${refusal.message}`
}

function hostOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  const { hostname, port } = new URL(url)
  return hostname === '' ? undefined : `${hostname}:${port || 5432}`
}
