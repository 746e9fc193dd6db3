import type { Db } from '../../client.ts'
import { runNamed } from '../../named-statement.ts'
import type { DraftOutline, drafts } from '../../schema/learning/drafts.ts'

type DraftColumns = typeof drafts.$inferSelect

/** A draft; where none is open, the current version as the next draft will begin. */
export interface DraftRow
  extends Pick<
    DraftColumns,
    | 'license'
    | 'source'
    | 'baseVersion'
    | 'writers'
    | 'reviewRequestedBy'
    | 'reviewRequestedAt'
    | 'approvedBy'
    | 'approvedAt'
    | 'approvedRevision'
  > {
  courseId: string
  managedBy: 'http' | 'folder'
  currentVersion: number | null
  isOpen: boolean
  /** 0 before the first change. */
  revision: number
  title: string
  summary: string
  language: string
  outline: DraftOutline
  lessons: DraftLessonRow[]
  changedAt: Date | null
  /** Former keys in published versions. */
  publishedFormerKeys: { key: string; formerKey: string; wasJoined: boolean }[]
}

export interface DraftLessonRow {
  key: string
  formerKeys: string[]
  title: string
  type: 'text' | 'video'
  minutes: number
  required: boolean
  preview: boolean
  revision: number
  /** Null for a text that was rewritten. */
  bodySha256: string | null
  /** Markdown that was rewritten; null otherwise, and where texts were not asked for. */
  content: string | null
}

const currentLessons = `
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

const lessonFields =
  'l.key, l.former_keys as "formerKeys", l.title, l.type, l.minutes, l.required, l.preview'

/** One statement, so that outline and lessons are of one moment. */
function selectDraft(content: 'l.content' | 'null::text'): string {
  const texts = `l.body_sha256 as "bodySha256", ${content} as content`
  return `
    select c.id as "courseId", c.managed_by as "managedBy", c.current_version as "currentVersion",
      d.outline is not null as "isOpen", coalesce(d.revision, 0) as revision,
      coalesce(d.title, v.title) as title, coalesce(d.summary, v.summary) as summary,
      coalesce(d.language, v.language) as language, coalesce(d.license, v.license) as license,
      coalesce(d.source, v.source) as source,
      case when d.outline is null then c.current_version else d.base_version end as "baseVersion",
      case when d.outline is null then '{}' else d.writers end as writers,
      d.review_requested_by as "reviewRequestedBy", d.review_requested_at as "reviewRequestedAt",
      d.approved_by as "approvedBy", d.approved_at as "approvedAt",
      d.approved_revision as "approvedRevision", d.changed_at as "changedAt",
      coalesce(d.outline, (${currentOutline})) as outline,
      coalesce((
        select json_agg(lesson) from (
          select ${lessonFields}, l.revision, ${texts} from draft_lessons l
          where l.course_id = c.id and d.outline is not null
          union all
          select ${lessonFields}, coalesce(d.revision, 0), ${texts} ${currentLessons}
            and d.outline is null
        ) lesson), '[]') as lessons,
      coalesce((
        select json_agg(former) from (
          select renamed.key, renamed.former_key as "formerKey", exists (
            select from lesson_revisions one
            join lesson_revisions other on other.course_id = c.id and other.key <> one.key
              and (other.key = renamed.key or other.key = any(renamed.former_keys))
              and one.from_version <= other.until_version
              and other.from_version <= one.until_version
            where one.course_id = c.id and one.key = renamed.former_key) as "wasJoined"
          from (
            select key, former_key, array_agg(former_key) over (partition by key) as former_keys
            from (
              select distinct l.key, unnest(l.former_keys) as former_key from lesson_revisions l
              where l.course_id = c.id and l.former_keys <> '{}') published) renamed
        ) former), '[]') as "publishedFormerKeys"
    from courses c
    left join drafts d on d.course_id = c.id
    left join course_versions v
      on v.course_id = c.id and v.number = c.current_version and d.outline is null
    where c.id = $1 and (d.outline is not null or v.id is not null)`
}

const draftWithTexts = selectDraft('l.content')
const draftWithoutTexts = selectDraft('null::text')

/** Undefined for a course that has neither a draft nor a version. */
export async function findDraft(
  db: Db,
  courseId: string,
  { texts = false }: { texts?: boolean } = {},
): Promise<DraftRow | undefined> {
  const [draft] = await runNamed<DraftRow>(db, {
    name: texts ? 'find_draft_with_texts' : 'find_draft',
    text: texts ? draftWithTexts : draftWithoutTexts,
    values: [courseId],
  })
  return draft
}

/** Bytes of all texts of the draft that were rewritten, without reading them. */
export async function sizeOfDraftTexts(db: Db, courseId: string): Promise<number> {
  const [sum] = await runNamed<{ bytes: number }>(db, {
    name: 'size_of_draft_texts',
    text: `
      select coalesce(sum(octet_length(content)), 0)::float8 as bytes
      from draft_lessons where course_id = $1`,
    values: [courseId],
  })
  return sum?.bytes ?? 0
}

/**
 * Locks the draft of a course, open or not, until the end of the transaction: first the course,
 * which holds when a draft is opened, then the row of the draft. Returns its revision.
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

/** A change of a draft by somebody; null for the command line. */
interface DraftChange {
  courseId: string
  /** The revision that is changed. */
  revision: number
  writer: string | null
  now: Date
}

/** A course that was never published begins with an empty draft. */
export async function insertDraft(
  db: Db,
  { courseId, terms, writer, now }: Omit<DraftChange, 'revision'> & { terms: DraftTermsRow },
): Promise<void> {
  const { title, summary, language, license, source } = terms
  await runNamed(db, {
    name: 'insert_draft',
    text: `
      insert into drafts
        (course_id, revision, outline, title, summary, language, license, source, writers, changed_at)
      values ($1, 1, '[]', $2, $3, $4, $5, $6, array_remove(array[$7::uuid], null), $8)`,
    values: [courseId, title, summary, language, license, source, writer, now],
  })
}

export type DraftTermsRow = Pick<DraftRow, 'title' | 'summary' | 'language' | 'license' | 'source'>

const openedDraft = `
  with opened as (
    insert into drafts (course_id, revision, outline, title, summary, language, license, source,
      base_version, writers, changed_at)
    select c.id, $2::int + 1, (${currentOutline}), v.title, v.summary, v.language, v.license,
      v.source, c.current_version, array_remove(array[$3::uuid], null), $4
    from courses c
    join course_versions v on v.course_id = c.id and v.number = c.current_version
    where c.id = $1 and ($2::int = 0 or exists (select from drafts where course_id = $1))
    on conflict (course_id) do update set
      revision = excluded.revision, outline = excluded.outline, title = excluded.title,
      summary = excluded.summary, language = excluded.language, license = excluded.license,
      source = excluded.source, base_version = excluded.base_version, writers = excluded.writers,
      changed_at = excluded.changed_at
    where drafts.revision = $2::int and drafts.outline is null
    returning course_id, base_version
  ), copied as (
    insert into draft_lessons (course_id, key, revision, former_keys, title, type, minutes,
      required, preview, body_sha256, content)
    select l.course_id, l.key, $2::int, l.former_keys, l.title, l.type, l.minutes, l.required,
      l.preview, l.body_sha256, l.content
    from opened
    join lesson_revisions l on l.course_id = opened.course_id
      and opened.base_version between l.from_version and l.until_version
  )
  select from opened`

/**
 * Opens a draft of the current version; its revision is the next. False if there is a draft, or the
 * revision is not current.
 */
export async function openDraft(
  db: Db,
  { courseId, revision, writer, now }: DraftChange,
): Promise<boolean> {
  const opened = await runNamed(db, {
    name: 'open_draft',
    text: openedDraft,
    values: [courseId, revision, writer, now],
  })
  return opened.length === 1
}

/** What every change does besides: it counts, is dated and signed, and voids a review. */
const changed = (writer: string, now: string) => `
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
    terms?: DraftTermsRow | undefined
    baseVersion?: number | null | undefined
  },
): Promise<boolean> {
  const updated = await runNamed(db, {
    name: 'update_draft',
    text: `
      update drafts d set revision = $3, ${changed('$4', '$5')},
        outline = coalesce($6::jsonb, d.outline),
        title = coalesce($7::jsonb ->> 'title', d.title),
        summary = coalesce($7::jsonb ->> 'summary', d.summary),
        language = coalesce($7::jsonb ->> 'language', d.language),
        license = case when $7::jsonb is null then d.license else $7::jsonb ->> 'license' end,
        source = case when $7::jsonb is null then d.source else $7::jsonb ->> 'source' end,
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
      terms === undefined ? null : JSON.stringify(terms),
      baseVersion ?? null,
    ],
  })
  return updated.length === 1
}

/** Empties the draft; its revision goes on counting. False if the revision is not current. */
export async function closeDraft(
  db: Db,
  { courseId, revision, now }: Omit<DraftChange, 'writer'>,
): Promise<boolean> {
  const closed = await runNamed(db, {
    name: 'close_draft',
    text: `
      with closed as (
        update drafts set revision = revision + 1, changed_at = $3, outline = null, title = null,
          summary = null, language = null, license = null, source = null, base_version = null,
          writers = '{}', review_requested_by = null, review_requested_at = null,
          approved_by = null, approved_at = null, approved_revision = null
        where course_id = $1 and revision = $2 and outline is not null
        returning course_id
      ), deleted as (delete from draft_lessons l using closed where l.course_id = closed.course_id)
      select from closed`,
    values: [courseId, revision, now],
  })
  return closed.length === 1
}

/** A lesson of a draft with its text; of the current version where no draft is open. */
export interface DraftLessonWithText extends Omit<DraftLessonRow, 'bodySha256' | 'content'> {
  /** Markdown. */
  content: string
  /** Whether the text was written in the draft. */
  isRewritten: boolean
  /** Index of its section. */
  section: number
  draftRevision: number
}

const lessonOfDraft = `
  select ${lessonFields}, l.revision, coalesce(d.revision, 0) as "draftRevision",
    coalesce(l.content, body.content) as content,
    d.outline is not null and l.content is not null as "isRewritten",
    coalesce(l.section_position, (
      select (section.number - 1)::int
      from jsonb_array_elements(d.outline) with ordinality section (fields, number)
      where section.fields -> 'lessons' ? l.key)) as section
  from courses c
  left join drafts d on d.course_id = c.id
  cross join lateral (
    select l.key, l.former_keys, l.title, l.type, l.minutes, l.required, l.preview, l.content,
      l.body_sha256, l.revision, null::int as section_position
    from draft_lessons l where l.course_id = c.id and l.key = $2 and d.outline is not null
    union all
    select l.key, l.former_keys, l.title, l.type, l.minutes, l.required, l.preview, l.content,
      l.body_sha256, coalesce(d.revision, 0), l.section_position
    ${currentLessons} and l.key = $2 and d.outline is null
  ) l
  left join lesson_bodies body on body.sha256 = l.body_sha256
  where c.id = $1`

export async function findDraftLesson(
  db: Db,
  { courseId, key }: { courseId: string; key: string },
): Promise<DraftLessonWithText | undefined> {
  const [lesson] = await runNamed<DraftLessonWithText>(db, {
    name: 'find_draft_lesson',
    text: lessonOfDraft,
    values: [courseId, key],
  })
  return lesson
}

/** Whether a version was published with a lesson of this key. */
export async function wasPublished(
  db: Db,
  { courseId, key }: { courseId: string; key: string },
): Promise<boolean> {
  const published = await runNamed(db, {
    name: 'was_lesson_published',
    text: 'select from lesson_revisions where course_id = $1 and key = $2 limit 1',
    values: [courseId, key],
  })
  return published.length === 1
}

/** Fields of a lesson that change; those that are absent stay. */
export interface LessonChanges {
  title?: string | undefined
  type?: 'text' | 'video' | undefined
  minutes?: number | undefined
  required?: boolean | undefined
  preview?: boolean | undefined
  /** Markdown. */
  content?: string | undefined
}

const changedFields = (first: number) => `
  title = coalesce($${first}, l.title), type = coalesce($${first + 1}, l.type),
  minutes = coalesce($${first + 2}, l.minutes), required = coalesce($${first + 3}, l.required),
  preview = coalesce($${first + 4}, l.preview), content = coalesce($${first + 5}, l.content),
  body_sha256 = case when $${first + 5}::text is null then l.body_sha256 end`

function valuesOf({ title, type, minutes, required, preview, content }: LessonChanges) {
  return [title, type, minutes, required, preview, content].map((value) => value ?? null)
}

const bytesOfOthers = `
  select coalesce(sum(octet_length(coalesce(other.content, body.content))), 0)
  from draft_lessons other left join lesson_bodies body on body.sha256 = other.body_sha256
  where other.course_id = $1 and other.key <> $2`

/** Bytes of the texts in an open draft, without those of one lesson. */
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

// The row of the draft is locked first, like in every other change: the revision that is found then
// is the newest, and the lesson is changed only if nobody else has changed it until then.
const savedLesson = `
  with draft as materialized (
    select d.course_id, d.revision + 1 as revision
    from drafts d join courses c on c.id = d.course_id
    where d.course_id = $1 and d.outline is not null and c.managed_by = 'http'
    for no key update of d
  ), lesson as (
    update draft_lessons l set revision = draft.revision, ${changedFields(6)}
    from draft where l.course_id = draft.course_id and l.key = $2 and l.revision = $3
      and ($11::text is null or octet_length($11::text) + (${bytesOfOthers}) <= $12)
    returning ${lessonFields}, l.revision
  ), counted as (
    update drafts d set revision = lesson.revision, ${changed('$4', '$5')}
    from lesson where d.course_id = $1
  )
  select * from lesson`

export type SavedLesson = Omit<DraftLessonRow, 'bodySha256' | 'content'>

/**
 * Changes a lesson of an open draft that is written here, as long as all of its texts have at most
 * `maxBytes`. Undefined if the lesson's revision is not current, or any of this is not so.
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
  }: DraftChange & { key: string; maxBytes: number },
  changes: LessonChanges,
): Promise<SavedLesson | undefined> {
  const [saved] = await runNamed<SavedLesson>(db, {
    name: 'save_draft_lesson',
    text: savedLesson,
    values: [courseId, key, revision, writer, now, ...valuesOf(changes), maxBytes],
  })
  return saved
}

/** In the transaction that has advanced the draft to the revision. */
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
  const [updated] = await runNamed<SavedLesson>(db, {
    name: 'update_draft_lesson',
    text: `
      update draft_lessons l set revision = $3, key = $4, former_keys = $5, ${changedFields(6)}
      where l.course_id = $1 and l.key = $2 returning ${lessonFields}, l.revision`,
    values: [courseId, key, revision, newKey, formerKeys, ...valuesOf(changes)],
  })
  return updated
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

/** Writes lessons, in place of those that have their keys. */
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
    preview, body_sha256, content)
  select $1, key, $2, array(select jsonb_array_elements_text("formerKeys")), title, type, minutes,
    required, preview, "bodySha256", content
  from jsonb_to_recordset($3::jsonb) as lesson (key text, "formerKeys" jsonb, title text, type text,
    minutes integer, required boolean, preview boolean, "bodySha256" text, content text)
  on conflict (course_id, key) do update set
    revision = excluded.revision, former_keys = excluded.former_keys, title = excluded.title,
    type = excluded.type, minutes = excluded.minutes, required = excluded.required,
    preview = excluded.preview, body_sha256 = excluded.body_sha256, content = excluded.content`

/** Those of the texts that are stored already, by their SHA-256. */
export async function listStoredBodies(db: Db, sha256s: string[]): Promise<Set<string>> {
  const stored = await runNamed<{ sha256: string }>(db, {
    name: 'list_stored_bodies',
    text: 'select sha256 from lesson_bodies where sha256 = any($1)',
    values: [sha256s],
  })
  return new Set(stored.map(({ sha256 }) => sha256))
}

interface ReviewStep {
  courseId: string
  /** The current one; the step counts like every other change. */
  revision: number
  userId: string
  now: Date
}

/** Requests a review of an open draft that was locked in this transaction. */
export async function requestReviewOfDraft(
  db: Db,
  { courseId, revision, userId, now }: ReviewStep,
): Promise<void> {
  await runNamed(db, {
    name: 'request_review_of_draft',
    text: `
      update drafts set revision = revision + 1, review_requested_revision = revision + 1,
        review_requested_by = $3, review_requested_at = $4,
        approved_by = null, approved_at = null, approved_revision = null
      where course_id = $1 and revision = $2`,
    values: [courseId, revision, userId, now],
  })
}

/** Approves a draft if a review of this revision was requested. False if none was. */
export async function approveDraft(
  db: Db,
  { courseId, revision, userId, now }: ReviewStep,
): Promise<boolean> {
  const approved = await runNamed(db, {
    name: 'approve_draft',
    text: `
      update drafts set revision = revision + 1, approved_revision = revision + 1,
        approved_by = $3, approved_at = $4
      where course_id = $1 and revision = $2 and review_requested_revision = revision
      returning course_id`,
    values: [courseId, revision, userId, now],
  })
  return approved.length === 1
}
