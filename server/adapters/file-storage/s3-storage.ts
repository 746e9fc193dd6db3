import { Readable } from 'node:stream'
import { watchSource } from './pieces.ts'
import {
  createLoader,
  type S3Options,
  timeouts,
  timeoutsOfMedia,
  unavailable,
  withS3,
} from './s3-client.ts'
import { createDirectUploads } from './s3-uploads.ts'
import type { FileStorage, MediaStorage } from './types.ts'

/** Two parts are in memory for each file that is written. */
const parts = { partSize: 8 * 1024 * 1024, queueSize: 2 }

/** Stores files in a bucket of S3 or of a compatible service. */
export function createS3Storage(options: S3Options): FileStorage & MediaStorage {
  const { bucket: Bucket } = options
  const load = createLoader(options, timeouts)
  const loadForMedia = createLoader(options, timeoutsOfMedia)

  return {
    kind: 's3',
    direct: createDirectUploads(options.bucket, loadForMedia),
    put: (name, bytes) =>
      withS3(load, async ({ client, s3 }) => {
        await client.send(
          new s3.PutObjectCommand({
            Bucket,
            Key: name,
            Body: bytes,
            ContentType: 'application/pdf',
          }),
        )
      }),
    get: (name) =>
      withS3(load, async ({ client, s3 }) => {
        try {
          const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: name }))
          return await Body?.transformToByteArray()
        } catch (error) {
          if (error instanceof s3.NoSuchKey) return undefined
          throw error
        }
      }),
    write: async (name, bytes) => {
      const source = watchSource(bytes)
      try {
        const { client } = await loadForMedia()
        const { Upload } = await import('@aws-sdk/lib-storage')
        const upload = new Upload({
          client,
          ...parts,
          params: {
            Bucket,
            Key: name,
            Body: Readable.from(source.bytes, { objectMode: false }),
            ContentType: 'application/octet-stream',
          },
        })
        await upload.done()
      } catch (cause) {
        const failure = source.failure()
        if (failure !== undefined) throw failure.error
        throw unavailable(cause)
      }
    },
    read: (name, range) =>
      withS3(loadForMedia, async ({ client, s3 }) => {
        if (range !== undefined && range.end <= range.start) return Readable.from([])
        try {
          const { Body } = await client.send(
            new s3.GetObjectCommand({
              Bucket,
              Key: name,
              ...(range !== undefined && { Range: `bytes=${range.start}-${range.end - 1}` }),
            }),
          )
          return Body instanceof Readable ? Body : undefined
        } catch (error) {
          if (error instanceof s3.NoSuchKey) return undefined
          throw error
        }
      }),
    size: (name) =>
      withS3(loadForMedia, async ({ client, s3 }) => {
        try {
          const { ContentLength } = await client.send(
            new s3.HeadObjectCommand({ Bucket, Key: name }),
          )
          return ContentLength
        } catch (error) {
          if (error instanceof s3.NotFound) return undefined
          throw error
        }
      }),
    list: async function* () {
      let from: string | undefined
      do {
        const page = await withS3(load, ({ client, s3 }) =>
          client.send(
            new s3.ListObjectsV2Command({
              Bucket,
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
      withS3(load, async ({ client, s3 }) => {
        await client.send(new s3.DeleteObjectCommand({ Bucket, Key: name }))
      }),
    tidy: (before) =>
      withS3(load, async ({ client, s3 }) => {
        const { Uploads = [] } = await client.send(new s3.ListMultipartUploadsCommand({ Bucket }))
        for (const { Key, UploadId, Initiated } of Uploads)
          if (Initiated !== undefined && Initiated < before)
            await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      }),
  }
}
