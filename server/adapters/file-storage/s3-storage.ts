import { type FileStorage, StorageUnavailable } from './file-storage.ts'

export interface S3Options {
  bucket: string
  /** Undefined for AWS itself. */
  endpoint: string | undefined
}

/** Milliseconds for a connection, and for an answer; requests that fail are sent again twice. */
const timeouts = { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true }

/**
 * An S3 bucket, or that of a service that speaks the same. The client is loaded when it is first
 * needed: it is as large as all the rest.
 */
export function createS3Storage({ bucket, endpoint }: S3Options): FileStorage {
  let loading: ReturnType<typeof load> | undefined

  async function load() {
    const s3 = await import('@aws-sdk/client-s3')
    const service = endpoint === undefined ? {} : { endpoint, forcePathStyle: true }
    return { s3, client: new s3.S3Client({ ...service, maxAttempts: 3, requestHandler: timeouts }) }
  }

  async function withClient<Result>(
    work: (loaded: Awaited<ReturnType<typeof load>>) => Promise<Result>,
  ): Promise<Result> {
    loading ??= load()
    try {
      return await work(await loading)
    } catch (cause) {
      throw new StorageUnavailable(
        `the bucket does not answer as it should (${cause instanceof Error ? cause.name : 'unknown reason'})`,
        {
          cause,
        },
      )
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
    remove: (name) =>
      withClient(async ({ client, s3 }) => {
        await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: name }))
      }),
  }
}
