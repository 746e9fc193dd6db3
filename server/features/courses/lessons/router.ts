import { catalogueProcedure, router, userProcedure } from '../../../trpc.ts'
import { getLesson, getLessonByKey, previewLesson } from './get-lesson.ts'
import * as schema from './schema.ts'

export const lessonsRouter = router({
  get: userProcedure
    .meta({
      route: 'GET /api/v1/lessons/{lessonId}',
      summary: 'Read a lesson',
      aliases: ['GET /api/lessons/{lessonId}'],
      errors: ['LessonNotFound', 'NotEnrolled', 'LessonLocked'],
      description:
        'Every signed-in user can read previews; all other lessons require an enrollment.',
    })
    .input(schema.GetLessonInput)
    .output(schema.Lesson)
    .query(({ ctx, input }) => getLesson(ctx, input)),

  getByKey: userProcedure
    .meta({
      route: 'GET /api/v1/courses/{idOrSlug}/lessons/{key}',
      summary: 'Read a lesson by its course and key',
      errors: ['LessonNotFound', 'NotEnrolled', 'LessonLocked'],
      description:
        'Like reading it by its id. The key stays the same from version to version; a key that ' +
        'the lesson had before works as well. Links between lessons lead here.',
    })
    .input(schema.GetLessonByKeyInput)
    .output(schema.Lesson)
    .query(({ ctx, input }) => getLessonByKey(ctx, input)),

  preview: catalogueProcedure
    .meta({
      route: 'GET /api/v1/courses/{idOrSlug}/previews/{key}',
      summary: 'Read a preview',
      errors: ['LessonNotFound'],
      limits: ['previewsPerIp'],
      description:
        'A lesson that the current version of a published course shows to everybody. One with a ' +
        'rule on when it opens is for those who can meet it, by `lessons.get`.',
    })
    .input(schema.GetLessonByKeyInput)
    .output(schema.Lesson)
    .query(({ ctx, input }) => previewLesson(ctx, input)),
})
