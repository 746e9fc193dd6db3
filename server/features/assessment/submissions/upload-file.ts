import {
  countSubmittedBytes,
  listSubmissionUploads,
} from '../../../../db/queries/assessment/submissions.ts'
import {
  cancelUpload,
  insertUpload,
  lockUploadsOf,
  finishUpload as markFinished,
  restartUpload,
  type UploadRow,
} from '../../../../db/queries/courses/uploads.ts'
import { newId } from '../../../../lib/ids.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { clientLimits } from '../../../errors/client-limits.ts'
import { AppError } from '../../../errors/errors.ts'
import {
  adoptMedia,
  fileTooLarge,
  inStorage,
  isWrongFile,
  storeMedia,
} from '../../courses/media/store-media.ts'
import type { Upload } from '../../courses/uploads/schema.ts'
import {
  directNameOf,
  dropStaged,
  joinDirect,
  nextPart,
  outOfStep,
  readPieces,
} from '../../courses/uploads/staging.ts'
import { openForPass } from '../quizzes/open-quiz.ts'
import type { StartSubmissionUploadInput, SubmissionUploadInput } from './schema.ts'

const lifetimeMilliseconds = 24 * 3600_000
const { submissionBytes, uploadsOfAccount } = clientLimits

/**
 * Begins to upload a file that the caller will hand in. Its bytes are always sent: a hash gives
 * nobody access to somebody else's file.
 * @throws LessonNotFound, NotEnrolled, InvalidFields, FileTooLarge, CourseFilesFull, TooManyUploads
 */
export async function startSubmissionUpload(
  ctx: UserContext,
  { lessonId, name: path, bytes: size, type, sha256 }: StartSubmissionUploadInput,
): Promise<Upload> {
  const { lesson, settings } = await openForPass(ctx, lessonId, 'assignment')
  const { maxFileBytes } = ctx.mediaLimits
  if (size > maxFileBytes) throw fileTooLarge(maxFileBytes)
  if (settings.files === 0)
    throw new AppError('InvalidFields', {
      issues: [{ path: 'name', message: 'is of a file, and this lesson takes a text alone' }],
    })
  const { courseId, id } = lesson
  const userId = ctx.user.id
  const upload = await inTransaction(ctx, async (ctx) => {
    await lockUploadsOf(ctx.db, userId)
    const counted = await countSubmittedBytes(ctx.db, { userId, courseId, now: ctx.now() })
    if (counted.open >= uploadsOfAccount)
      throw new AppError('TooManyUploads', {
        facts: { mostOfCourse: uploadsOfAccount, mostOfAccount: uploadsOfAccount },
      })
    if (counted.bytes + size > submissionBytes)
      throw new AppError('CourseFilesFull', {
        message: 'You have handed in as many bytes as one learner can in a course.',
        facts: { maxBytes: submissionBytes, maxFiles: uploadsOfAccount },
      })
    const createdAt = ctx.now()
    const expiresAt = new Date(createdAt.getTime() + lifetimeMilliseconds)
    const given = { id: newId(), courseId, userId, lessonId: id, path, size, type, sha256 }
    return insertUpload(ctx.db, { ...given, createdAt, expiresAt })
  })
  return show(ctx, upload)
}

/** @throws UploadNotFound */
export async function requireSubmissionUpload(
  { db, user, now }: UserContext,
  { lessonId, uploadId }: SubmissionUploadInput,
): Promise<UploadRow> {
  const of = { userId: user.id, lessonId, ids: [uploadId], now: now() }
  const [upload] = await listSubmissionUploads(db, of)
  if (upload === undefined) throw new AppError('UploadNotFound')
  return upload
}

export async function getSubmissionUpload(
  ctx: UserContext,
  input: SubmissionUploadInput,
): Promise<Upload> {
  return show(ctx, await requireSubmissionUpload(ctx, input))
}

async function show(ctx: UserContext, upload: UploadRow): Promise<Upload> {
  const { id, path: name, size: bytes, finishedAt, expiresAt } = upload
  const shown = { id, name, bytes, expiresAt: expiresAt.toISOString() }
  if (finishedAt !== null) return { ...shown, state: 'finished', received: bytes, part: null }
  const { received, part } = await nextPart(ctx, upload)
  return { ...shown, state: part === null ? 'stored' : 'open', received, part }
}

/**
 * Checks what has arrived: from then on the file can be handed in. Repeating it is harmless.
 * @throws UploadNotFound, UploadOutOfStep, FileMismatch
 */
export async function finishSubmissionUpload(
  ctx: UserContext,
  input: SubmissionUploadInput,
): Promise<Upload> {
  const upload = await requireSubmissionUpload(ctx, input)
  if (upload.finishedAt !== null) return show(ctx, upload)
  const { id, size, sha256 } = upload
  const { received } = await nextPart(ctx, upload)
  if (received < size) throw outOfStep(received)
  const bounds = { maxBytes: ctx.mediaLimits.maxFileBytes, expected: { sha256, size } }
  try {
    if (ctx.media.direct === undefined) await storeMedia(ctx, readPieces(ctx, upload), bounds)
    else {
      await inStorage(() => joinDirect(ctx, upload))
      await adoptMedia(ctx, directNameOf(id), bounds)
    }
  } catch (error) {
    if (isWrongFile(error)) {
      await restartUpload(ctx.db, id)
      await dropStaged(ctx, upload).catch(() => undefined)
    }
    throw error
  }
  const now = ctx.now()
  // Leaves the revision at 0: no draft gets the file.
  await markFinished(ctx.db, { id, now, draftRevision: 0 })
  await dropStaged(ctx, upload).catch(() => undefined)
  return show(ctx, { ...upload, finishedAt: now })
}

/**
 * Cancels an upload. Its bytes count until it expires: otherwise one account fills the storage.
 * @throws UploadNotFound
 */
export async function cancelSubmissionUpload(
  ctx: UserContext,
  input: SubmissionUploadInput,
): Promise<{ id: string }> {
  const upload = await requireSubmissionUpload(ctx, input)
  await cancelUpload(ctx.db, { id: upload.id, now: ctx.now() })
  await dropStaged(ctx, upload).catch(() => undefined)
  return { id: upload.id }
}
