import { rest, router, userProcedure } from '../../trpc.ts'
import { getProgress } from './get-progress.ts'
import {
  CourseProgressDetails,
  GetProgressInput,
  ProgressUpdate,
  ProgressUpdated,
} from './schema.ts'
import { updateProgress } from './update-progress.ts'

export const progressRouter = router({
  update: userProcedure
    .meta(
      rest('POST /api/progress/update', {
        summary:
          'Report what I did of a lesson; the last required one completes the course and issues the certificate',
        description:
          'Safe to repeat and to send in any order: progress only rises, and a completion is for ever.',
        errors: ['LessonNotFound', 'NotEnrolled'],
      }),
    )
    .input(ProgressUpdate)
    .output(ProgressUpdated)
    .mutation(({ ctx, input }) => updateProgress(ctx, input)),

  get: userProcedure
    .meta(
      rest('GET /api/progress/{courseId}', {
        summary: 'Show my progress in a course',
        errors: ['CourseNotFound', 'NotEnrolled'],
        description: 'Lesson by lesson, with what the completion still needs.',
      }),
    )
    .input(GetProgressInput)
    .output(CourseProgressDetails)
    .query(({ ctx, input }) => getProgress(ctx, input)),
})
