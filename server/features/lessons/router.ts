import { rest, router, userProcedure } from '../../trpc.ts'
import { getLesson } from './get-lesson.ts'
import { Lesson, LessonChoice } from './schema.ts'

export const lessonsRouter = router({
  get: userProcedure
    .meta(
      rest('GET /api/lessons/{id}', {
        summary: 'Read a lesson',
        errors: ['LessonNotFound', 'NotEnrolled'],
        description:
          'Lessons marked as preview are open to every signed-in user, the others to those who are enrolled in the course.',
      }),
    )
    .input(LessonChoice)
    .output(Lesson)
    .query(({ ctx, input }) => getLesson(ctx, input)),
})
