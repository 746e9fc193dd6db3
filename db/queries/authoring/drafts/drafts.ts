import type { CourseTerms } from '../../../../content/course-fields.ts'
import type { CourseRules } from '../../../../content/course-rules.ts'
import type { CourseKind } from '../../../../content/course-values.ts'
import type { Db } from '../../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../../postgres/named-statement.ts'
import { type DraftOutline, type draftLessons, drafts } from '../../../schema/authoring/drafts.ts'
import { courseTerms, eachTerm, selectTerms } from '../../courses/courses/course-terms.ts'

type DraftColumns = typeof drafts.$inferSelect

/** A draft; if none is open, the current version as the next draft will begin. */
export interface DraftRow
  extends CourseTerms,
    Pick<
      DraftColumns,
      | 'baseVersion'
      | 'writers'
      | 'reviewRequestedBy'
      | 'reviewRequestedAt'
      | 'approvedBy'
      | 'approvedAt'
      | 'approvedRevision'
    > {
  courseId: string
  kind: CourseKind
  managedBy: CourseRules['managedBy']
  currentVersion: number | null
  isOpen: boolean
  /** 0 before the first change. */
  revision: number
  outline: DraftOutline
  lessons: DraftLessonRow[]
  changedAt: Date | null
  /** Former keys in published versions. */
  publishedFormerKeys: { key: string; formerKey: string; wasJoined: boolean }[]
}

/** Without content and details if texts were not asked for. */
export type DraftLessonRow = Omit<typeof draftLessons.$inferSelect, 'courseId'>

export const currentLessons = `
  from lesson_revisions l
  where l.course_id = c.id and c.current_version between l.from_version and l.until_version`

const currentOutline = `
  select jsonb_agg(
    jsonb_build_object('title', s.title, 'lessons', coalesce(l.keys, '[]')) order by s.position)
  from sections s
  left join (
    select l.section_position, jsonb_agg(l.key order by l.position) as keys ${currentLessons}
    group by l.section_position) l on l.section_position = s.position
  where s.version_id = v.id`

export const lessonFields =
  'l.key, l.former_keys as "formerKeys", l.title, l.type, l.minutes, l.required, l.preview'

/**
 * Finds former keys in published versions with one look at the course's revisions: each read of a
 * draft needs it, and a course has thousands of revisions. A key may have had several lives: the
 * newest that ended before its heir was the heir's, which joined it if they were apart then.
 */
const formerKeys = `
  with held as materialized (
    select distinct on (l.key, former.key)
      l.key, l.former_keys, former.key as former_key, l.from_version
    from lesson_revisions l cross join unnest(l.former_keys) as former (key)
    where l.course_id = c.id and l.former_keys <> '{}'
    order by l.key, former.key, l.from_version desc
  )
  select json_agg(json_build_object('key', held.key, 'formerKey', held.former_key,
    'wasJoined', exists (
      select from lesson_revisions other
      where other.course_id = c.id and other.key <> held.former_key
        and (other.key = held.key or other.key = any(held.former_keys))
        and life.ended between other.from_version and other.until_version)))
  from held cross join lateral (
    select max(until_version) as ended from lesson_revisions
    where course_id = c.id and key = held.former_key and until_version < held.from_version
  ) as life`

/** Selects outline and lessons in one statement, so that they are of one moment. */
const texts = {
  all: 'l.content, l.details',
  none: 'null::text as content, null::jsonb as details',
  // That a text is empty shows without reading it.
  ofLesson: `case when l.key = $2 or l.content = '' then l.content end as content, l.details`,
}

function selectDraft(long: string): string {
  const fields = `l.body_sha256 as "bodySha256", ${long}`
  return `
    select c.id as "courseId", c.kind, c.managed_by as "managedBy",
      c.current_version as "currentVersion",
      d.outline is not null as "isOpen", coalesce(d.revision, 0) as revision,
      ${selectTerms((term) => `case when d.outline is null then v.${term} else d.${term} end`)},
      case when d.outline is null then c.current_version else d.base_version end as "baseVersion",
      case when d.outline is null then '{}' else d.writers end as writers,
      d.review_requested_by as "reviewRequestedBy", d.review_requested_at as "reviewRequestedAt",
      d.approved_by as "approvedBy", d.approved_at as "approvedAt",
      d.approved_revision as "approvedRevision", d.changed_at as "changedAt",
      coalesce(d.outline, (${currentOutline})) as outline,
      coalesce((
        select json_agg(lesson) from (
          select ${lessonFields}, l.revision, ${fields} from draft_lessons l
          where l.course_id = c.id and d.outline is not null
          union all
          select ${lessonFields}, coalesce(d.revision, 0), ${fields} ${currentLessons}
            and d.outline is null
        ) lesson), '[]') as lessons,
      coalesce((${formerKeys}), '[]') as "publishedFormerKeys"
    from courses c
    left join drafts d on d.course_id = c.id
    left join course_versions v
      on v.course_id = c.id and v.number = c.current_version and d.outline is null
    where c.id = $1 and (d.outline is not null or v.id is not null)`
}

const draftWithTexts = selectDraft(texts.all)
const draftWithoutTexts = selectDraft(texts.none)
const draftWithTextOfLesson = selectDraft(texts.ofLesson)

/** Finds a draft, with all texts, none, or that of one lesson; undefined for a course that has neither a draft nor a version. */
export async function findDraft(
  db: Db,
  courseId: string,
  { texts = false }: { texts?: boolean | { of: string } } = {},
): Promise<DraftRow | undefined> {
  if (typeof texts === 'object')
    return findNamed(db, {
      name: 'find_draft_with_text_of_lesson',
      text: draftWithTextOfLesson,
      values: [courseId, texts.of],
    })
  return findNamed(db, {
    name: texts ? 'find_draft_with_texts' : 'find_draft',
    text: texts ? draftWithTexts : draftWithoutTexts,
    values: [courseId],
  })
}

/** Sums the bytes of a draft's rewritten texts, and of its lessons' details. */
export async function sizeOfDraftTexts(db: Db, courseId: string): Promise<number> {
  const [sum] = await runNamed<{ bytes: number }>(db, {
    name: 'size_of_draft_texts',
    text: `
      select coalesce(sum(
        coalesce(octet_length(content), 0) + coalesce(octet_length(details::text), 0)
      ), 0)::float8 as bytes
      from draft_lessons where course_id = $1`,
    values: [courseId],
  })
  return sum?.bytes ?? 0
}

/**
 * Locks a course's draft, open or not, until the end of the transaction: first the course, which
 * covers opening a draft, then the draft's row. Returns its revision.
 */
export async function lockDraft(db: Db, courseId: string): Promise<number> {
  await runNamed(db, {
    name: 'lock_course_of_draft',
    text: 'select from courses where id = $1 for no key update',
    values: [courseId],
  })
  const [draft] = await runNamed<Pick<DraftRow, 'revision'>>(db, {
    name: 'lock_draft',
    text: 'select revision from drafts where course_id = $1 for no key update',
    values: [courseId],
  })
  return draft?.revision ?? 0
}

/** A change of a draft, with its author; null for the command line. */
export interface DraftChange {
  courseId: string
  /** The revision that the change is based on. */
  revision: number
  writer: string | null
  now: Date
}

/** Inserts an empty draft, for a course that was never published. */
export async function insertDraft(
  db: Db,
  { courseId, terms, writer, now }: Omit<DraftChange, 'revision'> & { terms: CourseTerms },
): Promise<void> {
  const writers = writer === null ? [] : [writer]
  await db
    .insert(drafts)
    .values({ ...terms, courseId, revision: 1, outline: [], writers, changedAt: now })
}

const openedDraft = `
  with opened as (
    insert into drafts (course_id, revision, outline, base_version, writers, changed_at,
      ${eachTerm((term) => term)})
    select c.id, $2::int + 1, (${currentOutline}), c.current_version,
      array_remove(array[$3::uuid], null), $4, ${eachTerm((term) => `v.${term}`)}
    from courses c
    join course_versions v on v.course_id = c.id and v.number = c.current_version
    where c.id = $1 and ($2::int = 0 or exists (select from drafts where course_id = $1))
    on conflict (course_id) do update set
      revision = excluded.revision, outline = excluded.outline,
      base_version = excluded.base_version, writers = excluded.writers,
      changed_at = excluded.changed_at, ${eachTerm((term) => `${term} = excluded.${term}`)}
    where drafts.revision = $2::int and drafts.outline is null
    returning course_id, base_version
  ), copied as (
    insert into draft_lessons (course_id, key, revision, former_keys, title, type, minutes,
      required, preview, body_sha256, content, details)
    select l.course_id, l.key, $2::int, l.former_keys, l.title, l.type, l.minutes, l.required,
      l.preview, l.body_sha256, l.content, l.details
    from opened
    join lesson_revisions l on l.course_id = opened.course_id
      and opened.base_version between l.from_version and l.until_version
  )
  select from opened`

/**
 * Opens a draft of the current version, with the next revision. False if there is a draft, or the
 * revision is not current.
 */
export async function openDraft(
  db: Db,
  { courseId, revision, writer, now }: DraftChange,
): Promise<boolean> {
  return anyNamed(db, {
    name: 'open_draft',
    text: openedDraft,
    values: [courseId, revision, writer, now],
  })
}

/** Counts, dates and signs a change, and voids a review; part of every change. */
export const changed = (writer: string, now: string) => `
  changed_at = ${now},
  writers = case when ${writer}::uuid is null or ${writer}::uuid = any(d.writers) then d.writers
    else d.writers || ${writer}::uuid end,
  review_requested_by = null, review_requested_at = null,
  approved_by = null, approved_at = null, approved_revision = null`

/** Changes an open draft as a whole. False if the revision is not current, or none is open. */
export async function updateDraft(
  db: Db,
  {
    courseId,
    revision,
    writer,
    now,
    next = revision + 1,
    outline,
    terms,
    baseVersion,
  }: DraftChange & {
    next?: number
    outline?: DraftOutline | undefined
    terms?: CourseTerms | undefined
    baseVersion?: number | null | undefined
  },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'update_draft',
    text: `
      update drafts d set revision = $3, ${changed('$4', '$5')},
        outline = coalesce($6::jsonb, d.outline),
        (${eachTerm((term) => term)}) = (
          select ${eachTerm((term) => term)} from jsonb_populate_record(d, $7::jsonb)),
        base_version = coalesce($8, d.base_version)
      where d.course_id = $1 and d.revision = $2 and d.outline is not null
      returning d.course_id`,
    values: [
      courseId,
      revision,
      next,
      writer,
      now,
      outline === undefined ? null : JSON.stringify(outline),
      terms === undefined ? null : JSON.stringify(byColumn(terms)),
      baseVersion ?? null,
    ],
  })
}

function byColumn(terms: CourseTerms) {
  return Object.fromEntries(courseTerms.map(({ name, column }) => [column, terms[name]]))
}

/** Empties the draft; its revision continues to count. False if the revision is not current. */
export async function closeDraft(
  db: Db,
  { courseId, revision, now }: Omit<DraftChange, 'writer'>,
): Promise<boolean> {
  return anyNamed(db, {
    name: 'close_draft',
    text: `
      with closed as (
        update drafts set revision = revision + 1, changed_at = $3, outline = null,
          ${eachTerm((term) => `${term} = null`)}, base_version = null, writers = '{}',
          review_requested_by = null, review_requested_at = null,
          approved_by = null, approved_at = null, approved_revision = null
        where course_id = $1 and revision = $2 and outline is not null
        returning course_id
      ), deleted as (delete from draft_lessons l using closed where l.course_id = closed.course_id)
      select from closed`,
    values: [courseId, revision, now],
  })
}

/** Takes an account out of the writers of all drafts. */
export async function forgetWriter(db: Db, userId: string): Promise<void> {
  await runNamed(db, {
    name: 'forget_writer',
    text: `
      update drafts set writers = array_remove(writers, $1)
      where writers <> '{}' and writers @> array[$1::uuid]`,
    values: [userId],
  })
}
