import type { NamedCourse } from '../draft.ts'
import type { LessonDetails } from '../lessons/lesson-type-names.ts'

/** Returns the slug of the course that a lesson stands for. */
export function courseNamedIn(details: LessonDetails | null | undefined): string | undefined {
  const slug = details?.course?.slug
  return typeof slug === 'string' ? slug : undefined
}

/** Returns lessons that also require the lessons of the courses that their own courses require. */
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
