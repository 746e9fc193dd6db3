import type { AuthoredCourse, CourseAbility } from '@lyceum/sdk'
import { createContext, use } from 'react'

export const CourseContext = createContext<AuthoredCourse | undefined>(undefined)

/** The course of the page, and what the reader may do in it. */
export function useCourse() {
  const course = use(CourseContext)
  if (course === undefined) throw new Error('This page is not below CourseLayout.')
  const { id: courseId, abilities, managedBy } = course
  const may = (ability: CourseAbility) => abilities.includes(ability)
  // Lessons and files may come from elsewhere.
  return { ...course, courseId, may, canWrite: may('write') && managedBy === 'http' }
}
