import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { questions, quizOf, rightAnswer } from '../../assessment/test-support.ts'
import { givenWritten, writerOf } from './test-support.ts'

const api = await forAllTests(startApi())

const asked = (
  key: string,
  right: 'Bowline' | 'Slip knot',
  explanation = 'It keeps its loop.',
) => ({
  passPercent: 100,
  pools: [
    {
      questions: [
        {
          key,
          type: 'single',
          title: 'Which knot holds?',
          options: ['Bowline', 'Slip knot'].map((text) => ({ text, right: text === right })),
          explanation,
        },
      ],
    },
  ],
})

test('quizzes are written, read, compared, tried and published over the API', async () => {
  const course = await givenWritten(api)
  const { courseId, author, owner, reviewer } = course
  const writer = writerOf(api, author, course)
  const quiz = quizOf({ questions, passPercent: 100 })
  const { revision } = await writer.get()
  const made = await writer.post(revision, { key: 'one', title: 'One', type: 'quiz', quiz })
  expect(made.status).toBe(201)
  const second = { key: 'two', title: 'Two', type: 'quiz', quiz: asked('holds', 'Bowline') }
  const { draftRevision } = (await writer.post(made.body.draftRevision, second)).body

  expect((await writer.lesson('one')).quiz).toMatchObject(quiz)
  const read = await api.as(reviewer).drafts.getLesson.query({ courseId, key: 'two' })
  expect(read).toMatchObject({ quiz: asked('holds', 'Bowline') })
  const stranger = await api.given.learner()
  await expect(
    api.as(stranger).drafts.getLesson.query({ courseId, key: 'two' }),
  ).rejects.toMatchObject({ data: { error: 'CourseNotFound' } })

  const preview = api.as(author).drafts.previewAttempt
  const shown = await preview.mutate({ courseId, key: 'one', seed: 'a' })
  expect(shown).toMatchObject({ points: 0, maxPoints: 10, passed: false })
  const answers = shown.questions.map((question) => {
    const written = questions.find((one) => 'title' in one && one.title === question.title)
    return { position: question.position, answer: rightAnswer(written as never, question) }
  })
  const tried = await preview.mutate({ courseId, key: 'one', seed: 'a', answers })
  expect(tried).toMatchObject({ questions: shown.questions, percent: 100, passed: true })
  expect(tried.review).toHaveLength(questions.length)
  const { rows } = await api.database.db.execute('select count(*)::int as count from attempts')
  expect(rows).toEqual([{ count: 0 }])

  const impact = await api.as(owner).drafts.impact.query({ courseId })
  expect(impact.changes.map(({ what, key }) => [what, key])).toEqual([
    ['added', 'one'],
    ['added', 'two'],
  ])
  await api.as(owner).drafts.publish.mutate({ courseId, revision: draftRevision, baseVersion: 1 })
  const learner = await api.given.learner()
  await api.given.enrollment(learner, { slug: course.slug })
  const outline = await api.as(learner).courses.get.query({ idOrSlug: courseId })
  for (const { id, type } of outline.sections.flatMap(({ lessons }) => lessons))
    if (type === 'quiz') await api.as(learner).attempts.start.mutate({ lessonId: id })

  const lesson = await writer.lesson('two')
  const changed = await writer.patch('two', lesson.revision, { quiz: asked('holds', 'Slip knot') })
  expect(changed.status).toBe(200)
  const diff = await api.as(owner).drafts.impact.query({ courseId })
  expect(diff.changes.map(({ what, key }) => [what, key])).toEqual([['edited', 'two']])
})

test('a text that becomes a quiz keeps who completed it, and the impact says what changes', async () => {
  const course = await givenWritten(api, { lessons: ['required', 'required'] })
  const { courseId, owner, slug } = course
  const learner = await api.given.learner()
  await api.given.enrollment(learner, { slug })
  const { sections } = await api.as(learner).courses.get.query({ idOrSlug: courseId })
  const [first] = sections[0]?.lessons ?? []
  await api.as(learner).progress.update.mutate({ lessonId: first?.id ?? '', completed: true })

  const writer = writerOf(api, owner, course)
  const key = first?.key ?? ''
  const { revision } = await writer.lesson(key)
  const changed = await writer.patch(key, revision, { type: 'quiz', quiz: asked('q', 'Bowline') })
  expect(changed.status).toBe(200)
  const impact = await api.as(owner).drafts.impact.query({ courseId })
  expect([impact.kind, impact.changes.map(({ what }) => what)]).toEqual([
    'major',
    ['edited', 'type'],
  ])
  expect(impact.ifMoved).toMatchObject({ percentFalls: [], lessonsLost: [] })
  const { draftRevision } = changed.body
  await api.as(owner).drafts.publish.mutate({ courseId, revision: draftRevision, baseVersion: 1 })
  await api.as(owner).moves.create.mutate({ courseId, to: 2, policy: 'all' })
  await expect
    .poll(async () => (await api.as(learner).courses.get.query({ idOrSlug: courseId })).version)
    .toBe(2)
  const progress = await api.as(learner).progress.get.query({ courseId })
  expect(progress).toMatchObject({ percent: 50, completedLessons: 1 })
})
