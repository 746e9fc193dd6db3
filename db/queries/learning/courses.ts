import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { createBatchLoader } from '../../batch-loader.ts'
import type { Db } from '../../client.ts'
import { runNamed } from '../../named-statement.ts'
import { courses, courseVersions, sections } from '../../schema/learning/courses.ts'
import { lessons } from '../../schema/learning/lessons.ts'
import { selectList } from '../../select-list.ts'

const versionColumns = {
  versionId: courseVersions.id,
  version: courseVersions.number,
  title: courseVersions.title,
  summary: courseVersions.summary,
  language: courseVersions.language,
  license: courseVersions.license,
  source: courseVersions.source,
}

const courseColumns = {
  id: courses.id,
  slug: courses.slug,
  status: courses.status,
  priceAmount: courses.priceAmount,
  priceCurrency: courses.priceCurrency,
  ...versionColumns,
  contentHash: courseVersions.contentHash,
  branding: courses.branding,
}

export type CourseRow = Awaited<ReturnType<typeof selectCourses>>[number]

/** Courses in their current version, newest first. */
function selectCourses(db: Db, condition?: SQL) {
  return db
    .select(courseColumns)
    .from(courses)
    .innerJoin(
      courseVersions,
      and(
        eq(courseVersions.courseId, courses.id),
        eq(courseVersions.number, courses.currentVersion),
      ),
    )
    .where(condition)
    .orderBy(desc(courses.id))
}

const publishedCourses = `
  select ${selectList(courseColumns)}
  from courses
  join course_versions
    on course_versions.course_id = courses.id and course_versions.number = courses.current_version
  where courses.status = 'published'`

interface CoursePage {
  before: string | undefined
  limit: number
}

/** Newest first, older than `before`. Batched: most visitors request the same page. */
export async function listPublishedCourses(
  db: Db,
  { before, limit }: CoursePage,
): Promise<readonly CourseRow[]> {
  return (await findPage(db, JSON.stringify({ before, limit }))) ?? []
}

const findPage = createBatchLoader(async (db, pages) => {
  const found = pages.map(async (page) => [page, await readPage(db, JSON.parse(page))] as const)
  return new Map(await Promise.all(found))
})

function readPage(db: Db, { before, limit }: CoursePage): Promise<CourseRow[]> {
  if (before === undefined) {
    return runNamed(db, {
      name: 'list_newest_courses',
      text: `${publishedCourses} order by courses.id desc limit $1`,
      values: [limit],
    })
  }
  const text = `${publishedCourses} and courses.id < $2 order by courses.id desc limit $1`
  return runNamed(db, { name: 'list_older_courses', text, values: [limit, before] })
}

export async function listAllCourses(db: Db): Promise<CourseRow[]> {
  return selectCourses(db)
}

export async function findCourse(
  db: Db,
  by: { id: string } | { slug: string },
): Promise<CourseRow | undefined> {
  const [course] = await selectCourses(
    db,
    'id' in by ? eq(courses.id, by.id) : eq(courses.slug, by.slug),
  ).limit(1)
  return course
}

/** A course in the version that this user has of it, with the user's enrollment. */
export interface CourseForUser extends CourseRow {
  /** Null without an active enrollment, like all that follows. */
  enrolledAt: Date | null
  completedAt: Date | null
  requiredLessons: number | null
  remaining: number | null
}

const courseForUser = `
  select ${selectList(courseColumns)}, e.enrolled_at as "enrolledAt",
    e.completed_at as "completedAt", e.required_lessons as "requiredLessons",
    bit_count(e.remaining_lessons)::int as remaining
  from courses
  left join enrollments e
    on e.course_id = courses.id and e.user_id = $2 and e.status = 'active'
  join course_versions on course_versions.id = coalesce(e.version_id, (
    select id from course_versions current
    where current.course_id = courses.id and current.number = courses.current_version))`

/** For a learner in the version of the enrollment, for everybody else in the current one. */
export async function findCourseForUser(
  db: Db,
  by: { id: string } | { slug: string },
  userId: string | undefined,
): Promise<CourseForUser | undefined> {
  const [name, text, value] =
    'id' in by
      ? ['find_course_by_id', `${courseForUser} where courses.id = $1`, by.id]
      : ['find_course_by_slug', `${courseForUser} where courses.slug = $1`, by.slug]
  const [course] = await runNamed<CourseForUser>(db, {
    name,
    text,
    values: [value, userId ?? null],
  })
  return course
}

export async function findPublishedCourses(db: Db, ids: string[]): Promise<CourseRow[]> {
  return selectCourses(
    db,
    and(eq(courses.status, 'published'), sql`${courses.id} = any(${sql.param(ids)}::uuid[])`),
  )
}

export async function countCourses(db: Db): Promise<number> {
  return db.$count(courses)
}

/** A version, with the branding that its course has now. */
export type VersionRow = Pick<CourseRow, keyof typeof versionColumns | 'branding'>

export async function findVersion(db: Db, versionId: string): Promise<VersionRow | undefined> {
  const [version] = await db
    .select({ ...versionColumns, branding: courses.branding })
    .from(courseVersions)
    .innerJoin(courses, eq(courses.id, courseVersions.courseId))
    .where(eq(courseVersions.id, versionId))
  return version
}

/**
 * Creates the course as a draft unless its slug exists, then locks it until the end of the
 * transaction.
 */
export async function lockCourse(
  db: Db,
  course: typeof courses.$inferInsert,
): Promise<{ id: string; currentVersion: number | null }> {
  await db.insert(courses).values(course).onConflictDoNothing()
  const [locked] = await db
    .select({ id: courses.id, currentVersion: courses.currentVersion })
    .from(courses)
    .where(eq(courses.slug, course.slug))
    .for('update')
  if (locked === undefined) throw new Error('The course was not written.')
  return locked
}

export async function insertVersion(
  db: Db,
  version: typeof courseVersions.$inferInsert,
  content: { sections: (typeof sections.$inferInsert)[]; lessons: (typeof lessons.$inferInsert)[] },
): Promise<void> {
  await db.insert(courseVersions).values(version)
  await db.insert(sections).values(content.sections)
  await db.insert(lessons).values(content.lessons)
}

/** True if the course had the status that it is changed from. */
export async function replaceCourseStatus(
  db: Db,
  id: string,
  { from, to }: { from: CourseRow['status']; to: CourseRow['status'] },
): Promise<boolean> {
  const changed = await db
    .update(courses)
    .set({ status: to })
    .where(and(eq(courses.id, id), eq(courses.status, from)))
    .returning({ id: courses.id })
  return changed.length === 1
}

export async function updateCourse(
  db: Db,
  id: string,
  course: Partial<typeof courses.$inferInsert>,
): Promise<void> {
  await db.update(courses).set(course).where(eq(courses.id, id))
}

export interface VersionOfCourse {
  versionId: string
  courseId: string
  version: number
  title: string
  language: string
}

/** Those of the versions that exist, each with its course. */
export async function listVersionsOfCourses(
  db: Db,
  versionIds: string[],
): Promise<VersionOfCourse[]> {
  const { id, courseId, number, title, language } = courseVersions
  return db
    .select({ versionId: id, courseId, version: number, title, language })
    .from(courseVersions)
    .where(inArray(courseVersions.id, versionIds))
}
