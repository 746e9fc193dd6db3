import { rest, router, userProcedure } from '../../trpc.ts'
import { getLesson } from './get-lesson.ts'
import { GetLessonInput, Lesson } from './schema.ts'

export const lessonsRouter = router({
  get: userProcedure
    .meta(
      rest('GET /api/lessons/{id}', {
        summary: 'Read a lesson',
        errors: ['LessonNotFound', 'NotEnrolled'],
        description:
          'Every signed-in user can read previews; all other lessons require an enrollment.',
      }),
    )
    .input(GetLessonInput)
    .output(Lesson)
    .query(({ ctx, input }) => getLesson(ctx, input)),
})
