import { memberProcedure, router } from '../../../trpc.ts'
import { getQuestionStatistics } from './question-statistics.ts'
import * as schema from './schema.ts'

export const questionsRouter = router({
  statistics: memberProcedure('readQuestions')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/lessons/{key}/questions',
      summary: 'Show how learners do at the questions of a quiz',
      description: 'How often right, how often chosen, and whether good learners do well at it.',
      noStore: true,
    })
    .input(schema.StatisticsInput)
    .output(schema.QuestionStatisticsList)
    .query(({ ctx, input }) => getQuestionStatistics(ctx, input)),
})
