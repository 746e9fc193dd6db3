import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { createBatchLoader } from '../../batch-loader.ts'
import type { Db } from '../../client.ts'
import { runNamed } from '../../named-statement.ts'
import { courses, courseVersions, sections } from '../../schema/learning/courses.ts'
import { selectList } from '../../select-list.ts'
import type { CourseMemberRow } from './members.ts'

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

// The limit is the length of the array, which the planner cannot see. Text, because an array in each
// row takes longer to parse than the rest of the row.
const publishedCourses = `
  select ${selectList(courseColumns)}, (
    select string_agg(e.user_id::text, ' ') from (select * from unnest($2::uuid[]) limit $3) as reader (user_id)
    join enrollments e on e.user_id = reader.user_id and e.course_id = courses.id
      and e.status = 'active'
  ) as enrolled
  from courses
  join course_versions
    on course_versions.course_id = courses.id and course_versions.number = courses.current_version
  where courses.status = 'published'`

interface CoursePage {
  before: string | undefined
  limit: number
}

interface ListedCourse extends CourseRow {
  /** Ids of those who are enrolled, of all who asked for the page together; null for none. */
  enrolled: string | null
}

/** Newest first, older than `before`. Batched: most visitors request the same page. */
export async function listPublishedCourses(
  db: Db,
  { before, limit, readerId }: CoursePage & { readerId?: string | undefined },
): Promise<readonly ListedCourse[]> {
  return (await findPage(db, JSON.stringify([{ before, limit }, readerId ?? null]))) ?? []
}

const findPage = createBatchLoader(async (db, keys) => {
  const asked = keys.map((key) => {
    const [page, readerId]: [CoursePage, string | null] = JSON.parse(key)
    return { key, page: JSON.stringify(page), readerId }
  })
  const found = [...Map.groupBy(asked, ({ page }) => page)].map(async ([page, readers]) => {
    const readerIds = readers.flatMap(({ readerId }) => readerId ?? [])
    const rows = await readPage(db, JSON.parse(page), readerIds)
    return readers.map(({ key }) => [key, rows] as const)
  })
  return new Map((await Promise.all(found)).flat())
})

function readPage(
  db: Db,
  { before, limit }: CoursePage,
  readerIds: string[],
): Promise<ListedCourse[]> {
  const readers = [readerIds, readerIds.length]
  if (before === undefined) {
    return runNamed(db, {
      name: 'list_newest_courses',
      text: `${publishedCourses} order by courses.id desc limit $1`,
      values: [limit, ...readers],
    })
  }
  const text = `${publishedCourses} and courses.id < $4 order by courses.id desc limit $1`
  return runNamed(db, { name: 'list_older_courses', text, values: [limit, ...readers, before] })
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

/** The current version of a course, for a learner of an older one. */
export interface NewerVersion {
  version: number
  /** Its author's words about it, or about the newest one with changed content. */
  note: string | null
  /** ISO 8601. */
  publishedAt: string
  /** Whether learners may take it by themselves. */
  mayTake: boolean
}

/**
 * A NewerVersion of a row of `courses` for a learner with a row of `course_versions`, or null. One
 * that only states the course differently, such as its title, is none.
 */
export function newerVersion(course: string, own: string): string {
  return `
    case when ${course}.current_version > ${own}.number then (
      select json_build_object('version', ${course}.current_version, 'note', newer.note,
        'publishedAt',
        to_char(newer.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'mayTake', ${course}.learners_may_move)
      from course_versions newer
      where newer.course_id = ${course}.id and newer.number > ${own}.number
        and newer.number <= ${course}.current_version and newer.kind is distinct from 'terms'
      order by newer.number desc limit 1
    ) end`
}

/** A course in the version that this user has of it, with the user's enrollment. */
export interface CourseForUser extends CourseRow {
  /** Null without an active enrollment, like all that follows. */
  enrolledAt: Date | null
  completedAt: Date | null
  requiredLessons: number | null
  remaining: number | null
  newerVersion: NewerVersion | null
}

const courseForUser = `
  select ${selectList(courseColumns)}, e.enrolled_at as "enrolledAt",
    e.completed_at as "completedAt", e.required_lessons as "requiredLessons",
    bit_count(e.remaining_lessons)::int as remaining,
    ${newerVersion('courses', 'course_versions')} as "newerVersion"
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
 * transaction. Learners enroll meanwhile.
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
    .for('no key update')
  if (locked === undefined) throw new Error('The course was not written.')
  return locked
}

/**
 * Writes a version. Lessons come with insertLessons(), in the same transaction: nothing is added to
 * a version later.
 */
export async function insertVersion(
  db: Db,
  version: typeof courseVersions.$inferInsert,
  sectionRows: (typeof sections.$inferInsert)[],
): Promise<void> {
  await db.insert(courseVersions).values(version)
  await db.insert(sections).values(sectionRows)
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
  await db
    .update(courses)
    .set({ ...course, revision: sql`${courses.revision} + 1` })
    .where(eq(courses.id, id))
}

/** What decides over writing to a course. */
export type LockedCourse = Pick<
  typeof courses.$inferSelect,
  'id' | 'slug' | 'status' | 'currentVersion' | 'managedBy' | 'requiresReview' | 'branding'
>

/**
 * Keeps others from changing the course and from publishing until the end of the transaction.
 * Learners enroll meanwhile.
 */
export async function lockCourseToWrite(
  db: Db,
  courseId: string,
): Promise<LockedCourse | undefined> {
  const { id, slug, status, currentVersion, managedBy, requiresReview, branding } = courses
  const [locked] = await db
    .select({ id, slug, status, currentVersion, managedBy, requiresReview, branding })
    .from(courses)
    .where(eq(courses.id, courseId))
    .for('no key update')
  return locked
}

/** Makes a version the one that is sold and shown. A course that is archived stays so. */
export async function setCurrentVersion(db: Db, courseId: string, version: number): Promise<void> {
  const published = sql`case ${courses.status} when 'draft' then 'published' else ${courses.status} end`
  await db
    .update(courses)
    .set({ currentVersion: version, status: published, revision: sql`${courses.revision} + 1` })
    .where(eq(courses.id, courseId))
}

export type NumberedVersion = typeof courseVersions.$inferSelect

export async function findNumberedVersion(
  db: Db,
  { courseId, number }: { courseId: string; number: number },
): Promise<NumberedVersion | undefined> {
  const [version] = await db
    .select()
    .from(courseVersions)
    .where(and(eq(courseVersions.courseId, courseId), eq(courseVersions.number, number)))
  return version
}

/** In their order. */
export async function listSectionTitles(db: Db, versionId: string): Promise<string[]> {
  const found = await db
    .select({ title: sections.title })
    .from(sections)
    .where(eq(sections.versionId, versionId))
    .orderBy(sections.position)
  return found.map(({ title }) => title)
}

export interface ListedVersion {
  id: string
  number: number
  kind: NumberedVersion['kind']
  note: string | null
  title: string
  publishedAt: Date
  lessons: number
  /** Active enrollments. */
  learners: number
}

/** Newest first, older than the version `before`. */
export function listVersions(
  db: Db,
  { courseId, before, limit }: CoursePage & { courseId: string },
): Promise<ListedVersion[]> {
  return runNamed(db, {
    name: 'list_versions',
    text: `
      select v.id, v.number, v.kind, v.note, v.title, v.published_at as "publishedAt",
        (select count(*) from lesson_revisions l where l.course_id = v.course_id
          and v.number between l.from_version and l.until_version)::int as lessons,
        (select count(*) from enrollments e where e.course_id = v.course_id
          and e.version_id = v.id and e.status = 'active')::int as learners
      from course_versions v
      where v.course_id = $1 and ($2::uuid is null or v.number < (
        select number from course_versions last where last.id = $2 and last.course_id = $1))
      order by v.number desc limit $3`,
    values: [courseId, before ?? null, limit],
  })
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

type CourseColumns = typeof courses.$inferSelect

/** A course as those who work on it see it. */
export interface AuthoredCourseRow
  extends Pick<
    CourseColumns,
    | 'id'
    | 'slug'
    | 'status'
    | 'priceAmount'
    | 'priceCurrency'
    | 'managedBy'
    | 'requiresReview'
    | 'learnersMayMove'
    | 'revision'
    | 'branding'
    | 'createdAt'
  > {
  /** Of the current version; null as long as nothing is published. */
  version: number | null
  /** Of the current version, or else of the draft, like the four that follow. */
  title: string
  summary: string
  language: string
  license: string | null
  source: string | null
  hasDraft: boolean
  /** False once the last owner erased their account, or if there never was one. */
  hasOwner: boolean
  /** The reader's; null for administrators who are no members. */
  role: CourseMemberRow['role'] | null
}

// A course without version and draft has nothing but its slug.
const authoredCourse = `
  select c.id, c.slug, c.status, c.price_amount as "priceAmount",
    c.price_currency as "priceCurrency", c.managed_by as "managedBy",
    c.requires_review as "requiresReview", c.learners_may_move as "learnersMayMove",
    c.revision, c.branding, c.created_at as "createdAt", c.current_version as version,
    coalesce(v.title, d.title, c.slug) as title, coalesce(v.summary, d.summary, '') as summary,
    coalesce(v.language, d.language, 'und') as language,
    case when v.id is null then d.license else v.license end as license,
    case when v.id is null then d.source else v.source end as source,
    d.outline is not null as "hasDraft", exists (
      select from course_members o where o.course_id = c.id and o.role = 'owner'
    ) as "hasOwner", m.role
  from courses c
  left join course_versions v on v.course_id = c.id and v.number = c.current_version
  left join drafts d on d.course_id = c.id`

export async function findAuthoredCourse(
  db: Db,
  { courseId, readerId }: { courseId: string; readerId: string | null },
): Promise<AuthoredCourseRow | undefined> {
  const [course] = await runNamed<AuthoredCourseRow>(db, {
    name: 'find_authored_course',
    text: `${authoredCourse}
      left join course_members m on m.course_id = c.id and m.user_id = $2 where c.id = $1`,
    values: [courseId, readerId],
  })
  return course
}

interface AuthoredPage {
  readerId: string | null
  before: string | undefined
  limit: number
}

/** Those that the reader is a member of, newest first, older than `before`. */
export async function listAuthoredCourses(
  db: Db,
  { readerId, before, limit }: AuthoredPage,
): Promise<AuthoredCourseRow[]> {
  return runNamed<AuthoredCourseRow>(db, {
    name: 'list_authored_courses',
    text: `${authoredCourse}
      join course_members m on m.course_id = c.id and m.user_id = $1
      where ($2::uuid is null or m.course_id < $2) order by m.course_id desc limit $3`,
    values: [readerId, before ?? null, limit],
  })
}

/** All courses, newest first, older than `before`. */
export async function listEveryAuthoredCourse(
  db: Db,
  { readerId, before, limit }: AuthoredPage,
): Promise<AuthoredCourseRow[]> {
  return runNamed<AuthoredCourseRow>(db, {
    name: 'list_every_authored_course',
    text: `${authoredCourse}
      left join course_members m on m.course_id = c.id and m.user_id = $1
      where ($2::uuid is null or c.id < $2) order by c.id desc limit $3`,
    values: [readerId, before ?? null, limit],
  })
}

/** False if the slug is taken. */
export async function insertCourse(db: Db, course: typeof courses.$inferInsert): Promise<boolean> {
  const inserted = await db
    .insert(courses)
    .values(course)
    .onConflictDoNothing({ target: courses.slug })
    .returning({ id: courses.id })
  return inserted.length === 1
}

/** False if the revision is not the current one. */
export async function changeCourse(
  db: Db,
  { id, revision }: { id: string; revision: number },
  changes: Partial<typeof courses.$inferInsert>,
): Promise<boolean> {
  const changed = await db
    .update(courses)
    .set({ ...changes, revision: sql`${courses.revision} + 1` })
    .where(and(eq(courses.id, id), eq(courses.revision, revision)))
    .returning({ id: courses.id })
  return changed.length === 1
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
