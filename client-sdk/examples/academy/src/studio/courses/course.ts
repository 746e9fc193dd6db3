import type { AuthoredCourse, AuthoredCourseSummary } from '@lyceum/sdk'
import { infiniteQueryOptions, queryOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { isForbidden } from '../../ui/error-text.ts'

export type StudioCourse = AuthoredCourseSummary & Partial<Pick<AuthoredCourse, 'certificate'>>

export const CourseContext = createContext<StudioCourse | undefined>(undefined)

export function useCourse(): StudioCourse {
  const course = use(CourseContext)
  if (course === undefined) throw new Error('This page is not below CourseLayout.')
  return course
}

/** Graders and teachers may not read a course alone, but find it among those they work on. */
export function useCourseQuery(courseId: string) {
  const query = useQuery(queryOptions(lyceum.authoring.get, { courseId }))
  const isListed = isForbidden(query.error)
  const list = useInfiniteQuery({
    ...infiniteQueryOptions(lyceum.authoring.list, { limit: 100 }),
    enabled: isListed,
  })
  if (!isListed) return query
  const data: StudioCourse | undefined = list.data?.find(({ id }) => id === courseId)
  const { fetchStatus, refetch } = list
  return { data, fetchStatus, refetch, error: list.isSuccess ? query.error : list.error }
}

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

export function useMay(course: StudioCourse): (right: Right) => boolean {
  const isAdmin = useMe()?.role === 'admin'
  const { role } = course
  return (right) =>
    isAdmin || role === 'owner' || (role !== null && rights[right].some((one) => one === role))
}

/** Whether lessons and files are written here: one may, and they do not come from elsewhere. */
export function useCanWrite(course: StudioCourse): boolean {
  return useMay(course)('write') && course.managedBy === 'http'
}
