import { and, asc, eq, gte, inArray, isNull, lte } from 'drizzle-orm'
import type { CourseRules } from '../../../content/course-rules.ts'
import {
  type LessonDetails,
  lessonTypeNames,
  lessonTypes,
} from '../../../content/lessons/lesson-type-names.ts'
import { createBatchLoader } from '../../postgres/batch-loader.ts'
import type { Db } from '../../postgres/client.ts'
import { findNamed, runNamed } from '../../postgres/named-statement.ts'
import { courseVersions, sections } from '../../schema/courses/courses.ts'
import {
  type lessonBodies,
  lessonRevisions,
  type lessons,
  openEnd,
} from '../../schema/courses/lessons.ts'
import { sortedJson } from '../../sorted-json.ts'
import { isOpen } from './courses/is-open.ts'
import { hasRules, type LockFacts, lockFacts } from './courses/lock-facts.ts'

type LessonRevision = typeof lessonRevisions.$inferSelect

export type NeighborLesson = Pick<LessonRevision, 'id' | 'key' | 'title'>

/**
 * A lesson in the version of the user's enrollment, otherwise in the current one, with everything
 * that decides whether the user may read it.
 */
export interface LessonForUser
  extends Omit<typeof lessons.$inferSelect, 'versionId' | 'sectionId' | 'position' | 'formerKeys'> {
  details: LessonDetails | null
  files: LessonRevision['files']
  /** How its course treats HTML in the text. */
  html: CourseRules['html']
  /** Whether its course takes questions. */
  lessonQuestions: CourseRules['lessonQuestions']
  /** Whether the user has an active enrollment in the course. */
  enrolled: boolean
  /** Whether the course is published: the lesson is in its current version, unless enrolled. */
  sold: boolean
  /** The lessons before and after it in the same version. */
  previous: NeighborLesson | null
  next: NeighborLesson | null
  /** The user's progress; null before the first report. */
  percent: number | null
  positionSeconds: number | null
  completedAt: Date | null
  /** The ranges of seconds that the user watched, as PostgreSQL writes them; null for none. */
  watched: string | null
  /** Whether it matters that the user, who is enrolled, opens it for the first time. */
  isOpening: boolean
  /** Whether order or time could lock it to the user, as far as is known without a look. */
  mayBeLocked: boolean
}

/**
 * Joins the one lesson of the version `v` that a row `asked` (course_id, key, former_keys) means,
 * by its key, or by a former key of either; of several joined lessons, the first in the outline.
 * Later parts are read only if earlier ones find nothing, and none reads more of a longer course:
 * the sum keeps the index by position out of it.
 */
export const lessonAskedFor = `
  lateral (
    select * from lesson_revisions
    where course_id = asked.course_id and key = asked.key
      and until_version >= v.number and from_version <= v.number
    union all
    (select * from lesson_revisions
    where former_keys <> '{}' and former_keys @> array[asked.key]
      and course_id = asked.course_id and until_version >= v.number and from_version <= v.number
    order by position + 0 limit 1)
    union all
    (select * from lesson_revisions
    where course_id = asked.course_id and key = any(asked.former_keys)
      and until_version >= v.number and from_version <= v.number
    order by position + 0 limit 1)
    limit 1
  )`

// The limit is the arrays' length, which the planner cannot see: it would expect ten readers and
// make a new plan for every call, 1.0 ms instead of 0.3.
const readersOfLessons = `
  (select * from unnest($1::uuid[], $2::uuid[]) with ordinality limit $3)
    as reader (user_id, lesson_id, number)`
const readersOfKeys = `
  (select * from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality limit $4)
    as reader (user_id, course, key, number)
  join courses c on c.id = coalesce(
    case when reader.course ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then reader.course::uuid end,
    (select id from courses where slug = reader.course))`

const enrollmentOf = (now: string) => `
  left join enrollments e
    on e.course_id = c.id and e.user_id = reader.user_id and ${isOpen('e', now)}`
const isIn = (number: string) => `until_version >= ${number} and from_version <= ${number}`
const number = 'coalesce(v.number, c.current_version)'

// Looks first in the reader's version, or the current one, which usually is what was asked for.
const lessonsById = `
  ${readersOfLessons}
  join lesson_revisions l on l.id = reader.lesson_id
  join courses c on c.id = l.course_id
  ${enrollmentOf('$4')}
  left join course_versions v on v.id = e.version_id`
const lessonsByKey = `
  ${readersOfKeys}
  ${enrollmentOf('$5')}
  left join course_versions v on v.id = e.version_id
  join lesson_revisions l on l.course_id = c.id and l.key = reader.key`

// Otherwise finds its predecessor or successor. The newest lesson with a key says which keys it had
// before.
const anyLesson = `
  join course_versions v on v.id = coalesce(e.version_id, (
    select current.id from course_versions current
    where current.course_id = c.id and current.number = c.current_version))
  cross join ${lessonAskedFor} as l`
const anyById = `
  ${readersOfLessons}
  join lesson_revisions asked on asked.id = reader.lesson_id
  join courses c on c.id = asked.course_id
  ${enrollmentOf('$4')} ${anyLesson}`
const anyByKey = `
  ${readersOfKeys}
  cross join lateral (
    select c.id as course_id, reader.key, (
      select former_keys from lesson_revisions
      where course_id = c.id and key = reader.key order by until_version desc limit 1
    ) as former_keys
  ) as asked
  ${enrollmentOf('$5')} ${anyLesson}`

/** Whether a lesson `l` is of a type that is completed in this way. */
export function completesBy(way: 'report' | 'watching' | 'pass' | 'course'): string {
  const types = lessonTypeNames.filter((type) => lessonTypes[type].completesBy === way)
  return `l.type in ('${types.join("', '")}')`
}

/** Selects the length of a lesson that is watched; null if unknown. */
export const secondsOf = "(l.details -> l.type ->> 'seconds')::int"

const isOpening = `
    e.user_id is not null
      and (c.honesty = 'watched' and ${completesBy('watching')} and ${secondsOf} is not null
        or v.ruled and l.type <> 'course')
      and not exists (
        select from lesson_openings o
        where o.user_id = e.user_id and o.course_id = e.course_id and o.lesson_key = l.key
      )`

const readLessons = (lessons: string) => `
  select reader.number::int, l.id, l.course_id as "courseId", l.key, l.title, l.type, l.minutes,
    l.required, l.preview, coalesce(b.content, l.content) as content, l.details, l.files, c.html,
    c.lesson_questions as "lessonQuestions",
    e.user_id is not null as enrolled, c.status = 'published' as sold,
    p.percent, p.position_seconds as "positionSeconds", p.completed_at as "completedAt",
    p.watched, ${isOpening} as "isOpening",
    coalesce(${hasRules} and e.completed_at is null and not l.preview and p.user_id is null, false)
      as "mayBeLocked",
    (
      select json_object_agg(
        case when position < l.position then 'previous' else 'next' end,
        json_build_object('id', id, 'key', key, 'title', title))
      from lesson_revisions
      where course_id = l.course_id and position in (l.position - 1, l.position + 1)
        and ${isIn(number)}
    ) as neighbors
  from ${lessons}
  left join lesson_bodies b on b.sha256 = l.body_sha256
  left join lesson_progress p
    on p.user_id = e.user_id and p.course_id = e.course_id and p.lesson_key = l.key
  where l.until_version >= ${number} and l.from_version <= ${number}`

type FoundLesson = Omit<LessonForUser, 'previous' | 'next'> & {
  number: number
  neighbors: Partial<Pick<LessonForUser, 'previous' | 'next'>> | null
}

/** Tries the short statement first; the long one looks only for what that misses. */
function createLessonLoader(
  name: string,
  statements: { direct: string; any: string },
  valuesOf: (keys: string[]) => unknown[],
) {
  async function find(db: Db, which: keyof typeof statements, keys: string[]) {
    const statement = { name: `find_${which}_${name}`, text: readLessons(statements[which]) }
    const found = await runNamed<FoundLesson>(db, { ...statement, values: valuesOf(keys) })
    return found.map(({ number, neighbors, ...lesson }) => {
      const { previous = null, next = null } = neighbors ?? {}
      return [keys[number - 1] ?? '', { ...lesson, previous, next }] as const
    })
  }
  return createBatchLoader<LessonForUser>(async (db, keys) => {
    const found = new Map(await find(db, 'direct', keys))
    const others = keys.filter((key) => !found.has(key))
    if (others.length > 0)
      for (const [key, lesson] of await find(db, 'any', others)) found.set(key, lesson)
    return found
  })
}

const findById = createLessonLoader('lessons', { direct: lessonsById, any: anyById }, (keys) => {
  const readers = keys.map((key) => key.split(' '))
  const [users, lessons] = [0, 1].map((part) => readers.map((reader) => reader[part]))
  return [users, lessons, readers.length, readers[0]?.[2]]
})

/** Finds a lesson by id; undefined if there is none, or the user's version does not contain it. */
export function findLessonForUser(
  db: Db,
  { lessonId, userId, now }: { lessonId: string; userId: string; now: Date },
): Promise<LessonForUser | undefined> {
  return findById(db, `${userId} ${lessonId} ${now.toISOString()}`)
}

const findByKey = createLessonLoader(
  'lessons_by_key',
  { direct: lessonsByKey, any: anyByKey },
  (keys) => {
    const readers = keys.map((key): string[] => JSON.parse(key))
    const parts = [0, 1, 2].map((part) => readers.map((reader) => reader[part]))
    return [...parts, readers.length, readers[0]?.[3]]
  },
)

/**
 * Works like findLessonForUser(), by a current or former key. `course` is the course's id, in lower
 * case, or its slug.
 */
export function findLessonByKey(
  db: Db,
  { course, key, userId, now }: { course: string; key: string; userId: string; now: Date },
): Promise<LessonForUser | undefined> {
  return findByKey(db, JSON.stringify([userId, course, key, now]))
}

const lockableLessons = (which: string) => `
  select * from (
    select l.key, ${lockFacts} as "lockFacts"
    from enrollments e
    join course_versions v on v.id = e.version_id
    join lesson_revisions l on l.course_id = e.course_id and ${isIn('v.number')} ${which}
    where e.user_id = $1 and e.course_id = $2
  ) as lesson
  where "lockFacts" is not null`

interface LockableLesson {
  key: string
  lockFacts: LockFacts
}

/** Lists the lessons of the learner's version that something can lock, with the deciding facts. */
export function listLockFacts(
  db: Db,
  { userId, courseId }: { userId: string; courseId: string },
): Promise<LockableLesson[]> {
  const values = [userId, courseId]
  return runNamed(db, { name: 'list_lock_facts', text: lockableLessons(''), values })
}

/** Finds the facts of one lesson; undefined if nothing can lock it. */
export async function findLockFacts(
  db: Db,
  { userId, courseId, key }: { userId: string; courseId: string; key: string },
): Promise<LockFacts | undefined> {
  const found = await findNamed<LockableLesson>(db, {
    name: 'find_lock_facts',
    text: lockableLessons('and l.key = $3'),
    values: [userId, courseId, key],
  })
  return found?.lockFacts
}

/** A lesson in the table of contents of its version. */
export type OutlineLesson = Awaited<ReturnType<typeof listLessons>>[number]

/** Lists a version's lessons in order, each with its section. */
export async function listLessons(db: Db, versionId: string) {
  const { id, key, title, type, minutes, required, preview } = lessonRevisions
  const summary = { id, key, title, type, minutes, required, preview }
  return db
    .select({ ...summary, sectionId: sections.id, sectionTitle: sections.title })
    .from(courseVersions)
    .innerJoin(
      lessonRevisions,
      and(
        eq(lessonRevisions.courseId, courseVersions.courseId),
        gte(lessonRevisions.untilVersion, courseVersions.number),
        lte(lessonRevisions.fromVersion, courseVersions.number),
      ),
    )
    .innerJoin(
      sections,
      and(
        eq(sections.versionId, courseVersions.id),
        eq(sections.position, lessonRevisions.sectionPosition),
      ),
    )
    .where(eq(courseVersions.id, versionId))
    .orderBy(asc(lessonRevisions.position))
}

/** A lesson of a version with the hash of its text. */
export interface HashedLesson extends NewLesson {
  /** Bytes of its text. */
  size: number
}

/** Lists a version's lessons in order, without their texts. */
export function listHashedLessons(
  db: Db,
  { courseId, number }: { courseId: string; number: number },
): Promise<HashedLesson[]> {
  return runNamed(db, {
    name: 'list_hashed_lessons',
    text: `
      select l.id, l.key, l.former_keys as "formerKeys", l.position,
        l.section_position as "sectionPosition", l.title, l.type, l.minutes, l.required, l.preview,
        l.details, l.files,
        coalesce(l.body_sha256, encode(sha256(convert_to(l.content, 'UTF8')), 'hex'))
          as "bodySha256",
        octet_length(coalesce(b.content, l.content)) as size
      from lesson_revisions l left join lesson_bodies b on b.sha256 = l.body_sha256
      where l.course_id = $1 and $2 between l.from_version and l.until_version
      order by l.position`,
    values: [courseId, number],
  })
}

/** A lesson of a version with its text, and those beside it. */
export interface VersionLesson
  extends Pick<HashedLesson, 'key' | 'formerKeys' | 'title' | 'type' | 'minutes' | 'required'>,
    Pick<HashedLesson, 'preview' | 'details' | 'files'> {
  content: string
  previous: { key: string; title: string } | null
  next: { key: string; title: string } | null
}

/** Finds a lesson of a version by the first of the keys that it has there. */
export function findVersionLesson(
  db: Db,
  { courseId, number, keys }: { courseId: string; number: number; keys: readonly string[] },
): Promise<VersionLesson | undefined> {
  const beside = (place: string) => `(
        select json_build_object('key', o.key, 'title', o.title) from lesson_revisions o
        where o.course_id = $1 and $2 between o.from_version and o.until_version
          and o.position = l.position ${place})`
  return findNamed(db, {
    name: 'find_version_lesson',
    text: `
      select l.key, l.former_keys as "formerKeys", l.title, l.type, l.minutes, l.required,
        l.preview, l.details, l.files, coalesce(b.content, l.content) as content,
        ${beside('- 1')} as previous, ${beside('+ 1')} as next
      from lesson_revisions l left join lesson_bodies b on b.sha256 = l.body_sha256
      where l.course_id = $1 and $2 between l.from_version and l.until_version
        and l.key = any($3::text[])
        and exists (select from course_versions where course_id = $1 and number = $2)
      order by array_position($3::text[], l.key) limit 1`,
    values: [courseId, number, keys],
  })
}

/** Finds texts of a version's lessons, by key: of one lesson, or of all. */
export async function findLessonTexts(
  db: Db,
  { courseId, number, key }: { courseId: string; number: number; key?: string },
): Promise<Map<string, string>> {
  const found = await runNamed<{ key: string; content: string }>(db, {
    name: 'find_lesson_texts',
    text: `
      select l.key, coalesce(b.content, l.content) as content
      from lesson_revisions l left join lesson_bodies b on b.sha256 = l.body_sha256
      where l.course_id = $1 and $2 between l.from_version and l.until_version
        and ($3::text is null or l.key = $3)`,
    values: [courseId, number, key ?? null],
  })
  return new Map(found.map(({ key, content }) => [key, content]))
}

/** Finds the text with this hash, hexadecimal. */
export async function findLessonBody(db: Db, sha256: string): Promise<string | undefined> {
  const [body] = await runNamed<{ content: string }>(db, {
    name: 'find_lesson_body',
    text: 'select content from lesson_bodies where sha256 = $1',
    values: [sha256],
  })
  return body?.content
}

/** Finds the texts with these hashes, by hash. */
export async function findLessonBodies(
  db: Db,
  sha256s: readonly string[],
): Promise<Map<string, string>> {
  const found = await runNamed<{ sha256: string; content: string }>(db, {
    name: 'find_lesson_bodies',
    text: 'select sha256, content from lesson_bodies where sha256 = any($1::text[])',
    values: [sha256s],
  })
  return new Map(found.map(({ sha256, content }) => [sha256, content]))
}

/** Stores the texts of lessons that predate stored bodies, so that a new version can share them. */
export async function storeBodiesOfVersion(
  db: Db,
  { courseId, number }: { courseId: string; number: number },
): Promise<void> {
  await runNamed(db, {
    name: 'store_bodies_of_version',
    text: `
      insert into lesson_bodies (sha256, content)
      select distinct encode(sha256(convert_to(content, 'UTF8')), 'hex'), content
      from lesson_revisions where course_id = $1 and $2 between from_version and until_version
        and body_sha256 is null
      order by 1 on conflict do nothing`,
    values: [courseId, number],
  })
}

/** A lesson as a version is to have it. */
export interface NewLesson
  extends Omit<LessonRevision, 'courseId' | 'fromVersion' | 'untilVersion' | 'content'> {
  /** SHA-256 of the Markdown in UTF-8, hexadecimal. */
  bodySha256: string
}

/**
 * Stores texts of lessons, except those already stored. Every caller stores them in the order of
 * their hashes, so that two storing the same ones never wait for each other.
 */
export async function insertLessonBodies(
  db: Db,
  bodies: (typeof lessonBodies.$inferInsert)[],
): Promise<void> {
  if (bodies.length > 0)
    await runNamed(db, {
      name: 'insert_lesson_bodies',
      text: `
        insert into lesson_bodies (sha256, content)
        select * from unnest($1::text[], $2::text[]) order by 1 on conflict do nothing`,
      values: [bodies.map(({ sha256 }) => sha256), bodies.map(({ content }) => content)],
    })
}

/**
 * Writes the lessons of a version that was written in this transaction. Does not rewrite those
 * unchanged since the version before; that one's others end with it.
 */
export async function insertLessons(
  db: Db,
  { courseId, version }: { courseId: string; version: number },
  newLessons: readonly NewLesson[],
): Promise<void> {
  const before = await db
    .select()
    .from(lessonRevisions)
    .where(and(eq(lessonRevisions.courseId, courseId), eq(lessonRevisions.untilVersion, openEnd)))
  const unchanged = (await hasUnsharedLessons(db)) ? [] : before
  const keptIds = new Map(unchanged.map((revision) => [fingerprintOf(revision), revision.id]))
  const kept = new Set(newLessons.map((lesson) => keptIds.get(fingerprintOf(lesson))))

  const ended = before.map(({ id }) => id).filter((id) => !kept.has(id))
  if (ended.length > 0)
    await db
      .update(lessonRevisions)
      .set({ untilVersion: version - 1 })
      .where(inArray(lessonRevisions.id, ended))
  const changed = newLessons.filter((lesson) => !keptIds.has(fingerprintOf(lesson)))
  // Sends one parameter: a long course has more fields than a statement may have parameters.
  if (changed.length > 0)
    await runNamed(db, {
      name: 'insert_lesson_revisions',
      text: insertRevisions,
      values: [courseId, version, openEnd, JSON.stringify(changed)],
    })
}

const insertRevisions = `
  insert into lesson_revisions (course_id, from_version, until_version, id, key, former_keys,
    position, section_position, title, type, minutes, required, preview, body_sha256,
    details, files)
  select $1, $2, $3, id, key, array(select jsonb_array_elements_text("formerKeys")),
    position, "sectionPosition", title, type, minutes, required, preview, "bodySha256",
    details, files
  from jsonb_to_recordset($4::jsonb) as lesson (id uuid, key text, "formerKeys" jsonb,
    position integer, "sectionPosition" integer, title text, type text, minutes integer,
    required boolean, preview boolean, "bodySha256" text, details jsonb, files jsonb)`

function fingerprintOf({
  key,
  formerKeys,
  position,
  sectionPosition,
  title,
  type,
  minutes,
  required,
  preview,
  bodySha256,
  details,
  files,
}: Omit<NewLesson, 'id' | 'bodySha256'> & { bodySha256: string | null }): string {
  const place = [position, sectionPosition]
  return JSON.stringify([
    key,
    formerKeys,
    ...place,
    title,
    type,
    minutes,
    required,
    preview,
    bodySha256,
    sortedJson(details),
    sortedJson(files),
  ])
}

const withoutBody = `
  select id from lesson_revisions where body_sha256 is null order by id limit $1`

/**
 * Moves up to `limit` texts of lessons to the stored bodies, except of locked lessons, and returns
 * how many. Readers see the same before, between and after its two statements.
 */
export async function moveBodies(db: Db, limit: number): Promise<number> {
  await runNamed(db, {
    name: 'store_bodies',
    text: `
      insert into lesson_bodies (sha256, content)
      select distinct encode(sha256(convert_to(content, 'UTF8')), 'hex'), content
      from lesson_revisions where id = any(array(${withoutBody}))
      order by 1 on conflict do nothing`,
    values: [limit],
  })
  const moved = await runNamed(db, {
    name: 'move_bodies',
    text: `
      update lesson_revisions as lesson set body_sha256 = body.sha256, content = null
      from lesson_bodies body
      where lesson.id = any(array(${withoutBody} for no key update skip locked))
        and body.sha256 = encode(sha256(convert_to(lesson.content, 'UTF8')), 'hex')
      returning lesson.id`,
    values: [limit],
  })
  return moved.length
}

/**
 * Whether lessons are left that the previous release has published. As long as there are, versions
 * share none: its servers expect a lesson to belong to one version.
 */
export async function hasUnsharedLessons(db: Db): Promise<boolean> {
  const [lesson] = await db
    .select({ id: lessonRevisions.id })
    .from(lessonRevisions)
    .where(isNull(lessonRevisions.bodySha256))
    .limit(1)
  return lesson !== undefined
}

/** Finds a lesson as it was written once, whichever versions have it. */
export async function findLessonRevision(db: Db, id: string): Promise<LessonRevision | undefined> {
  const [revision] = await db.select().from(lessonRevisions).where(eq(lessonRevisions.id, id))
  return revision
}
