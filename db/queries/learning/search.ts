import type { Db } from '../../client.ts'
import { runNamed } from '../../named-statement.ts'

export interface UnindexedBody {
  sha256: string
  /** Markdown. */
  content: string
  /** Of a course that has it, BCP 47. */
  language: string
}

/** Texts of lessons that no search finds yet: of a course, or of all of them. */
export function listUnindexedBodies(
  db: Db,
  { courseId, limit }: { courseId: string | undefined; limit: number },
): Promise<UnindexedBody[]> {
  return runNamed(db, {
    name: courseId === undefined ? 'list_unindexed_bodies' : 'list_unindexed_bodies_of_course',
    text: `
      select body.sha256, body.content, found.language
      from (
        select distinct on (l.body_sha256) l.body_sha256, v.language
        from lesson_revisions l
        join course_versions v on v.course_id = l.course_id and v.number = l.from_version
        where l.body_sha256 is not null
          and ${courseId === undefined ? '$1::uuid is null' : 'l.course_id = $1'}
          and not exists (
            select from lesson_documents d where d.body_sha256 = l.body_sha256)
        limit $2
      ) found
      join lesson_bodies body on body.sha256 = found.body_sha256`,
    values: [courseId ?? null, limit],
    query_timeout: 60_000,
  })
}

export interface NewDocument {
  bodySha256: string
  configuration: string
  words: string
  searched: string | null
}

export async function insertDocuments(db: Db, documents: readonly NewDocument[]): Promise<void> {
  await runNamed(db, {
    name: 'insert_lesson_documents',
    text: `
      insert into lesson_documents (body_sha256, configuration, document, searched)
      select body_sha256, configuration, to_tsvector(configuration::regconfig, words), searched
      from unnest($1::text[], $2::text[], $3::text[], $4::text[])
        as given (body_sha256, configuration, words, searched)
      on conflict do nothing`,
    values: [
      documents.map(({ bodySha256 }) => bodySha256),
      documents.map(({ configuration }) => configuration),
      documents.map(({ words }) => words),
      documents.map(({ searched }) => searched),
    ],
    query_timeout: 60_000,
  })
}

export interface LessonSearch {
  userId: string
  configurations: readonly string[]
  /** What is searched, for each of them. */
  queries: string[]
  /** Parts of words that all have to be there; null where words are set apart. */
  patterns: string[] | null
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
  /** Pieces of the text; what was found stands between the two marks. */
  snippet: string
}

/** Around words that were found. No text has them: they are taken out of it before. */
export const [foundBegins, foundEnds] = ['\uE000', '\uE001']

// From the enrollments of one user on, so that it does not grow with the school. Snippets are made
// of the page alone, and of the beginning of a long text.
const foundLessons = `
  with asked as materialized (
    select configuration, websearch_to_tsquery(configuration::regconfig, words) as query
    from unnest($2::text[], $3::text[]) as asked (configuration, words)
  ), mine as materialized (
    select v.course_id, v.number, v.title, c.slug
    from enrollments e
    join course_versions v on v.id = e.version_id
    join courses c on c.id = e.course_id
    where e.user_id = $1 and e.status = 'active'
  ), found as (
    select l.id, l.key, l.title, l.course_id, l.body_sha256, mine.slug, mine.title as course_title,
      asked.query, (10000 * (
        ts_rank(d.document, asked.query)
        + case when to_tsvector(asked.configuration::regconfig, lower(l.title)) @@ asked.query
          then 10 else 0 end
        + case when l.title like all($4::text[]) then 10 else 0 end
      ))::int as place
    from mine
    join lesson_revisions l on l.course_id = mine.course_id
      and mine.number between l.from_version and l.until_version
    join lesson_documents d on d.body_sha256 = l.body_sha256
    join asked on asked.configuration = d.configuration
    where d.document @@ asked.query
      or to_tsvector(asked.configuration::regconfig, lower(l.title)) @@ asked.query
      or d.searched like all($4::text[]) or lower(l.title) like all($4::text[])
  ), page as materialized (
    select * from found
    where $5::uuid is null or (place, id) < ($6::int, $5::uuid)
    order by place desc, id desc limit $7
  )
  select page.id, page.key, page.title, page.course_id as "courseId", page.slug as "courseSlug",
    page.course_title as "courseTitle", page.place,
    ts_headline(d.configuration::regconfig,
      translate(left(body.content, 100000), '${foundBegins}${foundEnds}', ''), page.query,
      'StartSel=${foundBegins}, StopSel=${foundEnds}, MaxFragments=2, MaxWords=24, MinWords=8') as snippet
  from page
  join lesson_bodies body on body.sha256 = page.body_sha256
  join lesson_documents d on d.body_sha256 = page.body_sha256
  order by page.place desc, page.id desc`

/** Lessons of the courses that a user is enrolled in, in the versions that the user has. */
export function findLessons(
  db: Db,
  { userId, configurations, queries, patterns, after, limit }: LessonSearch,
): Promise<FoundLesson[]> {
  return runNamed(db, {
    name: 'find_lessons',
    text: foundLessons,
    values: [
      userId,
      configurations,
      queries,
      patterns,
      after?.id ?? null,
      after?.value ?? null,
      limit,
    ],
  })
}
