import { and, desc, eq, isNull, lt, notInArray, sql } from 'drizzle-orm'
import type { LessonType } from '../../../content/lessons/lesson-type-names.ts'
import { afterId } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, listNamed, runNamed } from '../../postgres/named-statement.ts'
import { type ImpactTally, impacts, type LessonRulesAsked } from '../../schema/authoring/impact.ts'
import { courses, courseVersions } from '../../schema/courses/courses.ts'
import { versionTerms } from '../courses/courses/course-terms.ts'

/** Finds the number of the version on sale; null before the first one. */
export async function findCurrentVersion(
  db: Db,
  courseId: string,
): Promise<{ number: number | null } | undefined> {
  const [course] = await db
    .select({ number: courses.currentVersion })
    .from(courses)
    .where(eq(courses.id, courseId))
  return course
}

export async function findVersionTerms(
  db: Db,
  { courseId, number }: { courseId: string; number: number },
) {
  const { id, coverSha256, ruled } = courseVersions
  const [version] = await db
    .select({ id, ruled, terms: { ...versionTerms, coverSha256 } })
    .from(courseVersions)
    .where(and(eq(courseVersions.courseId, courseId), eq(courseVersions.number, number)))
  return version
}

/** Finds the bytes of stored texts, by their hashes. */
export async function findBodySizes(db: Db, hashes: string[]): Promise<Map<string, number>> {
  const found = await runNamed<{ sha256: string; size: number }>(db, {
    name: 'find_body_sizes',
    text: `
      select sha256, octet_length(content) as size from lesson_bodies
      where sha256 = any($1::text[])`,
    values: [hashes],
  })
  return new Map(found.map(({ sha256, size }) => [sha256, size]))
}

export interface CountedLessonRow extends LessonRulesAsked {
  key: string
  formerKeys: string[]
  type: LessonType
  required: boolean
}

/** Lists a version's lessons in order, as far as they count for progress. */
export async function listCountedLessons(db: Db, versionId: string): Promise<CountedLessonRow[]> {
  return runNamed(db, {
    name: 'list_counted_lessons',
    text: `
      select l.key, l.former_keys as "formerKeys", l.type, l.required, l.preview,
        coalesce(case when v.ruled then l.details -> 'prerequisites' end, '[]') as requires,
        l.details ->> 'available' as available
      from course_versions v
      join lesson_revisions l on l.course_id = v.course_id
        and v.number between l.from_version and l.until_version
      where v.id = $1 order by l.position`,
    values: [versionId],
  })
}

/**
 * Finds which of the keys may have progress by learners of a version that has no such lesson: from
 * an earlier version; where learners were moved back, from any.
 */
export async function findEarlierKeys(
  db: Db,
  { courseId, versionId, keys }: { courseId: string; versionId: string; keys: readonly string[] },
): Promise<string[]> {
  return listNamed(db, {
    name: 'find_earlier_keys',
    text: `
      select distinct l.key
      from lesson_revisions l join course_versions own on own.id = $2
      where l.course_id = $1 and l.key = any($3::text[])
        and (l.from_version < own.number or exists (
          select from moves m
          join course_versions later on later.course_id = m.course_id
            and later.number > m.to_version and later.published_at <= m.created_at
          where m.course_id = $1))`,
    values: [courseId, versionId, keys],
  })
}

/** The learners to look at. */
export interface LearnersAsked {
  courseId: string
  /** Leaves out learners who are on this version. */
  targetVersionId: string | null
  /** Only these learners; null for all. */
  userIds: readonly string[] | null
}

/** Looks version by version, so that those on the target are not read. */
const takenVersions = `(
  select id from course_versions where course_id = $1 and id is distinct from $2::uuid
) as v`

const isAsked = `
  e.course_id = $1 and e.version_id = v.id and e.status = 'active'
    and ($3::uuid[] is null or e.user_id = any($3))`

export async function countLearners(
  db: Db,
  { courseId, targetVersionId, userIds }: LearnersAsked,
): Promise<number> {
  const [counted] = await runNamed<{ count: number }>(db, {
    name: 'count_learners',
    text: `
      select count(*)::int as count from ${takenVersions} join enrollments e on ${isAsked}`,
    values: [courseId, targetVersionId, userIds],
  })
  return counted?.count ?? 0
}

/** Finds the number of the version that most active learners are on, apart from one version. */
export async function findMostTakenVersion(
  db: Db,
  { courseId, exceptId }: { courseId: string; exceptId: string },
): Promise<number | undefined> {
  const [version] = await runNamed<{ number: number }>(db, {
    name: 'find_most_taken_version',
    text: `
      select v.number from (
        select version_id, count(*) as learners from enrollments
        where course_id = $1 and status = 'active' and version_id <> $2
        group by version_id
      ) as taken join course_versions v on v.id = taken.version_id
      order by taken.learners desc, v.number desc limit 1`,
    values: [courseId, exceptId],
  })
  return version?.number
}

export interface LearnerRow {
  userId: string
  versionId: string
  isCompleted: boolean
  /** Whether any progress was reported. */
  hasBegun: boolean
  /** One character for each place: 1 for a lesson still to be completed. Null if not counted. */
  remainingLessons: string | null
  /** The number of ones. */
  remaining: number | null
  requiredLessons: number | null
}

/** Lists learners after `after`, by their ids. */
export async function listLearners(
  db: Db,
  { courseId, targetVersionId, userIds }: LearnersAsked,
  { after, limit }: { after: string | null; limit: number },
): Promise<LearnerRow[]> {
  return runNamed(db, {
    name: 'list_learners',
    // Looks at progress only if nothing else tells, and by its key, so that a large school's pages
    // are not all read.
    text: `
      select e.user_id as "userId", e.version_id as "versionId",
        e.completed_at is not null as "isCompleted",
        e.completed_at is not null or e.last_activity_at is not null
          or coalesce(bit_count(e.remaining_lessons) < e.required_lessons, false)
          or coalesce((
            select true from lesson_progress p
            where p.user_id = e.user_id and p.course_id = e.course_id limit 1
          ), false) as "hasBegun",
        e.remaining_lessons::text as "remainingLessons",
        bit_count(e.remaining_lessons)::int as remaining, e.required_lessons as "requiredLessons"
      from ${takenVersions} cross join lateral (
        select * from enrollments e where ${isAsked} and e.user_id > ${afterId('$4')}
        order by e.user_id limit $5
      ) as e
      order by e.user_id limit $5`,
    values: [courseId, targetVersionId, userIds, after, limit],
  })
}

/** Locks learners' enrollments until the end of the transaction; returns them as of then. */
export async function lockLearners(
  db: Db,
  { courseId, userIds }: { courseId: string; userIds: string[] },
): Promise<Pick<LearnerRow, 'userId' | 'versionId'>[]> {
  return runNamed(db, {
    name: 'lock_learners',
    text: `
      select user_id as "userId", version_id as "versionId" from enrollments
      where course_id = $1 and user_id = any($2::uuid[])
      order by user_id for no key update`,
    values: [courseId, userIds],
  })
}

/** Whether the version lets its learners choose among its lessons. */
export function hasChoice(db: Db, versionId: string): Promise<boolean> {
  return anyNamed(db, {
    name: 'has_choice',
    text: 'select from course_versions where id = $1 and choose is not null',
    values: [versionId],
  })
}

/** Lists all lessons that each user completed, in any version. */
export async function listAllCompletedKeys(
  db: Db,
  { courseId, userIds }: { courseId: string; userIds: string[] },
): Promise<{ userId: string; keys: string[] }[]> {
  return runNamed(db, {
    name: 'list_all_completed_keys',
    // The offset keeps the planner from reading all progress of the course.
    text: `
      select learner.user_id as "userId", array_agg(progress.lesson_key) as keys
      from unnest($2::uuid[]) as learner (user_id)
      cross join lateral (
        select p.lesson_key from lesson_progress p
        where p.user_id = learner.user_id and p.course_id = $1 and p.completed_at is not null
        offset 0
      ) as progress
      group by learner.user_id`,
    values: [courseId, userIds],
  })
}

/** Lists which of the lessons each user completed, by one probe of the primary key each. */
export async function listCompletedKeys(
  db: Db,
  { courseId, userIds, keys }: { courseId: string; userIds: string[]; keys: readonly string[] },
): Promise<{ userId: string; keys: string[] }[]> {
  return runNamed(db, {
    name: 'list_completed_keys',
    // The limit keeps the planner from reading all progress of the course.
    text: `
      select learner.user_id as "userId", array_agg(asked.key) as keys
      from unnest($2::uuid[]) as learner (user_id)
      cross join unnest($3::text[]) as asked (key)
      cross join lateral (
        select p.completed_at from lesson_progress p
        where p.user_id = learner.user_id and p.course_id = $1 and p.lesson_key = asked.key
        limit 1
      ) as progress
      where progress.completed_at is not null
      group by learner.user_id`,
    values: [courseId, userIds, keys],
  })
}

/** Finds a version's terms on when its lessons open as a whole. */
export async function findVersionRules(db: Db, versionId: string) {
  const [version] = await db
    .select(versionTerms)
    .from(courseVersions)
    .where(eq(courseVersions.id, versionId))
  return version
}

export interface OpenedKeysRow {
  userId: string
  done: string[]
  /** Keys of opened lessons; not all of them are done. */
  opened: string[]
  enrolledAt: Date
  cohortBegunAt: Date | null
  timeZone: string | null
}

/** Lists what each learner did and opened, and the facts that their days count from. */
export async function listOpenedKeys(
  db: Db,
  { courseId, userIds }: { courseId: string; userIds: readonly string[] },
): Promise<OpenedKeysRow[]> {
  const keysIn = (table: string, condition = 'true') => `
    select o.lesson_key from ${table} o
    where o.user_id = e.user_id and o.course_id = e.course_id and ${condition}`
  return runNamed(db, {
    name: 'list_opened_keys',
    text: `
      select e.user_id as "userId", e.enrolled_at as "enrolledAt",
        (select begun_at from cohorts where id = e.cohort_id) as "cohortBegunAt",
        u.time_zone as "timeZone",
        array(${keysIn('lesson_progress', 'o.completed_at is not null')}) as done,
        array(${keysIn('lesson_progress')} union ${keysIn('lesson_openings')}
          union ${keysIn('attempts')}) as opened
      from enrollments e join users u on u.id = e.user_id
      where e.course_id = $1 and e.user_id = any($2::uuid[])`,
    values: [courseId, userIds],
  })
}

export type ImpactRow = typeof impacts.$inferSelect

export type ImpactKey = Pick<ImpactRow, 'courseId' | 'fingerprint'>

export async function findImpact(db: Db, key: ImpactKey): Promise<ImpactRow | undefined> {
  const [impact] = await db.select().from(impacts).where(isImpact(key))
  return impact
}

function isImpact({ courseId, fingerprint }: ImpactKey) {
  return and(eq(impacts.courseId, courseId), eq(impacts.fingerprint, fingerprint))
}

/** Deletes all but the newest questions of a course: people may wait for different ones. */
export async function deleteOlderImpacts(db: Db, courseId: string, kept: number): Promise<void> {
  const newest = db
    .select({ fingerprint: impacts.fingerprint })
    .from(impacts)
    .where(eq(impacts.courseId, courseId))
    .orderBy(desc(impacts.askedAt))
    .limit(kept)
  await db
    .delete(impacts)
    .where(and(eq(impacts.courseId, courseId), notInArray(impacts.fingerprint, newest)))
}

/** Finds the newest question of a course. */
export async function findNewestImpact(db: Db, courseId: string): Promise<ImpactRow | undefined> {
  const [impact] = await db
    .select()
    .from(impacts)
    .where(eq(impacts.courseId, courseId))
    .orderBy(desc(impacts.askedAt))
    .limit(1)
  return impact
}

/** Asks a question, or repeats one whose answer is too old. */
export async function upsertImpact(
  db: Db,
  impact: Omit<typeof impacts.$inferInsert, 'finishedAt'>,
): Promise<void> {
  const values = { ...impact, finishedAt: null }
  await db
    .insert(impacts)
    .values(values)
    .onConflictDoUpdate({
      target: [impacts.courseId, impacts.fingerprint],
      set: values,
    })
}

export interface ImpactStep {
  afterUser: string | null
  done: number
  tally: ImpactTally
  finishedAt: Date | null
}

/** Records a step; false if somebody else made it, or asked again. */
export async function advanceImpact(
  db: Db,
  { courseId, fingerprint, afterUser }: Pick<ImpactRow, 'courseId' | 'fingerprint' | 'afterUser'>,
  step: ImpactStep,
): Promise<boolean> {
  const { rowCount } = await db
    .update(impacts)
    .set(step)
    .where(
      and(
        isImpact({ courseId, fingerprint }),
        isNull(impacts.finishedAt),
        sql`${impacts.afterUser} is not distinct from ${afterUser}`,
      ),
    )
  return rowCount === 1
}

/** Questions that are not answered yet. */
export async function listUnansweredImpacts(db: Db): Promise<ImpactKey[]> {
  return db
    .select({ courseId: impacts.courseId, fingerprint: impacts.fingerprint })
    .from(impacts)
    .where(isNull(impacts.finishedAt))
}

export async function deleteImpactsBefore(db: Db, at: Date): Promise<void> {
  await db.delete(impacts).where(lt(impacts.askedAt, at))
}

/** Finds which of the texts contain a part, by their SHA-256. Reads all that are named. */
export async function findBodiesContaining(
  db: Db,
  { sha256s, part }: { sha256s: string[]; part: string },
): Promise<Map<string, string>> {
  const found = await runNamed<{ sha256: string; content: string }>(db, {
    name: 'find_bodies_containing',
    text: `
      select sha256, content from lesson_bodies
      where sha256 = any($1) and strpos(content, $2) > 0`,
    values: [sha256s, part],
  })
  return new Map(found.map(({ sha256, content }) => [sha256, content]))
}
