import { and, eq, sql } from 'drizzle-orm'
import type { CourseTerms } from '../../../../content/course-fields.ts'
import { type RuleName, ruleNames } from '../../../../content/course-rules.ts'
import { findByWords, type WordSearch } from '../../../found-by-words.ts'
import { beforeId, type PageBefore } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../../postgres/named-statement.ts'
import type { courseMembers } from '../../../schema/authoring/members.ts'
import { courses } from '../../../schema/courses/courses.ts'
import { columnName } from '../../../select-list.ts'
import { selectTerms } from './course-terms.ts'

type CourseColumns = typeof courses.$inferSelect

/** The cohorts of a teacher; null for all learners. */
export type TaughtCohorts = { id: string; name: string }[] | null

/** Selects the cohorts of the member `m`. */
export const taughtCohorts = `
  case when m.cohort_ids is not null then coalesce((
    select json_agg(json_build_object('id', h.id, 'name', h.name) order by h.id)
    from cohorts h where h.id = any(m.cohort_ids)
  ), '[]') end as cohorts`

/** A course as those who work on it see it, with its version's terms, or else its draft's. */
export interface AuthoredCourseRow
  extends CourseTerms,
    Pick<
      CourseColumns,
      | 'id'
      | 'slug'
      | 'kind'
      | 'status'
      | 'priceAmount'
      | 'priceCurrency'
      | RuleName
      | 'revision'
      | 'branding'
      | 'createdAt'
    > {
  /** The current version; null until something is published. */
  version: number | null
  hasDraft: boolean
  /** False once the last owner erased their account, or if there never was an owner. */
  hasOwner: boolean
  /** The reader's role; null for administrators who are no members. */
  role: (typeof courseMembers.$inferSelect)['role'] | null
  cohorts: TaughtCohorts
}

// A course without version and draft has only its slug.
const terms = selectTerms((term) => `case when v.id is null then d.${term} else v.${term} end`, {
  title: 'c.slug',
  summary: "''",
  language: "'und'",
})

const rules = ruleNames.map((name) => `c.${columnName(courses[name])} as "${name}"`).join(', ')

const authoredCourse = `
  select c.id, c.slug, c.kind, c.status, c.price_amount as "priceAmount",
    c.price_currency as "priceCurrency", ${rules}, c.revision, c.branding,
    c.created_at as "createdAt", c.current_version as version,
    ${terms},
    d.outline is not null as "hasDraft", exists (
      select from course_members o where o.course_id = c.id and o.role = 'owner'
    ) as "hasOwner", m.role, ${taughtCohorts}
  from courses c
  left join course_versions v on v.course_id = c.id and v.number = c.current_version
  left join drafts d on d.course_id = c.id`

export async function findAuthoredCourse(
  db: Db,
  { courseId, readerId }: { courseId: string; readerId: string | null },
): Promise<AuthoredCourseRow | undefined> {
  return findNamed(db, {
    name: 'find_authored_course',
    text: `${authoredCourse}
      left join course_members m on m.course_id = c.id and m.user_id = $2 where c.id = $1`,
    values: [courseId, readerId],
  })
}

interface AuthoredPage extends PageBefore {
  readerId: string | null
}

/** Lists the reader's courses older than `before`, newest first. */
export async function listAuthoredCourses(
  db: Db,
  { readerId, before, limit }: AuthoredPage,
): Promise<AuthoredCourseRow[]> {
  return runNamed<AuthoredCourseRow>(db, {
    name: 'list_authored_courses',
    text: `${authoredCourse}
      join course_members m on m.course_id = c.id and m.user_id = $1
      where m.course_id < ${beforeId('$2')} order by m.course_id desc limit $3`,
    values: [readerId, before ?? null, limit],
  })
}

/** Lists all courses older than `before`, newest first. */
export async function listEveryAuthoredCourse(
  db: Db,
  { readerId, before, limit }: AuthoredPage,
): Promise<AuthoredCourseRow[]> {
  return runNamed<AuthoredCourseRow>(db, {
    name: 'list_every_authored_course',
    text: `${authoredCourse}
      left join course_members m on m.course_id = c.id and m.user_id = $1
      where c.id < ${beforeId('$2')} order by c.id desc limit $3`,
    values: [readerId, before ?? null, limit],
  })
}

export interface FoundCourse
  extends Pick<CourseColumns, 'id' | 'slug' | 'status' | 'createdAt'>,
    Pick<AuthoredCourseRow, 'role'> {
  title: string
}

interface CourseSearch extends WordSearch {
  readerId: string
  /** Those found beside the ones that the reader works on. */
  others: 'published' | 'ever published' | 'all'
}

/** Finds courses by words of their title, or parts of their slug. */
export function findCourses(
  db: Db,
  { readerId, others, ...search }: CourseSearch,
): Promise<FoundCourse[]> {
  const where = {
    published: `(c.status = 'published' or m.user_id is not null)`,
    'ever published': '(c.current_version is not null or m.user_id is not null)',
    all: 'true',
  }[others]
  return findByWords(db, {
    from: `courses c
      left join course_versions v on v.course_id = c.id and v.number = c.current_version
      left join drafts d on d.course_id = c.id
      left join course_members m on m.course_id = c.id and m.user_id = $3`,
    id: 'c.id',
    where,
    text: `fold_text(coalesce(v.title, d.title, '') || ' ' || c.slug)`,
    indexed: { from: 'catalogue_entries', id: 'course_id', text: 'title' },
    select: `c.id, c.slug, c.status, c.created_at as "createdAt", m.role,
      coalesce(v.title, d.title, c.slug) as title`,
    values: [readerId],
    search,
  })
}

/** Inserts a course; false if the slug is taken. */
export async function insertCourse(db: Db, course: typeof courses.$inferInsert): Promise<boolean> {
  const { rowCount } = await db
    .insert(courses)
    .values(course)
    .onConflictDoNothing({ target: courses.slug })
  return rowCount === 1
}

/** Changes a course; false if the revision is not current. */
export async function changeCourse(
  db: Db,
  { id, revision }: { id: string; revision: number },
  changes: Partial<typeof courses.$inferInsert>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(courses)
    .set({ ...changes, revision: sql`${courses.revision} + 1` })
    .where(and(eq(courses.id, id), eq(courses.revision, revision)))
  return rowCount === 1
}

export async function findCourseId(db: Db, slug: string): Promise<string | undefined> {
  const [course] = await db.select({ id: courses.id }).from(courses).where(eq(courses.slug, slug))
  return course?.id
}

export async function findCourseRevision(db: Db, id: string): Promise<number | undefined> {
  const [course] = await db
    .select({ revision: courses.revision })
    .from(courses)
    .where(eq(courses.id, id))
  return course?.revision
}

/** Finds how a course treats HTML in its lessons; undefined if there is no such course. */
export async function findHtmlOfCourse(
  db: Db,
  id: string,
): Promise<CourseColumns['html'] | undefined> {
  const [course] = await runNamed<Pick<CourseColumns, 'html'>>(db, {
    name: 'find_html_of_course',
    text: 'select html from courses where id = $1',
    values: [id],
  })
  return course?.html
}

const tablesOfCourse = [
  'draft_lessons',
  'drafts',
  'question_revisions',
  'impacts',
  'course_members',
  'announcements',
  'course_sources',
  'uploads',
  'course_history',
  'course_files',
  'cohort_courses',
  'invitations',
  'cart_items',
  'coupon_courses',
  'course_seats',
]

/** Deletes a course that was never published, with everything written for it; false otherwise. */
export async function deleteUnpublishedCourse(db: Db, courseId: string): Promise<boolean> {
  const deleted = tablesOfCourse.map(
    (table) => `${table}_gone as (delete from ${table} where course_id = $1)`,
  )
  const isUnpublished = await anyNamed(db, {
    name: 'lock_unpublished_course',
    text: 'select from courses where id = $1 and current_version is null for update',
    values: [courseId],
  })
  if (!isUnpublished) return false
  await runNamed(db, {
    name: 'delete_parts_of_course',
    text: `with ${deleted.join(', ')} select`,
    values: [courseId],
  })
  return anyNamed(db, {
    name: 'delete_course',
    text: 'delete from courses where id = $1 returning id',
    values: [courseId],
  })
}
