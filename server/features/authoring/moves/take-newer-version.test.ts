import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenCourse } from '../../../test/given.ts'
import { givenLearnerOf, nothingIsWrong, publish, seenBy } from './test-support.ts'

const api = await forAllTests(startApi())

const letLearnersMove = ({ id }: GivenCourse) =>
  api.deps.db.execute(sql`update courses set learners_may_move = true where id = ${id}`)

test('a learner takes the newer version where the course lets them, and keeps what they have done', async () => {
  const course = await publish(api, ['a', 'b', 'c'])
  const learner = await givenLearnerOf(api, course, ['a', 'b'])
  await publish(api, ['a', { key: 'b-new', formerKeys: ['b'] }, 'c', 'd'], course)
  const take = () =>
    api.request(`POST /api/v1/me/courses/${course.id}/newer-version`, { token: learner.token })
  const newer = async () =>
    (await api.as(learner).courses.get.query({ idOrSlug: course.slug })).enrollment?.newerVersion

  expect(await newer()).toMatchObject({ version: 2, mayTake: false })
  const refused = await take()
  expect([refused.status, refused.body.error]).toEqual([409, 'CannotMove'])
  expect((await seenBy(api, learner, course)).version).toBe(1)

  await letLearnersMove(course)
  expect(await newer()).toMatchObject({ version: 2, mayTake: true })
  const [taken, ...again] = await Promise.all([take(), take(), take()])
  expect(taken?.body).toMatchObject({ version: 2, percent: 50, requiredLessons: 4 })
  expect(again.map(({ body }) => body)).toEqual([taken?.body, taken?.body])
  expect(await newer()).toBeFalsy()
  expect((await take()).body).toEqual(taken?.body)
  await nothingIsWrong(api)
})

test('taking a version without the lessons that are left completes the course', async () => {
  const course = await publish(api, ['a', 'b'])
  const learner = await givenLearnerOf(api, course, ['a'])
  await publish(api, ['a'], course)
  await letLearnersMove(course)

  const taken = await api.as(learner).me.takeNewerVersion.mutate({ courseId: course.id })

  expect(taken).toMatchObject({ version: 2, percent: 100 })
  expect(taken.completedAt).not.toBeNull()
  const { items } = await api.as(learner).certificates.list.query({ userId: learner.id })
  expect(items).toHaveLength(1)
})

test('only who is enrolled takes a version', async () => {
  const course = await publish(api, ['a'])
  const stranger = await api.given.learner()
  await letLearnersMove(course)
  const take = async (courseId: string) => {
    const { status, body } = await api.request(
      `POST /api/v1/me/courses/${courseId}/newer-version`,
      {
        token: stranger.token,
      },
    )
    return [status, body.error]
  }

  expect(await take(course.id)).toEqual([403, 'NotEnrolled'])
  expect(await take('nothing')).toEqual([404, 'CourseNotFound'])
})
