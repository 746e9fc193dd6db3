import { z } from 'zod'
import { exampleIds, Id, IdInPath, Instant, text } from '../../lib/schema.ts'
import { IdOrSlug, LessonKey, LessonSummary, LessonTitle } from '../courses/schema.ts'

export const LessonProgress = z
  .object({
    percent: z
      .number()
      .int()
      .meta({ description: '0 to 100; only rises', examples: [100] }),
    completedAt: Instant.nullable().describe(
      'When you first completed the lesson; null until then',
    ),
    positionSeconds: z
      .number()
      .int()
      .meta({ description: 'Where you stopped', examples: [240] }),
  })
  .meta({ id: 'LessonProgress', description: 'Your progress in a lesson' })

export const NeighborLesson = z
  .object({
    id: Id.meta({ description: 'The lesson', examples: [exampleIds.lesson] }),
    key: LessonKey,
    title: LessonTitle,
  })
  .meta({ id: 'NeighborLesson', description: 'A lesson beside another one' })

export const Lesson = LessonSummary.extend({
  courseId: Id.meta({
    description: 'The course of the lesson',
    examples: [exampleIds.course],
  }),
  content: z
    .string()
    .meta({ description: 'Markdown', examples: ['Install the client, then sign in.'] }),
  previous: NeighborLesson.nullable().describe('The lesson before it; null for the first'),
  next: NeighborLesson.nullable().describe('The lesson after it; null for the last'),
  progress: LessonProgress.optional().describe('Present once you have started the lesson'),
}).meta({ id: 'Lesson', description: 'A lesson with its content' })
export type Lesson = z.infer<typeof Lesson>

export const GetLessonInput = z.object({
  id: IdInPath.meta({ description: 'The lesson', examples: [exampleIds.lesson] }),
})
export type GetLessonInput = z.infer<typeof GetLessonInput>

export const GetLessonByKeyInput = z.object({
  idOrSlug: IdOrSlug,
  key: text(200).meta({
    description: 'Key of the lesson, or one that it had before',
    examples: ['a-typed-client'],
  }),
})
export type GetLessonByKeyInput = z.infer<typeof GetLessonByKeyInput>
