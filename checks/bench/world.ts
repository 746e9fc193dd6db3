import { findCourse, listPublishedCourses } from '../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../db/queries/courses/lessons.ts'
import { mergeProgress } from '../../db/queries/learning/progress/progress.ts'
import type { Deps } from '../../server/context.ts'
import { publishQuiz } from '../../server/features/assessment/test-support.ts'
import { publishCourse } from '../../server/features/authoring/import/publish-course.ts'
import { indexLessons } from '../../server/features/courses/search/index-lessons.ts'
import { courseContent, makeGiven, openToken, password } from '../../server/test/given.ts'
import { rowsOf } from '../support/database.ts'
import { fillSchool } from './school.ts'

export interface WorldCourse {
  id: string
  lessons: { id: string }[]
}

/** The learners who send the benchmark's requests, and what those are about. */
export interface World {
  /** The learners, each enrolled in all courses. */
  learners: { email: string; token: string }[]
  /** Courses of 50 lessons each. */
  courses: WorldCourse[]
  /** A course of 30 lessons. */
  shortCourse: WorldCourse
  /** A course of 600 lessons. */
  longCourse: WorldCourse
  /**
   * A course whose lessons each require another, which all have completed, and have a day. All were
   * opened before: the first read of a lesson records that.
   */
  ruledCourse: WorldCourse
  /** A quiz lesson: an attempt has 50 of its 500 questions. */
  quizId: string
}

/** 200 learners in 20 courses of 50 lessons, half of them begun. */
const size = {
  courses: 20,
  lessonsPerCourse: 50,
  users: 200,
  coursesPerUser: 20,
  lessonsBegun: 25,
  purchases: 2_000,
}

export const questionsOf = (length: number) =>
  Array.from({ length }, (_, number) => ({
    key: `question-${number}`,
    type: 'single',
    title: `Which of these four knots holds the load of number ${number}?`,
    text: 'Think of a climber who hangs from it, and of whoever has to untie it afterwards.',
    options: ['Bowline', 'Slip knot', 'Granny knot', 'Sheet bend'].map((text, place) => ({
      text: `${text} ${number}`,
      right: place === number % 4,
    })),
    explanation: 'It keeps its loop.',
  }))

/** Fills an empty database. */
export async function makeWorld(deps: Deps, databaseUrl: string): Promise<World> {
  await fillSchool(databaseUrl, size)
  const { hash, pepperVersion } = await deps.passwords.hash(password)
  const users = await rowsOf<{ id: string; email: string }>(
    databaseUrl,
    'update users set password_hash = $1, pepper_version = $2 returning id, email',
    [hash, pepperVersion],
  )

  const published = await listPublishedCourses(deps.db, { before: undefined, limit: 100 })
  const courses = await Promise.all(published.map(({ slug }) => courseOf(deps, slug)))
  async function addCourse(lessons: number): Promise<WorldCourse> {
    const given = makeGiven(deps)
    const course = await given.course({ lessons: Array(lessons).fill('required') })
    for (const user of users) await given.enrollment(user, course)
    return course
  }
  const quiz = await publishQuiz(deps, { pools: [{ take: 50, questions: questionsOf(500) }] })
  for (const user of users) await makeGiven(deps).enrollment(user, quiz.content)
  const world = {
    quizId: quiz.lessonId,
    learners: await Promise.all(users.map((user) => signIn(deps, user))),
    courses,
    shortCourse: await addCourse(30),
    ruledCourse: await addRuledCourse(deps, { users, databaseUrl }),
    longCourse: await addCourse(600),
  }
  // A starting server does the same.
  await indexLessons(deps)
  return world
}

export async function addRuledCourse(
  deps: Deps,
  { users, databaseUrl }: { users: { id: string; email: string }[]; databaseUrl: string },
) {
  const content = courseContent({ lessons: Array(30).fill('required') })
  const details = { prerequisites: ['lesson-1'], available: '0 days after enrollment' }
  const sections = content.sections.map((section) => ({
    ...section,
    lessons: section.lessons.map((lesson, index) =>
      index === 0 ? lesson : { ...lesson, details },
    ),
  }))
  await publishCourse(deps, { ...content, sections })
  const course = await courseOf(deps, content.slug)
  for (const user of users) {
    await makeGiven(deps).enrollment(user, content)
    const lesson = { userId: user.id, courseId: course.id, lessonKey: 'lesson-1' }
    const report = { percent: 100, at: deps.now() }
    await mergeProgress(deps.db, { ...lesson, ...report })
  }
  await rowsOf(
    databaseUrl,
    `insert into lesson_openings (user_id, course_id, lesson_key, opened_at)
     select e.user_id, e.course_id, l.key, now() from enrollments e
     join lesson_revisions l on l.course_id = e.course_id where e.course_id = $1`,
    [course.id],
  )
  return course
}

export async function signIn(deps: Deps, { id, email }: { id: string; email: string }) {
  return { email, token: await openToken(deps, id) }
}

async function courseOf(deps: Deps, slug: string): Promise<WorldCourse> {
  const course = await findCourse(deps.db, { slug })
  if (course === undefined) throw new Error(`The course ${slug} was not written.`)
  const lessons = await listLessons(deps.db, course.versionId)
  return { id: course.id, lessons: lessons.map(({ id }) => ({ id })) }
}
