import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { givenAssignment } from '../../server/features/assessment/test-support.ts'
import { pieceBytes } from '../../server/features/courses/uploads/staging.ts'
import { forAllTests, startApi } from '../../server/test/api.ts'
import { givenTeam } from '../../server/test/authoring.ts'
import { createLyceum, type FetchLike, uploadFile, uploadToHandIn } from '../src/index.ts'
import { failureOf } from './support.ts'

const api = await forAllTests(
  startApi({
    config: {
      media: {
        storage: { kind: 'database' },
        maxFileBytes: 20_000_000,
        maxCourseBytes: 200_000_000,
      },
    },
  }),
)
const baseUrl = await api.server.listen({ host: '127.0.0.1', port: 0 })

/** A client whose requests with bytes go through `trouble` first. */
async function givenAuthor(trouble: (put: number) => 'lost' | 'unanswered' | undefined) {
  const { courseId, author } = await givenTeam(api)
  let puts = 0
  const fetch: FetchLike = async (url, init) => {
    if (init.method !== 'PUT') return globalThis.fetch(url, init)
    puts += 1
    const what = trouble(puts)
    if (what === 'lost') throw new TypeError('fetch failed')
    const answer = await globalThis.fetch(url, init)
    if (what === 'unanswered') throw new TypeError('fetch failed')
    return answer
  }
  const lyceum = createLyceum({ baseUrl, token: author.token, fetch, retries: 0 })
  return { courseId, lyceum, puts: () => puts }
}

const bytes = randomBytes(pieceBytes * 2 + 1_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')

test('a file is uploaded in parts, with its progress', async () => {
  const { courseId, lyceum, puts } = await givenAuthor(() => undefined)
  const seen: number[] = []

  const { file, draftRevision } = await uploadFile(
    lyceum,
    courseId,
    new File([bytes], 'knot.bin'),
    { onProgress: ({ received }) => seen.push(received) },
  )

  expect(file).toMatchObject({ path: 'knot.bin', bytes: bytes.length, sha256 })
  expect(draftRevision).toBe(2)
  expect(seen).toEqual([0, pieceBytes, 2 * pieceBytes, bytes.length])
  expect(puts()).toBe(3)
  const got = await fetch(file.url.replace('http://lyceum.test', baseUrl))
  expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)
})

test('parts and answers that are lost on their way are made up for', async () => {
  const { courseId, lyceum } = await givenAuthor((put) => {
    if (put === 1 || put === 4) return 'lost'
    return put === 2 || put === 5 ? 'unanswered' : undefined
  })
  const { file } = await uploadFile(lyceum, courseId, new Blob([bytes]), { name: 'img/knot.bin' })
  expect(file).toMatchObject({ path: 'img/knot.bin', sha256 })
})

test('an upload that was interrupted goes on later, and not from the beginning', async () => {
  const { courseId, lyceum, puts } = await givenAuthor(() => undefined)
  const leave = new AbortController()
  let id = ''
  const interrupted = uploadFile(lyceum, courseId, new Blob([bytes]), {
    name: 'knot.bin',
    onProgress: (progress) => {
      id = progress.id
      if (progress.received > 0) leave.abort()
    },
    signal: leave.signal,
  })
  expect(await failureOf(interrupted)).toMatchObject({ name: 'Aborted' })
  const before = puts()

  const { file } = await uploadFile(lyceum, courseId, new Blob([bytes]), { resume: id })

  expect(file.sha256).toBe(sha256)
  expect(puts() - before).toBeLessThanOrEqual(2)
})

test('fails by name when nothing arrives, and when the file is not what was announced', async () => {
  const { courseId, lyceum, puts } = await givenAuthor(() => 'lost')
  const file = new File(['Tie a bowline.'], 'knot.txt')
  const lost = await failureOf(uploadFile(lyceum, courseId, file))
  expect([(lost as Error).name, puts()]).toEqual(['NetworkError', 5])

  const { courseId: other, lyceum: connected } = await givenAuthor(() => undefined)
  const wrong = uploadFile(connected, other, file, { sha256: 'a'.repeat(64) })
  expect(await failureOf(wrong)).toMatchObject({ name: 'FileMismatch', status: 422 })
  expect(await failureOf(uploadFile(connected, other, new File([], 'empty.txt')))).toMatchObject({
    name: 'InvalidFields',
    issues: [{ path: 'bytes' }],
  })
  // @ts-expect-error: bytes without a name
  const nameless = uploadFile(connected, other, new Blob(['x']))
  expect(await failureOf(nameless)).toMatchObject({ name: 'MissingFields' })
})

test('a service that is away for some seconds is waited for, in the middle and at the end', async () => {
  const { courseId, author } = await givenTeam(api)
  const away: string[] = []
  let puts = 0
  const fetch: FetchLike = async (url, init) => {
    if (init.method === 'PUT') puts += 1
    const isFinishing = url.includes('uploads.finish')
    const isDown = (puts === 2 && away.length < 3) || (isFinishing && away.length < 5)
    if (isDown) {
      away.push(url)
      throw new TypeError('fetch failed')
    }
    return globalThis.fetch(url, init)
  }
  const lyceum = createLyceum({ baseUrl, token: author.token, fetch, retries: 0 })

  const { file } = await uploadFile(lyceum, courseId, new Blob([bytes]), { name: 'knot.bin' })

  expect([file.sha256, away.length, puts]).toEqual([sha256, 5, 4])
})

test('a file that takes long to check has the time for it', async () => {
  const { courseId, author } = await givenTeam(api)
  const fetch: FetchLike = async (url, init) => {
    if (url.includes('uploads.finish')) await new Promise((end) => setTimeout(end, 2_500))
    return globalThis.fetch(url, init)
  }
  const options = { baseUrl, token: author.token, fetch, retries: 0, timeoutMilliseconds: 2_000 }

  const small = new File(['Tie a bowline.'], 'knot.txt')
  const { file } = await uploadFile(createLyceum(options), courseId, small)

  expect(file.path).toBe('knot.txt')
})

test('a different file does not go on with an upload, and one that is over says so', async () => {
  const { courseId, lyceum, puts } = await givenAuthor(() => undefined)
  const { id } = await lyceum.uploads.start.mutate({
    courseId,
    name: 'knot.bin',
    bytes: bytes.length,
    sha256,
  })
  const other = uploadFile(lyceum, courseId, new Blob(['x']), { resume: id })
  expect(await failureOf(other)).toMatchObject({ name: 'FileMismatch' })

  await lyceum.uploads.cancel.mutate({ courseId, uploadId: id })
  const over = uploadFile(lyceum, courseId, new Blob([bytes]), { resume: id })
  expect(await failureOf(over)).toMatchObject({ name: 'UploadNotFound' })
  expect(puts()).toBe(0)
})

test('the same file once more, and under another path, is not sent again', async () => {
  const { courseId, lyceum, puts } = await givenAuthor(() => undefined)
  const file = new File(['Tie a sheet bend.'], 'knot.txt')
  const seen: number[] = []

  const first = await uploadFile(lyceum, courseId, file)
  const second = await uploadFile(lyceum, courseId, file)
  const third = await uploadFile(lyceum, courseId, file, {
    name: 'other.txt',
    onProgress: ({ received }) => seen.push(received),
  })

  expect(second.draftRevision).toBe(first.draftRevision)
  expect([third.file.path, puts(), seen]).toEqual(['other.txt', 1, [file.size]])
})

test('20 MB show their progress, stop in the middle of a part, and can be discarded', async () => {
  const { learner, lessonId } = await givenAssignment(api)
  const leave = new AbortController()
  const requests: string[] = []
  const lyceum = createLyceum({
    baseUrl,
    token: learner.token,
    fetch: (url, init) => {
      requests.push(init.method)
      const answer = globalThis.fetch(url, init)
      if (requests.filter((method) => method === 'PUT').length === 3) leave.abort()
      return answer
    },
  })
  const video = new File([randomBytes(20_000_000)], 'knot.bin')
  const seen: { id: string; received: number }[] = []
  const onProgress = (progress: { id: string; received: number }) => void seen.push(progress)

  const { signal } = leave
  const stopped = await failureOf(uploadToHandIn(lyceum, lessonId, video, { onProgress, signal }))

  expect(stopped).toMatchObject({ name: 'Aborted' })
  expect(seen.map(({ received }) => received)).toEqual([0, pieceBytes, 2 * pieceBytes])
  const [sent, uploadId] = [requests.length, seen[0]?.id ?? '']
  await new Promise((end) => setTimeout(end, 300))
  expect(requests).toHaveLength(sent)

  await lyceum.submissions.cancelUpload.mutate({ lessonId, uploadId })
  const over = uploadToHandIn(lyceum, lessonId, video, { resume: uploadId })
  expect(await failureOf(over)).toMatchObject({ name: 'UploadNotFound' })
})

test('a file is uploaded to be handed in, and handed in', async () => {
  const { learner, lessonId } = await givenAssignment(api)
  const lyceum = createLyceum({ baseUrl, token: learner.token })
  const seen: number[] = []
  const { id, state } = await uploadToHandIn(lyceum, lessonId, new File([bytes], 'knot.bin'), {
    onProgress: ({ received }) => seen.push(received),
  })
  expect([state, seen]).toEqual(['finished', [0, pieceBytes, 2 * pieceBytes, bytes.length]])
  const handed = await lyceum.submissions.create.mutate({ lessonId, uploadIds: [id] })
  expect(handed.files).toMatchObject([{ name: 'knot.bin', size: bytes.length }])
  const [{ url } = { url: '' }] = handed.files
  const got = await fetch(url.replace('http://lyceum.test', baseUrl))
  expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)
})
