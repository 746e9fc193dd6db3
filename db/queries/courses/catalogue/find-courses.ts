import type { CourseLevel } from '../../../../content/course-values.ts'
import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import { isOfKind, type ListedCourse, type ListedKind, listedCourse } from '../courses/courses.ts'
import { isOpen } from '../courses/is-open.ts'
import type { Alternative } from '../search/find-lessons.ts'

export const catalogueSorts = ['newest', 'title', 'price', 'popular', 'relevance'] as const
export type CatalogueSort = (typeof catalogueSorts)[number]

/** Courses that cost nothing, or something. */
export const catalogueFees = ['free', 'paid'] as const

export interface CatalogueFilter {
  category?: string | undefined
  tag?: string | undefined
  /** BCP 47 in lower case: `en` includes `en-GB`. */
  language?: string | undefined
  price?: (typeof catalogueFees)[number] | undefined
  level?: CourseLevel | undefined
}

export interface CatalogueSearch extends CatalogueFilter {
  /** Default: courses. */
  kind?: ListedKind
  sort: CatalogueSort
  limit: number
  readerId: string | undefined
  /** The last course of the page before. */
  after: { value: string | number; id: string } | undefined
  /** Undefined without search words. */
  query: CatalogueWords | undefined
}

export interface CatalogueWords {
  /** Ways to search. */
  configurations: readonly string[]
  alternatives: Alternative[]
  /** The words that may be misspelled. */
  words: { word: string; part: string; variants: string[]; similar: string | null }[]
}

export interface FoundCourse extends ListedCourse {
  /** The value that it is sorted by, as a cursor carries it. */
  place: string | number
}

interface Order {
  /** SQL over `entry`, `courses` and, with words, `asked`. */
  value: string
  type: string
  isRising: boolean
}

const orders: Record<CatalogueSort, Order> = {
  // Ranks by any words in titles and summaries. Those in lessons' titles find, but do not rank.
  relevance: {
    value: '(ts_rank(entry.ranked, asked.ranking) * 100000)::int + asked.bonus',
    type: 'int',
    isRising: false,
  },
  newest: { value: '0', type: 'int', isRising: false },
  title: { value: 'entry.title', type: 'text', isRising: true },
  price: { value: 'courses.price_amount', type: 'int', isRising: true },
  popular: { value: 'entry.learners', type: 'int', isRising: false },
}

const ofCourses = isOfKind('course')

// Null lets all courses pass, so that one statement serves every filter.
const passes = `
  courses.status = 'published' and ${ofCourses}
  and ($1::text is null or entry.categories @> array[$1::text])
  and ($2::text is null or entry.tags @> array[$2::text])
  and ($3::text is null or lower(entry.language) = $3
    or starts_with(lower(entry.language), $3 || '-'))
  and ($4::boolean is null or (courses.price_amount = 0) = $4)
  and ($5::text is null or entry.level = $5)`

const filtered = `
  from catalogue_entries entry join courses on courses.id = entry.course_id and ${passes}`

// Keeps this order with and without statistics: the planner does not know the cost of reading long
// documents, and thinks published courses rare until they are counted.
const matching = (asked: string, more = '') => `
  from ${asked} cross join lateral (
    select * from catalogue_entries where document @@ asked.query ${more} offset 0
  ) entry cross join lateral (
    select * from courses where courses.id = entry.course_id and ${passes} offset 0
  ) courses`

// Ranks by any of the words, because titles rarely have all of them.
const ranking = (query: string) =>
  `regexp_replace(${query}::text, ' (&|<->|<[0-9]+>) ', ' | ', 'g')::tsquery`

const either = (words: string) => `(select string_agg('''' || word || '''', ' | ') from ${words})`

/** Whether a passing course has one of the words. */
const isFound = (words: string) =>
  `exists (select ${matching(`(select ${either(words)}::tsquery as query) asked`)})`

/**
 * Returns the catalogue's words nearest to one searched for, as a tsquery: those that contain it,
 * else those with one mistake, else similar ones, for which an index reads the most. Words of no
 * passing course do not count.
 */
function nearestWords(first: number): string {
  const [word, part, variants, similar] = [
    `$${first}::text`,
    `$${first + 1}::text`,
    `$${first + 2}::text[]`,
    `$${first + 3}::text`,
  ]
  return `(
    with parts as materialized (
      select word from catalogue_words where word like ${part}
      order by length(word), word limit 20
    ), found_parts as materialized (
      select word from parts where ${isFound('parts')}
    ), mistaken as materialized (
      select word from catalogue_words
      where not exists (select from found_parts) and misspellings && ${variants}
      order by word <-> ${word}, word limit 10
    ), found_mistaken as materialized (
      select word from mistaken where ${isFound('mistaken')}
    ), similar_words as materialized (
      select word from catalogue_words
      where not exists (select from found_parts) and not exists (select from found_mistaken)
        and word % ${similar} and similarity(word, ${similar}) >= 0.4
      order by word <-> ${word}, word limit 5
    ), nearest as materialized (
      select word from found_parts union all select word from found_mistaken
      union all select word from similar_words
    )
    select ${either('nearest')})`
}

/** Finds courses with the words; if there are none, those with the nearest words. */
function foundBy({ words }: CatalogueWords, { value }: Order): string {
  const nearest = words.map((_, index) => nearestWords(12 + index * 4))
  // Letters find courses by index, and the text tells which of them have them in this order.
  return `
    alternatives as materialized (
      select row_number() over () as number, asked.*
      from jsonb_to_recordset($11::jsonb) as asked
        (queries text[], plain text, letters text, patterns text[], excluded text[])
    ), given as materialized (
      select number, configuration, websearch_to_tsquery(configuration::regconfig, words) as query
      from alternatives cross join unnest($10::text[], queries) as given (configuration, words)
      where exists (select from catalogue_entries e where e.configuration = given.configuration)
    ), asked as materialized (
      select query, ${ranking('query')} as ranking, 1000000 as bonus, patterns, excluded from (
        select concat_ws(' | ', plain, (
            select string_agg('(' || query::text || ') & ''=' || configuration || '''', ' | ')
            from given where given.number = alternatives.number and numnode(query) > 0
          ))::tsquery as query, null::text[] as patterns, excluded
        from alternatives
        union all
        select letters::tsquery, patterns, excluded from alternatives where letters is not null
      ) ways
    ), exact as materialized (
      select entry.course_id, max(${value}) as place ${matching(
        'asked',
        `and (asked.patterns is null or searched like all (asked.patterns))
        and (searched like any (asked.excluded)) is not true`,
      )}
      group by entry.course_id
    ),${
      nearest.length === 0
        ? ''
        : ` nearest as materialized (
      select ('(' || ${nearest.join(` || ') & (' || `)} || ')')::tsquery as query
    ), corrected as materialized (
      select query, ${ranking('query')} as ranking, 0 as bonus from nearest
    ), near as materialized (
      select entry.course_id, ${value} as place ${matching('corrected asked')}
    ),`
    } found as (
      select * from exact
      ${nearest.length === 0 ? '' : 'union all select * from near where not exists (select from exact)'}
    ),`
}

// Reads wide columns only for the page.
function textOf({ sort, query }: CatalogueSearch): string {
  const order = orders[sort]
  const { value, type, isRising } = order
  const [direction, beyond] = isRising ? ['asc', '>'] : ['desc', '<']
  const by = (id: string) =>
    `order by ${sort === 'newest' ? '' : `place ${direction}, `}${id} ${direction}`
  const [found, from, place] =
    query === undefined
      ? ['', filtered, value]
      : [foundBy(query, order), 'from found', 'found.place']
  const id = query === undefined ? 'entry.course_id' : 'found.course_id'
  return `
    with ${found} page as materialized (
      select ${id}, ${place} as place ${from}
      where $7::uuid is null or (${place}, ${id}) ${beyond} ($8::${type}, $7::uuid)
      ${by(id)} limit $9
    )
    select ${listedCourse}, page.place, (
      select e.user_id::text from enrollments e
      where e.user_id = $6 and e.course_id = courses.id and ${isOpen('e', 'now()')}
    ) as enrolled
    from page
    join courses on courses.id = page.course_id
    join catalogue_entries entry on entry.course_id = page.course_id
    join course_versions
      on course_versions.course_id = courses.id and course_versions.number = courses.current_version
    ${by('courses.id')}`
}

/** Returns a page of the published courses that pass, in the requested order. */
export async function findCourses(db: Db, search: CatalogueSearch): Promise<FoundCourse[]> {
  const { kind = 'course', sort, limit, readerId, after, query } = search
  const text = textOf(search)
  const { category, tag, language, price, level } = search
  return runNamed(db, {
    name: `find_${kind}s_by_${sort}_${shapeOf(query)}`,
    text: text.replaceAll(ofCourses, isOfKind(kind)),
    values: [
      category ?? null,
      tag ?? null,
      language ?? null,
      price === undefined ? null : price === 'free',
      level ?? null,
      readerId ?? null,
      after?.id ?? null,
      after?.value ?? null,
      limit,
      ...(query === undefined ? [] : valuesOf(query)),
    ],
  })
}

function shapeOf(query: CatalogueWords | undefined): string {
  return query === undefined ? 'all' : `words_${query.words.length}`
}

function valuesOf({ configurations, alternatives, words }: CatalogueWords): unknown[] {
  const misspelled = words.flatMap(({ word, part, variants, similar }) => [
    word,
    part,
    variants,
    similar,
  ])
  return [configurations, JSON.stringify(alternatives), ...misspelled]
}
