import type { AuthoredCourse, AuthoredCourseSummary } from '@lyceum/sdk'
import { createContext, use } from 'react'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { isForbidden } from '../../ui/error-text.ts'
import { useList } from '../../ui/list.tsx'
import { useRead } from '../../ui/loaded.tsx'

export type StudioCourse = AuthoredCourseSummary & Partial<Pick<AuthoredCourse, 'certificate'>>

/** Who may do what in a course: docs/teaching.md. Administrators may do all. */
const rights = {
  read: ['author', 'reviewer'],
  write: ['author'],
  own: [],
  approve: ['reviewer'],
  grade: ['author', 'grader', 'teacher'],
  teach: ['teacher'],
}
export type Right = keyof typeof rights

export const CourseContext = createContext<StudioCourse | undefined>(undefined)

/** The course of the page, and what the reader may do in it. */
export function useCourse() {
  const course = use(CourseContext)
  if (course === undefined) throw new Error('This page is not below CourseLayout.')
  const isAdmin = useMe()?.role === 'admin'
  const { id: courseId, role, managedBy } = course
  const may = (right: Right) =>
    isAdmin || role === 'owner' || (role !== null && rights[right].some((one) => one === role))
  // Lessons and files may come from elsewhere.
  return { ...course, courseId, may, canWrite: may('write') && managedBy === 'http' }
}

/** Graders and teachers may not read a course alone, but find it among those they work on. */
export function useCourseQuery(courseId: string) {
  const query = useRead(lyceum.authoring.get, { courseId })
  const isListed = isForbidden(query.error)
  const list = useList(lyceum.authoring.list, { limit: 100 }, { enabled: isListed })
  if (!isListed) return query
  const data: StudioCourse | undefined = list.data?.find(({ id }) => id === courseId)
  const { fetchStatus, refetch } = list
  return { data, fetchStatus, refetch, error: list.isSuccess ? query.error : list.error }
}
