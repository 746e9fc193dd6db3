import { findStoredFiles } from '../../../../db/queries/courses/media/course-files.ts'
import {
  deleteUpload,
  listExpiredUploads,
  lockUpload,
  finishUpload as markFinished,
  restartUpload,
  type UploadRow,
} from '../../../../db/queries/courses/uploads.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { putCourseFiles } from '../../courses/media/course-files.ts'
import { showFile } from '../../courses/media/show-file.ts'
import {
  adoptMedia,
  inStorage,
  isWrongFile,
  type StoredMedia,
  storeMedia,
} from '../../courses/media/store-media.ts'
import {
  directNameOf,
  dropStaged,
  joinDirect,
  nextPart,
  outOfStep,
  readPieces,
} from '../../courses/uploads/staging.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import { advanceDraft, changeDraft } from '../drafts/change-draft.ts'
import type { CanceledUpload, UploadedFile, UploadInput } from './schema.ts'
import { knows, requireUpload } from './start-upload.ts'

/**
 * Checks what has arrived, and puts the file into the course's library. Repeating it is harmless.
 * @throws UploadNotFound, UploadOutOfStep, FileMismatch, CourseFilesFull, ManagedElsewhere
 */
export async function finishUpload(ctx: UserContext, input: UploadInput): Promise<UploadedFile> {
  const upload = await requireUpload(ctx, input)
  if (upload.finishedAt !== null) return finished(ctx, upload)

  // Stores it unless another upload of the course has brought the same content meanwhile.
  if (!(await knows(ctx, upload)))
    await storeStaged(ctx, upload).catch(async (error: unknown) => {
      // Ignores the error if somebody else finished it, which removed what was being read here.
      if ((await requireUpload(ctx, input)).finishedAt === null) throw error
    })
  const done = await intoLibrary(ctx, upload)
  // Drops the pieces; any that stay are collected after a day.
  await dropStaged(ctx, upload).catch(() => undefined)
  return finished(ctx, done)
}

async function storeStaged(ctx: UserContext, upload: UploadRow): Promise<StoredMedia> {
  const { id, size, sha256 } = upload
  const { received } = await nextPart(ctx, upload)
  if (received < size) throw outOfStep(received)
  const bounds = { maxBytes: ctx.mediaLimits.maxFileBytes, expected: { sha256, size } }
  try {
    if (ctx.media.direct === undefined)
      return await storeMedia(ctx, readPieces(ctx, upload), bounds)
    await inStorage(() => joinDirect(ctx, upload))
    return await adoptMedia(ctx, directNameOf(id), bounds)
  } catch (error) {
    if (isWrongFile(error)) {
      await restartUpload(ctx.db, id)
      await dropStaged(ctx, upload).catch(() => undefined)
    }
    throw error
  }
}

function intoLibrary(
  ctx: UserContext,
  { courseId, id, path, sha256 }: UploadRow,
): Promise<UploadRow> {
  return changeDraft(ctx, { courseId }, async (inner, draft) => {
    const now = inner.now()
    const upload = await lockUpload(inner.db, { courseId, id, now })
    if (upload === undefined) throw new AppError('UploadNotFound')
    if (upload.finishedAt !== null) return upload

    const changed = await putCourseFiles(inner, courseId, { [path]: sha256 })
    const draftRevision = changed === 0 ? draft.revision : await advanceDraft(inner, draft)
    await markFinished(inner.db, { id, now, draftRevision })
    return { ...upload, finishedAt: now, draftRevision }
  })
}

/** Returns the file as this upload brought it, whatever came to its path since. */
async function finished(
  ctx: UserContext,
  { path, sha256, createdAt, finishedAt, draftRevision }: UploadRow,
): Promise<UploadedFile> {
  const [stored] = await findStoredFiles(ctx.db, [sha256])
  if (stored === undefined) throw new AppError('UploadNotFound')
  const file = showFile(ctx, { path, ...stored, addedAt: finishedAt ?? createdAt })
  return { file, draftRevision: draftRevision ?? 0 }
}

/** @throws UploadNotFound */
export async function cancelUpload(ctx: UserContext, input: UploadInput): Promise<CanceledUpload> {
  const upload = await requireUpload(ctx, input)
  if (!(await deleteUpload(ctx.db, upload.id))) throw new AppError('UploadNotFound')
  await dropStaged(ctx, upload).catch(() => undefined)
  return { id: upload.id }
}

const expiredAtOnce = 100

/** Forgets expired uploads, with what had arrived of them. */
export async function expireUploads(ctx: Deps): Promise<void> {
  await forEachDue(ctx, {
    task: 'expire-upload',
    list: () => listExpiredUploads(ctx.db, { now: ctx.now(), limit: expiredAtOnce }),
    limit: expiredAtOnce,
    idOf: ({ id }) => id,
    work: async (upload) => {
      await dropStaged(ctx, upload).catch(() => undefined)
      await inTransaction(ctx, ({ db }) => deleteUpload(db, upload.id))
    },
  })
}
