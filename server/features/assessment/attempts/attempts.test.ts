import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenQuiz } from '../test-support.ts'

const api = await forAllTests(startApi())

test('a pass completes the lesson, the course and its certificate; the click of a report does not', async () => {
  const { learner, courseId, lessonId, attempt } = await givenQuiz(api)
  const { token } = learner
  for (const body of [{ completed: true }, { percent: 100 }]) {
    const answer = await api.request('POST /api/v1/progress', {
      token,
      body: { lessonId, ...body },
    })
    expect([answer.status, answer.body.error]).toEqual([409, 'NeedsPass'])
  }
  const half = await api.request('POST /api/v1/progress', {
    token,
    body: { lessonId, percent: 50 },
  })
  expect([half.status, half.body.lesson.percent]).toEqual([200, 50])

  const passed = await attempt('right')
  expect(passed).toMatchObject({
    status: 'graded',
    number: 1,
    result: { passed: true, points: 10, maxPoints: 10, percent: 100 },
    review: null,
  })
  const progress = await api.as(learner).progress.get.query({ courseId })
  expect(progress).toMatchObject({ percent: 100, completedAt: expect.any(String) })
  const { items } = await api.as(learner).certificates.list.query({ userId: learner.id })
  expect(items).toHaveLength(1)
})
