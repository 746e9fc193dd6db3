import { lazy } from 'react'
import { newQuestion } from '../studio/quiz/questions.ts'
import type { LessonParts } from './lesson-type.ts'
import { ToPass } from './to-pass.tsx'

const readAhead = () => import('../learn/attempts/quiz.tsx').then(({ Quiz }) => ({ default: Quiz }))
const Quiz = lazy(readAhead)
const QuizEditor = lazy(() =>
  import('../studio/quiz/quiz-editor.tsx').then(({ QuizEditor }) => ({ default: QuizEditor })),
)

export const quiz: LessonParts<'quiz'> = {
  Body: ({ lesson, player }) => player.isEnrolled && <Quiz lesson={lesson} />,
  completesBy: 'pass',
  readAhead,
  Fields: ({ lesson, onChange }) => (
    <QuizEditor value={lesson.quiz} onChange={(quiz) => onChange({ quiz })} />
  ),
  Preview: ({ lesson }) => <ToPass about={lesson.quiz} />,
  start: () => ({ quiz: { pools: [{ questions: [newQuestion('single')] }] } }),
}
