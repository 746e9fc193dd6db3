import { isLyceumError, LyceumError } from '../errors.ts'
import type { Upload, UploadedFile, UploadPart } from '../generated/router.ts'
import type { Operations } from '../operations.ts'
import { untilAborted, withDeadline } from '../transport/deadline.ts'

export interface UploadOptions {
  /** Path of the file in the course, such as `img/knot.png`. A `File` has one. */
  name?: string | undefined
  /**
   * SHA-256 of the file, hexadecimal. Default: computed with WebCrypto, which reads the file into
   * memory: required beyond 512 MB, and where there is no WebCrypto (React Native, pages without
   * HTTPS).
   */
  sha256?: string | undefined
  /** The id of an upload of the same file that was interrupted, to go on with it. */
  resume?: string | undefined
  /**
   * Called at the start with the id of the upload, and after each part: of 4 MiB, or, where bytes go
   * to a bucket, of 8 MB (a file of at most 16 MB goes there as one).
   */
  onProgress?: ((progress: { id: string; received: number; bytes: number }) => void) | undefined
  /**
   * Stops the upload at once, with Aborted. What has arrived waits a day for `resume`;
   * `uploads.cancel` or `submissions.cancelUpload` discards it.
   */
  signal?: AbortSignal | undefined
}

const maxHashedBytes = 512_000_000
/** The longest upload of a part to the storage: a slower line has hardly a chance. */
const longestPartMilliseconds = 600_000
/** Failures in a row without a byte that arrived. */
const maxFailures = 5

/**
 * Uploads a file into a course: its parts one after the other, those again that were lost on their
 * way. The draft of the course changes.
 *
 * @throws LyceumError FileTooLarge, CourseFilesFull, TooManyUploads, FileMismatch, ManagedElsewhere,
 * UploadNotFound (one to resume is over: begin again)
 * @example
 * ```ts
 * const { file } = await uploadFile(lyceum, courseId, input.files[0], { name: 'img/knot.png' })
 * ```
 */
export function uploadFile(
  lyceum: Pick<Operations, 'uploads'>,
  courseId: string,
  file: File,
  options?: UploadOptions,
): Promise<UploadedFile>
export function uploadFile(
  lyceum: Pick<Operations, 'uploads'>,
  courseId: string,
  file: Blob,
  options: UploadOptions & ({ name: string } | { resume: string }),
): Promise<UploadedFile>
export function uploadFile(
  lyceum: Pick<Operations, 'uploads'>,
  courseId: string,
  file: Blob,
  options: UploadOptions = {},
): Promise<UploadedFile> {
  const { start, get, bytes, finish } = lyceum.uploads
  const steps: Steps<UploadedFile> = {
    start: (announced, call) => start.mutate({ courseId, ...announced }, call),
    read: (uploadId, call) => get.query({ courseId, uploadId }, call),
    send: (piece, call) => bytes.mutate({ courseId, ...piece }, call),
    finish: (uploadId, call) => finish.mutate({ courseId, uploadId }, call),
  }
  return uploadBy(steps, file, options)
}

/**
 * Uploads a file that you hand in with `submissions.create`, for a day.
 *
 * @throws LyceumError FileTooLarge, CourseFilesFull, TooManyUploads, FileMismatch, NotEnrolled,
 * UploadNotFound (one to resume is over: begin again)
 * @example
 * ```ts
 * const { id } = await uploadToHandIn(lyceum, lessonId, input.files[0])
 * await lyceum.submissions.create.mutate({ lessonId, uploadIds: [id] })
 * ```
 */
export function uploadToHandIn(
  lyceum: Pick<Operations, 'submissions'>,
  lessonId: string,
  file: File,
  options?: UploadOptions,
): Promise<Upload>
export function uploadToHandIn(
  lyceum: Pick<Operations, 'submissions'>,
  lessonId: string,
  file: Blob,
  options: UploadOptions & ({ name: string } | { resume: string }),
): Promise<Upload>
export function uploadToHandIn(
  lyceum: Pick<Operations, 'submissions'>,
  lessonId: string,
  file: Blob,
  options: UploadOptions = {},
): Promise<Upload> {
  const { startUpload, getUpload, bytes, finishUpload } = lyceum.submissions
  const steps: Steps<Upload> = {
    start: (announced, call) => startUpload.mutate({ lessonId, ...announced }, call),
    read: (uploadId, call) => getUpload.query({ lessonId, uploadId }, call),
    send: (piece, call) => bytes.mutate({ lessonId, ...piece }, call),
    finish: (uploadId, call) => finishUpload.mutate({ lessonId, uploadId }, call),
  }
  return uploadBy(steps, file, options)
}

interface Signaled {
  signal: AbortSignal | undefined
}

interface Announced {
  name: string
  bytes: number
  type: string
  sha256: string
}

/** The requests of an upload, wherever it leads. */
interface Steps<Done> {
  start(announced: Announced, call: Signaled): Promise<Upload>
  read(id: string, call: Signaled): Promise<Upload>
  send(piece: { uploadId: string; range: string; bytes: Blob }, call: Signaled): Promise<unknown>
  finish(id: string, call: Signaled & { timeoutMilliseconds: number }): Promise<Done>
}

async function uploadBy<Done>(
  steps: Steps<Done>,
  file: Blob,
  { name, sha256, resume, onProgress, signal }: UploadOptions,
): Promise<Done> {
  const call = { signal }
  let upload: Upload =
    resume === undefined
      ? await steps.start(
          {
            name: name ?? ('name' in file ? String(file.name) : ''),
            bytes: file.size,
            type: file.type,
            sha256: sha256 ?? (await hashOf(file)),
          },
          call,
        )
      : await steps.read(resume, call)
  if (upload.bytes !== file.size)
    throw new LyceumError('FileMismatch', 'This is not the file that the upload was begun with.')

  let failures = 0
  const pauseAfter = async (error: unknown): Promise<void> => {
    failures += 1
    const isOver = !isLyceumError(error) || !mayBeMended.has(error.name) || failures >= maxFailures
    if (isOver) throw error
    await untilAborted(signal, new Promise((end) => setTimeout(end, 200 * 2 ** failures)))
  }

  // Everything is read once more over there: that takes as long as the file is large.
  const timeoutMilliseconds = 60_000 + file.size / 10_000
  for (;;) {
    const { id, part, received } = upload
    onProgress?.({ id, received, bytes: file.size })
    let isSent = true
    try {
      if (part === null) return await steps.finish(id, { signal, timeoutMilliseconds })
      await send(steps, { id, part, file, failures, signal })
    } catch (error) {
      isSent = false
      await pauseAfter(error)
    }
    let known: Upload | undefined
    while (known === undefined) known = (await steps.read(id, call).catch(pauseAfter)) ?? undefined
    if (known.received > received) failures = 0
    else if (isSent)
      await pauseAfter(new LyceumError('UnexpectedAnswer', 'The bytes sent did not arrive.'))
    upload = known
  }
}

interface Sending extends Signaled {
  id: string
  part: UploadPart
  file: Blob
  failures: number
}

async function send(
  steps: Pick<Steps<unknown>, 'send'>,
  { id, part, file, failures, signal }: Sending,
): Promise<void> {
  const { url, headers, from, bytes } = part
  if (!url.startsWith('/'))
    return sendElsewhere(url, { headers, body: file.slice(from, from + bytes), signal })
  // Over a slow line a shorter piece arrives in time.
  const end = Math.min(file.size, from + Math.max(262_144, Math.floor(bytes / 2 ** failures)))
  const range = `bytes ${from}-${end - 1}/${file.size}`
  await steps.send({ uploadId: id, range, bytes: file.slice(from, end) }, { signal })
}

/** Another try may have more luck. */
const mayBeMended: ReadonlySet<string> = new Set([
  'NetworkError',
  'Timeout',
  'ServiceUnavailable',
  'UnexpectedAnswer',
  'UploadOutOfStep',
])

/** Sends to the storage itself, which must not get the token. */
async function sendElsewhere(
  url: string,
  { headers, body, signal }: { headers: object; body: Blob } & Signaled,
): Promise<void> {
  // Programs must not set its length: it follows from the body.
  const { 'content-length': _, ...sent } = headers as Record<string, string>
  const deadline = { signal, timeoutMilliseconds: longestPartMilliseconds }
  const status = await withDeadline(deadline, async (aborted) => {
    try {
      const request = { method: 'PUT', headers: sent, body, signal: aborted }
      return (await globalThis.fetch(url, request)).status
    } catch (cause) {
      throw new LyceumError('NetworkError', 'The storage of files cannot be reached.', { cause })
    }
  })
  if (status !== 200)
    throw new LyceumError('UnexpectedAnswer', `The storage of files answered ${status}.`, {
      status,
    })
}

async function hashOf(file: Blob): Promise<string> {
  const subtle: typeof crypto.subtle | undefined = globalThis.crypto?.subtle
  if (subtle === undefined || file.size > maxHashedBytes)
    throw new TypeError('Pass sha256: there is no WebCrypto here, or the file is over 512 MB.')
  const hash = await subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
