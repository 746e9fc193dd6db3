import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { CourseContent, LessonContent } from '../../../../content/draft.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { findNumberedVersion } from '../../../../db/queries/courses/courses/versions.ts'
import { listLessons } from '../../../../db/queries/courses/lessons.ts'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import type { Deps } from '../../../context.ts'
import type { Api } from '../../../test/api.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { checkData } from '../../maintenance/invariants/check-data.ts'
import { publishCourse } from '../import/publish-course.ts'
import { type MovedLearner, moveEnrollment } from './move-learner.ts'

export type Lesson = Pick<LessonContent, 'key'> & Partial<LessonContent>

/** Publishes the course's next version, or its first, of required lessons with these keys. */
export async function publish(
  api: Api,
  lessons: readonly (string | Lesson)[],
  { slug = `moves-${randomUUID()}`, ...terms }: Partial<CourseContent> = {},
): Promise<GivenCourse> {
  await publishCourse(api.deps, {
    slug,
    title: 'A course that changes',
    summary: 'Its lessons come and go.',
    language: 'en',
    price: { amount: 0, currency: 'USD' },
    ...terms,
    sections: [{ title: 'The only section', lessons: lessons.map(toContent) }],
  })
  const course = await findCourse(api.deps.db, { slug })
  if (course === undefined) throw new Error('The course was not published.')
  const published = await listLessons(api.deps.db, course.versionId)
  return { id: course.id, slug, title: course.title, lessons: published }
}

function toContent(lesson: string | Lesson): LessonContent {
  const { key, ...more } = typeof lesson === 'string' ? { key: lesson } : lesson
  return {
    key,
    title: `Lesson ${key}`,
    type: 'text',
    minutes: 5,
    required: true,
    preview: false,
    content: `What ${key} teaches.`,
    ...more,
  }
}

/** Creates a learner enrolled in the current version, with lessons of it completed. */
export async function givenLearnerOf(
  api: Api,
  course: GivenCourse,
  keys: readonly string[] = [],
): Promise<GivenUser> {
  const learner = await api.given.learner()
  await api.given.enrollment(learner, course)
  for (const key of keys) await report(api, { learner, course }, key)
  return learner
}

export function report(
  api: Api,
  { learner, course }: { learner: GivenUser; course: GivenCourse },
  key: string,
  body: object = { completed: true },
) {
  const lesson = course.lessons.find((lesson) => lesson.key === key)
  if (lesson === undefined) throw new Error(`The course has no lesson ${key}.`)
  return api.as(learner).progress.update.mutate({ lessonId: lesson.id, ...body })
}

/** Returns what the learner sees of the course. */
export async function seenBy(api: Api, learner: GivenUser, course: GivenCourse) {
  const seen = await api.as(learner).courses.get.query({ idOrSlug: course.slug })
  const { percent, completedAt } = seen.enrollment ?? {}
  return { version: seen.version, percent, isCompleted: completedAt !== null }
}

export async function enrollmentOf(api: Api, learner: GivenUser, course: GivenCourse) {
  const enrollment = await findEnrollment(api.deps.db, { userId: learner.id, courseId: course.id })
  if (enrollment === undefined) throw new Error('The learner is not enrolled.')
  return enrollment
}

type MoveOptions = Parameters<ReturnType<Api['as']>['moves']['create']['mutate']>[0]

/** Moves learners as the administrator asks, and waits for the end. */
export async function moveAndWait(
  api: Api,
  admin: GivenUser,
  options: Omit<MoveOptions, 'dryRun'>,
) {
  const { move } = await api.as(admin).moves.create.mutate(options)
  if (move === null) throw new Error('No move has begun.')
  return waitForMove(api, admin, move)
}

export async function waitForMove(
  api: Api,
  admin: GivenUser,
  { courseId, id }: { courseId: string; id: string },
) {
  const look = () => api.as(admin).moves.get.query({ courseId, moveId: id })
  await expect
    .poll(async () => (await look()).status, { timeout: 20_000, interval: 20 })
    .toBe('done')
  return look()
}

/** Checks for all enrollments the invariants that a move could break. */
export async function nothingIsWrong(api: Api): Promise<void> {
  const names = [
    'remaining-lessons-are-counted',
    'finished-is-completed',
    'completed-has-certificate',
    'certificate-has-completion',
  ]
  const checked = (await checkData(api.deps)).filter(({ invariant }) => names.includes(invariant))
  expect(checked.map(({ invariant, listed }) => [invariant, listed])).toEqual(
    checked.map(({ invariant }) => [invariant, []]),
  )
  expect(checked).toHaveLength(names.length)
}

/** Moves a learner to a version by its number. */
export async function moveLearner(
  ctx: Deps,
  { toVersion, ...learning }: { userId: string; courseId: string; toVersion: number },
): Promise<MovedLearner | undefined> {
  const { courseId } = learning
  const version = await findNumberedVersion(ctx.db, { courseId, number: toVersion })
  if (version === undefined) throw new Error(`There is no version ${toVersion}.`)
  return moveEnrollment(ctx, { ...learning, versionId: version.id })
}
