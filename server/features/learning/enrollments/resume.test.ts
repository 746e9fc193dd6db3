import { expect, test } from 'vitest'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { daysAfter } from '../../../../lib/lists/periods.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { lessonOf } from '../../../test/learning.ts'
import { courseWithQuiz, givenQuiz } from '../../assessment/test-support.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { givenLearnerOf, publish } from '../../authoring/moves/test-support.ts'

const api = await forAllTests(startApi())
const essay = [{ key: 'why', type: 'essay', title: 'Why does it hold?', points: 2 }]

test('the way on leads past what waits for a grade, and nowhere if all that is left waits', async () => {
  const { learner, courseId, lessonId, otherIds, attempt } = await givenQuiz(api, {
    questions: essay,
    lessons: 1,
  })
  const { me, progress } = api.as(learner)
  expect(await me.resume.query()).toMatchObject({ course: { courseId }, lesson: { id: lessonId } })

  await attempt('right')
  const after = await me.course.query({ courseId })
  expect(after).toMatchObject({ nextLesson: { id: otherIds[0] }, waiting: 1 })
  expect(await me.resume.query()).toMatchObject({ lesson: { id: otherIds[0] } })
  const { items } = await me.waiting.query({})
  expect(items).toMatchObject([{ courseId, type: 'quiz', courseTitle: after.title }])

  await progress.update.mutate({ lessonId: otherIds[0] ?? '', completed: true })
  const waiting = await me.course.query({ courseId })
  expect(waiting).toMatchObject({ status: 'active', nextLesson: null, waiting: 1 })
  expect(await me.resume.query()).toEqual({ course: null, lesson: null, positionSeconds: 0 })
  const other = await api.given.learner()
  expect((await api.as(other).me.waiting.query({})).items).toEqual([])
})

test('a lesson that waits keeps those behind it closed, and is no way on', async () => {
  const content = courseWithQuiz({ questions: essay, lessons: 1 })
  await publishCourse(api.deps, { ...content, order: 'sequence' })
  const course = await findCourse(api.deps.db, { slug: content.slug })
  const courseId = course?.id ?? ''
  const learner = await api.given.learner()
  await api.given.enrollment(learner, content)
  const { attempts, me } = api.as(learner)
  const { nextLesson } = await me.course.query({ courseId })
  const { id: attemptId } = await attempts.start.mutate({ lessonId: nextLesson?.id ?? '' })
  const answer = { type: 'essay' as const, text: 'Friction.' }
  await attempts.save.mutate({ attemptId, answers: [{ position: 0, answer }] })
  await attempts.submit.mutate({ attemptId })
  const mine = await me.course.query({ courseId })
  expect([mine.nextLesson, mine.waiting]).toEqual([null, 1])
})

test('what was begun last is where the learner goes on, at the second where they stopped', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ lessons: Array(3).fill('required') })
  const older = await api.given.course({ lessons: ['required'] })
  await api.given.enrollment(learner, older)
  await api.given.enrollment(learner, course)
  const third = lessonOf(course, 2)
  const { me, progress } = api.as(learner)
  await progress.update.mutate({ lessonId: third.id, percent: 40, positionSeconds: 95 })
  expect(await me.resume.query()).toMatchObject({
    course: { courseId: course.id },
    lesson: { id: third.id },
    positionSeconds: 95,
  })
  await progress.update.mutate({ lessonId: third.id, completed: true })
  expect(await me.resume.query()).toMatchObject({
    lesson: { id: lessonOf(course, 0).id },
    positionSeconds: 0,
  })
})

test('the agenda has what opens and is due on the days asked for, page by page', async () => {
  const today = api.deps.now().toISOString().split('T')[0] ?? ''
  const inDays = (days: number) => daysAfter(today, days)
  const course = await publish(
    api,
    [
      { key: 'one', details: { due: inDays(1), available: inDays(-3) } },
      { key: 'two', details: { due: inDays(3) } },
      { key: 'late', details: { due: inDays(-2) } },
    ],
    { due: inDays(20) },
  )
  const learner = await givenLearnerOf(api, course)
  const { agenda } = api.as(learner).me
  const asked = { from: inDays(-7), to: inDays(6) }
  const all = await agenda.query(asked)
  expect(
    all.items.map(({ kind, on, lessonKey, isOverdue }) => [kind, on, lessonKey, isOverdue]),
  ).toEqual([
    ['opens', inDays(-3), 'one', false],
    ['due', inDays(-2), 'late', true],
    ['due', inDays(1), 'one', false],
    ['due', inDays(3), 'two', false],
  ])
  const first = await agenda.query({ ...asked, limit: 3 })
  const second = await agenda.query({ ...asked, limit: 3, cursor: first.nextCursor ?? '' })
  expect([...first.items, ...second.items]).toEqual(all.items)
  expect(second.nextCursor).toBeNull()
  const refused = await api.request(`GET /api/v1/me/agenda?from=${today}&to=${inDays(93)}`, learner)
  expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, 'to'])
  await api.as(learner).me.leaveCourse.mutate({ courseId: course.id })
  expect((await agenda.query(asked)).items).toEqual([])
})
