import { lazy } from 'react'

/** What only some lessons need is loaded with them, or read ahead. */
export const parts = {
  video: () => import('./video.tsx').then(({ Video }) => ({ default: Video })),
  quiz: () => import('../attempts/quiz.tsx').then(({ Quiz }) => ({ default: Quiz })),
  assignment: () =>
    import('../submissions/assignment.tsx').then(({ Assignment }) => ({ default: Assignment })),
}
export const Video = lazy(parts.video)
export const Quiz = lazy(parts.quiz)
export const Assignment = lazy(parts.assignment)
