import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findNumberedVersion } from '../../../../db/queries/courses/courses/versions.ts'
import { enrollments } from '../../../../db/schema/learning/enrollments.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent, type GivenCourse, type GivenUser } from '../../../test/given.ts'
import { lessonOf } from '../../../test/learning.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { publish } from '../../authoring/moves/test-support.ts'

const api = await forAllTests(startApi())

const asRefused = (error: string) => ({ data: { error } })

/** Creates a course whose second lesson has another key from the second version on. */
async function givenRenamedLesson() {
  const learner = await api.given.learner()
  const course = await api.given.course({ lessons: ['preview', 'required', 'required'] })
  await api.given.enrollment(learner, course)
  const content = courseContent({
    slug: course.slug,
    lessons: ['preview', 'required', 'required'],
  })
  await publishCourse(api.deps, {
    ...content,
    sections: content.sections.map(({ title, lessons }) => ({
      title,
      lessons: lessons.map((lesson) =>
        lesson.key === 'lesson-2'
          ? { ...lesson, key: 'renamed', formerKeys: ['lesson-2'], content: 'Renamed.' }
          : lesson,
      ),
    })),
  })
  const newcomer = await api.given.learner()
  await api.given.enrollment(newcomer, course)
  const { sections } = await api.as(newcomer).courses.get.query({ idOrSlug: course.id })
  const renamed = sections.flatMap(({ lessons }) => lessons)[1]
  return { learner, newcomer, course, renamedId: renamed?.id ?? '' }
}

async function moveTo(number: number, learner: GivenUser, course: GivenCourse): Promise<void> {
  const version = await findNumberedVersion(api.deps.db, { courseId: course.id, number })
  await api.deps.db
    .update(enrollments)
    .set({ versionId: version?.id ?? '' })
    .where(and(eq(enrollments.userId, learner.id), eq(enrollments.courseId, course.id)))
}

test('a lesson is found by the id or the slug of its course, and its key', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course()
  await api.given.enrollment(learner, course)
  const { id, key } = lessonOf(course, 1)
  const byId = await api.as(learner).lessons.get.query({ lessonId: id })

  for (const idOrSlug of [course.id, course.id.toUpperCase(), course.slug])
    expect(await api.as(learner).lessons.getByKey.query({ idOrSlug, key })).toEqual(byId)
  const { status, body } = await api.request(
    `GET /api/v1/courses/${course.slug}/lessons/${key}`,
    learner,
  )
  expect([status, body]).toEqual([200, byId])
})

test('the rules are those of a lesson by its id', async () => {
  const stranger = await api.given.learner()
  const course = await api.given.course({ lessons: ['preview', 'required'] })
  const read = (key: string, idOrSlug = course.slug) =>
    api.as(stranger).lessons.getByKey.query({ idOrSlug, key })

  expect((await read('lesson-1')).content).toBe('What lesson 1 teaches.')
  await expect(read('lesson-2')).rejects.toMatchObject(asRefused('NotEnrolled'))
  await expect(read('lesson-9')).rejects.toMatchObject(asRefused('LessonNotFound'))
  await expect(read('lesson-1', 'no-such-course')).rejects.toMatchObject(
    asRefused('LessonNotFound'),
  )
  await expect(read('a\0b')).rejects.toMatchObject(asRefused('InvalidFields'))
  const { body } = await api.request(`GET /api/v1/courses/${course.slug}/lessons/lesson-1`)
  expect(body.error).toBe('TokenMissing')
})

test('a renamed lesson is found by every key and id that it ever had, in the version of the learner', async () => {
  const { learner, newcomer, course, renamedId } = await givenRenamedLesson()
  const formerId = lessonOf(course, 1).id
  const byKey = (user: GivenUser, key: string) =>
    api.as(user).lessons.getByKey.query({ idOrSlug: course.id, key })
  const byId = (user: GivenUser, id: string) => api.as(user).lessons.get.query({ lessonId: id })
  const found = async (user: GivenUser) =>
    (
      await Promise.all([
        byKey(user, 'lesson-2'),
        byKey(user, 'renamed'),
        byId(user, formerId),
        byId(user, renamedId),
      ])
    ).map(({ id, key }) => [id, key])

  expect(await found(learner)).toEqual(Array(4).fill([formerId, 'lesson-2']))
  expect(await found(newcomer)).toEqual(Array(4).fill([renamedId, 'renamed']))
  await moveTo(2, learner, course)
  expect(await found(learner)).toEqual(Array(4).fill([renamedId, 'renamed']))
})

test('of lessons that were joined later, the first in the outline stands for the one', async () => {
  const learner = await api.given.learner()
  const course = await publish(api, ['intro', 'c', 'b', 'a'])
  await api.given.enrollment(learner, course)
  const { lessons } = await publish(
    api,
    ['intro', { key: 'joined', formerKeys: ['a', 'b', 'c'] }],
    course,
  )
  const lessonId = lessons.find(({ key }) => key === 'joined')?.id ?? ''

  const byKey = await api.as(learner).lessons.getByKey.query({ idOrSlug: course.id, key: 'joined' })
  expect([
    byKey.key,
    (await api.as(learner).lessons.get.query({ lessonId: lessonId })).key,
  ]).toEqual(['c', 'c'])
  await api.as(learner).progress.update.mutate({ lessonId, completed: true })
  const { items } = await api.as(learner).progress.get.query({ courseId: course.id })
  expect(items.flatMap(({ key, percent }) => (percent > 0 ? [key] : []))).toEqual(['c'])
})

test('a report by the id of a renamed lesson counts in every version', async () => {
  const { learner, newcomer, course, renamedId } = await givenRenamedLesson()
  const report = (user: GivenUser, lessonId: string, percent: number) =>
    api.as(user).progress.update.mutate({ lessonId, percent })

  const formerId = lessonOf(course, 1).id
  expect((await report(learner, renamedId, 40)).lesson).toMatchObject({
    lessonId: formerId,
    percent: 40,
  })
  expect((await report(newcomer, formerId, 50)).lesson).toMatchObject({
    lessonId: renamedId,
    percent: 50,
  })
  const first = await report(newcomer, lessonOf(course, 0).id, 100)
  expect(first.next?.lessonId).toBe(renamedId)
  await report(newcomer, lessonOf(course, 2).id, 100)
  const last = await report(newcomer, formerId, 100)
  expect([last.lesson.lessonId, last.course.percent, last.certificate?.status]).toEqual([
    renamedId,
    100,
    'issued',
  ])
})

test('a lesson names the lessons before and after it in the version of the reader', async () => {
  const { learner, newcomer, course } = await givenRenamedLesson()
  const around = async (user: GivenUser, key: string) => {
    const { previous, next } = await api
      .as(user)
      .lessons.getByKey.query({ idOrSlug: course.id, key })
    return [previous?.key ?? null, next?.key ?? null]
  }

  expect(await around(learner, 'lesson-1')).toEqual([null, 'lesson-2'])
  expect(await around(newcomer, 'lesson-1')).toEqual([null, 'renamed'])
  expect(await around(newcomer, 'renamed')).toEqual(['lesson-1', 'lesson-3'])
  expect(await around(learner, 'lesson-3')).toEqual(['lesson-2', null])
  const { next } = await api.as(learner).lessons.get.query({ lessonId: lessonOf(course, 0).id })
  expect(next).toEqual({ id: lessonOf(course, 1).id, key: 'lesson-2', title: 'Lesson 2' })
})
