import { z } from 'zod'
import { exampleIds, Id, IdInPath, Instant } from '../../lib/schema.ts'
import { LessonSummary } from '../courses/schema.ts'

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

export const Lesson = LessonSummary.extend({
  courseId: Id.meta({
    description: 'The course of the lesson',
    examples: [exampleIds.course],
  }),
  content: z
    .string()
    .meta({ description: 'Markdown', examples: ['Install the client, then sign in.'] }),
  progress: LessonProgress.optional().describe('Present once you have started the lesson'),
}).meta({ id: 'Lesson', description: 'A lesson with its content' })
export type Lesson = z.infer<typeof Lesson>

export const GetLessonInput = z.object({
  id: IdInPath.meta({ description: 'The lesson', examples: [exampleIds.lesson] }),
})
export type GetLessonInput = z.infer<typeof GetLessonInput>
