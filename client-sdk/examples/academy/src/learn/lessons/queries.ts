import type { Outputs } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { lyceum } from '../../lyceum.ts'
import { kept } from '../../offline/kept.ts'

export type Course = Outputs['courses']['get']
export type Lesson = Outputs['lessons']['get']
export type OutlineLesson = Course['sections'][number]['lessons'][number]
export type States = Outputs['progress']['get']

export type AssignmentRules = Extract<Lesson, { type: 'assignment' }>['assignment']
export type QuizRules = Extract<Lesson, { type: 'quiz' }>['quiz']

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
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<States> => {
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
