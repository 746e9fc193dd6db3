import type { Db } from '../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../postgres/named-statement.ts'
import type { uploads } from '../../schema/courses/uploads.ts'
import { isNotPostponed } from '../platform/postponed.ts'

export type UploadRow = typeof uploads.$inferSelect

export const uploadColumns = `
  id, course_id as "courseId", user_id as "userId", lesson_id as "lessonId", path, size::float8 as size, type, sha256,
  received::float8 as received, pieces, multipart_id as "multipartId",
  finished_at as "finishedAt", draft_revision as "draftRevision", canceled_at as "canceledAt",
  created_at as "createdAt", expires_at as "expiresAt"`

export type NewUpload = Omit<
  UploadRow,
  'received' | 'pieces' | 'multipartId' | 'finishedAt' | 'draftRevision' | 'canceledAt'
>

export async function insertUpload(db: Db, upload: NewUpload): Promise<UploadRow> {
  const [row] = await runNamed<UploadRow>(db, {
    name: 'insert_upload',
    text: `
      insert into uploads
        (id, course_id, user_id, path, size, type, sha256, created_at, expires_at, lesson_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${uploadColumns}`,
    values: [
      upload.id,
      upload.courseId,
      upload.userId,
      upload.path,
      upload.size,
      upload.type,
      upload.sha256,
      upload.createdAt,
      upload.expiresAt,
      upload.lessonId,
    ],
  })
  if (row === undefined) throw new Error('The upload was not inserted.')
  return row
}

/** Finds an upload; undefined if this course has none, or its time is over. */
export async function findUpload(
  db: Db,
  { courseId, id, now }: { courseId: string; id: string; now: Date },
): Promise<UploadRow | undefined> {
  return findNamed(db, {
    name: 'find_upload',
    text: `
      select ${uploadColumns} from uploads where id = $2 and course_id = $1 and lesson_id is null and expires_at > $3`,
    values: [courseId, id, now],
  })
}

/** Finds and locks an upload, so that nobody else finishes it before the transaction ends. */
export async function lockUpload(
  db: Db,
  { courseId, id, now }: { courseId: string; id: string; now: Date },
): Promise<UploadRow | undefined> {
  return findNamed(db, {
    name: 'lock_upload',
    text: `
      select ${uploadColumns} from uploads where id = $2 and course_id = $1 and lesson_id is null and expires_at > $3
      for update`,
    values: [courseId, id, now],
  })
}

/** Makes the uploads that a user starts wait for each other until the end of the transaction. */
export async function lockUploadsOf(db: Db, userId: string): Promise<void> {
  await runNamed(db, {
    name: 'lock_uploads_of',
    text: `select pg_advisory_xact_lock(hashtextextended('uploads ' || $1::text, 0))`,
    values: [userId],
  })
}

export interface OpenUploads {
  /** Open uploads of the course. */
  ofCourse: number
  /** Open uploads of the user, in all courses. */
  ofUser: number
  /** Bytes announced by the course's open uploads together. */
  bytes: number
}

export async function countOpenUploads(
  db: Db,
  { courseId, userId, now }: { courseId: string; userId: string; now: Date },
): Promise<OpenUploads> {
  const [open] = await runNamed<OpenUploads>(db, {
    name: 'count_open_uploads',
    text: `
      select count(*) filter (where course_id = $1 and lesson_id is null)::int as "ofCourse",
        count(*) filter (where user_id = $2)::int as "ofUser",
        coalesce(sum(size) filter (where course_id = $1 and lesson_id is null), 0)::float8 as bytes
      from uploads
      where (course_id = $1 or user_id = $2) and finished_at is null and expires_at > $3`,
    values: [courseId, userId, now],
  })
  return open ?? { ofCourse: 0, ofUser: 0, bytes: 0 }
}

/**
 * Appends a piece to what has arrived. False if something else arrived meanwhile, or the upload is
 * over.
 */
export async function appendPiece(
  db: Db,
  { id, from, size, name }: { id: string; from: number; size: number; name: string },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'append_piece',
    text: `
      update uploads set received = received + $3, pieces = pieces || $4::text
      where id = $1 and received = $2 and received + $3 <= size and finished_at is null
      returning id`,
    values: [id, from, size, name],
  })
}

/** Notes what has arrived elsewhere. */
export async function setReceived(
  db: Db,
  { id, received }: { id: string; received: number },
): Promise<void> {
  await runNamed(db, {
    name: 'set_received',
    text: `
      update uploads set received = $2
      where id = $1 and finished_at is null and canceled_at is null`,
    values: [id, received],
  })
}

/** Returns the multipart upload that counts: an earlier one, if any. */
export async function setMultipart(
  db: Db,
  { id, multipartId }: { id: string; multipartId: string },
): Promise<string | undefined> {
  const [row] = await runNamed<{ multipartId: string }>(db, {
    name: 'set_multipart',
    text: `
      update uploads set multipart_id = coalesce(multipart_id, $2) where id = $1
      returning multipart_id as "multipartId"`,
    values: [id, multipartId],
  })
  return row?.multipartId
}

/** Forgets what has arrived, since it was not the file. */
export async function restartUpload(db: Db, id: string): Promise<void> {
  await runNamed(db, {
    name: 'restart_upload',
    text: `
      update uploads set received = 0, pieces = '{}', multipart_id = null
      where id = $1 and finished_at is null`,
    values: [id],
  })
}

export async function finishUpload(
  db: Db,
  { id, now, draftRevision }: { id: string; now: Date; draftRevision: number },
): Promise<void> {
  await runNamed(db, {
    name: 'finish_upload',
    text: `
      update uploads set received = size, pieces = '{}', multipart_id = null, finished_at = $2,
        draft_revision = $3
      where id = $1`,
    values: [id, now, draftRevision],
  })
}

/**
 * Cancels an upload. What has arrived counts until it expires. The row stays: finishing it at the
 * same time brings the bytes into the library.
 */
export async function cancelUpload(db: Db, { id, now }: { id: string; now: Date }): Promise<void> {
  await runNamed(db, {
    name: 'cancel_upload',
    text: 'update uploads set canceled_at = $2, size = greatest(received, 1) where id = $1',
    values: [id, now],
  })
}

/** Deletes an upload; false if it is already gone. */
export async function deleteUpload(db: Db, id: string): Promise<boolean> {
  return anyNamed(db, {
    name: 'delete_upload',
    text: 'delete from uploads where id = $1 returning id',
    values: [id],
  })
}

/** Lists expired uploads, some at a time. */
export function listExpiredUploads(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<UploadRow[]> {
  return runNamed<UploadRow>(db, {
    name: 'list_expired_uploads',
    text: `
      select ${uploadColumns} from uploads
      where expires_at <= $1 and ${isNotPostponed('expire-upload', 'id::text', '$1')}
      order by expires_at limit $2`,
    values: [now, limit],
  })
}
