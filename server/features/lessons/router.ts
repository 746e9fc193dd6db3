import { rest, router, userProcedure } from '../../trpc.ts'
import { getLesson } from './get-lesson.ts'
import { GetLessonInput, Lesson } from './schema.ts'

export const lessonsRouter = router({
  get: userProcedure
    .meta(
      rest('GET /api/v1/lessons/{id}', {
        summary: 'Read a lesson',
        aliases: ['GET /api/lessons/{id}'],
        errors: ['LessonNotFound', 'NotEnrolled'],
        description:
          'Every signed-in user can read previews; all other lessons require an enrollment.',
      }),
    )
    .input(GetLessonInput)
    .output(Lesson)
    .query(({ ctx, input }) => getLesson(ctx, input)),
})
