import type { CreateLessonInput } from '@lyceum/sdk'
import { newQuestion } from '../quiz/questions.ts'

type LessonType = NonNullable<CreateLessonInput['type']>
export const lessonTypes = ['text', 'video', 'quiz', 'assignment', 'file', 'link'] as const

/** What the fields of some part of a lesson take. */
export interface Edits<Value, Changed = Value> {
  value: Value
  onChange: (value: Changed) => void
}

/** What a lesson of a type cannot be without, until its author says something else. */
export function startOf(type: LessonType | undefined) {
  switch (type) {
    case 'quiz':
      return { quiz: { pools: [{ questions: [newQuestion('single')] }] } }
    case 'assignment':
      return { assignment: {} }
    case 'file':
      return { file: { file: 'files/document.pdf' } }
    case 'link':
      return { link: { url: 'https://example.org/' } }
    default:
      return {}
  }
}
