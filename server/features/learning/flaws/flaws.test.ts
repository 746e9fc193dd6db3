import { expect, test } from 'vitest'
import { listFlaws } from '../../../../db/queries/learning/flaws.ts'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { untilJobsAreDone } from '../../../test/until.ts'
import { givenQuiz } from '../../assessment/test-support.ts'
import { givenLearnerOf, publish } from '../../authoring/moves/test-support.ts'
import { outcomeOf } from '../../people/auth/test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const typo = { kind: 'typo' } as const

async function member(courseId: string, role: 'author' | 'reviewer' | 'grader') {
  const user = await api.given.learner()
  await api.as(admin).members.add.mutate({ courseId, email: user.email, role })
  return user
}

const report = (learner: GivenUser, lessonId: string, body: object = typo) =>
  api.request(`POST /api/v1/lessons/${lessonId}/flaws`, { token: learner.token, body })

const casesOf = async (courseId: string) =>
  (await api.as(admin).flaws.list.query({ courseId })).items

test('thirty learners who report it at once make one case, which counts each of them once', async () => {
  const course = await publish(api, ['one', 'two'])
  const lessonId = course.lessons[0]?.id ?? ''
  const learners = await Promise.all(Array.from({ length: 10 }, () => givenLearnerOf(api, course)))

  const answers = await atOnce(30, (index) =>
    report(learners[index % 10] as GivenUser, lessonId, { ...typo, text: `Words ${index}` }),
  )

  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20, 201: 10 })
  expect(await casesOf(course.id)).toMatchObject([
    { reports: 10, kind: 'typo', lesson: { key: 'one', currentKey: 'one' }, question: null },
  ])
  await report(learners[0] as GivenUser, lessonId, { kind: 'unclear' })
  expect(await casesOf(course.id)).toHaveLength(2)
})

test('only who may read the lesson reports it, and who works on the course sees it, without names', async () => {
  const course = await publish(api, ['one'])
  const lessonId = course.lessons[0]?.id ?? ''
  const learner = await givenLearnerOf(api, course)
  const [author, grader] = [await member(course.id, 'author'), await member(course.id, 'grader')]
  const reviewer = await member(course.id, 'reviewer')

  expect(outcomeOf(await report(await api.given.learner(), lessonId))).toBe('403 NotEnrolled')
  await report(learner, lessonId, { ...typo, text: 'A slip', quote: 'What one teeches' })

  const path = `/api/v1/authoring/courses/${course.id}/flaws`
  const ask = async (user: GivenUser, at = '') =>
    outcomeOf(await api.request(`GET ${path}${at}`, { token: user.token }))
  expect(await Promise.all([author, reviewer, grader, learner].map((one) => ask(one)))).toEqual([
    '200',
    '200',
    '403 Forbidden',
    '404 CourseNotFound',
  ])
  const [flaw] = await casesOf(course.id)
  const words = await api.as(author).flaws.words.query({
    ...{ courseId: course.id, flawId: flaw?.id ?? '' },
  })
  expect(words.items).toMatchObject([{ text: 'A slip', quote: 'What one teeches', version: 1 }])
  expect(JSON.stringify(words)).not.toContain(learner.name)
  const settle = { courseId: course.id, flawId: flaw?.id ?? '', outcome: 'no-flaw' } as const
  await expect(api.as(reviewer).flaws.settle.mutate(settle)).rejects.toMatchObject({
    data: { error: 'Forbidden' },
  })
  const work = await api.as(author).work.list.query()
  expect(work.items).toMatchObject([{ kind: 'flaws', course: { id: course.id }, count: 1 }])
})

test('a withdrawn report is gone, and its case with it if nobody else has said the same', async () => {
  const course = await publish(api, ['one'])
  const lessonId = course.lessons[0]?.id ?? ''
  const [one, other] = [await givenLearnerOf(api, course), await givenLearnerOf(api, course)]
  const ids = [(await report(one, lessonId)).body.id, (await report(other, lessonId)).body.id]
  const withdraw = (user: GivenUser, reportId: string) =>
    api.request(`DELETE /api/v1/me/flaw-reports/${reportId}`, { token: user.token })

  expect(outcomeOf(await withdraw(one, ids[1]))).toBe('404 FlawNotFound')
  expect(outcomeOf(await withdraw(one, ids[0]))).toBe('200')
  expect(await casesOf(course.id)).toMatchObject([{ reports: 1 }])
  const again = await atOnce(4, () => withdraw(other, ids[1]))
  expect(tally(again.map(outcomeOf))).toEqual({ 200: 1, '404 FlawNotFound': 3 })
  expect(await casesOf(course.id)).toEqual([])
})

test('a question is reported with its answer, and tells nothing of the right one', async () => {
  const { courseId, lessonId, learner, attempt, start } = await givenQuiz(api, { lessons: 0 })
  const { id: attemptId, questions } = await attempt({
    'Which knot holds a load?': { type: 'single', choice: 1 },
  })
  const asked = questions.find(({ title }) => title === 'Which knot holds a load?')
  const position = asked?.position ?? -1
  const shown = asked?.type === 'single' ? asked.options[1] : ''

  const kind = 'wrong-answer'
  const { body, text } = await report(learner, lessonId, { kind, attemptId, position })
  expect(body).toMatchObject({ kind, attemptId, position, answer: shown, outcome: null })
  expect(text).not.toMatch(/right|secret|explanation/)
  const [flaw] = await casesOf(courseId)
  expect(flaw).toMatchObject({
    lesson: { type: 'quiz' },
    question: { key: 'which-holds', title: 'Which knot holds a load?', revision: 1 },
    isChanged: false,
  })
  const { items } = await api.as(admin).questions.statistics.query({
    ...{ courseId, key: 'lesson-1', question: 'which-holds' },
  })
  expect(items).toMatchObject([{ key: 'which-holds', asked: 1 }])

  const running = await start()
  const next = running.questions.find(({ title }) => title !== asked?.title)?.position
  const another = { kind, attemptId: running.id, position: next }
  expect((await report(learner, lessonId, another)).status).toBe(201)
  const other = await givenQuiz(api)
  const stranger = { kind, attemptId: running.id, position: 0 }
  for (const [by, at, given] of [
    [other.learner, other.lessonId, stranger],
    [learner, lessonId, { kind, attemptId: newId(), position: 0 }],
  ] as const)
    expect(outcomeOf(await report(by, at, given))).toBe('404 AttemptNotFound')
  const wrong = [{ attemptId }, { position }, { attemptId, position: 99 }]
  for (const given of wrong)
    expect(outcomeOf(await report(learner, lessonId, { kind, ...given }))).toBe('400 InvalidFields')
})

test('a new version says that it changed, and settles nothing; who settles it tells whoever reported it', async () => {
  const course = await publish(api, ['one', 'two'])
  const learner = await givenLearnerOf(api, course)
  const lessonId = course.lessons[1]?.id ?? ''
  const { body: made } = await report(learner, lessonId)
  await publish(api, ['new', 'one', 'two'], course)
  expect(await casesOf(course.id)).toMatchObject([{ isChanged: false, outcome: null }])
  await publish(api, [{ key: 'second', formerKeys: ['two'], content: 'Mended.' }], course)
  const [flaw] = await casesOf(course.id)
  expect(flaw).toMatchObject({ isChanged: true, outcome: null, lesson: { currentKey: 'second' } })

  const settle = { courseId: course.id, flawId: flaw?.id ?? '', outcome: 'mended' } as const
  const settled = await api.as(admin).flaws.settle.mutate({ ...settle, reply: 'Thank you.' })
  expect(settled).toMatchObject({ outcome: 'mended', settledBy: { id: admin.id } })
  await expect(api.as(admin).flaws.settle.mutate(settle)).rejects.toMatchObject({
    data: { error: 'FlawSettled' },
  })
  await untilJobsAreDone(api)
  const mine = await api.as(learner).flaws.mine.query({ lessonId })
  expect(mine.items).toMatchObject([{ id: made.id, outcome: 'mended', reply: 'Thank you.' }])
  const { items: news } = await api.as(learner).me.notifications.query({})
  expect(news.filter(({ kind }) => kind === 'report-settled')).toMatchObject([
    { courseId: course.id, lessonKey: 'two', subjectId: made.id },
  ])
  const { items: history } = await api.as(admin).authoring.history.query({ courseId: course.id })
  expect(history[0]).toMatchObject({ event: 'flaw-settled', details: { outcome: 'mended' } })

  expect((await report(learner, lessonId)).status).toBe(201)
  expect(await casesOf(course.id)).toMatchObject([{ outcome: null }, { outcome: 'mended' }])
})

test('an export has what was reported; after an erasure the case is left without the person', async () => {
  const course = await publish(api, ['one'])
  const learner = await givenLearnerOf(api, course)
  await report(learner, course.lessons[0]?.id ?? '', { ...typo, text: 'My words' })
  const exported = await api.as(learner).me.export.query()
  expect(exported.flawReports).toMatchObject([{ courseId: course.id, text: 'My words' }])

  await api.as(learner).me.erase.mutate({ password: learner.password })
  const [flaw] = await listFlaws(api.deps.db, { courseId: course.id, before: undefined, limit: 9 })
  expect(flaw).toMatchObject({ reports: 1 })
  const of = { courseId: course.id, flawId: flaw?.id ?? '' }
  expect((await api.as(admin).flaws.words.query(of)).items).toEqual([])
})
