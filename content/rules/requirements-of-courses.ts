import type { NamedCourse } from '../draft.ts'
import type { LessonDetails } from '../lessons/lesson-type-names.ts'

/** The course that a lesson stands for. */
export function courseNamedIn(details: LessonDetails | null | undefined): string | undefined {
  const slug = details?.course?.slug
  return typeof slug === 'string' ? slug : undefined
}

/** Lessons that require the lessons of those courses, too, which their own courses require. */
export function withRequirementsOfCourses<
  Lesson extends { key: string; details?: LessonDetails | null | undefined },
>(lessons: readonly Lesson[], courses: readonly Pick<NamedCourse, 'slug' | 'requires'>[]) {
  const keys = new Map(lessons.map(({ key, details }) => [courseNamedIn(details), key]))
  return lessons.map((lesson) => {
    const own = courses.find(({ slug }) => slug === courseNamedIn(lesson.details))
    const required = own?.requires.flatMap((slug) => keys.get(slug) ?? []) ?? []
    const prerequisites = [...(lesson.details?.prerequisites ?? []), ...required]
    return required.length === 0
      ? lesson
      : { ...lesson, details: { ...lesson.details, prerequisites } }
  })
}
