import { router, userProcedure } from '../../../trpc.ts'
import { listAttemptsOf } from './list-attempts.ts'
import { saveAnswersOf } from './save-answers.ts'
import * as schema from './schema.ts'
import { getAttempt } from './show-attempt.ts'
import { startAttempt } from './start-attempt.ts'
import { submitOwnAttempt } from './submit-own-attempt.ts'

export const attemptsRouter = router({
  start: userProcedure
    .meta({
      route: 'POST /api/v1/lessons/{lessonId}/attempts',
      summary: 'Start an attempt at a quiz',
      description:
        'Answers 200 with the attempt that is open, if there is one. What it asks, in which order, ' +
        'stays as it is until it ends, whatever is published meanwhile.',
      status: 201,
      statusWhenExisting: 200,
      meansWhenExisting: 'It was open already',
      errors: ['LessonNotFound', 'NotEnrolled', 'LessonLocked', 'AttemptsUsedUp', 'AttemptTooSoon'],
      limits: ['attemptsPerAccount'],
      repeatable: true,
    })
    .input(schema.StartAttemptInput)
    .output(schema.Attempt)
    .mutation(({ ctx, input }) => startAttempt(ctx, input)),

  list: userProcedure
    .meta({
      route: 'GET /api/v1/lessons/{lessonId}/attempts',
      summary: 'List your attempts at a quiz, or what you handed in',
      description:
        'Newest first, with how many are left, and when you can start the next. What you handed in ' +
        'can be read with its id: GET /api/v1/submissions/{submissionId}.',
      errors: ['LessonNotFound', 'NotEnrolled', 'LessonLocked'],
      noStore: true,
    })
    .input(schema.ListAttemptsInput)
    .output(schema.AttemptList)
    .query(({ ctx, input }) => listAttemptsOf(ctx, input)),

  get: userProcedure
    .meta({
      route: 'GET /api/v1/attempts/{attemptId}',
      summary: 'Read an attempt',
      description: 'With its questions, your answers, and what the quiz reveals by now.',
      errors: ['AttemptNotFound'],
      noStore: true,
    })
    .input(schema.AttemptInput)
    .output(schema.Attempt)
    .query(({ ctx, input }) => getAttempt(ctx, input)),

  save: userProcedure
    .meta({
      route: 'PATCH /api/v1/attempts/{attemptId}',
      summary: 'Save answers of an attempt',
      description:
        'As often as you like until it ends; after its deadline for 5 seconds more. Others of its ' +
        'answers stay. The answer never says whether they are right.',
      errors: ['AttemptNotFound', 'AttemptOver', 'NotEnrolled'],
      repeatable: true,
    })
    .input(schema.SaveAnswersInput)
    .output(schema.SavedAnswers)
    .mutation(({ ctx, input }) => saveAnswersOf(ctx, input)),

  submit: userProcedure
    .meta({
      route: 'POST /api/v1/attempts/{attemptId}/submit',
      summary: 'Submit an attempt',
      description:
        'Grades what is saved. A pass completes the lesson, and with the last lesson the course. ' +
        'Safe to repeat: an attempt that has ended stays as it is.',
      errors: ['AttemptNotFound', 'NotEnrolled'],
      repeatable: true,
    })
    .input(schema.AttemptInput)
    .output(schema.Attempt)
    .mutation(({ ctx, input }) => submitOwnAttempt(ctx, input)),
})
