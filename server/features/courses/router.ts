import { openableProcedure, rest, router } from '../../trpc.ts'
import { getCourse } from './get-course.ts'
import { listCourses } from './list-courses.ts'
import { Course, CourseChoice, CourseList, CourseListInput } from './schema.ts'

export const coursesRouter = router({
  list: openableProcedure
    .meta(
      rest('GET /api/courses', {
        summary: 'List the published courses, newest first',
        description: 'The catalogue: what can be bought or enrolled in today.',
      }),
    )
    .input(CourseListInput)
    .output(CourseList)
    .query(({ ctx, input }) => listCourses(ctx, input)),

  get: openableProcedure
    .meta(
      rest('GET /api/courses/{idOrSlug}', {
        summary: 'Show a course with its sections and lessons',
        errors: ['CourseNotFound'],
        description:
          'Who is enrolled sees the version of the course that they learn, with their progress; everyone else the one that is sold.',
      }),
    )
    .input(CourseChoice)
    .output(Course)
    .query(({ ctx, input }) => getCourse(ctx, input)),
})
