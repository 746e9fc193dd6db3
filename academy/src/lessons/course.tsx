import { lazyRouteComponent as part } from '@tanstack/react-router'
import { toCourse } from '../learn/courses/links.ts'
import { t } from '../texts/texts.ts'
import { NextStep } from '../ui/button.tsx'
import { Panel } from '../ui/page.tsx'
import type { LessonParts } from './lesson-type.ts'

const CourseFields = part(() => import('../studio/lessons/course-fields.tsx'), 'CourseFields')

export const course: LessonParts<'course'> = {
  Body: ({ lesson }) => (
    <Panel>
      <NextStep
        text={t('lesson.ofProgram')}
        {...toCourse(lesson.course.slug)}
        label={t('lesson.toCourse')}
        look="primary"
      />
    </Panel>
  ),
  completesBy: 'course',
  Fields: ({ lesson, onChange }) => (
    <CourseFields value={lesson.course} onChange={(course) => onChange({ course })} />
  ),
  Preview: null,
  start: null,
}
