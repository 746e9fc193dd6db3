import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenCourse } from '../../../test/given.ts'
import { errorOf } from '../../../test/outcomes.ts'
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

test('a dry run and the list of courses tell the effect, change nothing, and are what happens', async () => {
  const course = await publish(api, ['a', 'b', 'c', 'd'])
  const learner = await givenLearnerOf(api, course, ['a', 'b', 'c'])
  await publish(api, [{ key: 'a-new', formerKeys: ['a'] }, 'd', 'e', 'f'], course)
  await letLearnersMove(course)
  const [{ courseId }, me] = [{ courseId: course.id }, api.as(learner).me]
  const effect = { percent: 25, completes: false, lessonsLost: 2 }

  const tried = await me.takeNewerVersion.mutate({ courseId, dryRun: true })
  const { items } = await me.courses.query({})

  expect(tried).toMatchObject({ version: 1, percent: 75, effect })
  expect(items[0]).toMatchObject({ version: 1, percent: 75, newerVersion: { version: 2, effect } })
  const taken = await me.takeNewerVersion.mutate({ courseId, version: 2 })
  expect(taken).toMatchObject({ version: 2, percent: 25, effect: null })
})

test('a version that is no longer current is not taken for the one that was shown', async () => {
  const course = await publish(api, ['a'])
  const learner = await givenLearnerOf(api, course)
  await publish(api, ['a', 'b'], course)
  await publish(api, ['b'], course)
  await letLearnersMove(course)

  const taken = api.as(learner).me.takeNewerVersion.mutate({ courseId: course.id, version: 2 })

  expect(await errorOf(taken)).toBe('VersionChanged')
  expect((await seenBy(api, learner, course)).version).toBe(1)
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
