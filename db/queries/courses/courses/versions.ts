import { and, eq, inArray } from 'drizzle-orm'
import type { PageBefore } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import { courseVersions, sections } from '../../../schema/courses/courses.ts'

/** The current version of a course, for a learner of an older one. */
export interface NewerVersion {
  version: number
  /** Its author's note about it, or about the newest one with changed content. */
  note: string | null
  /** ISO 8601. */
  publishedAt: string
  /** Whether learners may take it by themselves. */
  mayTake: boolean
  /** The effect of taking it; null if they may not. */
  effect: VersionEffect | null
}

/** The consequences for a learner who takes the current version. */
export interface VersionEffect {
  percent: number
  /** Whether it completes the course at once. */
  completes: boolean
  /** Completed lessons that the version does not have. */
  lessonsLost: number
}

/**
 * Selects a NewerVersion of a row of `courses` for an enrollment in a row of `course_versions`, or
 * null. One that only restates the course, such as its title, is none. Without the enrollment it
 * has no effect.
 */
export function newerVersion(course: string, own: string, enrollment?: string): string {
  const effect =
    enrollment === undefined
      ? 'null'
      : `case when ${course}.learners_may_move then
          (${effectOfCurrent(course, own, enrollment)}) end`
  return `
    case when ${course}.current_version > ${own}.number then (
      select json_build_object('version', ${course}.current_version, 'note', newer.note,
        'publishedAt',
        to_char(newer.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'mayTake', ${course}.learners_may_move,
        'effect', ${effect})
      from course_versions newer
      where newer.course_id = ${course}.id and newer.number > ${own}.number
        and newer.number <= ${course}.current_version and newer.kind is distinct from 'terms'
      order by newer.number desc limit 1
    ) end`
}

/** Reads both versions whole, only for those who may take the newer one. */
function effectOfCurrent(course: string, own: string, enrollment: string): string {
  const ofVersion = (number: string) => `
    lesson_revisions l where l.course_id = ${course}.id
      and ${number} between l.from_version and l.until_version`
  const isDone = (keys: string) => `exists (
    select from lesson_progress p
    where p.user_id = ${enrollment}.user_id and p.course_id = ${enrollment}.course_id
      and p.lesson_key = any(${keys}) and p.completed_at is not null)`
  return `
    select json_build_object(
      'percent', case
        when ${enrollment}.completed_at is not null and ${enrollment}.renewing_since is null then 100
        else 100 * count(*) filter (where counts and is_done) / count(*) filter (where counts) end,
      'completes', ${enrollment}.completed_at is null and bool_and(is_done or not counts),
      'lessonsLost', (
        select count(*) from ${ofVersion(`${own}.number`)} and ${isDone('array[l.key]')}
          and l.key not in (
            select unnest(l.former_keys || l.key) from ${ofVersion(`${course}.current_version`)})))
    from (
      select l.required or not bool_or(l.required) over () as counts,
        ${isDone('l.former_keys || l.key')} as is_done
      from ${ofVersion(`${course}.current_version`)}
    ) as lesson`
}

/**
 * Writes a version. Call insertLessons() in the same transaction: nothing is added to a version
 * later.
 */
export async function insertVersion(
  db: Db,
  version: typeof courseVersions.$inferInsert,
  sectionRows: (typeof sections.$inferInsert)[],
): Promise<void> {
  await db.insert(courseVersions).values(version)
  await db.insert(sections).values(sectionRows)
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

/** Lists the sections' titles in order. */
export async function listSectionTitles(db: Db, versionId: string): Promise<string[]> {
  const found = await db
    .select({ title: sections.title })
    .from(sections)
    .where(eq(sections.versionId, versionId))
    .orderBy(sections.position)
  return found.map(({ title }) => title)
}

export interface ListedVersion
  extends Pick<NumberedVersion, 'id' | 'number' | 'kind' | 'note' | 'title' | 'publishedAt'> {
  lessons: number
  /** Active enrollments. */
  learners: number
}

/** Lists versions older than `before`, newest first. */
export function listVersions(
  db: Db,
  { courseId, before, limit }: PageBefore & { courseId: string },
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

/** Lists which of the versions exist, each with its course. */
export async function listVersionsOfCourses(db: Db, versionIds: string[]) {
  const { id, courseId, number, title, language } = courseVersions
  return db
    .select({ versionId: id, courseId, version: number, title, language })
    .from(courseVersions)
    .where(inArray(courseVersions.id, versionIds))
}
