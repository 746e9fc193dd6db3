import { expect, test } from 'vitest'
import { startLocalS3 } from '../../../adapters/file-storage/test-support.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import { expireUploads } from './finish-upload.ts'
import { givenPicture, pixel, sha256Of, uploaderOf } from './test-support.ts'

const bucket = 'media'
const s3 = await forAllTests(startLocalS3(bucket))
Object.assign(process.env, {
  AWS_ACCESS_KEY_ID: 'test-key',
  AWS_SECRET_ACCESS_KEY: 'test-secret',
  AWS_REGION: 'eu-test-1',
})
const plain = await forAllTests(startApi())
const api = await forAllTests(
  startApi({
    config: {
      media: {
        ...plain.deps.config.media,
        maxFileBytes: 1_000_000_000,
        maxCourseBytes: 2_000_000_000,
        storage: { kind: 's3', bucket, endpoint: s3.endpoint },
      },
    },
  }),
)

const team = await givenTeam(api)
const uploader = uploaderOf(api, team.author, team)

function put({ url, headers }: { url: string; headers: Record<string, string> }, bytes: Buffer) {
  const { 'content-length': _, ...sent } = headers
  return fetch(url, { method: 'PUT', headers: sent, body: new Uint8Array(bytes) })
}

test('a client sends a file to the bucket itself, which takes nothing else under its address', async () => {
  const started = (await uploader.start('knot.png', pixel)).body
  expect(started.part.url).toContain(s3.endpoint)
  const { id } = started

  expect((await put(started.part, givenPicture('larger'))).ok).toBe(false)
  const sameSize = Buffer.from(pixel)
  sameSize[40] = 1
  expect((await put(started.part, sameSize)).ok).toBe(false)
  expect((await uploader.get(id)).body).toMatchObject({ state: 'open', received: 0 })
  expect((await uploader.sendBytes(id, pixel)).body.error).toBe('InvalidFields')
  expect((await put(started.part, pixel)).ok).toBe(true)
  expect((await uploader.get(id)).body).toMatchObject({ state: 'stored', part: null })

  const finished = await uploader.finish(id)

  expect(finished.body.file).toMatchObject({ sha256: sha256Of(pixel), type: 'image/png' })
  expect((await uploader.finish(id)).body).toEqual(finished.body)
  const { pathname, search } = new URL(finished.body.file.url)
  const picture = await api.server.inject({ url: pathname + search })
  expect([picture.statusCode, picture.rawPayload.equals(pixel)]).toEqual([200, true])
})

test('a large file goes to the bucket in parts, and on after an interruption', async () => {
  const bytes = Buffer.concat([pixel, Buffer.alloc(16_000_001, 5)])
  let upload = (await uploader.start('large.png', bytes)).body
  expect(upload.part).toMatchObject({ from: 0, bytes: 8_000_000 })
  let parts = 0
  while (upload.part !== null) {
    const { from, bytes: length } = upload.part
    expect((await put(upload.part, bytes.subarray(from, from + length))).ok).toBe(true)
    // Reads it anew, as after a reload of the page.
    upload = (await uploader.get(upload.id)).body
    parts += 1
  }
  expect(parts).toBe(3)

  const finished = await uploader.finish(upload.id)

  expect(finished.body.file).toMatchObject({ bytes: bytes.length, sha256: sha256Of(bytes) })
  expect(s3.openUploads()).toEqual([])
})

test('a bucket that fails while an upload is finished keeps what has arrived', async () => {
  const bytes = givenPicture('fails once')
  const { id, part } = (await uploader.start('once.png', bytes)).body
  expect((await put(part, bytes)).ok).toBe(true)
  expect((await uploader.get(id)).body.state).toBe('stored')
  // Lets the storage tell its size but not its bytes, however often the client asks.
  s3.trouble.push('none', '503', '503', '503')

  const failed = await uploader.finish(id)

  expect([failed.status, failed.body.error]).toEqual([503, 'ServiceUnavailable'])
  expect((await uploader.get(id)).body).toMatchObject({ state: 'stored', part: null })
  expect((await uploader.finish(id)).body.file).toMatchObject({ sha256: sha256Of(bytes) })
})

test('parts that are not the file are refused, and the upload begins again', async () => {
  const bytes = Buffer.alloc(16_000_001, 6)
  const start = (await uploader.start('wrong.bin', bytes)).body
  let upload = start
  while (upload.part !== null) {
    await put(upload.part, Buffer.alloc(upload.part.bytes, 7))
    upload = (await uploader.get(upload.id)).body
  }

  const refused = await uploader.finish(start.id)

  expect([refused.status, refused.body.error]).toEqual([422, 'FileMismatch'])
  expect((await uploader.get(start.id)).body).toMatchObject({ state: 'open', received: 0 })
})

test('an upload in parts that nobody finishes leaves nothing open in the bucket', async () => {
  const bytes = Buffer.alloc(16_000_001, 8)
  const { id } = (await uploader.start('left.bin', bytes)).body
  expect(s3.openUploads().length).toBeGreaterThan(0)
  await uploader.cancel(id)
  const { id: expiring } = (await uploader.start('left.bin', bytes)).body
  expect((await uploader.get(expiring)).status).toBe(200)

  api.advance(25 * 3600_000)
  await expireUploads(api.deps)

  expect(s3.openUploads()).toEqual([])
})
