import { shareCalls } from '../../../lib/single-flight.ts'
import { type StorageConfig, StorageUnavailable } from './types.ts'

export type S3Options = Omit<Extract<StorageConfig, { kind: 's3' }>, 'kind'>

/** Timeouts of one try for PDFs, in milliseconds; a failed request is retried twice. */
export const timeouts = {
  connectionTimeout: 2_000,
  requestTimeout: 5_000,
  throwOnRequestTimeout: true,
}
/** Allows many: a reader who takes nothing keeps a connection, and must not block others. */
const agent = { maxSockets: 2_000 }

/** Long enough for one part over a slow line. */
export const timeoutsOfMedia = {
  ...timeouts,
  requestTimeout: 60_000,
  httpAgent: agent,
  httpsAgent: agent,
}

/** Loads the client on first use: it is as large as all the rest of the server. */
export function createLoader(
  { endpoint }: S3Options,
  requestHandler: typeof timeouts | typeof timeoutsOfMedia,
) {
  return shareCalls(
    async () => {
      const s3 = await import('@aws-sdk/client-s3')
      const service = endpoint === undefined ? {} : { endpoint, forcePathStyle: true }
      const client = new s3.S3({
        ...service,
        maxAttempts: 3,
        requestHandler,
        // Signs requests for clients, which do not know the checksums that the SDK adds.
        requestChecksumCalculation: 'WHEN_REQUIRED',
      })
      return { s3, client }
    },
    { freshMilliseconds: Number.POSITIVE_INFINITY },
  )
}

export type LoadS3 = ReturnType<typeof createLoader>

/** Runs work with the client; its failures become StorageUnavailable. */
export async function withS3<Result>(
  load: LoadS3,
  work: (loaded: Awaited<ReturnType<LoadS3>>) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(await load())
  } catch (cause) {
    throw unavailable(cause)
  }
}

/** Returns the answer; undefined if the bucket has no such thing, reported by this name. */
export async function unless<Answer>(
  missing: 'NoSuchKey' | 'NoSuchUpload' | 'NotFound',
  answer: Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && error.name === missing) return undefined
    throw error
  }
}

export function unavailable(cause: unknown): StorageUnavailable {
  const reason = cause instanceof Error ? reasonOf(cause) : 'unknown reason'
  return new StorageUnavailable(`the bucket does not answer as it should (${reason})`, { cause })
}

/** Returns a reason such as ECONNREFUSED, AccessDenied or `Region is missing`. */
function reasonOf(cause: Error): string {
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  return cause.name === 'Error' ? cause.message : cause.name
}
