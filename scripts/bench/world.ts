import { insertUser } from '../../db/queries/accounts/users.ts'
import { findCourse } from '../../db/queries/learning/courses.ts'
import { listLessons } from '../../db/queries/learning/lessons.ts'
import type { Deps } from '../../server/context.ts'
import { publishCourse } from '../../server/features/authoring/publish-course.ts'
import { enrollLearner } from '../../server/features/enrollments/enroll-learner.ts'
import { newId } from '../../server/lib/ids.ts'

/** The learners that send the requests of the benchmark, and the lesson they are about. */
export interface World {
  learners: { email: string; token: string }[]
  lessonId: string
}

export const password = 'correct horse battery staple'
const courses = 1_000
const learners = 50
const lessons = 32

/** Fills an empty database: 1,000 courses, and 50 learners in a course of 32 lessons. */
export async function makeWorld(deps: Deps): Promise<World> {
  for (let number = 0; number < courses; number++)
    await publishCourse(deps, content(`course-${number}`, 1))
  await publishCourse(deps, content('the-course', lessons))

  const { hash, pepperVersion } = await deps.passwords.hash(password)
  const people: World['learners'] = []
  for (let number = 0; number < learners; number++) {
    const at = deps.now()
    const user = {
      id: newId(),
      email: `learner-${number}@example.com`,
      name: 'Ada Lovelace',
      passwordHash: hash,
      pepperVersion,
      emailVerifiedAt: at,
      createdAt: at,
    }
    await insertUser(deps.db, user)
    await enrollLearner(deps, { email: user.email, idOrSlug: 'the-course' })
    const session = await deps.sessions.open(deps.db, user.id)
    const until = new Date(at.getTime() + deps.config.tokenTtlMilliseconds)
    people.push({
      email: user.email,
      token: await deps.tokens.issue(
        { userId: user.id, sessionId: session.id },
        { from: at, until },
      ),
    })
  }

  const course = await findCourse(deps.db, { slug: 'the-course' })
  const [lesson] = course === undefined ? [] : await listLessons(deps.db, course.versionId)
  if (lesson === undefined) throw new Error('The course of the benchmark was not written.')
  return { learners: people, lessonId: lesson.id }
}

function content(slug: string, lessons: number) {
  return {
    slug,
    title: `A course called ${slug}`,
    summary: 'A sentence or two about the course that say what you will learn in it, and why.',
    language: 'en',
    price: { amount: 2900, currency: 'USD' },
    sections: [
      {
        title: 'The only section',
        lessons: Array.from({ length: lessons }, (_, index) => ({
          key: `lesson-${index}`,
          title: `Lesson ${index}`,
          type: 'text' as const,
          minutes: 5,
          required: true,
          preview: false,
          content: 'A paragraph of Markdown that says something worth knowing. '.repeat(50),
        })),
      },
    ],
  }
}
