import { z } from 'zod'
import { CourseSlug, must } from '../../lib/fields/field-schemas.ts'
import { field, named, namedInput } from '../../lib/schema.ts'
import type { LessonTypeParts, OwnParts } from './lesson-type.ts'

const slug = field(CourseSlug, 'Slug of the course', 'building-a-course-player')

const DraftCourseOfProgram = namedInput(
  'DraftCourseOfProgram',
  'A course that a program is made of',
  { slug },
)

const CourseOfProgram = named('CourseOfProgram', 'A course that a program is made of', {
  slug: field(z.string(), 'Slug of the course', 'building-a-course-player'),
})

export const course = {
  means: 'a course of a program',
  label: 'A course of a program',
  description: 'A course of a program: completing it completes this',
  own: {
    isNeeded: true,
    written: DraftCourseOfProgram,
    draft: DraftCourseOfProgram.nullable().describe('The course; null: none is named yet'),
    shown: CourseOfProgram,
    preview: CourseOfProgram.nullable().describe('The course; null as long as none is named'),
    field: 'course' as const,
    inFolder: z.strictObject(
      { slug: CourseSlug },
      must('have a field, like { slug: building-a-course-player }'),
    ),
    show: (course) => (course.slug === '' ? null : course),
  } satisfies OwnParts<z.output<typeof DraftCourseOfProgram>>,
} satisfies LessonTypeParts
