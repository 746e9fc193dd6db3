import { randomUUID } from 'node:crypto'
import type { CourseContent } from '../../content/draft.ts'
import { findCourse } from '../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../db/queries/courses/lessons.ts'
import { insertUser } from '../../db/queries/people/users/users.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../context.ts'
import { publishCourse } from '../features/authoring/import/publish-course.ts'
import { enrollLearner } from '../features/learning/enrollments/enroll-learner.ts'
import type { Role } from '../security/permissions.ts'

export interface GivenUser {
  id: string
  email: string
  name: string
  password: string
  token: string
}

export interface GivenCourse {
  id: string
  slug: string
  title: string
  lessons: { id: string; key: string; required: boolean; preview: boolean }[]
}

export interface GivenCourseOptions
  extends Partial<
    Pick<
      CourseContent,
      | 'slug'
      | 'title'
      | 'language'
      | 'price'
      | 'certificate'
      | 'validFor'
      | 'due'
      | 'tags'
      | 'credits'
      | 'skills'
    >
  > {
  /** Kinds of its lessons, in their order. */
  lessons?: ('required' | 'optional' | 'preview')[]
}

export interface Given {
  /** A verified, signed-in learner. */
  learner(user?: {
    email?: string
    name?: string
    role?: Role
    verified?: boolean
  }): Promise<GivenUser>
  admin(): Promise<GivenUser>
  /**
   * A published course; free, with one preview, one required and one optional lesson, unless said
   * otherwise.
   */
  course(options?: GivenCourseOptions): Promise<GivenCourse>
  enrollment(user: { email: string }, course: { slug: string }): Promise<void>
}

export const password = 'correct horse battery staple'

/** Hashes of the password, by cost and pepper: most services of a process share them. */
const hashes = new Map<string, ReturnType<Deps['passwords']['hash']>>()

/** The token of a new session. */
export async function openToken(deps: Deps, userId: string): Promise<string> {
  const from = deps.now()
  const until = new Date(from.getTime() + deps.config.tokenTtlMilliseconds)
  const { id: sessionId } = await deps.sessions.open(deps.db, userId)
  return deps.tokens.issue({ userId, sessionId }, { from, until })
}

export function makeGiven(deps: Deps): Given {
  const learner: Given['learner'] = async ({
    email = `learner-${randomUUID()}@example.com`,
    name = 'Ada Lovelace',
    role = 'learner',
    verified = true,
  } = {}) => {
    const kind = `${deps.config.bcryptCost} ${deps.keys.pepper.secret}`
    const hashed = hashes.get(kind) ?? deps.passwords.hash(password)
    hashes.set(kind, hashed)
    const { hash, pepperVersion } = await hashed
    const at = deps.now()
    const id = newId()
    await insertUser(deps.db, {
      id,
      email,
      name,
      role,
      passwordHash: hash,
      pepperVersion,
      emailVerifiedAt: verified ? at : null,
      createdAt: at,
    })
    return { id, email, name, password, token: await openToken(deps, id) }
  }

  return {
    learner,
    admin: () => learner({ role: 'admin', name: 'Grace Hopper' }),
    course: async (options = {}) => {
      const content = courseContent(options)
      await publishCourse(deps, content)
      const course = await findCourse(deps.db, { slug: content.slug })
      if (course === undefined) throw new Error('The course was not published.')
      const lessons = await listLessons(deps.db, course.versionId)
      return { id: course.id, slug: course.slug, title: course.title, lessons }
    },
    enrollment: async ({ email }, { slug }) => {
      await enrollLearner(deps, { email, idOrSlug: slug })
    },
  }
}

export function courseContent({
  slug,
  title = 'A course about something',
  language = 'en',
  price,
  certificate,
  validFor,
  due,
  lessons,
  ...more
}: GivenCourseOptions): CourseContent {
  const kinds = lessons ?? ['preview', 'required', 'optional']
  return {
    slug: slug ?? `course-${randomUUID()}`,
    title,
    summary: 'What there is to know about something.',
    language,
    ...more,
    price: price ?? { amount: 0, currency: 'USD' },
    ...(certificate !== undefined && { certificate }),
    ...(validFor !== undefined && { validFor }),
    ...(due !== undefined && { due }),
    sections: [
      {
        title: 'The only section',
        lessons: kinds.map((kind, index) => ({
          key: `lesson-${index + 1}`,
          title: `Lesson ${index + 1}`,
          type: 'text',
          minutes: 5,
          required: kind !== 'optional',
          preview: kind === 'preview',
          content: `What lesson ${index + 1} teaches.`,
        })),
      },
    ],
  }
}
