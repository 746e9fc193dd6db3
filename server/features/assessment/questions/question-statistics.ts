import { findQuestionsWithSecrets } from '../../../../db/queries/assessment/questions/secrets.ts'
import {
  countChoices,
  listQuestionStatistics,
} from '../../../../db/queries/assessment/questions/statistics.ts'
import type { Deps } from '../../../context.ts'
import { startOf } from '../../../lib/lists/pagination.ts'
import { type QuestionStatisticsList, type StatisticsInput, sampledAttempts } from './schema.ts'

/** How learners do at the questions of a quiz, so that its author finds the one that is wrong. */
export async function getQuestionStatistics(
  { db }: Pick<Deps, 'db'>,
  { courseId, key: lessonKey, limit, cursor }: StatisticsInput,
): Promise<QuestionStatisticsList> {
  const of = { courseId, lessonKey, sample: sampledAttempts }
  const rows = await listQuestionStatistics(db, {
    ...of,
    after: startOf({ limit, cursor }),
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const revisions = shown.map(({ id }) => id)
  const [questions, choices] = [
    await findQuestionsWithSecrets(db, revisions),
    await countChoices(db, { ...of, revisions }),
  ]
  const items = shown.flatMap((row) => {
    const question = questions.get(row.id)
    if (question === undefined) return []
    const { options = [] } = question.shown as { options?: string[] }
    const { right = [] } = question.secret.reveal() as { right?: number[] }
    const { key, asked, answered, meanShare, discrimination } = row
    return {
      ...{ key, asked, answered },
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
  })
  const last = shown.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, nextCursor: more ? Buffer.from(last.key).toString('base64url') : null }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
