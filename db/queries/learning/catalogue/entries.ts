import type { Db } from '../../../client.ts'
import { runNamed } from '../../../named-statement.ts'
import type { catalogueEntries } from '../../../schema/learning/catalogue.ts'
import type { CourseLevel } from '../courses/courses.ts'

/** What an entry of the catalogue is made of: the current version of its course. */
export interface EntrySource {
  version: number
  title: string
  summary: string
  /** BCP 47. */
  language: string
  authors: string[]
  categories: string[]
  tags: string[]
  level: CourseLevel | null
  /** Titles of its lessons, one a line. */
  titles: string
  minutes: number
  lessons: number
}

/** Undefined for a course without a version. */
export async function findEntrySource(db: Db, courseId: string): Promise<EntrySource | undefined> {
  const [source] = await runNamed<EntrySource>(db, {
    name: 'find_entry_source',
    text: `
      select v.number as version, v.title, v.summary, v.language, v.authors, v.categories, v.tags,
        v.level, l.titles, l.minutes, l.lessons
      from courses c
      join course_versions v on v.course_id = c.id and v.number = c.current_version
      cross join lateral (
        select coalesce(string_agg(l.title, E'\\n' order by l.position), '') as titles,
          coalesce(sum(l.minutes), 0)::int as minutes, count(*)::int as lessons
        from lesson_revisions l
        where l.course_id = c.id and c.current_version between l.from_version and l.until_version
      ) l
      where c.id = $1`,
    values: [courseId],
  })
  return source
}

export interface NewEntry
  extends Omit<typeof catalogueEntries.$inferInsert, 'document' | 'learners'> {
  /** Words of the title, of what describes the course, and of its lessons' titles. */
  words: { title: string; summary: string; lessons: string }
}

/** Writes the entry of a course, or writes it again. Older versions never replace newer ones. */
export async function putEntry(db: Db, entry: NewEntry): Promise<void> {
  const { courseId, version, title, language, categories, tags, level, minutes, lessons } = entry
  const { configuration, words, searched, misspellings, madeAt } = entry
  await runNamed(db, {
    name: 'put_catalogue_entry',
    text: `
      insert into catalogue_entries (course_id, version, title, language, categories, tags, level,
        minutes, lessons, learners, configuration, document, searched, misspellings, made_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, (
          select count(*) from enrollments where course_id = $1 and status = 'active'
        ), $10,
        setweight(to_tsvector($10::text::regconfig, $11), 'A')
          || setweight(to_tsvector($10::text::regconfig, $12), 'B')
          || setweight(to_tsvector($10::text::regconfig, $13), 'C'),
        $14, $15::text[], $16)
      on conflict (course_id) do update set
        version = excluded.version, title = excluded.title, language = excluded.language,
        categories = excluded.categories, tags = excluded.tags, level = excluded.level,
        minutes = excluded.minutes, lessons = excluded.lessons, learners = excluded.learners,
        configuration = excluded.configuration, document = excluded.document,
        searched = excluded.searched, misspellings = excluded.misspellings,
        made_at = excluded.made_at
      where catalogue_entries.version <= excluded.version`,
    values: [
      courseId,
      version,
      title,
      language,
      categories,
      tags,
      level ?? null,
      minutes,
      lessons,
      configuration,
      words.title,
      words.summary,
      words.lessons,
      searched,
      misspellings,
      madeAt,
    ],
  })
}

/** Courses whose entry is missing, or of an older version. */
export async function listStaleEntries(db: Db, limit: number): Promise<string[]> {
  const found = await runNamed<{ id: string }>(db, {
    name: 'list_stale_entries',
    text: `
      select c.id from courses c left join catalogue_entries e on e.course_id = c.id
      where c.current_version is not null and e.version is distinct from c.current_version
      order by c.id limit $1`,
    values: [limit],
  })
  return found.map(({ id }) => id)
}

/** Counts the learners of all courses; what stays is not written. */
export async function countLearnersOfEntries(db: Db): Promise<void> {
  await runNamed(db, {
    name: 'count_learners_of_entries',
    text: `
      update catalogue_entries e set learners = counted.learners
      from (
        select c.course_id, count(n.user_id)::int as learners from catalogue_entries c
        left join enrollments n on n.course_id = c.course_id and n.status = 'active'
        group by c.course_id
      ) counted
      where counted.course_id = e.course_id and counted.learners <> e.learners`,
    values: [],
    query_timeout: 60_000,
  })
}
