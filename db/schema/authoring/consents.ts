import { boolean, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { idOf, instant } from '../../columns.ts'
import { courses } from '../courses/courses.ts'

/** Consents of courses' owners to programs that name them; a course's history says who. */
export const programConsents = pgTable(
  'program_consents',
  {
    courseId: idOf(() => courses.id, 'cascade'),
    programId: idOf(() => courses.id, 'cascade'),
    /** False if withdrawn. What is published stays; the next version omits the course. */
    allowed: boolean().notNull(),
    decidedAt: instant().notNull(),
  },
  (consents) => [
    primaryKey({ name: 'program_consents_pk', columns: [consents.courseId, consents.programId] }),
    index('program_consents_program').on(consents.programId),
  ],
)
