import type { Course, MyCourse } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { kept } from '../../offline/kept.ts'
import { useIsSignedIn } from '../../session/session.ts'

export const courseQuery = (course: string) =>
  kept(queryOptions(lyceum.courses.get, { idOrSlug: course }))

export const lessonQuery = (lessonId: string) => ({
  ...kept(queryOptions(lyceum.lessons.get, { lessonId })),
  // The URLs of its pictures work for at least five minutes.
  staleTime: 240_000,
  refetchOnWindowFocus: false,
})

/** Reads a lesson as visitors do, who get previews alone. */
export const previewQuery = (course: string, key: string) => ({
  ...queryOptions(lyceum.lessons.preview, { idOrSlug: course, key }),
  staleTime: 240_000,
  refetchOnWindowFocus: false,
})

/** Reads all pages of a course's progress by lesson. */
export const statesQuery = (courseId: string) =>
  kept({
    ...queryOptions(lyceum.progress.get, { courseId, limit: 100 }),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const input = { courseId, limit: 100 }
      const all = await lyceum.progress.get.query(input, { signal })
      for (let cursor = all.nextCursor; cursor !== null; ) {
        const page = await lyceum.progress.get.query({ ...input, cursor }, { signal })
        all.items.push(...page.items)
        cursor = page.nextCursor
      }
      return all
    },
  })

/** Returns the reader's most recently used courses, up to a hundred. */
export function useMyCourses(): MyCourse[] {
  const isSignedIn = useIsSignedIn()
  const options = kept(queryOptions(lyceum.me.courses, { limit: 100 }))
  return useQuery({ ...options, enabled: isSignedIn }).data?.items ?? []
}

/** Whether there is an enrollment to ask for, even one that is over. */
export const isMine = ({ enrolled, wasEnrolled }: Course) =>
  enrolled === true || wasEnrolled === true

/** Reads the reader's enrollment in a course; `data` is undefined without one. */
export function useMyCourse(course: Course) {
  const options = queryOptions(lyceum.me.course, { courseId: course.id })
  return useQuery({ ...kept(options), enabled: isMine(course) })
}

/** Whether it can be taken again: from 90 days before its certificate expires. */
export function isRenewable({ certificate, renewingSince }: MyCourse): boolean {
  if (certificate === null || certificate.validUntil === null) return false
  if (certificate.status === 'revoked' || renewingSince !== null) return false
  return Date.parse(certificate.validUntil) - Date.now() < 90 * 24 * 3_600_000
}
