import { lazy } from 'react'
import type { LessonParts } from './lesson-type.ts'
import { ToPass } from './to-pass.tsx'

const readAhead = () =>
  import('../learn/submissions/assignment.tsx').then(({ Assignment }) => ({ default: Assignment }))
const Assignment = lazy(readAhead)
const AssignmentFields = lazy(() =>
  import('../studio/lessons/assignment-fields.tsx').then(({ AssignmentFields }) => ({
    default: AssignmentFields,
  })),
)

export const assignment: LessonParts<'assignment'> = {
  Body: ({ lesson, player }) => player.isEnrolled && <Assignment lesson={lesson} />,
  completesBy: 'pass',
  readAhead,
  Fields: ({ lesson, onChange }) => (
    <AssignmentFields
      value={lesson.assignment}
      onChange={(assignment) => onChange({ assignment })}
    />
  ),
  Preview: ({ lesson }) => <ToPass about={lesson.assignment} />,
  start: () => ({ assignment: {} }),
}
