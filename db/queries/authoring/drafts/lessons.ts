import {
  type LessonDetails,
  type LessonType,
  lessonTypeNames,
} from '../../../../content/lessons/lesson-type-names.ts'
import type { Db } from '../../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../../postgres/named-statement.ts'
import {
  changed,
  currentLessons,
  type DraftChange,
  type DraftLessonRow,
  lessonFields,
} from './drafts.ts'

/** A lesson of a draft with its text; of the current version if no draft is open. */
export interface DraftLessonWithText
  extends Omit<DraftLessonRow, 'bodySha256' | 'content' | 'details'> {
  /** Markdown. */
  content: string
  details: LessonDetails | null
  /** Whether the text was written in the draft. */
  isRewritten: boolean
  /** Index of its section. */
  section: number
  draftRevision: number
}

const lessonOfDraft = `
  select ${lessonFields}, l.revision, coalesce(d.revision, 0) as "draftRevision",
    coalesce(l.content, body.content) as content, l.details,
    d.outline is not null and l.content is not null as "isRewritten",
    coalesce(l.section_position, (
      select (section.number - 1)::int
      from jsonb_array_elements(d.outline) with ordinality section (fields, number)
      where section.fields -> 'lessons' ? l.key)) as section
  from courses c
  left join drafts d on d.course_id = c.id
  cross join lateral (
    select l.key, l.former_keys, l.title, l.type, l.minutes, l.required, l.preview, l.details,
      l.content, l.body_sha256, l.revision, null::int as section_position
    from draft_lessons l where l.course_id = c.id and l.key = $2 and d.outline is not null
    union all
    select l.key, l.former_keys, l.title, l.type, l.minutes, l.required, l.preview, l.details,
      l.content, l.body_sha256, coalesce(d.revision, 0), l.section_position
    ${currentLessons} and l.key = $2 and d.outline is null
  ) l
  left join lesson_bodies body on body.sha256 = l.body_sha256
  where c.id = $1`

export async function findDraftLesson(
  db: Db,
  { courseId, key }: { courseId: string; key: string },
): Promise<DraftLessonWithText | undefined> {
  return findNamed(db, {
    name: 'find_draft_lesson',
    text: lessonOfDraft,
    values: [courseId, key],
  })
}

/** Whether a version was published with a lesson of this key. */
export async function wasPublished(
  db: Db,
  { courseId, key }: { courseId: string; key: string },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'was_lesson_published',
    text: 'select from lesson_revisions where course_id = $1 and key = $2 limit 1',
    values: [courseId, key],
  })
}

/** Changes to a lesson's fields; absent ones stay as they are. */
export interface LessonChanges {
  title?: string | undefined
  type?: LessonType | undefined
  minutes?: number | undefined
  required?: boolean | undefined
  preview?: boolean | undefined
  /** Markdown. */
  content?: string | undefined
  /** Details by property; null removes one. */
  details?: { [Name in keyof LessonDetails]: LessonDetails[Name] | null } | undefined
}

const changedFields = (first: number) => `
  title = coalesce($${first}, l.title), type = coalesce($${first + 1}, l.type),
  minutes = coalesce($${first + 2}, l.minutes), required = coalesce($${first + 3}, l.required),
  preview = coalesce($${first + 4}, l.preview), content = coalesce($${first + 5}, l.content),
  body_sha256 = case when $${first + 5}::text is null then l.body_sha256 end,
  details = ${changedDetails(`$${first + 1}`, `$${first + 6}`)}`

// Removes another type's details along with the type.
const changedDetails = (type: string, details: string) => `
  case when ${type}::text is null and ${details}::jsonb is null then l.details else (
    select jsonb_object_agg(key, value) from jsonb_each(
      coalesce(l.details, '{}') - case when ${type}::text <> l.type
        then '{${lessonTypeNames}}'::text[] else '{}' end || coalesce(${details}::jsonb, '{}'))
    where value <> 'null'
  ) end`

function valuesOf({ title, type, minutes, required, preview, content, details }: LessonChanges) {
  return [
    ...[title, type, minutes, required, preview, content].map((value) => value ?? null),
    details === undefined ? null : JSON.stringify(details),
  ]
}

const bytesOfOthers = `
  select coalesce(sum(octet_length(coalesce(other.content, body.content))
    + coalesce(octet_length(other.details::text), 0)), 0)
  from draft_lessons other left join lesson_bodies body on body.sha256 = other.body_sha256
  where other.course_id = $1 and other.key <> $2`

/** Sums the bytes of an open draft's lessons, except one. */
export async function countBytesOfOthers(
  db: Db,
  { courseId, key }: { courseId: string; key: string },
): Promise<number> {
  const [counted] = await runNamed<{ bytes: number }>(db, {
    name: 'count_bytes_of_others',
    text: `select (${bytesOfOthers})::int as bytes`,
    values: [courseId, key],
  })
  return counted?.bytes ?? 0
}

// Locks the draft's row first, like every other change: the revision found then is the newest, and
// the lesson changes only if nobody else has changed it until then.
const savedLesson = `
  with draft as materialized (
    select d.course_id, d.revision + 1 as revision
    from drafts d join courses c on c.id = d.course_id
    where d.course_id = $1 and d.outline is not null and c.managed_by = 'http'
    for no key update of d
  ), lesson as (
    update draft_lessons l set revision = draft.revision, ${changedFields(6)}
    from draft where l.course_id = draft.course_id and l.key = $2 and l.revision = $3
      and ($14::text is null or l.type = $14)
      and ($11::text is null and $12::jsonb is null
        or coalesce(octet_length($11::text), 0) + coalesce(octet_length($12::jsonb::text), 0)
          + (${bytesOfOthers}) <= $13)
    returning ${lessonFields}, l.revision
  ), counted as (
    update drafts d set revision = lesson.revision, ${changed('$4', '$5')}
    from lesson where d.course_id = $1
  )
  select * from lesson`

export type SavedLesson = Omit<DraftLessonRow, 'bodySha256' | 'content' | 'details'>

/**
 * Changes a lesson of an open draft that is written over the API, if it is of a type and all texts
 * have at most `maxBytes`. Undefined if not, or if the lesson's revision is not current.
 */
export async function saveDraftLesson(
  db: Db,
  {
    courseId,
    key,
    revision,
    writer,
    now,
    maxBytes,
    ofType = null,
  }: DraftChange & { key: string; maxBytes: number; ofType?: LessonType | null },
  changes: LessonChanges,
): Promise<SavedLesson | undefined> {
  return findNamed(db, {
    name: 'save_draft_lesson',
    text: savedLesson,
    values: [courseId, key, revision, writer, now, ...valuesOf(changes), maxBytes, ofType],
  })
}

/** Changes a lesson in the transaction that has advanced the draft to the revision. */
export async function updateDraftLesson(
  db: Db,
  {
    courseId,
    key,
    revision,
    newKey,
    formerKeys,
  }: { courseId: string; key: string; revision: number; newKey: string; formerKeys: string[] },
  changes: LessonChanges,
): Promise<SavedLesson | undefined> {
  return findNamed(db, {
    name: 'update_draft_lesson',
    text: `
      update draft_lessons l set revision = $3, key = $4, former_keys = $5, ${changedFields(6)}
      where l.course_id = $1 and l.key = $2 returning ${lessonFields}, l.revision`,
    values: [courseId, key, revision, newKey, formerKeys, ...valuesOf(changes)],
  })
}

export async function deleteDraftLessons(
  db: Db,
  { courseId, keys }: { courseId: string; keys: string[] },
): Promise<void> {
  await runNamed(db, {
    name: 'delete_draft_lessons',
    text: 'delete from draft_lessons where course_id = $1 and key = any($2)',
    values: [courseId, keys],
  })
}

/** Writes lessons, replacing those with the same keys. */
export async function putDraftLessons(
  db: Db,
  { courseId, revision }: { courseId: string; revision: number },
  lessons: Omit<DraftLessonRow, 'revision'>[],
): Promise<void> {
  if (lessons.length > 0)
    await runNamed(db, {
      name: 'put_draft_lessons',
      text: writtenLessons,
      values: [courseId, revision, JSON.stringify(lessons)],
    })
}

const writtenLessons = `
  insert into draft_lessons (course_id, key, revision, former_keys, title, type, minutes, required,
    preview, body_sha256, content, details)
  select $1, key, $2, array(select jsonb_array_elements_text("formerKeys")), title, type, minutes,
    required, preview, "bodySha256", content, details
  from jsonb_to_recordset($3::jsonb) as lesson (key text, "formerKeys" jsonb, title text, type text,
    minutes integer, required boolean, preview boolean, "bodySha256" text, content text,
    details jsonb)
  on conflict (course_id, key) do update set
    revision = excluded.revision, former_keys = excluded.former_keys, title = excluded.title,
    type = excluded.type, minutes = excluded.minutes, required = excluded.required,
    preview = excluded.preview, body_sha256 = excluded.body_sha256, content = excluded.content,
    details = excluded.details`

/** Lists which of the texts are already stored, by their SHA-256. */
export async function listStoredBodies(db: Db, sha256s: string[]): Promise<Set<string>> {
  const stored = await runNamed<{ sha256: string }>(db, {
    name: 'list_stored_bodies',
    text: 'select sha256 from lesson_bodies where sha256 = any($1)',
    values: [sha256s],
  })
  return new Set(stored.map(({ sha256 }) => sha256))
}
