import { z } from 'zod'
import {
  exampleIds,
  field,
  IdInPath,
  listOf,
  named,
  rawText,
  sortedPageInput,
} from '../../../../lib/schema.ts'

export const StatisticsInput = z.strictObject({
  courseId: field(IdInPath, 'The course', exampleIds.course),
  key: field(rawText(200).min(1), 'Key of the lesson', 'knots-quiz'),
  question: field(
    rawText(200).min(1).optional(),
    'Only the question with this key',
    'which-knot-holds',
  ),
  ...sortedPageInput,
})
export type StatisticsInput = z.infer<typeof StatisticsInput>

/** How many attempts are sampled: enough to see which question is wrong. */
export const sampledAttempts = 500

export const QuestionStatistics = named('QuestionStatistics', 'How learners do at a question', {
  key: field(z.string(), 'Key of the question', 'which-knot-holds'),
  type: field(z.string(), 'Its type', 'single'),
  title: field(z.string(), 'The question', 'Which knot holds?'),
  revision: field(z.int(), 'Its newest revision that was asked', 2),
  publishedRevision: field(
    z.int(),
    'Its newest revision that was published: to grade it again by',
    3,
  ),
  asked: field(z.int(), 'In how many attempts it was asked', 120),
  answered: field(z.int(), 'In how many it was answered', 118),
  rightPercent: field(
    z.number().nullable(),
    'Points that it got, of those that it can get, in percent; null: none graded',
    62.5,
  ),
  discrimination: field(
    z.number().nullable(),
    'Whether those who do well otherwise do well here, from -1 to 1: below 0, look whether the ' +
      'right answer is wrong; null for fewer than 10 attempts, or where all did the same',
    0.42,
  ),
  choices: z
    .array(
      z.object({
        text: field(z.string(), 'The option', 'The bowline'),
        right: z.boolean().describe('Whether it is marked as right'),
        chosen: field(z.int(), 'How often it was chosen', 75),
      }),
    )
    .describe('Of options, in the order of the author; empty for other types'),
})
export type QuestionStatistics = z.infer<typeof QuestionStatistics>

export const QuestionStatisticsList = listOf(
  QuestionStatistics,
  `The questions of a quiz by their keys, over its last ${sampledAttempts} graded attempts`,
)
export type QuestionStatisticsList = z.infer<typeof QuestionStatisticsList>
