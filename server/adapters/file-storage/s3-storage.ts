import { Readable } from 'node:stream'
import { watchSource } from './pieces.ts'
import {
  createLoader,
  type S3Options,
  timeouts,
  timeoutsOfMedia,
  unavailable,
  unless,
  withS3,
} from './s3-client.ts'
import { createDirectUploads } from './s3-uploads.ts'
import type { FileStorage, MediaStorage } from './types.ts'

/** Holds two parts in memory for each file being written. */
const parts = { partSize: 8 * 1024 * 1024, queueSize: 2 }

/** Stores files in a bucket of S3 or a compatible service. */
export function createS3Storage(options: S3Options): FileStorage & MediaStorage {
  const { bucket: Bucket } = options
  const load = createLoader(options, timeouts)
  const loadForMedia = createLoader(options, timeoutsOfMedia)

  return {
    kind: 's3',
    direct: createDirectUploads(options.bucket, loadForMedia),
    put: (name, bytes) =>
      withS3(load, async ({ client }) => {
        await client.putObject({
          Bucket,
          Key: name,
          Body: bytes,
          ContentType: 'application/pdf',
        })
      }),
    get: (name) =>
      withS3(load, async ({ client }) => {
        const found = await unless('NoSuchKey', client.getObject({ Bucket, Key: name }))
        return found?.Body?.transformToByteArray()
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
      withS3(loadForMedia, async ({ client }) => {
        if (range !== undefined && range.end <= range.start) return Readable.from([])
        const Range = range && `bytes=${range.start}-${range.end - 1}`
        const asked = { Bucket, Key: name, ...(Range !== undefined && { Range }) }
        const found = await unless('NoSuchKey', client.getObject(asked))
        return found?.Body instanceof Readable ? found.Body : undefined
      }),
    size: (name) =>
      withS3(loadForMedia, async ({ client }) => {
        const found = await unless('NotFound', client.headObject({ Bucket, Key: name }))
        return found?.ContentLength
      }),
    list: async function* () {
      let from: string | undefined
      do {
        const page = await withS3(load, ({ client }) =>
          client.listObjectsV2({
            Bucket,
            MaxKeys: 500,
            ...(from !== undefined && { ContinuationToken: from }),
          }),
        )
        yield (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
        from = page.NextContinuationToken
      } while (from !== undefined)
    },
    remove: (name) =>
      withS3(load, async ({ client }) => {
        await client.deleteObject({ Bucket, Key: name })
      }),
    tidy: (before) =>
      withS3(load, async ({ client }) => {
        const { Uploads = [] } = await client.listMultipartUploads({ Bucket })
        for (const { Key, UploadId, Initiated } of Uploads)
          if (Initiated !== undefined && Initiated < before)
            await client.abortMultipartUpload({ Bucket, Key, UploadId })
      }),
  }
}
