import { z } from 'zod'
import { Id, IdInPath, Instant } from '../../schema.ts'
import { LessonSummary } from '../courses/schema.ts'

export const LessonProgress = z
  .object({
    percent: z.number().int().describe('0 to 100; only rises'),
    completedAt: Instant.nullable(),
    positionSeconds: z.number().int().describe('Where I stopped'),
  })
  .meta({ id: 'LessonProgress' })

export const Lesson = LessonSummary.extend({
  courseId: Id,
  content: z.string().describe('Markdown'),
  progress: LessonProgress.optional().describe('Mine, once I started it'),
}).meta({ id: 'Lesson' })
export type Lesson = z.infer<typeof Lesson>

export const LessonChoice = z.object({ id: IdInPath })
export type LessonChoice = z.infer<typeof LessonChoice>
