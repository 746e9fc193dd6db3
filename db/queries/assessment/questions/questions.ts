import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import type { questionRevisions } from '../../../schema/assessment/questions.ts'

type QuestionRow = typeof questionRevisions.$inferSelect

/** A question as learners may see it: nothing of it reveals the answer. */
export type ShownQuestionRow = Pick<QuestionRow, 'id' | 'key' | 'number' | 'type' | 'shown'>
/** Questions by their ids. */
export type ShownQuestions = ReadonlyMap<string, ShownQuestionRow>

export async function findShownQuestions(db: Db, ids: readonly string[]): Promise<ShownQuestions> {
  if (ids.length === 0) return new Map()
  const found = await runNamed<ShownQuestionRow>(db, {
    name: 'find_shown_questions',
    text: 'select id, key, number, type, shown from question_revisions where id = any($1::uuid[])',
    values: [ids],
  })
  return new Map(found.map((row) => [row.id, row]))
}

/** Keeps them from now on, since a version asks them. */
export async function publishQuestions(
  db: Db,
  { ids, at }: { ids: readonly string[]; at: Date },
): Promise<void> {
  if (ids.length > 0)
    await runNamed(db, {
      name: 'publish_questions',
      text: `
        update question_revisions set published_at = $2
        where id = any($1::uuid[]) and published_at is null`,
      values: [ids, at],
    })
}

/** Deletes revisions that no version asked, and that the course's draft no longer has. */
export async function deleteAbandonedQuestions(db: Db, courseId: string): Promise<void> {
  await runNamed(db, {
    name: 'delete_abandoned_questions',
    text: `
      delete from question_revisions
      where course_id = $1 and published_at is null and id not in (
        select (used #>> '{}')::uuid from draft_lessons l
        cross join jsonb_path_query(l.details, '$.quiz.pools[*].questions[*].revision') as used
        where l.course_id = $1 and l.details ? 'quiz')`,
    values: [courseId],
  })
}
