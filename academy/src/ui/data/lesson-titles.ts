import { lyceum } from '../../lyceum.ts'
import { useRead } from './loaded.tsx'

/** Returns the lesson titles of a published course, by key; none without a course. */
export function useLessonTitles(courseId = '', type?: string): Record<string, string> {
  const { data } = useRead(lyceum.courses.get, { idOrSlug: courseId }, { enabled: courseId !== '' })
  const lessons = data?.sections.flatMap((section) => section.lessons) ?? []
  const meant = lessons.filter((lesson) => type === undefined || lesson.type === type)
  return Object.fromEntries(meant.map(({ key, title }) => [key, title]))
}
