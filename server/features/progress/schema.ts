import { z } from 'zod'
import { exampleIds, Id, IdInPath, Instant } from '../../lib/schema.ts'
import { Certificate } from '../certificates/schema.ts'
import { CoursePercent, LessonKey, LessonTitle } from '../courses/schema.ts'
import { LessonProgress } from '../lessons/schema.ts'

const LessonId = Id.meta({ description: 'The lesson', examples: [exampleIds.lesson] })
const CourseId = Id.meta({ description: 'The course', examples: [exampleIds.course] })

export const UpdateProgressInput = z
  .object({
    lessonId: LessonId,
    percent: z
      .number()
      .int()
      .min(0)
      .max(100)
      .optional()
      .meta({
        description: 'How much of the lesson is done; a lower value than before is ignored',
        examples: [100],
      }),
    completed: z
      .boolean()
      .optional()
      .describe('true completes the lesson, like percent 100; false changes nothing'),
    positionSeconds: z
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Where you stopped; the latest report counts', examples: [240] }),
  })
  .meta({ id: 'UpdateProgressInput', description: 'Your progress in a lesson, to be recorded' })
export type UpdateProgressInput = z.infer<typeof UpdateProgressInput>

export const LessonState = LessonProgress.extend({
  lessonId: LessonId,
  key: LessonKey,
  title: LessonTitle,
  required: z.boolean().describe('Needed to complete the course'),
}).meta({ id: 'LessonState', description: 'A lesson with your progress' })

export const CourseProgress = z
  .object({
    courseId: CourseId,
    percent: CoursePercent,
    completedAt: Instant.nullable().describe(
      'When the last required lesson was completed; never reset',
    ),
    missing: z
      .array(z.object({ lessonId: LessonId, title: LessonTitle }))
      .describe('Lessons still needed to complete the course, in order'),
  })
  .meta({ id: 'CourseProgress', description: 'Your progress in a course' })
export type CourseProgress = z.infer<typeof CourseProgress>

export const UpdatedProgress = z
  .object({
    lesson: LessonState,
    course: CourseProgress,
    certificate: Certificate.optional().describe(
      'Present once the course is completed, unless your name cannot be printed',
    ),
  })
  .meta({ id: 'UpdatedProgress', description: 'Your progress after the update' })
export type UpdatedProgress = z.infer<typeof UpdatedProgress>

export const CourseProgressDetails = CourseProgress.extend({
  lessons: z.array(LessonState).describe('All lessons of your version of the course, in order'),
}).meta({ id: 'CourseProgressDetails', description: 'Your progress in a course, lesson by lesson' })
export type CourseProgressDetails = z.infer<typeof CourseProgressDetails>

export const GetProgressInput = z.object({
  courseId: IdInPath.meta({ description: 'The course', examples: [exampleIds.course] }),
})
export type GetProgressInput = z.infer<typeof GetProgressInput>
