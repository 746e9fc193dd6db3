import type { Question, ShownQuestion } from '../../content/questions/question-types.ts'
import type { Attempt } from '../../server/features/assessment/attempts/schema.ts'
import { questions as asked, rightAnswer } from '../../server/features/assessment/test-support.ts'
import type { Decision } from './decisions.ts'

/** Answers every question or every other one; all correctly, or each by chance. */
export function answersTo(questions: Attempt['questions'], { both, percent, choice }: Decision) {
  return questions
    .filter(({ position }) => !both || (position + choice) % 2 === 0)
    .map((shown) => {
      const { position, title } = shown
      const question = (asked as Question[]).find((one) => one.title === title)
      if (question === undefined) throw new Error(`Nobody wrote the question ${title}.`)
      const isRight = percent === 100 || ((choice >> position) & 1) === 1
      return { position, answer: rightAnswer(question, isRight ? shown : reversed(shown)) }
    })
}

/** Reverses all lists: what would be right in that order is mostly wrong as shown. */
function reversed(shown: ShownQuestion): ShownQuestion {
  return JSON.parse(JSON.stringify(shown), (_, value) =>
    Array.isArray(value) ? value.toReversed() : value,
  )
}
