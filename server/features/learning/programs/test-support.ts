import type { CourseContent } from '../../../../content/draft.ts'
import { findCourseId } from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { Api } from '../../../test/api.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'

export interface ProgramOptions extends Partial<Omit<CourseContent, 'sections' | 'available'>> {
  courses: readonly Pick<GivenCourse, 'slug'>[]
  /** How many of them are required, from the first on; default: all. */
  required?: number
  /** Day rules by the place of the course. */
  available?: Record<number, string>
  /** Keys of the lessons; default: the slugs of the courses. */
  keys?: string[]
}

/** Publishes a program, or its next version. */
export async function givenProgram(
  api: Api,
  { courses, required = courses.length, available = {}, keys, ...terms }: ProgramOptions,
): Promise<{ id: string; slug: string }> {
  const slug = terms.slug ?? `program-${crypto.randomUUID()}`
  await publishCourse(api.deps, {
    title: 'A program',
    summary: 'Several courses.',
    language: 'en',
    price: { amount: 0, currency: 'USD' },
    ...terms,
    slug,
    kind: 'program',
    sections: [
      {
        title: 'Courses',
        lessons: courses.map((course, place) => ({
          key: keys?.[place] ?? course.slug,
          title: '',
          type: 'course',
          minutes: 0,
          required: place < required,
          preview: false,
          content: '',
          details: {
            course: { slug: course.slug },
            ...(available[place] !== undefined && { available: available[place] }),
          },
        })),
      },
    ],
  })
  const id = await findCourseId(api.deps.db, slug)
  if (id === undefined) throw new Error('There is no program.')
  return { id, slug }
}

/** Returns the learner's status in each of the courses; undefined for one never opened. */
export async function statesOf(
  api: Api,
  learner: GivenUser,
  courses: readonly { id: string }[],
): Promise<(string | undefined)[]> {
  const { items } = await api.as(learner).me.courses.query({ limit: 100 })
  return courses.map(({ id }) => items.find(({ courseId }) => courseId === id)?.status)
}
