import { z } from 'zod'
import { exampleIds, Id, IdInPath, Instant } from '../../lib/schema.ts'
import { Certificate } from '../certificates/schema.ts'
import { CoursePercent, LessonKey, LessonTitle } from '../courses/schema.ts'
import { LessonProgress } from '../lessons/schema.ts'

const LessonId = Id.meta({ description: 'The lesson', examples: [exampleIds.lesson] })
const CourseId = Id.meta({ description: 'The course', examples: [exampleIds.course] })

export const ProgressUpdate = z
  .object({
    lessonId: LessonId,
    percent: z
      .number()
      .int()
      .min(0)
      .max(100)
      .optional()
      .meta({
        description: 'How much of the lesson is done; never lowers what was reported before',
        examples: [100],
      }),
    completed: z
      .boolean()
      .optional()
      .describe('true completes the lesson, as percent 100 does; false changes nothing'),
    positionSeconds: z
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Where I stopped; the latest report counts', examples: [240] }),
  })
  .meta({ id: 'ProgressUpdate', description: 'What I did of a lesson' })
export type ProgressUpdate = z.infer<typeof ProgressUpdate>

export const LessonState = LessonProgress.extend({
  lessonId: LessonId,
  key: LessonKey,
  title: LessonTitle,
  required: z.boolean().describe('Counts for the completion of the course'),
}).meta({ id: 'LessonState', description: 'A lesson and how far I am in it' })

export const CourseProgress = z
  .object({
    courseId: CourseId,
    percent: CoursePercent,
    completedAt: Instant.nullable().describe(
      'When all required lessons were completed first; stays for ever',
    ),
    missing: z
      .array(z.object({ lessonId: LessonId, title: LessonTitle }))
      .describe('Lessons that the completion still needs, in their order'),
  })
  .meta({ id: 'CourseProgress', description: 'How far I am in a course' })
export type CourseProgress = z.infer<typeof CourseProgress>

export const ProgressUpdated = z
  .object({
    lesson: LessonState,
    course: CourseProgress,
    certificate: Certificate.optional().describe('Given once the course is completed'),
  })
  .meta({ id: 'ProgressUpdated', description: 'How far I am now' })
export type ProgressUpdated = z.infer<typeof ProgressUpdated>

export const CourseProgressDetails = CourseProgress.extend({
  lessons: z.array(LessonState).describe('All lessons of my version of the course, in their order'),
}).meta({ id: 'CourseProgressDetails', description: 'How far I am in a course, lesson by lesson' })
export type CourseProgressDetails = z.infer<typeof CourseProgressDetails>

export const GetProgressInput = z.object({
  courseId: IdInPath.meta({ description: 'The course', examples: [exampleIds.course] }),
})
export type GetProgressInput = z.infer<typeof GetProgressInput>
