import type { DraftContent, DraftedLesson } from '../../../../content/draft.ts'
import type { LessonDetails } from '../../../../content/lessons/lesson-type-names.ts'
import {
  type DraftProblem,
  error,
  type ProblemCode,
} from '../../../../content/rules/draft-problem.ts'
import { courseNamedIn } from '../../../../content/rules/requirements-of-courses.ts'
import type { DraftRow } from '../../../../db/queries/authoring/drafts/drafts.ts'
import {
  findNamedCourses,
  listCoursesOfKeys,
} from '../../../../db/queries/authoring/drafts/named-courses.ts'
import { findFaultyRequirements } from '../../../../db/queries/courses/courses/requirements.ts'
import type { Deps } from '../../../context.ts'

/** Bounds the courses that a learner begins at once, if nothing orders them. */
const maxCourses = 100
const maxMinutes = 1440

interface DefaultedLesson {
  title: string
  minutes: number
  details?: LessonDetails | null
}

/** Returns lessons with titles and minutes, taken from their courses where they lack them. */
export async function withCourseDefaults<Lesson extends DefaultedLesson>(
  db: Deps['db'],
  lessons: readonly Lesson[],
): Promise<Lesson[]> {
  const lacking = lessons.filter(({ title, minutes }) => title === '' || minutes === 0)
  if (lacking.length === 0) return [...lessons]
  const slugs = lacking.flatMap(({ details }) => courseNamedIn(details) ?? [])
  const named = new Map((await findNamedCourses(db, slugs)).map((course) => [course.slug, course]))
  return lessons.map((lesson) => {
    const slug = courseNamedIn(lesson.details) ?? ''
    const { title, minutes } = named.get(slug) ?? {}
    return {
      ...lesson,
      title: lesson.title || (title ?? slug),
      minutes: lesson.minutes || Math.min(Math.max(minutes ?? 1, 1), maxMinutes),
    }
  })
}

/** Returns the facts for finding problems of a program's draft; a course has none. */
export async function coursesOfDraft(
  db: Deps['db'],
  { kind, courseId, lessons }: Pick<DraftRow, 'kind' | 'courseId' | 'lessons'>,
): Promise<Pick<DraftContent, 'courses' | 'publishedCourses'>> {
  if (kind === 'course') return { courses: null }
  const slugs = lessons.flatMap(({ details }) => courseNamedIn(details) ?? [])
  if (slugs.length === 0) return { courses: [] }
  const faults = await findFaultyRequirements(db, { courseId, requires: slugs })
  const named = await findNamedCourses(db, slugs)
  return {
    courses: named.map((course) => ({
      ...course,
      requiresProgram: faults.some(({ slug, fault }) => slug === course.slug && fault === 'circle'),
    })),
    publishedCourses: await listCoursesOfKeys(db, courseId),
  }
}

/** Finds what keeps a program from being published, and what only a program may have. */
export function findProgramProblems(
  {
    terms,
    courses = null,
    publishedCourses = [],
  }: Pick<DraftContent, 'terms' | 'courses' | 'publishedCourses'>,
  lessons: readonly DraftedLesson[],
): DraftProblem[] {
  if (courses === null) {
    const foreign = lessons.filter(({ type }) => type === 'course')
    return [
      ...foreign.map(({ key }) =>
        error(
          `lessons.${key}.type`,
          'Courses are for programs: give the lesson another type.',
          'notForCourses',
        ),
      ),
      ...(terms.choose === null
        ? []
        : [error('choose', 'For programs only: leave it out.', 'notForCourses')]),
    ]
  }
  const others = lessons.filter(({ required }) => !required).length
  const slugs = new Map<string, string>()
  const tooMany =
    lessons.length <= maxCourses
      ? []
      : [
          error(
            'sections',
            `The program has more than ${maxCourses} courses: split it.`,
            'tooManyCourses',
          ),
        ]
  const tooFew =
    terms.choose === null || terms.choose <= others
      ? []
      : [
          error(
            'choose',
            `Learners cannot choose ${terms.choose} of ${others} courses: make more of them not ` +
              'required, or choose fewer.',
            'tooFewToChoose',
          ),
        ]
  return [
    ...tooMany,
    ...tooFew,
    ...lessons.flatMap(({ key, formerKeys, type, details }) => {
      const slug = courseNamedIn(details)
      const [code, message] =
        type === 'course'
          ? (faultOf(slug) ?? [])
          : ['notForPrograms' as const, 'A program is made of courses: give it the type course.']
      const facts = { code, name: slug ?? null }
      return message === undefined ? [] : [error(`lessons.${key}.${fieldOf(type)}`, message, facts)]

      function faultOf(slug: string | undefined): Fault | undefined {
        // Leaves it to another problem, which reports that it names none.
        if (!slug) return undefined
        const twin = slugs.get(slug)
        slugs.set(slug, twin ?? key)
        if (twin !== undefined)
          return ['courseTwice', `The lesson ${twin} is the course ${slug} too: name it once.`]
        const keys = [key, ...formerKeys]
        const was = publishedCourses.find((one) => keys.includes(one.key) && one.slug !== slug)
        if (was !== undefined)
          return [
            'keyTaken',
            `The key ${was.key} was the course ${was.slug} before: give ${slug} a new key.`,
          ]
        return faultOfCourse(
          slug,
          courses?.find((course) => course.slug === slug),
        )
      }
    }),
  ]
}

function fieldOf(type: string): string {
  return type === 'course' ? 'course' : 'type'
}

type CourseOfDraft = NonNullable<DraftContent['courses']>[number]

type Fault = [code: ProblemCode, message: string]

function faultOfCourse(slug: string, course: CourseOfDraft | undefined): Fault | undefined {
  if (course === undefined)
    return ['unknownCourse', `There is no course ${slug}: correct the slug, or create it.`]
  if (course.requiresProgram)
    return [
      'circle',
      `${slug} requires this program, itself or by others: nobody could complete either.`,
    ]
  const words = wordsOf(slug, course)
  return words === undefined ? undefined : ['unusableCourse', words]
}

function wordsOf(slug: string, { kind, status }: CourseOfDraft): string | undefined {
  if (kind === 'program') return `${slug} is a program: name the courses that it is made of.`
  if (status === 'archived')
    return `The course ${slug} is archived: name a different one, or bring it back.`
  return status === 'draft'
    ? `The course ${slug} was never published: publish it first.`
    : undefined
}
