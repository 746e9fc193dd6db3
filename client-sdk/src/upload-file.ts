import { untilAborted } from './deadline.ts'
import { isLyceumError, LyceumError } from './errors.ts'
import type { Upload, UploadedFile, UploadPart } from './generated/router.ts'
import type { Operations } from './operations.ts'

export interface UploadOptions {
  /** Path of the file in the course, such as `img/knot.png`. Default: the name of a `File`. */
  name?: string | undefined
  /**
   * SHA-256 of the file, hexadecimal. Default: computed with WebCrypto, which reads the file into
   * memory: required beyond 512 MB, and where there is no WebCrypto (React Native, pages without
   * HTTPS).
   */
  sha256?: string | undefined
  /** The id of an upload of the same file that was interrupted, to go on with it. */
  resume?: string | undefined
  /** Called at the start with the id of the upload, and after each part. */
  onProgress?: ((progress: { id: string; received: number; bytes: number }) => void) | undefined
  signal?: AbortSignal | undefined
}

const maxHashedBytes = 512_000_000
/** Failures in a row without a byte that arrived. */
const maxFailures = 5

/**
 * Uploads a file into a course: its parts one after the other, those again that were lost on their
 * way. The draft of the course changes.
 *
 * @throws LyceumError FileTooLarge, CourseFilesFull, TooManyUploads, FileMismatch, ManagedElsewhere
 * @example
 * ```ts
 * const { file } = await uploadFile(lyceum, courseId, input.files[0], { name: 'img/knot.png' })
 * ```
 */
export async function uploadFile(
  lyceum: Pick<Operations, 'uploads'>,
  courseId: string,
  file: Blob,
  { name, sha256, resume, onProgress, signal }: UploadOptions = {},
): Promise<UploadedFile> {
  const call = { signal }
  const read = (id: string) => lyceum.uploads.get.query({ courseId, id }, call)
  let upload: Upload =
    resume === undefined
      ? await lyceum.uploads.start.mutate(
          {
            courseId,
            name: name ?? ('name' in file ? String(file.name) : ''),
            bytes: file.size,
            type: file.type,
            sha256: sha256 ?? (await hashOf(file)),
          },
          call,
        )
      : await read(resume)

  for (let failures = 0; ; ) {
    const { id, part, received } = upload
    onProgress?.({ id, received, bytes: file.size })
    if (part === null) return lyceum.uploads.finish.mutate({ courseId, id }, call)

    const error = await send(lyceum, { courseId, id, part, file, failures, signal })
    upload = await read(id)
    failures = upload.received > received ? 0 : failures + 1
    if (error !== undefined && failures >= maxFailures) throw error
    if (failures > 0)
      await untilAborted(signal, new Promise((end) => setTimeout(end, 200 * 2 ** failures)))
  }
}

interface Sending {
  courseId: string
  id: string
  part: UploadPart
  file: Blob
  failures: number
  signal: AbortSignal | undefined
}

/** The failure that another try may mend; undefined if the part arrived. */
async function send(
  lyceum: Pick<Operations, 'uploads'>,
  { courseId, id, part, file, failures, signal }: Sending,
): Promise<LyceumError | undefined> {
  const { url, headers, from, bytes } = part
  try {
    if (!url.startsWith('/')) {
      await sendElsewhere(url, { headers, body: file.slice(from, from + bytes), signal })
      return undefined
    }
    // Over a slow line a shorter piece arrives in time.
    const end = Math.min(file.size, from + Math.max(262_144, Math.floor(bytes / 2 ** failures)))
    const range = `bytes ${from}-${end - 1}/${file.size}`
    await lyceum.uploads.bytes.mutate(
      { courseId, id, range, bytes: file.slice(from, end) },
      { signal },
    )
    return undefined
  } catch (error) {
    if (isLyceumError(error) && mayBeMended.has(error.name)) return error
    throw error
  }
}

const mayBeMended: ReadonlySet<string> = new Set([
  'NetworkError',
  'Timeout',
  'ServiceUnavailable',
  'UnexpectedAnswer',
  'UploadOutOfStep',
])

/** To the storage itself, which must not get the token. */
async function sendElsewhere(
  url: string,
  { headers, body, signal }: { headers: object; body: Blob; signal: AbortSignal | undefined },
): Promise<void> {
  // Programs must not set its length: it follows from the body.
  const { 'content-length': _, ...sent } = headers as Record<string, string>
  let status: number
  try {
    const request = { method: 'PUT', headers: sent, body, ...(signal && { signal }) }
    status = (await globalThis.fetch(url, request)).status
  } catch (cause) {
    if (signal?.aborted === true)
      throw new LyceumError('Aborted', 'The call was aborted.', { cause })
    throw new LyceumError('NetworkError', 'The storage of files cannot be reached.', { cause })
  }
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
