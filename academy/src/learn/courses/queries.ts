import type { Course, MyCourse } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQueries, useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { kept } from '../../offline/kept.ts'
import { useIsSignedIn } from '../../session/session.ts'

export const courseQuery = (course: string) =>
  kept(queryOptions(lyceum.courses.get, { idOrSlug: course }))

export const lessonQuery = (lessonId: string) => ({
  ...kept(queryOptions(lyceum.lessons.get, { lessonId })),
  // The addresses of its pictures work for five minutes at least.
  staleTime: 240_000,
  refetchOnWindowFocus: false,
})

/** What is done of each lesson of a course: all pages of it. */
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

/** The reader's courses, those of the last hundred in which they did something. */
export function useMyCourses(): MyCourse[] {
  const isSignedIn = useIsSignedIn()
  const options = kept(queryOptions(lyceum.me.courses, { limit: 100 }))
  return useQuery({ ...options, enabled: isSignedIn }).data?.items ?? []
}

/** What the reader has of a course; `data` is undefined where they have nothing of it. */
export function useMyCourse(courseId: string) {
  const isSignedIn = useIsSignedIn()
  return useQuery({ ...kept(queryOptions(lyceum.me.course, { courseId })), enabled: isSignedIn })
}

/** The courses that one requires, without those that the reader has completed. */
export function useMissing({ requires }: Course): { slug: string; course: Course | undefined }[] {
  const isSignedIn = useIsSignedIn()
  const courses = useQueries({
    queries: requires.map((slug) =>
      queryOptions(lyceum.courses.get, { idOrSlug: slug, outline: 'sections' }),
    ),
  }).map(({ data }) => data)
  const mine = useQueries({
    queries: courses.map((course, index) => ({
      ...queryOptions(lyceum.me.course, { courseId: course?.id ?? requires[index] ?? '' }),
      enabled: isSignedIn && course !== undefined,
    })),
  })
  return requires
    .map((slug, index) => ({ slug, course: courses[index] }))
    .filter((_, index) => (mine[index]?.data?.completedAt ?? null) === null)
}

/** From 90 days before its certificate expires a course can be taken again. */
export function isRenewable({ certificate, renewingSince }: MyCourse): boolean {
  if (certificate === null || certificate.validUntil === null) return false
  if (certificate.status === 'revoked' || renewingSince !== null) return false
  return Date.parse(certificate.validUntil) - Date.now() < 90 * 24 * 3_600_000
}
