import { z } from 'zod'
import { exampleIds, Id, Instant, Money, pageInput, pageOf, text } from '../../lib/schema.ts'

export const CourseSummary = z
  .object({
    id: Id.meta({ description: 'The course', examples: [exampleIds.course] }),
    slug: z
      .string()
      .meta({ description: 'Readable id, for addresses', examples: ['building-a-course-player'] }),
    title: z.string().meta({ description: 'Title', examples: ['Building a course player'] }),
    summary: z.string().meta({
      description: 'What it is about, in a few sentences',
      examples: ['From a typed client to a certificate.'],
    }),
    language: z.string().meta({ description: 'Language of the lessons, BCP 47', examples: ['en'] }),
    price: Money,
    version: z
      .number()
      .int()
      .meta({ description: 'Number of the published version', examples: [1] }),
  })
  .meta({ id: 'CourseSummary', description: 'A course in the catalogue' })
export type CourseSummary = z.infer<typeof CourseSummary>

export const CourseList = pageOf(CourseSummary).meta({
  id: 'CourseList',
  description: 'Courses, newest first',
})
export type CourseList = z.infer<typeof CourseList>

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
    type: z.enum(['text', 'video']).describe('Something to read, or something to watch'),
    minutes: z
      .number()
      .int()
      .meta({ description: 'How long it takes', examples: [10] }),
    required: z.boolean().describe('Counts for the completion of the course'),
    preview: z.boolean().describe('Open to users who are not enrolled'),
  })
  .meta({ id: 'LessonSummary', description: 'A lesson in the table of contents' })

export const CoursePercent = z
  .number()
  .int()
  .meta({
    description: 'Completed required lessons of all required lessons, rounded down',
    examples: [50],
  })

export const Enrollment = z
  .object({
    enrolledAt: Instant.describe('Since when I have the course'),
    completedAt: Instant.nullable().describe('When all required lessons were completed first'),
    percent: CoursePercent,
  })
  .meta({ id: 'Enrollment', description: 'My place in a course' })

export const Course = CourseSummary.extend({
  sections: z
    .array(
      z.object({
        title: z
          .string()
          .meta({ description: 'Title of the section', examples: ['Getting started'] }),
        lessons: z.array(LessonSummary).describe('In the order in which they are taken'),
      }),
    )
    .describe('In the order in which they are taken'),
  enrollment: Enrollment.optional().describe('Mine, when I am enrolled'),
}).meta({
  id: 'Course',
  description:
    'A course as I see it: in the version I am enrolled in, else in the one that is sold',
})
export type Course = z.infer<typeof Course>

export const CourseListInput = z.object(pageInput)
export type CourseListInput = z.infer<typeof CourseListInput>

export const CourseChoice = z.object({
  idOrSlug: text(100).meta({
    description: 'Id or slug of the course',
    examples: ['building-a-course-player'],
  }),
})
export type CourseChoice = z.infer<typeof CourseChoice>
