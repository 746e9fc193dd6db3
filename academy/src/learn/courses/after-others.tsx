import type { Course } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lyceum } from '../../lyceum.ts'
import { isMine } from './queries.ts'

/** Courses by their slugs; those that are gone are undefined. */
export type Missing = { slug: string; course: Course | undefined }[]

interface AfterOthersProps {
  course: Course
  children: (missing: Missing) => ReactNode
}

/** Shows what depends on the required courses that the reader has not completed. */
export function AfterOthers({ course, children }: AfterOthersProps) {
  return children(useMissing(course))
}

/** Returns the required courses that the reader has not completed. */
function useMissing({ requires }: Course): Missing {
  const courses = useQueries({
    queries: requires.map((slug) =>
      queryOptions(lyceum.courses.get, { idOrSlug: slug, outline: 'sections' }),
    ),
  }).map(({ data }) => data)
  const mine = useQueries({
    queries: courses.map((course, index) => ({
      ...queryOptions(lyceum.me.course, { courseId: course?.id ?? requires[index] ?? '' }),
      enabled: course !== undefined && isMine(course),
    })),
  })
  return requires
    .map((slug, index) => ({ slug, course: courses[index] }))
    .filter((_, index) => (mine[index]?.data?.completedAt ?? null) === null)
}
