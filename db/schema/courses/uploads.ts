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
    /** The lesson of a file that a learner hands in; null for a file of the course. */
    lessonId: uuid(),
    /** Path from the course's root. */
    path: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** Media type, as the sender states it. */
    type: text().notNull(),
    /** SHA-256 of its bytes, hexadecimal, as the sender states it. */
    sha256: text().notNull(),
    /** Bytes that have arrived. */
    received: bigint({ mode: 'number' }).notNull().default(0),
    /** Names of the arrived pieces, in order, if they come through the service. */
    pieces: text().array().notNull().default([]),
    /** The id of a multipart upload in S3; null otherwise. */
    multipartId: text(),
    /** When the file came into the library; null before that. */
    finishedAt: instant(),
    /** The revision of the draft that has the file; null until it is finished. */
    draftRevision: integer(),
    /** When handing it in was canceled: its size is then what had arrived. */
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
