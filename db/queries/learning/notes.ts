import { afterId, highestId, type PageAfter } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../postgres/named-statement.ts'
import type { notes } from '../../schema/learning/notes.ts'

type Note = typeof notes.$inferSelect
type Place = Pick<Note, 'quote' | 'prefix' | 'suffix' | 'seconds'>

/** Changes a note of the user; false if there is none. */
export function updateNote(
  db: Db,
  note: Pick<Note, 'userId' | 'id' | 'text' | 'updatedAt'> & Place,
): Promise<boolean> {
  const { userId, id, text, quote, prefix, suffix, seconds, updatedAt } = note
  return anyNamed(db, {
    name: 'update_note',
    text: `
      update notes set text = $3, quote = $4, prefix = $5, suffix = $6, seconds = $7,
        updated_at = $8
      where user_id = $1 and id = $2 returning id`,
    values: [userId, id, text, quote, prefix, suffix, seconds, updatedAt],
  })
}

/** Adds a note, unless the course has `most` already. The caller has locked the account. */
export function insertNote(db: Db, note: Note, most: number): Promise<boolean> {
  const { userId, id, courseId, lessonKey, lessonId, text, createdAt } = note
  const { quote, prefix, suffix, seconds } = note
  return anyNamed(db, {
    name: 'insert_note',
    text: `
      insert into notes (user_id, id, course_id, lesson_key, lesson_id, text, quote, prefix,
        suffix, seconds, created_at, updated_at)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11
      where (select count(*) from notes where user_id = $1 and course_id = $3) < $12
      returning id`,
    values: [
      ...[userId, id, courseId, lessonKey, lessonId, text, quote, prefix, suffix, seconds],
      ...[createdAt, most],
    ],
  })
}

/** Deletes a note of the user; false if there is none. */
export function deleteNote(db: Db, { userId, id }: Pick<Note, 'userId' | 'id'>): Promise<boolean> {
  return anyNamed(db, {
    name: 'delete_note',
    text: 'delete from notes where user_id = $1 and id = $2 returning id',
    values: [userId, id],
  })
}

export interface NoteRow extends Omit<Note, 'userId' | 'lessonId'> {
  courseTitle: string
  lessonTitle: string
  /** The lesson in the learner's version, or the current one; null where it is gone. */
  lessonId: string | null
}

// Finds the lesson by the key that it had, or by one that took its place.
const selectNotes = `
  select n.id, n.course_id as "courseId", coalesce(shown.title, c.slug) as "courseTitle",
    n.lesson_key as "lessonKey", coalesce(l.title, seen.title) as "lessonTitle",
    l.id as "lessonId", n.text, n.quote, n.prefix, n.suffix, n.seconds,
    n.created_at as "createdAt", n.updated_at as "updatedAt"
  from notes n
  join courses c on c.id = n.course_id
  join lesson_revisions seen on seen.id = n.lesson_id
  left join enrollments e on e.user_id = n.user_id and e.course_id = n.course_id
  left join course_versions own on own.id = e.version_id
  left join course_versions shown on shown.course_id = n.course_id
    and shown.number = coalesce(own.number, c.current_version)
  left join lateral (
    select * from lesson_revisions
    where course_id = n.course_id and key = n.lesson_key
      and until_version >= shown.number and from_version <= shown.number
    union all
    (select * from lesson_revisions
    where former_keys <> '{}' and former_keys @> array[n.lesson_key]
      and course_id = n.course_id and until_version >= shown.number
      and from_version <= shown.number
    order by position + 0 limit 1)
    limit 1
  ) l on true`

export function findNote(
  db: Db,
  { userId, id }: Pick<Note, 'userId' | 'id'>,
): Promise<NoteRow | undefined> {
  return findNamed(db, {
    name: 'find_note',
    text: `${selectNotes} where n.user_id = $1 and n.id = $2`,
    values: [userId, id],
  })
}

export interface NoteChoice {
  userId: string
  courseId?: string | undefined
  /** A lesson of any version: its notes under whichever key. */
  lessonId?: string | undefined
  /** Words that the note, its quote or the title of its lesson has. */
  search?: string | undefined
  bookmarks?: boolean | undefined
}

/** Lists notes, newest first, a page after the one that was made at `value` with this id. */
export function listNotes(
  db: Db,
  {
    userId,
    courseId,
    lessonId,
    search,
    bookmarks,
    after,
    limit,
  }: NoteChoice & PageAfter<{ value: string; id: string }>,
): Promise<NoteRow[]> {
  return runNamed(db, {
    name: 'list_notes',
    text: `${selectNotes}
      where n.user_id = $1 and ($2::uuid is null or n.course_id = $2)
        and ($3::uuid is null or exists (
          select from lesson_revisions asked
          where asked.id = $3 and asked.course_id = n.course_id
            and (n.lesson_key = asked.key or n.lesson_key = any(asked.former_keys))))
        and ($4::text is null or strpos(lower(concat_ws(' ', n.text, n.quote,
          coalesce(l.title, seen.title))), lower($4)) > 0)
        and ($5::boolean is null or (n.text is null) = $5)
        and (n.created_at, n.id) < (coalesce($6::timestamptz, 'infinity'), $7::uuid)
      order by n.created_at desc, n.id desc limit $8`,
    values: [
      ...[userId, courseId ?? null, lessonId ?? null, search ?? null, bookmarks ?? null],
      ...[after?.value ?? null, after?.id ?? highestId, limit],
    ],
  })
}

/** Lists what somebody noted by its ids, to export it. */
export function listNotesOf(
  db: Db,
  { userId, after, limit }: PageAfter & { userId: string },
): Promise<Omit<Note, 'userId' | 'lessonId'>[]> {
  return runNamed(db, {
    name: 'list_notes_of',
    text: `
      select id, course_id as "courseId", lesson_key as "lessonKey", text, quote, prefix, suffix,
        seconds, created_at as "createdAt", updated_at as "updatedAt"
      from notes where user_id = $1 and id > ${afterId('$2')} order by id limit $3`,
    values: [userId, after ?? null, limit],
  })
}
