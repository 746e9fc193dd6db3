import { z } from 'zod'
import { exampleIds, Id, IdInPath, Instant } from '../../lib/schema.ts'
import { LessonSummary } from '../courses/schema.ts'

export const LessonProgress = z
  .object({
    percent: z
      .number()
      .int()
      .meta({ description: '0 to 100; only rises', examples: [100] }),
    completedAt: Instant.nullable().describe('When I first completed it; null while I did not'),
    positionSeconds: z
      .number()
      .int()
      .meta({ description: 'Where I stopped', examples: [240] }),
  })
  .meta({ id: 'LessonProgress', description: 'How far I am in a lesson' })

export const Lesson = LessonSummary.extend({
  courseId: Id.meta({
    description: 'The course that it belongs to',
    examples: [exampleIds.course],
  }),
  content: z
    .string()
    .meta({ description: 'Markdown', examples: ['Install the client, then sign in.'] }),
  progress: LessonProgress.optional().describe('Mine, once I started it'),
}).meta({ id: 'Lesson', description: 'A lesson with its content' })
export type Lesson = z.infer<typeof Lesson>

export const LessonChoice = z.object({
  id: IdInPath.meta({ description: 'The lesson', examples: [exampleIds.lesson] }),
})
export type LessonChoice = z.infer<typeof LessonChoice>
