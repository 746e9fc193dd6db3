import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, idOf, instant, together } from '../../columns.ts'
import { users } from '../people/users.ts'
import { courses } from './courses.ts'

/** A file on its way into a course, or to be handed in, until its time is over. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    courseId: idOf(() => courses.id),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Of a file that a learner hands in: the lesson. Null for one of the course. */
    lessonId: uuid(),
    /** Path from the course's root. */
    path: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** Media type, as the sender states it. */
    type: text().notNull(),
    /** Of its bytes, hexadecimal, as the sender states it. */
    sha256: text().notNull(),
    /** What has arrived, in bytes. */
    received: bigint({ mode: 'number' }).notNull().default(0),
    /** Names of the pieces that have arrived, in order, where they come through the service. */
    pieces: text().array().notNull().default([]),
    /** The id of a multipart upload in S3; null otherwise. */
    multipartId: text(),
    /** When the file came into the library; null as long as it has not. */
    finishedAt: instant(),
    /** The revision of the draft that has the file; null as long as it is not finished. */
    draftRevision: integer(),
    /** Of a file that is not handed in after all: its size is what had arrived. */
    canceledAt: instant(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (uploads) => [
    index('uploads_of_course').on(uploads.courseId),
    index('uploads_by_path').on(uploads.courseId, uploads.path),
    index('uploads_by_user').on(uploads.userId).where(sql`${uploads.userId} is not null`),
    index('uploads_expiring').on(uploads.expiresAt),
    together('uploads_finished_whole', uploads.finishedAt, uploads.draftRevision),
    check('uploads_size_positive', sql`${uploads.size} >= 1`),
    check('uploads_received_range', sql`${uploads.received} between 0 and ${uploads.size}`),
  ],
)
