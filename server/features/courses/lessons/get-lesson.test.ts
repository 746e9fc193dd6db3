import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses } from '../../../../db/schema/courses/courses.ts'
import { enrollments } from '../../../../db/schema/learning/enrollments.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { lessonOf } from '../../../test/learning.ts'
import { errorOf } from '../../../test/outcomes.ts'

const api = await forAllTests(startApi())

test('without an enrollment only the preview can be read', async () => {
  const { token } = await api.given.learner()
  const course = await api.given.course({ lessons: ['preview', 'required', 'optional'] })

  const answers = []
  for (const { id } of course.lessons)
    answers.push(await api.request(`GET /api/lessons/${id}`, { token }))

  expect(answers.map(({ status, body }) => body.error ?? status)).toEqual([
    200,
    'NotEnrolled',
    'NotEnrolled',
  ])
  const [preview, ...refused] = answers
  expect(preview?.body).toMatchObject({
    courseId: course.id,
    content: 'What lesson 1 teaches.',
    preview: true,
  })
  expect(preview?.body.progress).toBeUndefined()
  for (const { text } of refused) expect(text).not.toMatch(/Lesson|teaches|content/)
})

test('an owner of a course reads its published lessons as learners do, and reports nothing', async () => {
  const [owner, course] = [
    await api.given.learner(),
    await api.given.course({ lessons: ['required'] }),
  ]
  const admin = await api.given.admin()
  await api.as(admin).members.add.mutate({ courseId: course.id, email: owner.email, role: 'owner' })
  const lessonId = lessonOf(course, 0).id

  expect(await api.as(owner).lessons.get.query({ lessonId: lessonId })).toMatchObject({
    content: 'What lesson 1 teaches.',
  })
  const report = api.as(owner).progress.update.mutate({ lessonId, completed: true })
  expect(await errorOf(report)).toBe('NotEnrolled')
})

test('a pending purchase gives access to no lesson', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ price: { amount: 100, currency: 'USD' } })
  const { status } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })

  expect(status).toBe('pending')
  expect(
    await errorOf(api.as(learner).lessons.get.query({ lessonId: lessonOf(course, 1).id })),
  ).toBe('NotEnrolled')
})

test('access ends with the enrollment, whatever was bought', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course()
  await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  const { id } = lessonOf(course, 1)
  expect((await api.as(learner).lessons.get.query({ lessonId: id })).id).toBe(id)

  await api.deps.db
    .update(enrollments)
    .set({ status: 'ended' })
    .where(and(eq(enrollments.userId, learner.id), eq(enrollments.courseId, course.id)))

  expect(await errorOf(api.as(learner).lessons.get.query({ lessonId: id }))).toBe('NotEnrolled')
  expect(await errorOf(api.as(learner).progress.update.mutate({ lessonId: id, percent: 5 }))).toBe(
    'NotEnrolled',
  )
  expect(await errorOf(api.as(learner).progress.get.query({ courseId: course.id }))).toBe(
    'NotEnrolled',
  )
})

test('lessons of an archived course stay open to its learners only', async () => {
  const [learner, passer] = [await api.given.learner(), await api.given.learner()]
  const course = await api.given.course()
  await api.given.enrollment(learner, course)
  await api.deps.db.update(courses).set({ status: 'archived' }).where(eq(courses.id, course.id))

  for (const { id } of course.lessons) {
    expect((await api.as(learner).lessons.get.query({ lessonId: id })).content).toContain('teaches')
    const refused = await api.request(`GET /api/lessons/${id}`, { token: passer.token })
    expect([refused.status, refused.body.error]).toEqual([404, 'LessonNotFound'])
    expect(refused.text).not.toMatch(/teaches/)
  }
})

test.each([randomUUID(), 'not-an-id', '%00', '2147483648', 'x'.repeat(500)])(
  'a lesson %s is not there',
  async (id) => {
    const { status, body } = await api.request(`GET /api/lessons/${id}`, await api.given.learner())

    expect([status, body.error]).toEqual(
      id.length > 100 ? [400, 'InvalidFields'] : [404, 'LessonNotFound'],
    )
  },
)

test('a lesson contains your progress once you have started it', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course()
  await api.given.enrollment(learner, course)
  const { id } = lessonOf(course, 1)
  expect((await api.as(learner).lessons.get.query({ lessonId: id })).progress).toBeUndefined()

  await api.as(learner).progress.update.mutate({ lessonId: id, percent: 40, positionSeconds: 12 })

  const { progress } = await api.as(learner).lessons.get.query({ lessonId: id.toUpperCase() })
  expect(progress).toEqual({ percent: 40, completedAt: null, positionSeconds: 12 })
})

test('learners who open lessons at the same time each get their own version, position and progress', async () => {
  const course = await api.given.course()
  const { id } = lessonOf(course, 1)
  const learners = await Promise.all(Array.from({ length: 8 }, () => api.given.learner()))
  const stranger = await api.given.learner()
  for (const [index, learner] of learners.entries()) {
    await api.given.enrollment(learner, course)
    await api
      .as(learner)
      .progress.update.mutate({ lessonId: id, percent: 10 + index, positionSeconds: index })
  }

  const [unknown, refused, ...read] = await Promise.all([
    api.request(`GET /api/lessons/${randomUUID()}`, { token: stranger.token }),
    api.request(`GET /api/lessons/${lessonOf(course, 2).id}`, { token: stranger.token }),
    ...learners.map(({ token }) => api.request(`GET /api/lessons/${id.toUpperCase()}`, { token })),
  ])

  expect([unknown?.status, refused?.body.error]).toEqual([404, 'NotEnrolled'])
  expect(
    read.map(({ body }) => [body.id, body.progress.percent, body.progress.positionSeconds]),
  ).toEqual(learners.map((_, index) => [id, 10 + index, index]))
})
