import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenCourse, GivenCourseOptions, GivenUser } from '../../../test/given.ts'
import { lessonOf } from '../../../test/learning.ts'
import { errorOf } from '../../../test/outcomes.ts'

const api = await forAllTests(startApi())

async function givenEnrolled(
  lessons: NonNullable<GivenCourseOptions['lessons']>,
): Promise<{ learner: GivenUser; course: GivenCourse }> {
  const [learner, course] = [await api.given.learner(), await api.given.course({ lessons })]
  await api.given.enrollment(learner, course)
  return { learner, course }
}

function complete({ learner, course }: { learner: GivenUser; course: GivenCourse }, index: number) {
  return api
    .as(learner)
    .progress.update.mutate({ lessonId: lessonOf(course, index).id, completed: true })
}

test('percent is rounded down, so that 100 means everything', async () => {
  const given = await givenEnrolled([
    'required',
    'required',
    'required',
    'required',
    'required',
    'required',
    'required',
  ])

  const percents: number[] = []
  for (let index = 0; index < 7; index++)
    percents.push((await complete(given, index)).course.percent)

  expect(percents).toEqual([14, 28, 42, 57, 71, 85, 100])
})

test('optional lessons count neither for percent nor for completion', async () => {
  const given = await givenEnrolled(['optional', 'required', 'optional', 'required'])

  const answers = [
    await complete(given, 0),
    await complete(given, 1),
    await complete(given, 2),
    await complete(given, 3),
  ]

  expect(answers.map(({ course }) => course.percent)).toEqual([0, 50, 50, 100])
  expect(answers.map(({ course }) => [course.completedLessons, course.requiredLessons])).toEqual([
    [0, 2],
    [1, 2],
    [1, 2],
    [2, 2],
  ])
  expect(answers.map(({ certificate }) => certificate !== undefined)).toEqual([
    false,
    false,
    false,
    true,
  ])
})

test('a course without required lessons is completed by all its lessons', async () => {
  const given = await givenEnrolled(['optional', 'optional', 'optional'])
  expect(
    await errorOf(api.as(given.learner).certificates.issue.mutate({ courseId: given.course.id })),
  ).toBe('CourseNotCompleted')

  const answers = [await complete(given, 2), await complete(given, 0), await complete(given, 1)]

  expect(answers.map(({ course }) => course.percent)).toEqual([33, 66, 100])
  expect(answers.map(({ certificate }) => certificate?.status)).toEqual([
    undefined,
    undefined,
    'issued',
  ])
})

test('missing lessons are listed in the order of the course, in whatever order others were completed', async () => {
  const given = await givenEnrolled(['required', 'required', 'optional', 'required', 'required'])
  await complete(given, 3)
  await complete(given, 0)

  const { items } = await api
    .as(given.learner)
    .progress.get.query({ courseId: given.course.id, missing: true })
  const missing = items.map(({ lessonId, title }) => ({ lessonId, title }))
  expect(missing).toEqual([
    { lessonId: lessonOf(given.course, 1).id, title: 'Lesson 2' },
    { lessonId: lessonOf(given.course, 4).id, title: 'Lesson 5' },
  ])
  const refusal = api.as(given.learner).certificates.issue.mutate({ courseId: given.course.id })
  await expect(refusal).rejects.toMatchObject({
    data: {
      error: 'CourseNotCompleted',
      facts: { missing: 2, lessons: missing },
      issues: missing.map(({ lessonId, title }) => ({
        path: lessonId,
        message: `"${title}" is not completed`,
      })),
    },
  })
})

test('99 percent of every lesson is not a completed course', async () => {
  const given = await givenEnrolled(['required', 'required'])
  for (const { id } of given.course.lessons) {
    const { course } = await api
      .as(given.learner)
      .progress.update.mutate({ lessonId: id, percent: 99, completed: false })
    expect(course).toMatchObject({ percent: 0, completedAt: null })
  }
})

test('reports for a course without an enrollment, previews included, are refused and leave no trace', async () => {
  const given = await givenEnrolled(['required'])
  const other = await api.given.course({ lessons: ['preview', 'required', 'optional'] })

  for (const { id } of other.lessons) {
    const { status, body } = await api.request('POST /api/progress/update', {
      token: given.learner.token,
      body: { lessonId: id, completed: true },
    })
    expect([status, body.error]).toEqual([403, 'NotEnrolled'])
  }

  const { rows } = await api.deps.db.execute(
    sql`select count(*)::int as count from lesson_progress where user_id = ${given.learner.id}`,
  )
  expect(rows).toEqual([{ count: 0 }])
  expect(
    await api.as(given.learner).progress.get.query({ courseId: given.course.id }),
  ).toMatchObject({ percent: 0 })
  expect(await errorOf(api.as(given.learner).progress.get.query({ courseId: other.id }))).toBe(
    'NotEnrolled',
  )
})

test('progress of a course that does not exist is CourseNotFound', async () => {
  const learner = await api.given.learner()
  for (const id of [randomUUID(), 'nonsense', '%00']) {
    const { status, body } = await api.request(`GET /api/v1/progress/${id}`, {
      token: learner.token,
    })
    expect([status, body.error]).toEqual([404, 'CourseNotFound'])
  }
})

test.each([
  [{}, 'MissingFields'],
  [{ lessonId: null }, 'MissingFields'],
  [{ lessonId: 'x' }, 'InvalidFields'],
  [{ percent: 101 }, 'InvalidFields'],
  [{ percent: -1 }, 'InvalidFields'],
  [{ percent: 50.5 }, 'InvalidFields'],
  [{ percent: '50' }, 'InvalidFields'],
  [{ percent: 2 ** 53 + 2 }, 'InvalidFields'],
  [{ completed: 'true' }, 'InvalidFields'],
  [{ positionSeconds: -1 }, 'InvalidFields'],
  [{ positionSeconds: 2 ** 31 }, 'InvalidFields'],
])('a report of %j is refused as %s', async (wrong, error) => {
  const { learner, course } = await givenEnrolled(['required'])
  const lessonId = Object.keys(wrong).length === 0 ? {} : { lessonId: lessonOf(course, 0).id }

  const answer = await api.request('POST /api/progress/update', {
    token: learner.token,
    body: { ...lessonId, ...wrong },
  })

  expect([answer.status, answer.body.error]).toEqual([400, error])
})

test('odd numbers that JSON allows are refused or read as they are, and never fail', async () => {
  const { learner, course } = await givenEnrolled(['required', 'required'])
  const lessonId = lessonOf(course, 0).id
  const send = (percent: string) =>
    api.request('POST /api/progress/update', {
      token: learner.token,
      headers: { 'content-type': 'application/json' },
      body: `{"lessonId":"${lessonId}","percent":${percent}}`,
    })

  const answers = [
    await send('-0'),
    await send('1e400'),
    await send('1e1'),
    await send('9007199254740993'),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 400])
  expect(answers[2]?.body.lesson.percent).toBe(10)
})
