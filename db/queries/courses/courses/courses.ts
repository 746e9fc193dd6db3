import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { CourseTerms } from '../../../../content/course-fields.ts'
import type { PageBefore } from '../../../page.ts'
import { createBatchLoader } from '../../../postgres/batch-loader.ts'
import type { Db } from '../../../postgres/client.ts'
import { findNamed, runNamed } from '../../../postgres/named-statement.ts'
import { courses, courseVersions } from '../../../schema/courses/courses.ts'
import { selectList } from '../../../select-list.ts'
import { courseTerms, versionTerms } from './course-terms.ts'
import { isOpen } from './is-open.ts'
import { type NewerVersion, newerVersion } from './versions.ts'

const versionColumns = {
  versionId: courseVersions.id,
  version: courseVersions.number,
  title: courseVersions.title,
  summary: courseVersions.summary,
  language: courseVersions.language,
  license: courseVersions.license,
  source: courseVersions.source,
  grade: courseVersions.grade,
  requires: courseVersions.requires,
}

const courseColumns = {
  id: courses.id,
  slug: courses.slug,
  kind: courses.kind,
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

/**
 * The terms that the catalogue shows of a version. An empty array is null, because arrays in each
 * row take longer to parse than the rest of the row.
 */
export type ShownInCatalogue = {
  [Name in Exclude<keyof CourseTerms, keyof CourseRow>]: CourseTerms[Name] | null
} & { coverSha256: string | null }

const shownInCatalogue = courseTerms
  .filter(({ name }) => !(name in versionColumns))
  .map(({ name, column, isList }) =>
    isList
      ? `nullif(course_versions."${column}", '{}') as "${name}"`
      : `course_versions."${column}" as "${name}"`,
  )
  .concat('course_versions.cover_sha256 as "coverSha256"')
  .join(', ')

/** Selects a row of `courses` and `course_versions`, and of `catalogue_entries entry`, if any. */
export const listedCourse = `
  ${selectList(courseColumns)}, ${shownInCatalogue}, entry.minutes, entry.lessons`

// The limit is the array's length, which the planner cannot see. Sends text, because an array in
// each row takes longer to parse than the rest of the row.
const publishedOf = (kind: ListedKind) => `
  select ${listedCourse}, (
    select string_agg(e.user_id::text, ' ') from (select * from unnest($2::uuid[]) limit $3) as reader (user_id)
    join enrollments e on e.user_id = reader.user_id and e.course_id = courses.id
      and ${isOpen('e', 'now()')}
  ) as enrolled
  from courses
  join course_versions
    on course_versions.course_id = courses.id and course_versions.number = courses.current_version
  left join catalogue_entries entry on entry.course_id = courses.id
  where courses.status = 'published' and ${isOfKind(kind)}`

export type CourseKind = CourseRow['kind']
/** What a list of the catalogue holds: `all` ranks courses and programs together. */
export const listedKinds = ['course', 'program', 'all'] as const
export type ListedKind = (typeof listedKinds)[number]

export const isOfKind = (kind: ListedKind) =>
  kind === 'all' ? "courses.kind in ('course', 'program')" : `courses.kind = '${kind}'`

interface CataloguePage extends PageBefore {
  kind: ListedKind
}

export interface ListedCourse extends CourseRow, ShownInCatalogue {
  /** Total of all lessons. */
  minutes: number
  lessons: number
  /** Ids of the enrolled among all who asked for the page together; null for none. */
  enrolled: string | null
}

/** Lists courses older than `before`, newest first. Batched: most visitors want the same page. */
export async function listPublishedCourses(
  db: Db,
  {
    kind = 'course',
    before,
    limit,
    readerId,
  }: PageBefore & { kind?: ListedKind; readerId?: string | undefined },
): Promise<readonly ListedCourse[]> {
  return (await findPage(db, JSON.stringify([{ kind, before, limit }, readerId ?? null]))) ?? []
}

const findPage = createBatchLoader(async (db, keys) => {
  const asked = keys.map((key) => {
    const [page, readerId]: [CataloguePage, string | null] = JSON.parse(key)
    return { key, page: JSON.stringify(page), readerId }
  })
  const found = [...Map.groupBy(asked, ({ page }) => page)].map(async ([page, readers]) => {
    const readerIds = readers.flatMap(({ readerId }) => readerId ?? [])
    const rows = await readPage(db, JSON.parse(page), readerIds)
    return readers.map(({ key }) => [key, rows] as const)
  })
  return new Map((await Promise.all(found)).flat())
})

async function readPage(
  db: Db,
  { kind, before, limit }: CataloguePage,
  readerIds: string[],
): Promise<ListedCourse[]> {
  const readers = [readerIds, readerIds.length]
  const published = publishedOf(kind)
  const older = `${published} and courses.id < $4 order by courses.id desc limit $1`
  const rows = await runNamed<ListedCourse | UncountedCourse>(
    db,
    before === undefined
      ? {
          name: `list_newest_${kind}s`,
          text: `${published} order by courses.id desc limit $1`,
          values: [limit, ...readers],
        }
      : { name: `list_older_${kind}s`, text: older, values: [limit, ...readers, before] },
  )
  return countMissing(db, rows)
}

type UncountedCourse = Omit<ListedCourse, 'minutes' | 'lessons'> & { minutes: null; lessons: null }

/**
 * Counts the lessons of courses without an entry. In a statement of its own: as part of the list,
 * the planner would think that so expensive that it compiles it each time.
 */
async function countMissing(
  db: Db,
  rows: readonly (ListedCourse | UncountedCourse)[],
): Promise<ListedCourse[]> {
  const ids = rows.flatMap(({ id, minutes }) => (minutes === null ? [id] : []))
  const counted =
    ids.length === 0
      ? []
      : await runNamed<{ id: string; minutes: number; lessons: number }>(db, {
          name: 'count_lessons_of_listed_courses',
          text: `
            select c.id, coalesce(sum(l.minutes), 0)::int as minutes, count(*)::int as lessons
            from courses c
            join lesson_revisions l on l.course_id = c.id
              and c.current_version between l.from_version and l.until_version
            where c.id = any($1::uuid[]) group by c.id`,
          values: [ids],
        })
  const counts = new Map(counted.map((count) => [count.id, count]))
  return rows.map((row) => {
    if (row.minutes !== null) return row
    const { minutes = 0, lessons = 0 } = counts.get(row.id) ?? {}
    return { ...row, minutes, lessons }
  })
}

export async function findCourse(
  db: Db,
  by: { id: string } | { slug: string },
): Promise<CourseRow | undefined> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['slug', by.slug]
  return findNamed(db, {
    name: `find_current_course_by_${column}`,
    text: `
      select ${selectList(courseColumns)} from courses
      join course_versions on course_versions.course_id = courses.id
        and course_versions.number = courses.current_version
      where courses.${column} = $1`,
    values: [value],
  })
}

/** A course in this user's version of it, with the user's enrollment. */
export interface CourseForUser extends CourseRow, ShownInCatalogue {
  /** Null without an active enrollment, like all that follows. */
  enrolledAt: Date | null
  completedAt: Date | null
  renewingSince: Date | null
  requiredLessons: number | null
  remaining: number | null
  newerVersion: NewerVersion | null
  /** Whether order or time could lock lessons. */
  isRuled: boolean
  /** Whether an enrollment of theirs is over: they left, or it ended. */
  wasEnrolled: boolean
  /** Members who agreed to be shown; null for none. */
  teachers: { name: string; biography: string | null; sha256: string | null }[] | null
  /** Null if it always takes everybody. */
  seats: {
    seats: number | null
    taken: number
    opensAt: string | null
    closesAt: string | null
  } | null
}

const courseForUser = `
  select ${selectList(courseColumns)}, ${shownInCatalogue}, e.enrolled_at as "enrolledAt",
    e.completed_at as "completedAt", e.renewing_since as "renewingSince",
    e.required_lessons as "requiredLessons",
    bit_count(e.remaining_lessons)::int as remaining,
    ${newerVersion('courses', 'course_versions')} as "newerVersion",
    course_versions.ruled as "isRuled",
    e.user_id is null and exists (
      select from enrollments former
      where former.course_id = courses.id and former.user_id = $2
    ) as "wasEnrolled", (
      select json_build_object('seats', s.seats, 'taken', s.taken,
        'opensAt', s.opens_at, 'closesAt', s.closes_at)
      from course_seats s where s.course_id = courses.id
    ) as seats, (
      select json_agg(teacher) from (
        select u.name, p.biography, p.sha256 from course_teachers t
        join users u on u.id = t.user_id and u.suspended_at is null
        left join teacher_profiles p on p.user_id = t.user_id
        where t.course_id = courses.id order by t.agreed_at, t.user_id limit 12
      ) as teacher
    ) as teachers
  from courses
  left join enrollments e
    on e.course_id = courses.id and e.user_id = $2 and ${isOpen('e', '$3')}
  join course_versions on course_versions.id = coalesce(e.version_id, (
    select id from course_versions current
    where current.course_id = courses.id and current.number = courses.current_version))`

/**
 * Finds a course for a learner in the version of the enrollment, for everybody else in the current
 * one.
 */
export async function findCourseForUser(
  db: Db,
  by: { id: string } | { slug: string },
  { userId, now }: { userId: string | undefined; now: Date },
): Promise<CourseForUser | undefined> {
  const [name, text, value] =
    'id' in by
      ? ['find_course_by_id', `${courseForUser} where courses.id = $1`, by.id]
      : ['find_course_by_slug', `${courseForUser} where courses.slug = $1`, by.slug]
  return findNamed(db, {
    name,
    text,
    values: [value, userId ?? null, now],
  })
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

/** A version, with its course's present branding. */
export type VersionRow = CourseTerms &
  Pick<CourseRow, 'versionId' | 'version' | 'branding' | 'kind'> &
  Pick<typeof courseVersions.$inferSelect, 'courseId'>

export async function findVersion(db: Db, versionId: string): Promise<VersionRow | undefined> {
  const [version] = await db
    .select({
      versionId: courseVersions.id,
      version: courseVersions.number,
      courseId: courseVersions.courseId,
      ...versionTerms,
      branding: courses.branding,
      kind: courses.kind,
    })
    .from(courseVersions)
    .innerJoin(courses, eq(courses.id, courseVersions.courseId))
    .where(eq(courseVersions.id, versionId))
  return version
}

/**
 * Creates the course as a draft unless its slug exists, then locks it until the end of the
 * transaction. Learners can still enroll.
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

/** Replaces the status; false if the course did not have the former one. */
export async function replaceCourseStatus(
  db: Db,
  id: string,
  { from, to }: { from: CourseRow['status']; to: CourseRow['status'] },
): Promise<boolean> {
  const { rowCount } = await db
    .update(courses)
    .set({ status: to })
    .where(and(eq(courses.id, id), eq(courses.status, from)))
  return rowCount === 1
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

/** The columns that decide who may write to a course, and how. */
export type LockedCourse = Pick<
  typeof courses.$inferSelect,
  'id' | 'slug' | 'kind' | 'status' | 'currentVersion' | 'managedBy' | 'requiresReview' | 'branding'
>

/**
 * Keeps others from changing or publishing the course until the end of the transaction. Learners
 * can still enroll.
 */
export async function lockCourseToWrite(
  db: Db,
  courseId: string,
): Promise<LockedCourse | undefined> {
  const { id, slug, kind, status, currentVersion, managedBy, requiresReview, branding } = courses
  const [locked] = await db
    .select({ id, slug, kind, status, currentVersion, managedBy, requiresReview, branding })
    .from(courses)
    .where(eq(courses.id, courseId))
    .for('no key update')
  return locked
}

/** Makes a version the one that is sold and shown. An archived course stays archived. */
export async function setCurrentVersion(db: Db, courseId: string, version: number): Promise<void> {
  const published = sql`case ${courses.status} when 'draft' then 'published' else ${courses.status} end`
  await db
    .update(courses)
    .set({ currentVersion: version, status: published, revision: sql`${courses.revision} + 1` })
    .where(eq(courses.id, courseId))
}
