import { boolean, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { idOf, instant } from '../../columns.ts'
import { courses } from '../courses/courses.ts'

/** What the owners of a course have said about programs that name it; its history says who. */
export const programConsents = pgTable(
  'program_consents',
  {
    courseId: idOf(() => courses.id, 'cascade'),
    programId: idOf(() => courses.id, 'cascade'),
    /** False: withdrawn. What is published stays; the next version goes without the course. */
    allowed: boolean().notNull(),
    decidedAt: instant().notNull(),
  },
  (consents) => [
    primaryKey({ name: 'program_consents_pk', columns: [consents.courseId, consents.programId] }),
    index('program_consents_program').on(consents.programId),
  ],
)
