import { createHash, randomBytes } from 'node:crypto'
import { startLocalS3 } from '../../../server/adapters/file-storage/test-support.ts'
import type { Upload } from '../../../server/features/authoring/uploads/schema.ts'
import { askFor } from '../support/ask.ts'
import { residentMegabytes } from '../support/metrics.ts'
import { openPlace, type Settings } from '../support/place.ts'
import { report } from '../support/say.ts'
import { during } from '../support/until.ts'

/*
 * Uploads a file of 1 GB to a running server and downloads it again, with the files in a folder and
 * in a bucket, while the server's memory is watched. Exit code 1 when it grows by more than 64 MB over
 * what the server has after a file of a fifth of that size, or when a byte is wrong.
 */
const size = 1_000_000_000
/** Long enough for the buffers that the runtime keeps until it collects them. */
const warmUpSize = 200_000_000
/** An eighth of the file: more means that it is held. */
const mostGrowthMegabytes = 64

/** A file that is never held whole: blocks of noise, each with its number. */
interface LargeFile {
  size: number
  sha256: string
  bytes: (from: number, to: number) => Buffer
}

const blockSize = 1_000_000
const noise = randomBytes(blockSize)

function makeFile(size: number): LargeFile {
  function blockAt(index: number): Buffer {
    const block = Buffer.from(noise)
    block.writeUInt32BE(index + 1, 0)
    return block.subarray(0, Math.min(blockSize, size - index * blockSize))
  }
  const hash = createHash('sha256')
  for (let index = 0; index * blockSize < size; index++) hash.update(blockAt(index))
  return {
    size,
    sha256: hash.digest('hex'),
    bytes: (from, to) => {
      const first = Math.floor(from / blockSize)
      const last = Math.floor((to - 1) / blockSize)
      const blocks = Array.from({ length: last - first + 1 }, (_, at) => blockAt(first + at))
      const start = from - first * blockSize
      return Buffer.concat(blocks).subarray(start, start + to - from)
    },
  }
}

interface Author {
  url: string
  token: string
  courseId: string
}

function call<Body>({ url, token }: Author, route: string, body?: unknown): Promise<Body> {
  return askFor(url, route.replace(' ', ' /api/v1/authoring'), { token, body })
}

async function upload(author: Author, name: string, file: LargeFile): Promise<void> {
  const { courseId, url, token } = author
  const { sha256, size: bytes } = file
  const uploads = `/courses/${courseId}/uploads`
  let state = await call<Upload>(author, `POST ${uploads}`, { name, bytes, type: '', sha256 })
  while (state.part !== null) {
    const { part } = state
    const isOurs = part.url.startsWith('/')
    const { 'content-length': _set, ...headers } = part.headers
    const answer = await fetch(isOurs ? url + part.url : part.url, {
      method: part.method,
      headers: {
        ...headers,
        ...(isOurs && {
          authorization: `Bearer ${token}`,
          'content-type': 'application/octet-stream',
        }),
      },
      body: file.bytes(part.from, part.from + part.bytes),
    })
    if (!answer.ok) throw new Error(`A part answered ${answer.status}: ${await answer.text()}`)
    await answer.body?.cancel()
    state = await call<Upload>(author, `GET ${uploads}/${state.id}`)
  }
  await call(author, `POST ${uploads}/${state.id}/finish`)
}

async function download(author: Author, name: string): Promise<string> {
  const { items } = await call<{ items: { path: string; url: string }[] }>(
    author,
    `GET /courses/${author.courseId}/files`,
  )
  const { pathname, search } = new URL(items.find(({ path }) => path === name)?.url ?? '')
  const answer = await fetch(author.url + pathname + search)
  if (answer.body === null) throw new Error(`The file answered ${answer.status}.`)
  const hash = createHash('sha256')
  for await (const piece of answer.body) hash.update(piece)
  return hash.digest('hex')
}

/** The highest memory while the work goes on. */
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
  const guest = { url, token, courseId: '' }
  const course = await call<{ id: string }>(guest, 'POST /courses', {
    slug: `knots-${storage}`,
    title: 'Knots',
    summary: 'Tie what holds.',
    language: 'en',
    price: { amount: 0, currency: 'EUR' },
  })
  const author = { ...guest, courseId: course.id }

  const idle = await residentMegabytes(author.url)
  // What is loaded and reserved once, whatever the size of a file.
  const warmUp = await peakDuring(author, async () => {
    await upload(author, 'warm-up.bin', makeFile(warmUpSize))
    await download(author, 'warm-up.bin')
  })
  const before = await residentMegabytes(author.url)

  const file = makeFile(size)
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
