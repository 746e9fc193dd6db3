import { z } from 'zod'
import { exampleIds, Id, IdInPath, IdOrSlug, Instant, text } from '../../../lib/schema.ts'
import { LessonHtml, LessonPrerequisites } from './shown-schema.ts'
import { byType, LessonTypeName } from './types/types.ts'

export const LessonKey = z.string().meta({
  description: 'Stable within the course, from version to version',
  examples: ['a-typed-client'],
})
export const LessonTitle = z
  .string()
  .meta({ description: 'Title of the lesson', examples: ['A typed client'] })

export const LessonSummary = z
  .object({
    id: Id.meta({ description: 'The lesson', examples: [exampleIds.lesson] }),
    key: LessonKey,
    title: LessonTitle,
    type: LessonTypeName,
    minutes: z
      .number()
      .int()
      .meta({ description: 'Minutes that the lesson takes', examples: [10] }),
    required: z.boolean().describe('Needed to complete the course'),
    preview: z.boolean().describe('Open to users who are not enrolled'),
  })
  .meta({ id: 'LessonSummary', description: 'A lesson in the table of contents' })

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
    watchedSeconds: z
      .number()
      .int()
      .optional()
      .meta({
        description: 'Seconds of the video that you watched; present once you reported any',
        examples: [180],
      }),
  })
  .meta({ id: 'LessonProgress', description: 'Your progress in a lesson' })

export const NeighborLesson = z
  .object({
    id: Id.meta({ description: 'The lesson', examples: [exampleIds.lesson] }),
    key: LessonKey,
    title: LessonTitle,
  })
  .meta({ id: 'NeighborLesson', description: 'A lesson beside another one' })

const LessonProgressWithRanges = LessonProgress.extend({
  watched: z
    .array(z.tuple([z.int(), z.int()]))
    .optional()
    .meta({
      description:
        'Watched ranges of the video, in seconds: each from its first number to before its second',
      examples: [[[0, 180]]],
    }),
}).meta({ id: 'ReadLessonProgress', description: 'Your progress in the lesson that you read' })

const lesson = LessonSummary.extend({
  courseId: Id.meta({
    description: 'The course of the lesson',
    examples: [exampleIds.course],
  }),
  content: z
    .string()
    .meta({ description: 'Markdown', examples: ['Install the client, then sign in.'] }),
  previous: NeighborLesson.nullable().describe('The lesson before it; null for the first'),
  next: NeighborLesson.nullable().describe('The lesson after it; null for the last'),
  html: LessonHtml,
  prerequisites: LessonPrerequisites,
  progress: LessonProgressWithRanges.optional().describe(
    'Present once you have started the lesson',
  ),
})

export const Lesson = byType(lesson, 'shown', (Type) => `${Type}Lesson`).meta({
  id: 'Lesson',
  description: 'A lesson with its content. More types will come: show an unknown one as a text',
})
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
