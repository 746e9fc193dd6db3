import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytes, idOf, instant, known } from '../../columns.ts'
import { courses } from './courses.ts'

export const mediaStorages = ['database', 'folder', 's3'] as const

/** Pictures, videos and files, each stored once, whichever courses show it. */
export const media = pgTable(
  'media',
  {
    /** SHA-256 of its bytes, hexadecimal. */
    sha256: text().primaryKey(),
    size: bigint({ mode: 'number' }).notNull(),
    /** Media type, decided by its bytes. */
    type: text().notNull(),
    /** When it was last stored, or its use ended: it is not garbage for a while after. */
    usedAt: instant().notNull(),
    /** The storage of its bytes. */
    storage: text({ enum: mediaStorages }).notNull(),
    /** Its name there: a new one each time, so that nothing removes bytes stored meanwhile. */
    name: text().notNull(),
    /** Pixels of a picture as it is shown: null where nobody has looked, 0 where none are said. */
    width: integer(),
    height: integer(),
  },
  (media) => [
    index('media_used_at').on(media.usedAt),
    uniqueIndex('media_name').on(media.name),
    check('media_sha256_hexadecimal', sql`${media.sha256} ~ '^[0-9a-f]{64}$'`),
    check('media_size_not_negative', sql`${media.size} >= 0`),
    known('media_storage_known', media.storage),
  ],
)

/** The bytes of files in pieces, where the database stores files. */
export const mediaChunks = pgTable(
  'media_chunks',
  {
    /** The name of a stored file, or of an upload on its way, that the piece belongs to. */
    name: text().notNull(),
    position: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (chunks) => [primaryKey({ columns: [chunks.name, chunks.position] })],
)

/** The files of a course by their paths, as its draft sees them. Versions keep their own. */
export const courseFiles = pgTable(
  'course_files',
  {
    courseId: idOf(() => courses.id),
    /** Path from the course's root, with `/`. */
    path: text().notNull(),
    sha256: text()
      .notNull()
      .references(() => media.sha256),
    addedAt: instant().notNull(),
  },
  (files) => [
    primaryKey({ columns: [files.courseId, files.path] }),
    index('course_files_sha256').on(files.sha256),
    check('course_files_path_length', sql`char_length(${files.path}) between 1 and 300`),
  ],
)

/** Files that some version of a course shows; they are kept as long as the course. */
export const publishedFiles = pgTable(
  'published_files',
  {
    courseId: idOf(() => courses.id),
    sha256: text()
      .notNull()
      .references(() => media.sha256),
  },
  (files) => [
    primaryKey({ columns: [files.courseId, files.sha256] }),
    index('published_files_sha256').on(files.sha256),
  ],
)
