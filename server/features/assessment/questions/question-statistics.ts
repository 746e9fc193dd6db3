import { findQuestionsWithSecrets } from '../../../../db/queries/assessment/questions/secrets.ts'
import {
  countChoices,
  listQuestionStatistics,
  type QuestionStatisticsRow,
} from '../../../../db/queries/assessment/questions/statistics.ts'
import { isText, toSortedPage } from '../../../../lib/lists/sorted-pages.ts'
import type { Deps } from '../../../context.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { requireQuestion } from '../grades/grade-attempt.ts'
import { type QuestionStatisticsList, type StatisticsInput, sampledAttempts } from './schema.ts'

/**
 * Counts how learners do at the questions of a quiz, so that its author finds a wrong one.
 * @throws InvalidFields
 */
export async function getQuestionStatistics(
  { db }: Pick<Deps, 'db'>,
  { courseId, key: lessonKey, question: only, limit, cursor }: StatisticsInput,
): Promise<QuestionStatisticsList> {
  const of = { courseId, lessonKey, sample: sampledAttempts }
  const list = ['question-statistics', courseId, lessonKey, only]
  const after = requirePlace(cursor, list, isText)?.value
  const rows = await listQuestionStatistics(db, { ...of, only, after, limit: limit + 1 })
  const revisions = rows.map(({ id }) => id)
  const [questions, choices] = [
    await findQuestionsWithSecrets(db, revisions),
    await countChoices(db, { ...of, revisions }),
  ]
  const place = (row: QuestionStatisticsRow) => ({ value: row.key, id: row.id })
  const item = (row: QuestionStatisticsRow) => {
    const question = requireQuestion(questions, row.id)
    const { options = [] } = question.shown as { options?: string[] }
    const { right = [] } = question.secret.reveal() as { right?: number[] }
    const { key, publishedRevision, asked, answered, meanShare, discrimination } = row
    return {
      ...{ key, publishedRevision, asked, answered },
      type: question.type,
      title: String(question.shown.title),
      revision: question.number,
      rightPercent: meanShare === null ? null : rounded(meanShare * 100),
      discrimination: discrimination === null ? null : rounded(discrimination),
      choices: options.map((text, index) => ({
        text,
        right: right.includes(index),
        chosen:
          choices.find(({ revision, choice }) => revision === row.id && choice === index)?.times ??
          0,
      })),
    }
  }
  return toSortedPage(rows, { limit, list, place, item })
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
