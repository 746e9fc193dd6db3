import { Status } from '../../ui/status.tsx'
import type { StudioCourse } from './course.ts'

/** Whether the course is in the catalogue, and whether there is something to publish. */
export function CourseState({ course: { status, hasDraft } }: { course: StudioCourse }) {
  return (
    <>
      <Status of={status} />
      {hasDraft && status !== 'draft' && <Status of="hasDraft" />}
    </>
  )
}
