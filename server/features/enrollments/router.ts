import { rest, userProcedure } from '../../trpc.ts'
import { leaveCourse, returnToCourse } from './leave-course.ts'
import { listMyCourses } from './list-my-courses.ts'
import { ListMyCoursesInput, MyCourse, MyCourseInput, MyCourseList } from './schema.ts'

export const myCourseProcedures = {
  courses: userProcedure
    .meta(
      rest('GET /api/v1/me/courses', {
        summary: 'List your courses, newest activity first',
        aliases: ['GET /api/me/courses'],
        noStore: true,
        description:
          'Every course you are or were enrolled in, however you got it, with your progress, the ' +
          'next lesson, your certificate, and the newer version if there is one. A course you ' +
          'work on while you read the pages comes again on the next one.',
      }),
    )
    .input(ListMyCoursesInput)
    .output(MyCourseList)
    .query(({ ctx, input }) => listMyCourses(ctx, input)),

  leaveCourse: userProcedure
    .meta(
      rest('POST /api/v1/me/courses/{courseId}/leave', {
        summary: 'Leave a course; your progress is kept',
        aliases: ['POST /api/me/courses/{courseId}/leave'],
        errors: ['NotEnrolled', 'CourseNotFound'],
        limits: ['enrollmentChangesPerAccount'],
        description:
          'You can no longer open its lessons, until you return. Progress, completion and ' +
          'certificate are kept, and nothing is refunded. Leaving twice is the same as once.',
        repeatable: true,
      }),
    )
    .input(MyCourseInput)
    .output(MyCourse)
    .mutation(({ ctx, input }) => leaveCourse(ctx, input)),

  returnToCourse: userProcedure
    .meta(
      rest('POST /api/v1/me/courses/{courseId}/return', {
        summary: 'Return to a course you left, where you stopped',
        aliases: ['POST /api/me/courses/{courseId}/return'],
        errors: ['NotEnrolled', 'CourseNotFound'],
        limits: ['enrollmentChangesPerAccount'],
        description:
          'Free of charge, in the version you had, also when the course is no longer sold. A ' +
          'course whose price was refunded, or that the school has ended, is bought or enrolled ' +
          'in anew.',
        repeatable: true,
      }),
    )
    .input(MyCourseInput)
    .output(MyCourse)
    .mutation(({ ctx, input }) => returnToCourse(ctx, input)),
}
