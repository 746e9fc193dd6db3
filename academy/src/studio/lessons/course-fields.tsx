import type { DraftCourseOfProgram } from '@lyceum/sdk'
import { LiveFields } from '../../ui/forms/fields.tsx'
import { picks } from '../../ui/picks/picks.tsx'

interface CourseFieldsProps {
  value: DraftCourseOfProgram | null
  onChange: (course: DraftCourseOfProgram) => void
}

/** The course of a lesson of a program. */
export function CourseFields({ value, onChange }: CourseFieldsProps) {
  const kinds = { slug: { Field: picks.courseSlug, isRequired: true } } as const
  return <LiveFields at="course" kinds={kinds} of={value} onChange={onChange} />
}
