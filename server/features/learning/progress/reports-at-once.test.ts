import { expect, test } from 'vitest'
import { reportPartly } from '../../../../db/queries/learning/progress/partial-reports.ts'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { clientForAllTests, makeTestDatabase } from '../../../test/database.ts'
import { lessonOf } from '../../../test/learning.ts'

const databaseUrl = await makeTestDatabase()
const api = await forAllTests(startApi({ databaseUrl }))
const client = await clientForAllTests(databaseUrl)
const course = await api.given.course({ lessons: ['required', 'required', 'required'] })
const others = await api.given.course({ lessons: ['required'] })

async function givenLearners(count: number) {
  const learners = await Promise.all(Array.from({ length: count }, () => api.given.learner()))
  for (const learner of learners) {
    await api.given.enrollment(learner, course)
    await api.given.enrollment(learner, others)
  }
  return learners
}

function report(userId: string, lessonId: string, percent: number) {
  const own = { userId, lessonId, percent, positionSeconds: percent }
  return reportPartly(api.deps.db, { ...own, at: api.deps.now(), id: newId() })
}

test('reports of many learners in one tick are each merged and answered for themselves', async () => {
  const learners = await givenLearners(12)
  const lessonIds = [lessonOf(course, 0).id, lessonOf(course, 1).id, lessonOf(others, 0).id]

  const answers = await Promise.all(
    learners.map(({ id }, at) => report(id, lessonIds[at % 3] ?? '', at + 1)),
  )

  expect(answers.map((answer) => [answer?.lessonId, answer?.percent])).toEqual(
    learners.map((_, at) => [lessonIds[at % 3], at + 1]),
  )
  for (const [at, learner] of learners.entries()) {
    const { progress } = await api
      .as(learner)
      .lessons.get.query({ lessonId: lessonIds[at % 3] ?? '' })
    expect(progress).toMatchObject({ percent: at + 1, positionSeconds: at + 1 })
  }
})

test('of reports by one learner in one tick none is lost, of the same lesson or of others', async () => {
  const [learner, neighbor] = await givenLearners(2)
  const [first, second] = [lessonOf(course, 0).id, lessonOf(course, 1).id]
  const [own = '', nextTo = ''] = [learner?.id, neighbor?.id]

  const answers = await Promise.all([
    report(own, first, 30),
    report(nextTo, first, 5),
    report(own, first, 70),
    report(own, second, 20),
    report(own, first, 50),
  ])

  expect(answers.every((answer) => answer !== undefined)).toBe(true)
  const percents = await Promise.all([report(own, first, 0), report(own, second, 0)])
  expect(percents.map((answer) => answer?.percent)).toEqual([70, 20])
  expect((await report(nextTo, first, 0))?.percent).toBe(5)
})

test('who is not enrolled, or asks for no lesson, gets no answer, and the others get theirs', async () => {
  const [learner] = await givenLearners(1)
  const stranger = await api.given.learner()
  const lessonId = lessonOf(course, 0).id

  const answers = await Promise.all([
    report(stranger.id, lessonId, 10),
    report(learner?.id ?? '', lessonId, 10),
    report((await api.given.learner()).id, newId(), 10),
  ])

  expect(answers.map((answer) => answer?.percent)).toEqual([undefined, 10, undefined])
})

test('a learner who is moved just now holds up nobody else, and is answered afterwards', async () => {
  const [moved, other] = await givenLearners(2)
  const lessonId = lessonOf(course, 0).id
  await client.query('begin')
  await client.query('select from enrollments where user_id = $1 for update', [moved?.id])
  let isMovedAnswered = false

  const ofMoved = api
    .as(moved as NonNullable<typeof moved>)
    .progress.update.mutate({ lessonId, percent: 40 })
    .finally(() => {
      isMovedAnswered = true
    })
  const ofOther = report(other?.id ?? '', lessonId, 60)

  expect((await ofOther)?.percent).toBe(60)
  expect(isMovedAnswered).toBe(false)
  await client.query('commit')
  expect((await ofMoved).lesson.percent).toBe(40)
})

test('what PostgreSQL refuses because of one report is refused to that one alone', async () => {
  const [one, other] = await givenLearners(2)
  const lessonId = lessonOf(course, 0).id

  const [refused, merged] = await Promise.allSettled([
    report(one?.id ?? '', lessonId, 101),
    report(other?.id ?? '', lessonId, 60),
  ])

  expect(refused.status).toBe('rejected')
  expect(merged).toMatchObject({ status: 'fulfilled', value: { percent: 60 } })
})
