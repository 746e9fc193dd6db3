import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import { isOpen } from '../courses/is-open.ts'
import { type LockFacts, lockFacts } from '../courses/lock-facts.ts'
import { transcript, transcriptHash } from './documents.ts'

/** A way to meet the query: all of it has to be there. */
export interface Alternative {
  /** The words to search, one query for each configuration. */
  queries: string[]
  /** A tsquery of the words as they stand; null for none. */
  plain: string | null
  /** The letters as a tsquery, in scripts that do not separate words. */
  letters: string | null
  /** Patterns for `like` beside `letters`: all must match. */
  patterns: string[] | null
  /** Patterns for `like`: none may match. */
  excluded: string[]
}

export interface LessonSearch {
  userId: string
  now: Date
  configurations: readonly string[]
  alternatives: Alternative[]
  /** Words in lower case that place a snippet, if the text's script does not separate words. */
  parts: string[]
  after: { value: string | number; id: string } | undefined
  limit: number
}

export interface FoundLesson {
  id: string
  key: string
  title: string
  courseId: string
  courseSlug: string
  courseTitle: string
  place: number
  /** Pieces of the text; matches stand between the two marks. */
  snippet: string
  /** Null if nothing can lock it to the user. */
  lockFacts: LockFacts | null
}

/** Marks around matches. No text contains them: they are removed before. */
export const [foundBegins, foundEnds] = ['\uE000', '\uE001']

/** The most texts taken from an index; if more have the words, the user's own are read instead. */
const mostHits = 5_000

// Spelled as wordsToFind() does.
const foldedTitle = `(
  select concat_ws(' ', folded, regexp_replace(folded, '([[:alpha:]]) ([0-9])', '\\1\\2', 'g'),
    regexp_replace(folded, '([[:alpha:]])([0-9])', '\\1 \\2', 'g'))
  from replace(replace(fold_text(l.title), '++', 'pp'), '#', 'sharp') as folded)`

// Goes from one user's enrollments in this order, so that the cost does not grow with the school,
// however many alternatives the planner expects. Looks at a title only if the catalogue has one of
// the words in its course. Makes snippets only for the page, of the beginning of a long text.
const foundLessons = `
  with asked as materialized (
    select number, configuration, query, patterns, excluded, query::text ~ '[&<]' as is_composed,
      query::text ~ '!' as is_excluding,
      regexp_replace(query::text, ' (&|<->|<[0-9]+>) ', ' | ', 'g')::tsquery as any_word
    from (
      select row_number() over () as number, each.*
      from jsonb_to_recordset($3::jsonb) as each (queries text[], patterns text[], excluded text[])
    ) alternatives
    cross join unnest($2::text[], queries) as given (configuration, words)
    cross join websearch_to_tsquery(configuration::regconfig, words) as query
  ), hits as materialized (
    select body_sha256 from lesson_documents where document @@ (
      select string_agg(distinct any_word::text, ' | ')::tsquery
      from asked where numnode(any_word) > 0)
      and not exists (select from asked where is_excluding)
    limit ${mostHits + 1}
  ), rare as materialized (
    select count(*) <= ${mostHits} and not exists (select from asked where is_excluding) as is_rare
    from hits
  ), mine as materialized (
    select v.course_id, v.number as version, v.title as course_title, c.slug, asked.*,
      is_excluding or entry.version is distinct from v.number
        or entry.document @@ any_word as is_titled
    from enrollments e
    join course_versions v on v.id = e.version_id
    join courses c on c.id = e.course_id
    left join catalogue_entries entry on entry.course_id = e.course_id
    join asked on asked.configuration = coalesce(entry.configuration, 'simple')
    where e.user_id = $1 and ${isOpen('e', '$8')}
  ), found as (
    select distinct on (l.id) l.id, l.key, l.title, l.course_id, l.body_sha256,
      ${transcript} as transcript, mine.slug, mine.course_title, way.query,
      coalesce(d.searched, t.searched) is not null as is_unspaced,
      (10000 * (
        coalesce(ts_rank(words, way.query), 0) + coalesce(ts_rank(t.document, way.query), 0)
        + case when title_words @@ way.query then 10 else 0 end
        + case when lowered like all (patterns) then 10 else 0 end
      ))::int as place
    from mine cross join rare
    cross join lateral (
      select * from lesson_revisions where course_id = mine.course_id
        and mine.version between from_version and until_version
      offset 0
    ) l
    left join lateral (
      select * from lesson_documents where body_sha256 = l.body_sha256 and (
        not is_rare or patterns is not null or is_titled
        or l.body_sha256 in (select body_sha256 from hits))
      offset 0
    ) d on true
    left join lateral (
      select * from lesson_documents where body_sha256 = ${transcriptHash} offset 0
    ) t on true
    cross join lateral (
      select mine.query, mine.any_word where (d.configuration = mine.configuration) is not false
      union all
      select mine.query || other.query, mine.any_word || other.any_word from asked other
      where d.configuration <> mine.configuration
        and other.configuration = d.configuration and other.number = mine.number
    ) way
    cross join lateral (
      select case when is_titled and patterns is null
          then to_tsvector(mine.configuration::regconfig, lower(l.title) || ' ' || ${foldedTitle})
          else '' end as title_words,
        case when patterns is not null or excluded <> '{}'
          then lower(normalize(l.title, NFKC)) end as lowered
      offset 0
    ) titled
    cross join lateral (
      select concat_ws(E'\\n', lowered, d.searched, t.searched) as text
      where patterns is not null or title_words @@ way.any_word or case
        when is_rare then d.body_sha256 in (select body_sha256 from hits)
          or t.body_sha256 in (select body_sha256 from hits)
        else is_excluding or d.document @@ way.any_word or t.document @@ way.any_word end
      offset 0
    ) whole
    -- Unpacked once, for the match and for the rank.
    cross join lateral (select d.document || ''::tsvector as words offset 0) unpacked
    where (whole.text like any (excluded)) is not true and case
      when patterns is not null then whole.text like all (patterns)
      when is_excluding or is_composed and (title_words @@ way.any_word or t.document <> '')
        then title_words || coalesce(words, '') || coalesce(t.document, '') @@ way.query
      else title_words @@ way.query or words @@ way.query or t.document @@ way.query end
    order by l.id, place desc
  ), page as materialized (
    select * from found
    where $4::uuid is null or (place, id) < ($5::int, $4::uuid)
    order by place desc, id desc limit $6
  )
  select page.id, page.key, page.title, page.course_id as "courseId", page.slug as "courseSlug",
    page.course_title as "courseTitle", page.place,
    case when page.is_unspaced and part.place > 0
      then substr(shown.text, greatest(part.place - 40, 1), 160)
      else left(ts_headline(coalesce(d.configuration, 'simple')::regconfig, shown.text, page.query,
        'StartSel=${foundBegins}, StopSel=${foundEnds}, MaxFragments=2, MaxWords=24, MinWords=8'
      ), 1000) end as snippet, locked.facts as "lockFacts"
  from page
  left join lesson_bodies body on body.sha256 = page.body_sha256
  left join lesson_documents d on d.body_sha256 = page.body_sha256
  cross join lateral (
    select translate(left(concat_ws(E'\\n\\n', body.content, page.transcript), 100000),
      '${foundBegins}${foundEnds}', '') as text
  ) shown
  cross join lateral (
    select min(nullif(strpos(lower(shown.text), wanted), 0)) as place
    from unnest($7::text[]) as wanted
  ) part
  left join lateral (
    select ${lockFacts} as facts
    from lesson_revisions l
    join enrollments e on e.user_id = $1 and e.course_id = l.course_id
    join course_versions v on v.id = e.version_id
    where l.id = page.id
  ) locked on true
  order by page.place desc, page.id desc`

/** Finds lessons of the courses that a user is enrolled in, in the user's versions. */
export function findLessons(
  db: Db,
  { userId, now, configurations, alternatives, parts, after, limit }: LessonSearch,
): Promise<FoundLesson[]> {
  return runNamed(db, {
    name: 'find_lessons',
    text: foundLessons,
    values: [
      userId,
      configurations,
      JSON.stringify(alternatives),
      after?.id ?? null,
      after?.value ?? null,
      limit,
      parts,
      now,
    ],
  })
}
