import { lessonTypeNames, lessonTypes } from '../../../../content/lessons/lesson-type-names.ts'
import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'

export interface UnindexedBody {
  sha256: string
  /** Markdown. */
  content: string
  isTranscript: boolean
  /** The language of a course that has it, BCP 47. */
  language: string
}

const paths = lessonTypeNames.flatMap((type) => {
  const { text } = lessonTypes[type]
  return text === undefined ? [] : [`l.details #>> '{${type},${text}}'`]
})
/** The text that a type of lessons has of its own, like a transcript. */
export const transcript = `coalesce(${paths.join(', ')})`
export const transcriptHash = `encode(sha256(convert_to(${transcript}, 'UTF8')), 'hex')`

/**
 * Lists lessons' texts and transcripts that no search finds yet, or not in all spellings: of a
 * course, or of all.
 */
export function listUnindexedBodies(
  db: Db,
  { courseId, limit }: { courseId: string | undefined; limit: number },
): Promise<UnindexedBody[]> {
  const revisions = (sha256: string, content: string) => `
    select distinct on (${sha256}) ${sha256} as sha256, ${content} as transcript, v.language
    from lesson_revisions l
    join course_versions v on v.course_id = l.course_id and v.number = l.from_version
    where ${sha256} is not null
      and ${courseId === undefined ? '$1::uuid is null' : 'l.course_id = $1'}
      and not exists (select from lesson_documents d where d.body_sha256 = ${sha256} and d.folded)
    limit $2`
  return runNamed(db, {
    name: courseId === undefined ? 'list_unindexed_bodies' : 'list_unindexed_bodies_of_course',
    text: `
      select found.sha256, coalesce(found.transcript, body.content) as content,
        found.transcript is not null as "isTranscript", found.language
      from (
        (${revisions('l.body_sha256', 'null')}) union all (${revisions(transcriptHash, transcript)})
      ) found
      left join lesson_bodies body on body.sha256 = found.sha256
      limit $2`,
    values: [courseId ?? null, limit],
    query_timeout: 60_000,
  })
}

/** Keeps transcripts as texts of lessons, so that documents can be made of them. */
export async function insertTranscripts(db: Db, texts: readonly UnindexedBody[]): Promise<void> {
  await runNamed(db, {
    name: 'insert_transcripts',
    text: `
      insert into lesson_bodies (sha256, content)
      select * from unnest($1::text[], $2::text[])
      order by 1 on conflict do nothing`,
    values: [texts.map(({ sha256 }) => sha256), texts.map(({ content }) => content)],
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
      insert into lesson_documents (body_sha256, configuration, document, searched, folded)
      select body_sha256, configuration, to_tsvector(configuration::regconfig, words), searched, true
      from unnest($1::text[], $2::text[], $3::text[], $4::text[])
        as given (body_sha256, configuration, words, searched)
      order by body_sha256
      on conflict (body_sha256) do update set document = excluded.document,
        searched = excluded.searched, folded = true
      where lesson_documents.folded is not true`,
    values: [
      documents.map(({ bodySha256 }) => bodySha256),
      documents.map(({ configuration }) => configuration),
      documents.map(({ words }) => words),
      documents.map(({ searched }) => searched),
    ],
    query_timeout: 60_000,
  })
}
