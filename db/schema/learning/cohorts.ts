import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, idOf, indexOfParts, instant } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { users } from '../people/users.ts'

/** Learners who take courses together. */
export const cohorts = pgTable(
  'cohorts',
  {
    id: id(),
    name: text().notNull(),
    /** When its members are enrolled; null for at once. */
    startsAt: instant(),
    /** When the enrollments that came with it end; null for never. */
    endsAt: instant(),
    /** When its members were enrolled; null before its start. */
    begunAt: instant(),
    /** When it was hidden; a job clears what refers to it, then removes the row. */
    deletedAt: instant(),
    createdAt: instant().notNull(),
  },
  (cohorts) => [
    uniqueIndex('cohorts_name_key')
      .on(sql`lower(${cohorts.name})`)
      .where(sql`${cohorts.deletedAt} is null`),
    indexOfParts('cohorts_spelled', sql`fold_text(${cohorts.name}) gin_trgm_ops`),
    check('cohorts_name_length', sql`char_length(${cohorts.name}) between 1 and 100`),
    check('cohorts_end_after_start', sql`${cohorts.endsAt} > ${cohorts.startsAt}`),
  ],
)

export const cohortCourses = pgTable(
  'cohort_courses',
  {
    cohortId: idOf(() => cohorts.id, 'cascade'),
    courseId: idOf(() => courses.id),
  },
  (links) => [
    primaryKey({ columns: [links.cohortId, links.courseId] }),
    index('cohort_courses_course').on(links.courseId),
  ],
)

export const cohortMembers = pgTable(
  'cohort_members',
  {
    cohortId: idOf(() => cohorts.id, 'cascade'),
    userId: idOf(() => users.id, 'cascade'),
    addedAt: instant().notNull(),
  },
  (members) => [
    primaryKey({ columns: [members.cohortId, members.userId] }),
    index('cohort_members_user').on(members.userId),
  ],
)
