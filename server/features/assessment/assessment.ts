import { attemptsRouter } from './attempts/router.ts'
import { gradesRouter } from './grades/router.ts'
import { questionsRouter } from './questions/router.ts'
import { submissionsRouter } from './submissions/router.ts'

export const assessment = {
  routers: {
    attempts: attemptsRouter,
    submissions: submissionsRouter,
    grades: gradesRouter,
    questions: questionsRouter,
  },
}
