import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { completeCourse, lessonOf } from '../../../test/learning.ts'
import { nothingIsWrong } from '../../authoring/moves/test-support.ts'

const api = await forAllTests(startApi())
const { enrollments } = api.as(await api.given.admin()).admin
const reason = 'You asked to begin again'

test('a reset forgets what was reported, as its dry run says, and tells the learner why', async () => {
  const [learner, course] = [
    await api.given.learner(),
    await api.given.course({ lessons: ['required', 'required'] }),
  ]
  await api.given.enrollment(learner, course)
  const report = { lessonId: lessonOf(course, 0).id, completed: true }
  await api.as(learner).progress.update.mutate(report)
  const asked = { userId: learner.id, courseId: course.id, reason }
  const reset = { lessons: 1, percentBefore: 50, percent: 0, staysCompleted: false }
  const percent = async () =>
    (await api.as(learner).progress.get.query({ courseId: course.id })).percent

  expect(await enrollments.resetProgress.mutate({ ...asked, dryRun: true })).toEqual(reset)
  expect(await percent()).toBe(50)
  expect(await enrollments.resetProgress.mutate(asked)).toEqual(reset)
  expect(await percent()).toBe(0)
  expect(await enrollments.resetProgress.mutate(asked)).toMatchObject({ lessons: 0 })
  const isTold = () =>
    api.mails.filter(({ to, text }) => to === learner.email && text.includes(reason))
  await expect.poll(() => isTold().length).toBe(1)
  await nothingIsWrong(api)
})

test('what is completed and certified stays', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  await api.given.enrollment(learner, course)
  await completeCourse(api, { learner, course })

  const asked = { userId: learner.id, courseId: course.id, reason }
  const reset = await enrollments.resetProgress.mutate(asked)

  expect(reset).toMatchObject({ percent: 100, staysCompleted: true })
  const [mine] = (await api.as(learner).me.courses.query({})).items
  expect(mine).toMatchObject({ percent: 100, certificate: { status: 'issued' } })
  await nothingIsWrong(api)
})
