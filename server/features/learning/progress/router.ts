import { router, userProcedure } from '../../../trpc.ts'
import { getProgress } from './get-progress.ts'
import { reportBatch } from './report-batch.ts'
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
        'NeedsCourse',
        'NeedsPass',
        'NotWatched',
        'WatchedTooFast',
      ],
      repeatable: true,
    })
    .input(schema.UpdateProgressInput)
    .output(schema.UpdatedProgress)
    .mutation(({ ctx, input }) => updateProgress(ctx, input)),

  batch: userProcedure
    .meta({
      route: 'POST /api/v1/progress/batch',
      summary: 'Report progress that was made before',
      description:
        'For what happened offline, or is collected: each event with its own id and instant. ' +
        'Merged like single reports, so that any order, any repetition and several devices ' +
        'come to the same: the highest percent, the earliest completion of each lesson, the ' +
        'latest position, all that was watched. One bad event does not hold up the others. What ' +
        'is refused as `LessonLocked` counts as of when it happened if you send it again once its ' +
        'lesson is open, such as after the lesson before it arrived from another device. A ' +
        'course completes as of the last lesson that it needed, at most 30 days back; once you ' +
        'were told so, that stays. What was watched is held against the time since you opened ' +
        'the video, by our clock. Events from before your progress was cleared are stale.',
      limits: ['progressBatchesPerAccount'],
      repeatable: true,
      longBody: true,
    })
    .input(schema.ReportBatchInput)
    .output(schema.ReportedBatch)
    .mutation(({ ctx, input }) => reportBatch(ctx, input)),

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
