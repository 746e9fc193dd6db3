import { lazyRouteComponent as part } from '@tanstack/react-router'
import type { LessonParts } from './lesson-type.ts'
import { ToPass } from './to-pass.tsx'

const Assignment = part(() => import('../learn/submissions/assignment.tsx'), 'Assignment')
const AssignmentFields = part(
  () => import('../studio/lessons/assignment-fields.tsx'),
  'AssignmentFields',
)

export const assignment: LessonParts<'assignment'> = {
  Body: ({ lesson, player }) => player.isEnrolled && <Assignment lesson={lesson} player={player} />,
  completesBy: 'pass',
  readAhead: Assignment.preload,
  Fields: ({ lesson, onChange }) => (
    <AssignmentFields
      value={lesson.assignment}
      onChange={(assignment) => onChange({ assignment })}
    />
  ),
  Preview: ({ lesson }) => <ToPass about={lesson.assignment} />,
  start: () => ({ assignment: {} }),
}
