import { shareCalls } from '../../lib/single-flight.ts'
import { type FileStorage, StorageUnavailable } from './types.ts'

export interface S3Options {
  bucket: string
  /** Undefined for AWS itself. */
  endpoint: string | undefined
}

/** For one try, in milliseconds; a request that fails is retried twice. */
const timeouts = { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true }

/**
 * Stores files in a bucket of S3 or of a compatible service. The client is loaded when it is first
 * needed: it is as large as all the rest of the server.
 */
export function createS3Storage({ bucket, endpoint }: S3Options): FileStorage {
  const load = shareCalls(
    async () => {
      const s3 = await import('@aws-sdk/client-s3')
      const service = endpoint === undefined ? {} : { endpoint, forcePathStyle: true }
      const client = new s3.S3Client({ ...service, maxAttempts: 3, requestHandler: timeouts })
      return { s3, client }
    },
    { freshMilliseconds: Number.POSITIVE_INFINITY },
  )

  async function withClient<Result>(
    work: (loaded: Awaited<ReturnType<typeof load>>) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work(await load())
    } catch (cause) {
      const reason = cause instanceof Error ? cause.name : 'unknown reason'
      throw new StorageUnavailable(`the bucket does not answer as it should (${reason})`, { cause })
    }
  }

  return {
    kind: 's3',
    put: (name, bytes) =>
      withClient(async ({ client, s3 }) => {
        await client.send(
          new s3.PutObjectCommand({
            Bucket: bucket,
            Key: name,
            Body: bytes,
            ContentType: 'application/pdf',
          }),
        )
      }),
    get: (name) =>
      withClient(async ({ client, s3 }) => {
        try {
          const { Body } = await client.send(new s3.GetObjectCommand({ Bucket: bucket, Key: name }))
          return await Body?.transformToByteArray()
        } catch (error) {
          if (error instanceof s3.NoSuchKey) return undefined
          throw error
        }
      }),
    list: async function* () {
      let from: string | undefined
      do {
        const page = await withClient(({ client, s3 }) =>
          client.send(
            new s3.ListObjectsV2Command({
              Bucket: bucket,
              MaxKeys: 500,
              ...(from !== undefined && { ContinuationToken: from }),
            }),
          ),
        )
        yield (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
        from = page.NextContinuationToken
      } while (from !== undefined)
    },
    remove: (name) =>
      withClient(async ({ client, s3 }) => {
        await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: name }))
      }),
  }
}
