import { findCourse, listPublishedCourses } from '../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../db/queries/courses/lessons.ts'
import type { Deps } from '../../server/context.ts'
import { publishCourse } from '../../server/features/authoring/import/publish-course.ts'
import { enrollLearner } from '../../server/features/learning/enrollments/enroll-learner.ts'
import { rowsOf } from '../checks/support/database.ts'
import { fillSchool, longCourseOf, madeLesson } from './school.ts'

export interface WorldCourse {
  id: string
  lessons: { id: string }[]
}

/** The learners that send the requests of the benchmark, and what they are about. */
export interface World {
  /** All are enrolled in all courses. */
  learners: { email: string; token: string }[]
  /** Of 50 lessons each. */
  courses: WorldCourse[]
  /** Of 30 lessons. */
  shortCourse: WorldCourse
  /** Of 600 lessons. */
  longCourse: WorldCourse
}

export const password = 'correct horse battery staple'

/** 200 learners in 20 courses of 50 lessons, half of which they have begun. */
const size = {
  courses: 20,
  lessonsPerCourse: 50,
  users: 200,
  coursesPerUser: 20,
  lessonsBegun: 25,
  purchases: 2_000,
}

/** Fills an empty database. */
export async function makeWorld(deps: Deps, databaseUrl: string): Promise<World> {
  await fillSchool(databaseUrl, size)
  const { hash, pepperVersion } = await deps.passwords.hash(password)
  const users = await rowsOf<{ id: string; email: string }>(
    databaseUrl,
    'update users set password_hash = $1, pepper_version = $2 returning id, email',
    [hash, pepperVersion],
  )

  for (const [slug, lessons] of [
    ['short', 30],
    ['long', 600],
  ] as const) {
    await publishCourse(deps, content(slug, lessons))
    for (const { email } of users) await enrollLearner(deps, { email, idOrSlug: slug })
  }
  const published = await listPublishedCourses(deps.db, { before: undefined, limit: 100 })
  const courses = published.filter(({ slug }) => slug !== 'short' && slug !== 'long')
  return {
    learners: await Promise.all(users.map((user) => signIn(deps, user))),
    courses: await Promise.all(courses.map(({ slug }) => courseOf(deps, slug))),
    shortCourse: await courseOf(deps, 'short'),
    longCourse: await courseOf(deps, 'long'),
  }
}

export async function signIn(deps: Deps, { id, email }: { id: string; email: string }) {
  const at = deps.now()
  const session = await deps.sessions.open(deps.db, id)
  const until = new Date(at.getTime() + deps.config.tokenTtlMilliseconds)
  const subject = { userId: id, sessionId: session.id }
  return { email, token: await deps.tokens.issue(subject, { from: at, until }) }
}

async function courseOf(deps: Deps, slug: string): Promise<WorldCourse> {
  const course = await findCourse(deps.db, { slug })
  if (course === undefined) throw new Error(`The course ${slug} was not written.`)
  const lessons = await listLessons(deps.db, course.versionId)
  return { id: course.id, lessons: lessons.map(({ id }) => ({ id })) }
}

function content(slug: string, lessons: number) {
  const made = Array.from({ length: lessons }, (_, index) => madeLesson(index))
  const title = `A course called ${slug}`
  return {
    ...longCourseOf([]),
    slug,
    title,
    sections: [{ title: 'The only section', lessons: made }],
  }
}
