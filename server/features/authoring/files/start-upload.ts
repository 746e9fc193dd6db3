import { faultOfTwin } from '../../../../content/files/file-path.ts'
import { measureCourseFiles } from '../../../../db/queries/courses/media/course-files.ts'
import {
  countOpenUploads,
  findUpload,
  insertUpload,
  lockUploadsOf,
  type UploadRow,
} from '../../../../db/queries/courses/uploads.ts'
import { isId, newId } from '../../../../lib/ids.ts'
import type { UserContext } from '../../../context.ts'
import { clientLimits } from '../../../errors/client-limits.ts'
import { AppError } from '../../../errors/errors.ts'
import { listTwins } from '../../courses/media/course-files.ts'
import { knownContents } from '../../courses/media/known-contents.ts'
import { fileTooLarge } from '../../courses/media/store-media.ts'
import type { Upload } from '../../courses/uploads/schema.ts'
import { nextPart, outOfStep } from '../../courses/uploads/staging.ts'
import { changeDraft } from '../drafts/change-draft.ts'
import type { StartUploadInput, UploadInput } from './schema.ts'

const { courseFiles, uploadsOfCourse, uploadsOfAccount } = clientLimits
const uploadLifetimeMilliseconds = 24 * 3600_000

/**
 * Begins an upload, reserving its room before a byte arrives.
 * @throws FileTooLarge, CourseFilesFull, TooManyUploads, ManagedElsewhere, InvalidFields
 */
export async function startUpload(ctx: UserContext, input: StartUploadInput): Promise<Upload> {
  const { courseId, name: path, bytes: size, type, sha256 } = input
  requireAllowedSize(ctx, size)

  const isKnown = await knows(ctx, { courseId, sha256 })
  const upload = await changeDraft(ctx, { courseId }, async (inner) => {
    // Locks a person's uploads in all courses; those of one course wait for its draft.
    await lockUploadsOf(inner.db, ctx.user.id)
    await requireRoom(inner, { courseId, size: isKnown ? 0 : size, userId: ctx.user.id })
    const [twins] = await listTwins(inner.db, { courseId, paths: [path] })
    if (twins !== undefined)
      throw new AppError('InvalidFields', {
        issues: [{ path: 'name', message: faultOfTwin(twins) }],
      })

    const createdAt = inner.now()
    const expiresAt = new Date(createdAt.getTime() + uploadLifetimeMilliseconds)
    const userId = ctx.user.id
    const given = {
      id: newId(),
      courseId,
      userId,
      lessonId: null,
      path,
      size,
      type,
      sha256,
      createdAt,
      expiresAt,
    }
    return insertUpload(inner.db, given)
  })
  return showUpload(ctx, upload)
}

function requireAllowedSize({ mediaLimits }: UserContext, size: number): void {
  const { maxFileBytes } = mediaLimits
  if (size <= maxFileBytes) return
  throw fileTooLarge(maxFileBytes)
}

async function requireRoom(
  { db, now, mediaLimits }: Pick<UserContext, 'db' | 'now' | 'mediaLimits'>,
  { courseId, userId, size }: { courseId: string; userId: string; size: number },
): Promise<void> {
  const open = await countOpenUploads(db, { courseId, userId, now: now() })
  if (open.ofCourse >= uploadsOfCourse || open.ofUser >= uploadsOfAccount)
    throw new AppError('TooManyUploads', {
      facts: { mostOfCourse: uploadsOfCourse, mostOfAccount: uploadsOfAccount },
    })
  const { files, bytes } = await measureCourseFiles(db, courseId)
  const isFull = bytes + open.bytes + size > mediaLimits.maxCourseBytes
  if (isFull || files + open.ofCourse >= courseFiles)
    throw new AppError('CourseFilesFull', {
      facts: { maxBytes: mediaLimits.maxCourseBytes, maxFiles: courseFiles },
    })
}

/** Whether the course itself has this content. */
export async function knows(
  ctx: Pick<UserContext, 'db' | 'media'>,
  { courseId, sha256 }: { courseId: string; sha256: string },
): Promise<boolean> {
  return (await knownContents(ctx, { courseId, contents: [sha256] })).has(sha256)
}

/**
 * Returns the upload, if it wants more bytes.
 * @throws UploadNotFound, UploadOutOfStep
 */
export async function requireOpenUpload(ctx: UserContext, input: UploadInput): Promise<UploadRow> {
  const upload = await requireUpload(ctx, input)
  // Refuses bytes of content that another upload of the course may have brought.
  if (await knows(ctx, upload)) throw outOfStep(upload.size)
  return upload
}

export async function getUpload(ctx: UserContext, input: UploadInput): Promise<Upload> {
  return showUpload(ctx, await requireUpload(ctx, input))
}

/** @throws UploadNotFound */
export async function requireUpload(
  { db, now }: Pick<UserContext, 'db' | 'now'>,
  { courseId, uploadId: id }: UploadInput,
): Promise<UploadRow> {
  const upload = isId(id) ? await findUpload(db, { courseId, id, now: now() }) : undefined
  if (upload === undefined) throw new AppError('UploadNotFound')
  return upload
}

async function showUpload(ctx: UserContext, upload: UploadRow): Promise<Upload> {
  const { id, path: name, size: bytes, finishedAt, expiresAt } = upload
  const shown = { id, name, bytes, expiresAt: expiresAt.toISOString() }
  if (finishedAt !== null) return { ...shown, state: 'finished', received: bytes, part: null }
  if (await knows(ctx, upload)) return { ...shown, state: 'stored', received: bytes, part: null }

  const { received, part } = await nextPart(ctx, upload)
  return { ...shown, state: part === null ? 'stored' : 'open', received, part }
}
