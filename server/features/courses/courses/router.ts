import { Empty } from '../../../../lib/schema.ts'
import { catalogueProcedure, router } from '../../../trpc.ts'
import { getCourse } from './get-course.ts'
import { listCourses } from './list-courses.ts'
import { listSubjects } from './list-subjects.ts'
import * as schema from './schema.ts'

export const coursesRouter = router({
  list: catalogueProcedure
    .meta({
      route: 'GET /api/v1/courses',
      summary: 'List and search the published courses',
      aliases: ['GET /api/courses'],
      limits: ['searchesPerIp'],
      description:
        'The catalogue: every course you can buy or enroll in today, newest first. Filters and ' +
        '`q` narrow it down; a cursor goes with the filters that it came with. `kind=all` has the ' +
        'programs, too.',
    })
    .input(schema.ListCoursesInput)
    .output(schema.CourseList)
    .query(({ ctx, input: { kind, ...input } }) => listCourses(ctx, input, kind)),

  get: catalogueProcedure
    .meta({
      route: 'GET /api/v1/courses/{idOrSlug}',
      summary: 'Show a course with its sections and lessons',
      errors: ['CourseNotFound'],
      description:
        'When you are enrolled, you get the version you enrolled in and your progress; ' +
        'otherwise the current version.',
    })
    .input(schema.GetCourseInput)
    .output(schema.Course)
    .query(({ ctx, input }) => getCourse(ctx, input)),

  subjects: catalogueProcedure
    .meta({
      route: 'GET /api/v1/subjects',
      summary: 'List the subjects of the catalogue',
      description: 'Each with its name in the languages of the school, and how much it has.',
    })
    .input(Empty)
    .output(schema.SubjectList)
    .query(({ ctx }) => listSubjects(ctx)),
})

/** Serves programs: courses whose lessons are courses, and whose ids are accepted as course ids. */
export const programsRouter = router({
  list: catalogueProcedure
    .meta({
      route: 'GET /api/v1/programs',
      summary: 'List and search the published programs',
      limits: ['searchesPerIp'],
      description: 'Programs of several courses, like `courses.list`.',
    })
    .input(schema.ListProgramsInput)
    .output(schema.CourseList)
    .query(({ ctx, input }) => listCourses(ctx, input, 'program')),

  get: catalogueProcedure
    .meta({
      route: 'GET /api/v1/programs/{idOrSlug}',
      summary: 'Show a program with its courses',
      errors: ['CourseNotFound'],
      description:
        'Each of its lessons is a course. When you are enrolled, you get the version you enrolled ' +
        'in and your progress; otherwise the current version.',
    })
    .input(schema.GetCourseInput)
    .output(schema.Course)
    .query(({ ctx, input }) => getCourse(ctx, input, 'program')),
})
