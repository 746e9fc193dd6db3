import type { Db } from '../../../client.ts'
import { runNamed } from '../../../named-statement.ts'
import { type CourseLevel, type ListedCourse, listedCourse } from '../courses/courses.ts'

export type CatalogueSort = 'relevance' | 'newest' | 'title' | 'price' | 'popular'

export interface CatalogueFilter {
  category?: string | undefined
  tag?: string | undefined
  /** BCP 47 in small letters: `en` is `en-GB` too. */
  language?: string | undefined
  price?: 'free' | 'paid' | undefined
  level?: CourseLevel | undefined
}

export interface CatalogueSearch extends CatalogueFilter {
  sort: CatalogueSort
  limit: number
  readerId: string | undefined
  /** The last course of the page before. */
  after: { value: string | number; id: string } | undefined
  /** Undefined without words to look for. */
  query: CatalogueWords | undefined
}

export interface CatalogueWords {
  /** Ways to search, and for each of them what is searched. */
  configurations: readonly string[]
  queries: string[]
  words: { pattern: string; variants: string[]; similar: string | null }[]
  /** Whether parts of words count like words. */
  isUnspaced: boolean
}

export interface FoundCourse extends ListedCourse {
  /** What it is sorted by, as a cursor carries it. */
  place: string | number
}

const places: Record<CatalogueSort, { value: string; type: string; isRising: boolean }> = {
  relevance: { value: 'found.rank', type: 'int', isRising: false },
  newest: { value: '0', type: 'int', isRising: false },
  title: { value: 'entry.title', type: 'text', isRising: true },
  price: { value: 'courses.price_amount', type: 'int', isRising: true },
  popular: { value: 'entry.learners', type: 'int', isRising: false },
}

const fixedValues = 11

// Null lets all courses pass, so that one statement serves every filter.
const passes = `
  courses.status = 'published'
  and ($1::text is null or entry.categories @> array[$1::text])
  and ($2::text is null or entry.tags @> array[$2::text])
  and ($3::text is null or lower(entry.language) = $3
    or starts_with(lower(entry.language), $3 || '-'))
  and ($4::boolean is null or (courses.price_amount = 0) = $4)
  and ($5::text is null or entry.level = $5)`

/** Courses with the words first; where there are none, those that have them misspelled, or in part. */
function foundBy(query: CatalogueWords): string {
  const words = query.words.map((_, index) => {
    const [pattern, variants, similar] = [1, 2, 3].map((n) => `$${fixedValues + index * 3 + n}`)
    return {
      pattern: `${pattern}::text`,
      variants: `${variants}::text[]`,
      similar: `${similar}::text`,
    }
  })
  const parts = words.map(({ pattern }) => `entry.searched like ${pattern}`).join(' and ')
  const near = words.map(
    ({ pattern, variants, similar }) => `(entry.searched like ${pattern}
      or entry.misspellings && ${variants} or ${similar} <% entry.searched)`,
  )
  const nearness = words.map(
    ({ pattern, variants, similar }) => `
      case when entry.title like ${pattern} then 3000 else 0 end
      + case when entry.searched like ${pattern} then 1000 else 0 end
      + case when entry.misspellings && ${variants} then 500 else 0 end
      + coalesce((word_similarity(${similar}, entry.title) * 1000)::int, 0)`,
  )
  const joined = 'catalogue_entries entry join courses on courses.id = entry.course_id'
  const titles = words.map(
    ({ pattern }) => `case when entry.title like ${pattern} then 1000 else 0 end`,
  )
  return `
    with asked as materialized (
      select configuration, websearch_to_tsquery(configuration::regconfig, words) as query
      from unnest($10::text[], $11::text[]) as asked (configuration, words)
    ), exact as materialized (
      select entry.course_id, 1000000 + (ts_rank(entry.document, asked.query) * 100000)::int as rank
      from asked
      join catalogue_entries entry on entry.document @@ asked.query
        and entry.configuration = asked.configuration
      join courses on courses.id = entry.course_id
      where ${passes}
      ${
        query.isUnspaced
          ? `union all select entry.course_id, 1000000 + ${titles.join(' + ')}
             from ${joined} where ${parts} and ${passes}`
          : ''
      }
    ), found as (
      select course_id, max(rank) as rank from (
        select course_id, rank from exact
        ${
          words.length === 0
            ? ''
            : `union all select entry.course_id, ${nearness.join(' + ')} from ${joined}
               where not exists (select from exact) and ${near.join(' and ')} and ${passes}`
        }
      ) every group by course_id
    )`
}

function textOf({ sort, query }: CatalogueSearch): string {
  const { value, type, isRising } = places[sort]
  const [order, beyond] = isRising ? ['asc', '>'] : ['desc', '<']
  const found = query === undefined ? '' : 'join found on found.course_id = courses.id'
  return `
    ${query === undefined ? '' : foundBy(query)}
    select ${listedCourse}, ${value} as place, (
      select e.user_id::text from enrollments e
      where e.user_id = $6 and e.course_id = courses.id and e.status = 'active'
    ) as enrolled
    from catalogue_entries entry
    join courses on courses.id = entry.course_id
    ${found}
    join course_versions
      on course_versions.course_id = courses.id and course_versions.number = courses.current_version
    where ${passes}
      and ($7::uuid is null or (${value}, courses.id) ${beyond} ($8::${type}, $7::uuid))
      and ($10::text[] is null) = ($11::text[] is null)
    order by ${sort === 'newest' ? '' : `${value} ${order}, `}courses.id ${order} limit $9`
}

/** A page of the published courses that pass, in the order that was asked for. */
export async function findCourses(db: Db, search: CatalogueSearch): Promise<FoundCourse[]> {
  const { sort, limit, readerId, after, query } = search
  const { category, tag, language, price, level } = search
  const shape =
    query === undefined ? 'all' : `${query.isUnspaced ? 'parts' : 'words'}_${query.words.length}`
  return runNamed(db, {
    name: `find_courses_by_${sort}_${shape}`,
    text: textOf(search),
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
      query?.configurations ?? null,
      query?.queries ?? null,
      ...(query?.words ?? []).flatMap(({ pattern, variants, similar }) => [
        pattern,
        variants,
        similar,
      ]),
    ],
  })
}
