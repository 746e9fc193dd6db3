import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { idOf, instant } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { lessonRevisions } from '../courses/lessons.ts'
import { users } from '../people/users.ts'

/** What a learner writes beside a lesson for nobody else, or a place to come back to. */
export const notes = pgTable(
  'notes',
  {
    userId: idOf(() => users.id, 'cascade'),
    /** Made by the learner's device, so that sending it twice writes it once. */
    id: uuid().notNull(),
    courseId: idOf(() => courses.id, 'cascade'),
    /** The key that the lesson had; it finds the lesson in later versions as well. */
    lessonKey: text().notNull(),
    /** The lesson as it was written about. */
    lessonId: uuid().notNull(),
    /** Null for a bookmark. */
    text: text(),
    /** The words of the lesson that it is about, and those around them, which tell them apart. */
    quote: text(),
    prefix: text(),
    suffix: text(),
    /** The second of the video that it is about. */
    seconds: integer(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (notes) => [
    // Begins with the learner: nobody's id is in another's way.
    primaryKey({ columns: [notes.userId, notes.id] }),
    foreignKey({
      name: 'notes_lesson',
      columns: [notes.lessonId],
      foreignColumns: [lessonRevisions.id],
    }),
    index('notes_newest').on(notes.userId, notes.createdAt, notes.id),
    index('notes_of_lesson').on(notes.userId, notes.courseId, notes.lessonKey),
    index('notes_of_course').on(notes.courseId),
    index('notes_lesson_revision').on(notes.lessonId),
    check('notes_text_length', sql`char_length(${notes.text}) between 1 and 4000`),
    check('notes_one_place', sql`${notes.quote} is null or ${notes.seconds} is null`),
  ],
)
