import { router, userProcedure } from '../../../trpc.ts'
import { getProgress } from './get-progress.ts'
import * as schema from './schema.ts'
import { updateProgress } from './update-progress.ts'

export const progressRouter = router({
  update: userProcedure
    .meta({
      route: 'POST /api/v1/progress',
      summary: 'Report your progress in a lesson',
      aliases: ['POST /api/progress/update'],
      description:
        'Completing the last required lesson completes the course and issues the ' +
        'certificate. Safe to repeat and to send in any order: progress only rises, and a ' +
        'completion is final. Where the course counts what was watched, a video whose length is ' +
        'known completes once nine tenths of it were, and no more can be reported than twice ' +
        'the time since you opened it. A quiz or an assignment completes by its pass alone. The answer is short, however long the course is: ' +
        '`GET /api/v1/progress/{courseId}` lists what is missing.',
      errors: [
        'LessonNotFound',
        'NotEnrolled',
        'LessonLocked',
        'NeedsPass',
        'NotWatched',
        'WatchedTooFast',
      ],
      repeatable: true,
    })
    .input(schema.UpdateProgressInput)
    .output(schema.UpdatedProgress)
    .mutation(({ ctx, input }) => updateProgress(ctx, input)),

  get: userProcedure
    .meta({
      route: 'GET /api/v1/progress/{courseId}',
      summary: 'Show your progress in a course',
      errors: ['CourseNotFound', 'NotEnrolled'],
      description:
        'Lesson by lesson, page by page, in the order of the course; with `missing=true` only ' +
        'the lessons still needed to complete it.',
    })
    .input(schema.GetProgressInput)
    .output(schema.CourseProgressPage)
    .query(({ ctx, input }) => getProgress(ctx, input)),
})
