import { type LoadS3, unless, withS3 } from './s3-client.ts'
import type { ArrivedPart, DirectUploads } from './types.ts'

/** Long enough for a large part over a slow line. */
const signedForSeconds = 3_600

/** Signs requests to a bucket. Its own rules decide what they do not bind. */
export function createDirectUploads(Bucket: string, load: LoadS3): DirectUploads {
  const expiresAt = () => new Date(Date.now() + signedForSeconds * 1_000)

  return {
    signPut: (name, { sha256, size }) =>
      withS3(load, async ({ client, s3 }) => {
        const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
        const checksum = Buffer.from(sha256, 'hex').toString('base64')
        const headers = {
          'content-length': String(size),
          'content-type': 'application/octet-stream',
          'x-amz-checksum-sha256': checksum,
        }
        const url = await getSignedUrl(
          client,
          new s3.PutObjectCommand({
            Bucket,
            Key: name,
            ContentLength: size,
            ContentType: headers['content-type'],
            ChecksumSHA256: checksum,
          }),
          {
            expiresIn: signedForSeconds,
            // Keeps the checksum from being a parameter of the URL, which some services ignore.
            unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
            signableHeaders: new Set(Object.keys(headers)),
          },
        )
        return { url, headers, expiresAt: expiresAt() }
      }),
    beginParts: (name) =>
      withS3(load, async ({ client }) => {
        const { UploadId } = await client.createMultipartUpload({
          Bucket,
          Key: name,
          ContentType: 'application/octet-stream',
        })
        if (UploadId === undefined) throw new Error('The bucket gave no id.')
        return UploadId
      }),
    signPart: (name, { id, number, size }) =>
      withS3(load, async ({ client, s3 }) => {
        const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
        const headers = { 'content-length': String(size) }
        const url = await getSignedUrl(
          client,
          new s3.UploadPartCommand({
            Bucket,
            Key: name,
            UploadId: id,
            PartNumber: number,
            ContentLength: size,
          }),
          { expiresIn: signedForSeconds, signableHeaders: new Set(Object.keys(headers)) },
        )
        return { url, headers, expiresAt: expiresAt() }
      }),
    listParts: (name, id) =>
      withS3(load, async ({ client }) => {
        const parts: ArrivedPart[] = []
        let after: string | undefined
        do {
          const page = await client.listParts({
            Bucket,
            Key: name,
            UploadId: id,
            ...(after !== undefined && { PartNumberMarker: after }),
          })
          for (const { PartNumber: number = 0, Size: size = 0, ETag: etag = '' } of page.Parts ??
            [])
            parts.push({ number, size, etag })
          after = page.IsTruncated === true ? page.NextPartNumberMarker : undefined
        } while (after !== undefined)
        return parts
      }),
    joinParts: (name, id, parts) =>
      withS3(load, async ({ client }) => {
        await client.completeMultipartUpload({
          Bucket,
          Key: name,
          UploadId: id,
          MultipartUpload: {
            Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag })),
          },
        })
      }),
    dropParts: (name, id) =>
      withS3(load, async ({ client }) => {
        const dropped = client.abortMultipartUpload({ Bucket, Key: name, UploadId: id })
        await unless('NoSuchUpload', dropped)
      }),
  }
}
