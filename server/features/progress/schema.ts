import { z } from 'zod'
import { Id, IdInPath, Instant } from '../../schema.ts'
import { Certificate } from '../certificates/schema.ts'
import { LessonProgress } from '../lessons/schema.ts'

export const ProgressUpdate = z.object({
  lessonId: Id,
  percent: z.number().int().min(0).max(100).optional().describe('How much of the lesson is done; never lowers what was reported before'),
  completed: z.boolean().optional().describe('true completes the lesson, as percent 100 does; false changes nothing'),
  positionSeconds: z.number().int().min(0).max(1_000_000).optional().describe('Where I stopped; the latest report counts'),
})
export type ProgressUpdate = z.infer<typeof ProgressUpdate>

export const LessonState = LessonProgress.extend({
  lessonId: Id,
  key: z.string(),
  title: z.string(),
  required: z.boolean(),
}).meta({ id: 'LessonState' })

export const CourseProgress = z
  .object({
    courseId: Id,
    percent: z.number().int().describe('Completed required lessons of all required lessons, rounded down'),
    completedAt: Instant.nullable().describe('When all required lessons were completed first; stays for ever'),
    missing: z.array(z.object({ lessonId: Id, title: z.string() })).describe('Lessons that the completion still needs, in their order'),
  })
  .meta({ id: 'CourseProgress' })
export type CourseProgress = z.infer<typeof CourseProgress>

export const ProgressUpdated = z.object({
  lesson: LessonState,
  course: CourseProgress,
  certificate: Certificate.optional().describe('Given once the course is completed'),
})
export type ProgressUpdated = z.infer<typeof ProgressUpdated>

export const CourseProgressDetails = CourseProgress.extend({ lessons: z.array(LessonState) }).meta({ id: 'CourseProgressDetails' })
export type CourseProgressDetails = z.infer<typeof CourseProgressDetails>

export const CourseOfProgress = z.object({ courseId: IdInPath })
export type CourseOfProgress = z.infer<typeof CourseOfProgress>
