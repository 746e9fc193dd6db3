import { z } from 'zod'
import { Id, Instant, Money, pageInput, pageOf, text } from '../../schema.ts'

export const CourseSummary = z
  .object({
    id: Id,
    slug: z.string().describe('Readable id, for addresses'),
    title: z.string(),
    summary: z.string(),
    language: z.string().describe('BCP 47'),
    price: Money,
    version: z.number().int().describe('Number of the published version'),
  })
  .meta({ id: 'CourseSummary' })
export type CourseSummary = z.infer<typeof CourseSummary>

export const CourseList = pageOf(CourseSummary)
export type CourseList = z.infer<typeof CourseList>

export const LessonSummary = z
  .object({
    id: Id,
    key: z.string().describe('Stable within the course, from version to version'),
    title: z.string(),
    type: z.enum(['text', 'video']),
    minutes: z.number().int().describe('How long it takes'),
    required: z.boolean().describe('Counts for the completion of the course'),
    preview: z.boolean().describe('Open to users who are not enrolled'),
  })
  .meta({ id: 'LessonSummary' })

export const Enrollment = z
  .object({
    enrolledAt: Instant,
    completedAt: Instant.nullable().describe('When all required lessons were completed first'),
    percent: z.number().int().describe('Completed required lessons of all required lessons, rounded down'),
  })
  .meta({ id: 'Enrollment' })

export const Course = CourseSummary.extend({
  sections: z.array(z.object({ title: z.string(), lessons: z.array(LessonSummary) })),
  enrollment: Enrollment.optional().describe('Mine, when I am enrolled'),
}).meta({ id: 'Course', description: 'A course as I see it: in the version I am enrolled in, else in the one that is sold' })
export type Course = z.infer<typeof Course>

export const CourseListInput = z.object(pageInput)
export type CourseListInput = z.infer<typeof CourseListInput>

export const CourseChoice = z.object({ idOrSlug: text(100).describe('Id or slug of the course') })
export type CourseChoice = z.infer<typeof CourseChoice>
