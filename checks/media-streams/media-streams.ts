import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createLyceum, type Lyceum, uploadFile } from '../../client-sdk/src/index.ts'
import { startLocalS3 } from '../../server/adapters/file-storage/test-support.ts'
import { residentMegabytes } from '../support/metrics.ts'
import { openPlace, type Settings } from '../support/place.ts'
import { report } from '../support/say.ts'
import { during } from '../support/until.ts'

/*
 * Uploads a file of 1 GB to a running server and downloads it again, with the files in a folder and
 * in a bucket, while the server's memory is watched. Exit code 1 when it grows by more than 64 MB
 * over what the server has after a file of a fifth of that size, or when a byte is wrong; and when
 * 500 readers who stop after the beginning hold more than 1 MB each, or keep anybody from uploading.
 */
const size = 1_000_000_000
/** Large enough to fill the buffers that the runtime keeps until it collects them. */
const warmUpSize = 200_000_000
/** An eighth of the file: more means that the file is held in memory. */
const mostGrowthMegabytes = 64
const readers = 500

interface LargeFile {
  path: string
  sha256: string
}

/** Makes a file of noise without holding all of it. */
async function makeFile(folder: string, size: number): Promise<LargeFile> {
  const path = join(folder, `${size}.bin`)
  const hash = createHash('sha256')
  const blocks = function* () {
    for (let left = size; left > 0; left -= blockSize) {
      const block = randomBytes(Math.min(blockSize, left))
      hash.update(block)
      yield block
    }
  }
  await writeFile(path, blocks())
  return { path, sha256: hash.digest('hex') }
}

const blockSize = 1_000_000

interface Author {
  url: string
  lyceum: Lyceum
  courseId: string
}

async function upload({ lyceum, courseId }: Author, name: string, file: LargeFile) {
  const { path, sha256 } = file
  await uploadFile(lyceum, courseId, await openAsBlob(path), { name, sha256 })
}

async function addressOf({ lyceum, courseId, url }: Author, name: string): Promise<string> {
  const { items } = await lyceum.files.list.query({ courseId })
  const { pathname, search } = new URL(items.find(({ path }) => path === name)?.url ?? '')
  return url + pathname + search
}

async function download(author: Author, name: string): Promise<string> {
  const answer = await fetch(await addressOf(author, name))
  if (answer.body === null) throw new Error(`The file answered ${answer.status}.`)
  const hash = createHash('sha256')
  for await (const piece of answer.body) hash.update(piece)
  return hash.digest('hex')
}

/** Returns the peak memory during the work. */
async function peakDuring(author: Author, work: () => Promise<void>): Promise<number> {
  let peak = 0
  const watch = during(100, async () => {
    peak = Math.max(peak, await residentMegabytes(author.url))
  })
  await work().finally(watch.stop)
  return peak
}

async function streams(storage: string, settings: Settings): Promise<void> {
  await using place = await openPlace('streams', { MEDIA_STORAGE: storage, ...settings })
  const { url } = await place.startServer()
  const { token } = await place.given.admin()
  const lyceum = createLyceum({ baseUrl: url, token })
  const { id: courseId } = await lyceum.authoring.create.mutate({
    slug: `knots-${storage}`,
    title: 'Knots',
    summary: 'Tie what holds.',
    language: 'en',
    price: { amount: 0, currency: 'EUR' },
  })
  const author = { url, lyceum, courseId }

  const idle = await residentMegabytes(author.url)
  // Warms up: loads and reserves what any file needs, whatever its size.
  const warmUp = await peakDuring(author, async () => {
    await upload(author, 'warm-up.bin', await makeFile(place.folder, warmUpSize))
    await download(author, 'warm-up.bin')
  })
  const before = await residentMegabytes(author.url)

  const file = await makeFile(place.folder, size)
  const began = performance.now()
  const up = await peakDuring(author, () => upload(author, 'film.bin', file))
  const uploaded = performance.now()
  let sha256 = ''
  const down = await peakDuring(author, async () => {
    sha256 = await download(author, 'film.bin')
  })
  const ended = performance.now()

  const growth = Math.max(up, down) - before
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(0)} s`
  report(
    sha256 === file.sha256 && growth <= mostGrowthMegabytes,
    storage,
    `1 GB up in ${seconds(uploaded - began)}, down in ${seconds(ended - uploaded)}; ` +
      `memory ${idle.toFixed(0)} MB idle, at most ${warmUp.toFixed(0)} MB with 200 MB and ` +
      `${before.toFixed(0)} MB after it; with 1 GB at most ${up.toFixed(0)} MB up and ` +
      `${down.toFixed(0)} MB down: ${growth.toFixed(0)} MB more` +
      (sha256 === file.sha256 ? '' : '; the bytes are different ones'),
  )
  const held = await heldByEach(author, 'film.bin', await makeFile(place.folder, 10_000_000))
  report(held <= 1, storage, `${readers} idle readers hold ${held.toFixed(2)} MB each`)
}

/** Returns the server's megabytes per reader who has stopped after the first piece. */
async function heldByEach(author: Author, name: string, small: LargeFile): Promise<number> {
  const address = await addressOf(author, name)
  const before = await residentMegabytes(author.url)
  const open = await Promise.all(
    Array.from({ length: readers }, async () => {
      const [answer] = await once(get(address, { agent: false }), 'response')
      await once(answer as IncomingMessage, 'readable')
      return answer as IncomingMessage
    }),
  )
  await upload(author, 'beside.bin', small)
  const held = (await residentMegabytes(author.url)) - before
  for (const answer of open) answer.destroy()
  return held / readers
}

await streams('folder', {})
await using s3 = await startLocalS3('lessons')
await streams('s3', {
  MEDIA_S3_BUCKET: 'lessons',
  MEDIA_S3_ENDPOINT: s3.endpoint,
  AWS_ACCESS_KEY_ID: 'test-key',
  AWS_SECRET_ACCESS_KEY: 'test-secret',
  AWS_REGION: 'eu-test-1',
})
