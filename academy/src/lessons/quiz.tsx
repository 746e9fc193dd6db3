import { lazyRouteComponent as part } from '@tanstack/react-router'
import type { LessonParts } from './lesson-type.ts'
import { ToPass } from './to-pass.tsx'

const Quiz = part(() => import('../learn/attempts/quiz.tsx'), 'Quiz')
const QuizEditor = part(() => import('../studio/quiz/quiz-editor.tsx'), 'QuizEditor')

export const quiz: LessonParts<'quiz'> = {
  Body: ({ lesson, player }) => player.isEnrolled && <Quiz lesson={lesson} player={player} />,
  completesBy: 'pass',
  readAhead: Quiz.preload,
  Fields: ({ lesson, onChange }) => (
    <QuizEditor value={lesson.quiz} onChange={(quiz) => onChange({ quiz })} />
  ),
  Preview: ({ lesson }) => <ToPass about={lesson.quiz} />,
  start: () => ({ quiz: { pools: [{ questions: [] }] } }),
}
