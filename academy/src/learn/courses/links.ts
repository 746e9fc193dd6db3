/** Links to a course's page, by slug or id. */
export const toCourse = (course: string) => ({ to: '/course/$course', params: { course } }) as const

export const toLesson = (course: string, lesson: string) =>
  ({ to: '/course/$course/lesson/$lesson', params: { course, lesson } }) as const
