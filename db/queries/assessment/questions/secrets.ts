import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import type { questionRevisions } from '../../../schema/assessment/questions.ts'
import { Secret } from '../../../secret.ts'

/*
 * The only statements that read right answers and explanations. Only code that grades, writes
 * questions, or shows what a quiz reveals may call them: the test of the structure knows which.
 */

type QuestionRow = typeof questionRevisions.$inferSelect

export type QuestionSecret = Secret<Record<string, unknown>>

export interface QuestionWithSecret extends Pick<QuestionRow, 'id' | 'key' | 'type' | 'shown'> {
  /** Counts the revisions of the question. */
  number: number
  secret: QuestionSecret
}

/** Finds questions with all that gives them away, by the ids of their revisions. */
export async function findQuestionsWithSecrets(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, QuestionWithSecret>> {
  if (ids.length === 0) return new Map()
  const found = await runNamed<OpenQuestion>(db, {
    name: 'find_questions_with_secrets',
    text: `
      select q.id, q.key, q.type, q.shown, q.number, s.secret
      from question_revisions q join question_secrets s on s.revision_id = q.id
      where q.id = any($1::uuid[])`,
    values: [ids],
  })
  return byRevision(found)
}

/** Finds the questions of a course that no version has asked yet, by the ids of their revisions. */
export async function findDraftedQuestions(
  db: Db,
  courseId: string,
): Promise<Map<string, QuestionWithSecret>> {
  const found = await runNamed<OpenQuestion>(db, {
    name: 'find_drafted_questions',
    text: `
      select q.id, q.key, q.type, q.shown, q.number, s.secret
      from question_revisions q join question_secrets s on s.revision_id = q.id
      where q.course_id = $1 and q.published_at is null`,
    values: [courseId],
  })
  return byRevision(found)
}

type OpenQuestion = Omit<QuestionWithSecret, 'secret'> & { secret: Record<string, unknown> }

const byRevision = (rows: OpenQuestion[]): Map<string, QuestionWithSecret> =>
  new Map(rows.map(({ secret, ...row }) => [row.id, { ...row, secret: new Secret(secret) }]))

export interface NewQuestion {
  id: string
  key: string
  type: QuestionRow['type']
  shown: Record<string, unknown>
  secret: Record<string, unknown>
  /** SHA-256 of the whole question, hexadecimal. */
  sha256: string
}

/** Finds revisions of a course's questions that say exactly the same, by `key sha256`. */
export async function findSameQuestions(
  db: Db,
  courseId: string,
  questions: readonly Pick<NewQuestion, 'key' | 'sha256'>[],
): Promise<Map<string, string>> {
  const found = await runNamed<{ id: string; key: string; sha256: string }>(db, {
    name: 'find_same_questions',
    text: `
      select q.id, q.key, s.sha256
      from unnest($2::text[], $3::text[]) as wanted (key, sha256)
      join question_revisions q on q.course_id = $1 and q.key = wanted.key
      join question_secrets s on s.revision_id = q.id and s.sha256 = wanted.sha256`,
    values: [courseId, questions.map(({ key }) => key), questions.map(({ sha256 }) => sha256)],
  })
  return new Map(found.map(({ id, key, sha256 }) => [`${key} ${sha256}`, id]))
}

/** Writes the next revision of each question. The caller has locked the course's draft. */
export async function insertQuestions(
  db: Db,
  { courseId, at }: { courseId: string; at: Date },
  questions: readonly NewQuestion[],
): Promise<void> {
  if (questions.length === 0) return
  await runNamed(db, {
    name: 'insert_questions',
    text: `
      with given as (
        select * from jsonb_to_recordset($3::jsonb)
          as given (id uuid, key text, type text, shown jsonb, secret jsonb, sha256 text)
      ), written as (
        insert into question_revisions (id, course_id, key, number, type, shown, created_at)
        select id, $1, key, 1 + coalesce((
          select max(number) from question_revisions q
          where q.course_id = $1 and q.key = given.key), 0), type, shown, $2
        from given returning id
      )
      insert into question_secrets (revision_id, secret, sha256)
      select given.id, given.secret, given.sha256 from given join written on written.id = given.id`,
    values: [courseId, at, JSON.stringify(questions)],
  })
}
