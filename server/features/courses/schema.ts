import { z } from 'zod'
import { lessonTypes } from '../../../db/queries/learning/lessons.ts'
import { exampleIds, Id, Instant, Money, pageInput, pageOf, text } from '../../lib/schema.ts'

export const CourseSummary = z
  .object({
    id: Id.meta({ description: 'The course', examples: [exampleIds.course] }),
    slug: z
      .string()
      .meta({ description: 'Readable id, for links', examples: ['building-a-course-player'] }),
    title: z.string().meta({ description: 'Title', examples: ['Building a course player'] }),
    summary: z.string().meta({
      description: 'A few sentences about the course',
      examples: ['From a typed client to a certificate.'],
    }),
    language: z.string().meta({ description: 'Language of the lessons, BCP 47', examples: ['en'] }),
    license: z
      .string()
      .nullable()
      .meta({
        description: 'License of the content, as its author states it; null when none is stated',
        examples: ['CC-BY-4.0'],
      }),
    source: z
      .string()
      .nullable()
      .meta({
        description: 'Where the content comes from and whom to credit; null when it is original',
        examples: ['https://swcarpentry.github.io/git-novice/'],
      }),
    price: Money,
    version: z
      .number()
      .int()
      .meta({ description: 'Number of the published version', examples: [1] }),
    enrolled: z
      .boolean()
      .optional()
      .meta({ description: 'true when you are enrolled; absent otherwise', examples: [true] }),
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
    type: z
      .enum(lessonTypes)
      .describe('text: to read; video: to watch; file: to read or download; link: an outside page'),
    minutes: z
      .number()
      .int()
      .meta({ description: 'How long the lesson takes', examples: [10] }),
    required: z.boolean().describe('Needed to complete the course'),
    preview: z.boolean().describe('Open to users who are not enrolled'),
  })
  .meta({ id: 'LessonSummary', description: 'A lesson in the table of contents' })

export const CoursePercent = z
  .number()
  .int()
  .meta({
    description:
      'Share of the required lessons that are completed, rounded down; 100 once you have completed ' +
      'the course, whatever is added later',
    examples: [50],
  })

export const NewerVersion = z
  .object({
    version: z
      .number()
      .int()
      .meta({ description: 'Number of the current version', examples: [2] }),
    note: z
      .string()
      .nullable()
      .meta({
        description: 'The note of its author; null when there is none',
        examples: ['Two lessons on signing in, and clearer exercises.'],
      }),
    publishedAt: Instant.describe('When it was published'),
    mayTake: z.boolean().describe('Whether you may move to it yourself: `me.takeNewerVersion`'),
  })
  .meta({
    id: 'NewerVersion',
    description:
      'The current version of a course that you take in an older one. A version that changes no ' +
      'lessons is not mentioned',
  })

export const Enrollment = z
  .object({
    enrolledAt: Instant.describe('When the enrollment began'),
    completedAt: Instant.nullable().describe(
      'When the last required lesson was completed; null until then',
    ),
    percent: CoursePercent,
    newerVersion: NewerVersion.optional().describe(
      'Present when the course has a newer version than yours',
    ),
  })
  .meta({ id: 'Enrollment', description: 'Your enrollment in a course' })

export const Course = CourseSummary.extend({
  sections: z
    .array(
      z.object({
        title: z
          .string()
          .meta({ description: 'Title of the section', examples: ['Getting started'] }),
        lessonCount: z
          .number()
          .int()
          .meta({ description: 'The number of its lessons', examples: [3] }),
        minutes: z
          .number()
          .int()
          .meta({ description: 'How long all its lessons take', examples: [30] }),
        lessons: z
          .array(LessonSummary)
          .describe('In the order to take them; empty with `outline=sections`'),
      }),
    )
    .describe('In the order to take them'),
  enrollment: Enrollment.optional().describe('Present when you are enrolled'),
}).meta({
  id: 'Course',
  description: 'A course in the version you are enrolled in, otherwise in the current one',
})
export type Course = z.infer<typeof Course>

export const ListCoursesInput = z.object(pageInput)
export type ListCoursesInput = z.infer<typeof ListCoursesInput>

export const IdOrSlug = text(100).meta({
  description: 'Id or slug of the course',
  examples: ['building-a-course-player'],
})

export const GetCourseInput = z.object({
  idOrSlug: IdOrSlug,
  outline: z
    .enum(['lessons', 'sections'])
    .default('lessons')
    .meta({
      description:
        'sections: without the lessons, for a short answer however long the course is. Pages of ' +
        'lessons: `progress.get`',
      examples: ['lessons'],
    }),
})
export type GetCourseInput = z.infer<typeof GetCourseInput>
