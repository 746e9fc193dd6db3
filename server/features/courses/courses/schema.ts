import { z } from 'zod'
import { termsShape } from '../../../../content/course-fields.ts'
import { courseKinds, courseLevels } from '../../../../content/course-values.ts'
import { Locks } from '../../../../content/days/lock.ts'
import {
  catalogueFees,
  catalogueSorts,
} from '../../../../db/queries/courses/catalogue/find-courses.ts'
import { listedKinds } from '../../../../db/queries/courses/courses/courses.ts'
import { Day } from '../../../../lib/lists/periods.ts'
import {
  exampleIds,
  field,
  Id,
  IdOrSlug,
  Instant,
  listOf,
  Money,
  named,
  pageInput,
  sortedPageInput,
  text,
} from '../../../../lib/schema.ts'
import { LessonSummary } from '../lessons/schema.ts'

export const CourseSummary = named('CourseSummary', 'A course in the catalogue', {
  id: field(Id, 'The course', exampleIds.course),
  slug: field(z.string(), 'Readable id, for links', 'building-a-course-player'),
  kind: z.enum(courseKinds).describe('program: its lessons are courses, which it opens'),
  ...termsShape,
  license: termsShape.license.describe(
    'License of the content, as its author states it; null when none is stated',
  ),
  source: termsShape.source.describe(
    'Where the content comes from and whom to credit; null when it is original',
  ),
  price: Money,
  cover: termsShape.cover.meta({
    description: 'Address of a picture that works for a few minutes; null without one',
    examples: [null],
  }),
  minutes: field(z.number().int(), 'Minutes that all its lessons take', 90),
  lessonCount: field(z.number().int(), 'The number of its lessons', 12),
  version: field(z.number().int(), 'Number of the published version', 1),
  enrolled: field(z.boolean().optional(), 'true when you are enrolled; absent otherwise', true),
})
export type CourseSummary = z.infer<typeof CourseSummary>

export const CourseList = listOf(CourseSummary, 'Courses, in the order that was asked for')
export type CourseList = z.infer<typeof CourseList>

const LanguageFilter = field(
  z
    .string()
    .max(35)
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/u, 'must be a language tag, like en or pt-BR')
    .optional(),
  'Only courses in it, BCP 47: en is en-GB too',
  'en',
)

export const CoursePercent = field(
  z.number().int(),
  'Share of the required lessons that are completed, rounded down; 100 once you have completed ' +
    'the course, whatever is added later',
  50,
)

export const VersionEffect = named('VersionEffect', 'What taking the current version does to you', {
  percent: field(z.int(), 'Your percentage afterwards', 50),
  completes: z.boolean().describe('Whether it completes the course for you, at once'),
  lessonsLost: field(z.int(), 'Lessons you completed that it does not have', 1),
})

export const NewerVersion = named(
  'NewerVersion',
  'The current version of a course that you take in an older one. A version that changes no ' +
    'lessons is not mentioned',
  {
    version: field(z.number().int(), 'Number of the current version', 2),
    note: field(
      z.string().nullable(),
      'The note of its author; null when there is none',
      'Two lessons on signing in, and clearer exercises.',
    ),
    publishedAt: Instant.describe('When it was published'),
    mayTake: z.boolean().describe('Whether you may move to it yourself: `me.takeNewerVersion`'),
    effect: VersionEffect.nullable().describe('What that would do; null where you may not'),
  },
)

export const Enrollment = named('Enrollment', 'Your enrollment in a course', {
  enrolledAt: Instant.describe('When the enrollment began'),
  completedAt: Instant.nullable().describe(
    'When the last required lesson was completed; null until then',
  ),
  percent: CoursePercent,
  newerVersion: NewerVersion.optional().describe(
    'Present when the course has a newer version than yours',
  ),
})

const CourseSeats = named('CourseSeats', 'How many learners a course takes, and when', {
  total: field(z.int().min(0).nullable(), 'How many learners it takes; null for any number', 20),
  left: field(z.int().min(0).nullable(), 'Seats that are free; null for any number', 3),
  opensAt: Instant.nullable().describe('From when on you can enroll; null for no limit'),
  closesAt: Instant.nullable().describe('Until when you can enroll; null for no limit'),
  closesOn: field(Day.nullable(), "The last day of that in the school's time zone", '2026-12-31'),
})

const Teacher = named('Teacher', 'Somebody who teaches the course, and agreed to be shown', {
  name: field(z.string(), 'Name of the teacher', 'Ada Lovelace'),
  biography: field(z.string().nullable(), 'About the teacher; null: nothing', 'Sails since 1999.'),
  picture: field(
    z.string().nullable(),
    'Address of a picture that works for a few minutes; null without one',
    null,
  ),
})

export const Course = CourseSummary.extend({
  teachers: z
    .array(Teacher)
    .describe('Those who work on it and agreed to be shown, a dozen at most'),
  sections: z
    .array(
      z.object({
        title: field(z.string(), 'Title of the section', 'Getting started'),
        lessonCount: field(z.number().int(), 'The number of its lessons', 3),
        minutes: field(z.number().int(), 'Minutes that all its lessons take', 30),
        lessons: z
          .array(
            LessonSummary.extend({ locks: Locks.optional() }).meta({
              id: 'OutlineLesson',
              description: 'A lesson in the table of contents of a course',
            }),
          )
          .describe('In the order to take them; empty with `outline=sections`'),
      }),
    )
    .describe('In the order to take them'),
  enrollment: Enrollment.optional().describe('Present when you are enrolled'),
  wasEnrolled: field(
    z.boolean().optional(),
    'true when you left the course, or your access to it ended; absent otherwise',
    true,
  ),
  seats: CourseSeats.optional().describe(
    'Present when the course takes a limited number of learners, or only for a time',
  ),
}).meta({
  id: 'Course',
  description: 'A course in the version you are enrolled in, otherwise in the current one',
})
export type Course = z.infer<typeof Course>

const slugOf = (what: string, example: string) =>
  field(
    z
      .string()
      .max(50)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/u, 'must be small letters, digits and single dashes')
      .optional(),
    `Only courses with this ${what}`,
    example,
  )

export const ListProgramsInput = z.strictObject({
  ...pageInput,
  cursor: sortedPageInput.cursor,
  q: field(
    text(200).optional(),
    'Words to look for in what a course says about itself and in the titles of its lessons: ' +
      '`"in this order"`, `-without`, `one or the other`. Where no course has them, those that ' +
      'nearly have them are listed',
    'typed client',
  ),
  category: slugOf('category', 'web-development'),
  tag: slugOf('tag', 'typescript'),
  language: LanguageFilter,
  price: field(
    z.enum(catalogueFees).optional(),
    'Only courses that cost nothing, or something',
    'free',
  ),
  level: field(z.enum(courseLevels).optional(), 'Only courses of this level', 'beginner'),
  sort: field(
    z.enum(catalogueSorts).optional(),
    'newest: the default; relevance: the default with `q`, which it needs; popular: by the ' +
      'number of learners, counted once a day; price: the cheapest first',
    'newest',
  ),
})
export type ListProgramsInput = z.infer<typeof ListProgramsInput>

export const ListCoursesInput = ListProgramsInput.extend({
  kind: z
    .enum(listedKinds)
    .default('course')
    .describe('all: courses and programs together, in one order; default: courses alone'),
})
export type ListCoursesInput = z.infer<typeof ListCoursesInput>

const Subject = named('Subject', 'A subject of the catalogue', {
  slug: field(z.string(), 'What `category` takes', 'web-development'),
  courses: field(z.int(), 'The number of its published courses and programs', 12),
  names: field(
    z.record(z.string(), z.string()),
    "The school's names for it, by language; empty where it gave none",
    { en: 'Web development', de: 'Webentwicklung' },
  ),
})

export const SubjectList = named('SubjectList', 'The subjects of the catalogue', {
  items: z.array(Subject).describe('The largest first, a hundred at most'),
})
export type SubjectList = z.infer<typeof SubjectList>

export const GetCourseInput = z.strictObject({
  idOrSlug: IdOrSlug,
  outline: field(
    z.enum(['lessons', 'sections']).default('lessons'),
    'sections: without the lessons, for a short answer however long the course is. Pages of ' +
      'lessons: `progress.get`',
    'lessons',
  ),
})
export type GetCourseInput = z.infer<typeof GetCourseInput>
