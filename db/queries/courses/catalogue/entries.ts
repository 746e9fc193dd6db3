import type { CourseTerms } from '../../../../content/course-fields.ts'
import type { Db } from '../../../postgres/client.ts'
import { findNamed, listNamed, runNamed } from '../../../postgres/named-statement.ts'
import type { catalogueEntries } from '../../../schema/courses/catalogue.ts'
import { isNotPostponed } from '../../platform/postponed.ts'
import { selectTerms } from '../courses/course-terms.ts'

/** The source of a catalogue entry: the current version of its course. */
export interface EntrySource extends CourseTerms {
  version: number
  /** Titles of its lessons, one a line. */
  titles: string
  minutes: number
  lessons: number
}

/** Finds the source; undefined for a course without a version. */
export async function findEntrySource(db: Db, courseId: string): Promise<EntrySource | undefined> {
  return findNamed(db, {
    name: 'find_entry_source',
    text: `
      select v.number as version, ${selectTerms((term) => `v.${term}`)},
        l.titles, l.minutes, l.lessons
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
}

export interface NewEntry
  extends Omit<
    typeof catalogueEntries.$inferInsert,
    'document' | 'ranked' | 'learners' | 'folded'
  > {
  /** Texts: the title, the title with what describes the course, and all with its lessons. */
  words: { title: string; described: string; whole: string }
  /** Words of these texts without accents, only letters and digits. */
  lexemes: { title: string[]; described: string[]; whole: string[] }
}

/** Writes or rewrites a course's entry. Older versions never replace newer ones. */
export async function putEntry(db: Db, entry: NewEntry): Promise<void> {
  const { courseId, version, title, language, categories, tags, level, minutes, lessons } = entry
  const { configuration, words, lexemes, searched, madeAt } = entry
  // A lexeme in no text tells the configuration, so that one look into the index suffices.
  await runNamed(db, {
    name: 'put_catalogue_entry',
    text: `
      insert into catalogue_entries (course_id, version, title, language, categories, tags, level,
        minutes, lessons, learners, configuration, document, ranked, searched, made_at, folded)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, (
          select count(*) from enrollments where course_id = $1 and status = 'active'
        ), $10,
        to_tsvector($10::text::regconfig, $11) || array_to_tsvector($14::text[] || ('=' || $10::text)),
        setweight(to_tsvector($10::text::regconfig, $12), 'A')
          || setweight(to_tsvector($10::text::regconfig, $13), 'B') || $15::tsvector,
        $16, $17, $2)
      on conflict (course_id) do update set
        version = excluded.version, title = excluded.title, language = excluded.language,
        categories = excluded.categories, tags = excluded.tags, level = excluded.level,
        minutes = excluded.minutes, lessons = excluded.lessons, learners = excluded.learners,
        configuration = excluded.configuration, document = excluded.document,
        ranked = excluded.ranked, searched = excluded.searched, made_at = excluded.made_at,
        folded = excluded.folded
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
      words.whole,
      words.title,
      words.described,
      lexemes.whole,
      [...weighed(lexemes.title, 'A'), ...weighed(lexemes.described, 'B')].join(' '),
      searched,
      madeAt,
    ],
  })
}

function weighed(lexemes: string[], weight: 'A' | 'B'): string[] {
  return lexemes.map((lexeme) => `'${lexeme}':1${weight}`)
}

/**
 * Stores words to compare misspelled ones with, those of a length between the two also without any
 * one of their letters. In the order of the words, so that two publications never wait for each
 * other in a circle.
 */
export async function insertWords(
  db: Db,
  words: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  await runNamed(db, {
    name: 'insert_catalogue_words',
    text: `
      insert into catalogue_words (word, misspellings)
      select word, case when length(word) between $2 and $3 then array(
        select word union
        select overlay(word placing '' from left_out for 1)
        from generate_series(1, length(word)) as left_out
      ) else '{}' end
      from unnest($1::text[]) as given (word)
      where not exists (select from catalogue_words known where known.word = given.word)
      order by word collate "C"
      on conflict do nothing`,
    values: [words, from, to],
  })
}

/** Deletes words that no course has any more. */
export async function deleteUnusedWords(db: Db): Promise<void> {
  await runNamed(db, {
    name: 'delete_unused_words',
    text: `
      delete from catalogue_words where not exists (
        select from catalogue_entries where document @@ ('''' || word || '''')::tsquery)`,
    values: [],
    query_timeout: 60_000,
  })
}

/** Lists courses whose entry is missing, outdated, or made by an older release. */
export async function listStaleEntries(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_stale_entries',
    text: `
      select c.id from courses c left join catalogue_entries e on e.course_id = c.id
      where c.current_version is not null and (e.version is distinct from c.current_version
          or e.folded is distinct from e.version)
        and ${isNotPostponed('refresh-entry', 'c.id::text', '$1')}
      order by c.id limit $2`,
    values: [now, limit],
  })
}

/** Counts the learners of all courses; writes only changes. */
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
