import { toQuestions } from '../../../../books/questions/foreign-question.ts'
import { isAiken, readAiken } from '../../../../books/questions/read-aiken.ts'
import { readGift } from '../../../../books/questions/read-gift.ts'
import { maxQuestions } from '../../../../content/lessons/quiz.ts'
import { maxProblems, type QuestionsRead, type ReadQuestionsInput } from './schema.ts'

/** Reads the questions of a file in GIFT or Aiken, for a quiz to take. Stores nothing. */
export function readQuestionFile({ lessonKey, text }: ReadQuestionsInput): QuestionsRead {
  const foreign = isAiken(text) ? readAiken(text) : readGift(text)
  const { questions, left } = toQuestions(foreign, lessonKey)
  return {
    questions: questions.slice(0, maxQuestions),
    left: left
      .slice(0, maxProblems)
      .map(({ question: { line }, message }) => ({ line, message: `This question ${message}.` })),
    missing: [...new Set(foreign.flatMap(({ missing = [] }) => missing))].slice(0, maxProblems),
  }
}
