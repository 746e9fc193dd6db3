import { code } from '../markdown.ts'
import { fieldsOf, listItem, type Source } from './source.ts'

/** The types that a learner's app shows. An editor knows the fields of all others. */
const shown = [
  'SiteConfig',
  'LoginResult',
  'Me',
  'Course',
  'OutlineLesson',
  'Lock',
  'Cart',
  'CartItem',
  'Quote',
  'Transaction',
  'TransactionLine',
  'Receipt',
  'MyCourse',
  'Lesson',
  'LessonVideo',
  'LessonFile',
  'LessonQuiz',
  'LessonAssignment',
  'LessonState',
  'UpdatedProgress',
  'CourseProgress',
  'Attempt',
  'AttemptQuestion',
  'AttemptResult',
  'ReviewedQuestion',
  'Submission',
  'Certificate',
  'Verification',
  'LearnersAnnouncement',
  'FoundLesson',
]

/** Lists the fields of the types that a learner's app shows, a line for each. */
export function outputsOf(source: Source): string {
  return shown
    .map((name) => {
      const type = source.types.get(name)
      if (type === undefined) throw new Error(`There is no type ${name}.`)
      return listItem(`${code(name)}: ${fieldsOf(type, source).join(', ')}`)
    })
    .join('\n')
}
