import type { AuthoredCourse } from '@lyceum/sdk'
import { createContext, use } from 'react'
import { useMe } from '../../session/session.ts'

/**
 * What each role may do in a course (docs/teaching.md). Administrators may do everything; those who
 * teach only cohorts may do what `teach` and `extend` allow.
 */
const rights = {
  read: ['author', 'reviewer'],
  write: ['author'],
  own: [],
  approve: ['reviewer'],
  grade: ['author', 'grader', 'teacher'],
  extend: ['author', 'grader', 'teacher'],
  teach: ['teacher'],
  teachAll: ['teacher'],
}
export type Right = keyof typeof rights

export const CourseContext = createContext<AuthoredCourse | undefined>(undefined)

/** The course of the page, and what the reader may do in it. */
export function useCourse() {
  const course = use(CourseContext)
  if (course === undefined) throw new Error('This page is not below CourseLayout.')
  const isAdmin = useMe()?.role === 'admin'
  const { id: courseId, role, cohorts, managedBy } = course
  const may = (right: Right) => {
    if (isAdmin || role === 'owner') return true
    if (cohorts !== null && right !== 'teach' && right !== 'extend') return false
    return role !== null && rights[right].some((one) => one === role)
  }
  // Lessons and files may come from elsewhere.
  return { ...course, courseId, may, canWrite: may('write') && managedBy === 'http' }
}
