import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { openToken } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { courseWithQuiz, type GivenQuiz, givenQuiz, publishQuiz } from '../test-support.ts'
import { submitDueAttempts } from './submit-attempt.ts'

const api = await forAllTests(startApi({ isClockStopped: true }))
const admin = await api.given.admin()
const minute = 60_000

const yes = { type: 'text' as const, text: 'yes' }
const ask = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ key: `q-${at}`, type: 'text', title: `Question ${at}`, accepted: ['yes'] },
    explanation: `Because of ${at}.`,
  }))
const both = { 'Question 0': yes, 'Question 1': yes }
const one = { 'Question 0': yes }

/** Starts an attempt at a quiz of two questions in their order. */
async function givenRunning(options: Parameters<typeof givenQuiz>[1] = {}) {
  const quiz = await givenQuiz(api, { questions: ask(2), shuffles: false, ...options })
  const { id: attemptId } = await quiz.start()
  return { ...quiz, attemptId }
}

const save = ({ token }: { token: string }, attemptId: string, ...positions: number[]) =>
  api.request(`PATCH /api/v1/attempts/${attemptId}`, {
    token,
    body: { answers: positions.map((position) => ({ position, answer: yes })) },
  })

const certificates = async ({ learner }: Pick<GivenQuiz, 'learner'>) =>
  (await api.as(learner).certificates.list.query({ userId: learner.id })).items.length

test('two tabs are one attempt: the second shows what the first has saved, and ends it for both', async () => {
  const { learner, lessonId } = await givenQuiz(api, { questions: ask(2), shuffles: false })
  const start = () =>
    api.request(`POST /api/v1/lessons/${lessonId}/attempts`, { token: learner.token, body: {} })
  const first = await start()
  expect([first.status, first.body.answers]).toEqual([201, []])
  const { id } = first.body
  await save(learner, id, 0)
  const second = await start()
  expect(second.status).toBe(200)
  expect(second.body).toMatchObject({ id, answers: [{ position: 0, answer: yes }] })
  expect(second.body.questions).toEqual(first.body.questions)

  await save(learner, id, 1)
  const submitted = await api.as(learner).attempts.submit.mutate({ attemptId: id })
  expect(submitted.result).toMatchObject({ points: 2, passed: true })
  const late = await save(learner, id, 0)
  expect([late.status, late.body.error]).toEqual([409, 'AttemptOver'])
  const next = await start()
  expect([next.status, next.body.number, next.body.answers]).toEqual([201, 2, []])
})

test('a submit that comes again later changes neither the result nor when it was handed in', async () => {
  const { learner, attemptId } = await givenRunning()
  await save(learner, attemptId, 0)
  const submit = () => api.as(learner).attempts.submit.mutate({ attemptId })
  const { readAt: _, ...first } = await submit()
  api.advance(5 * minute)
  const { readAt: __, ...again } = await submit()
  expect(again).toEqual(first)
})

test('the next attempt waits for the end of its cooldown, to the second, and says until when', async () => {
  const quiz = await givenQuiz(api, { questions: ask(1), cooldownMinutes: 10 })
  const { learner, lessonId, attempt } = quiz
  const { submittedAt } = await attempt('wrong')
  const nextAt = new Date(Date.parse(submittedAt ?? '') + 10 * minute).toISOString()
  const start = () =>
    api.request(`POST /api/v1/lessons/${lessonId}/attempts`, { token: learner.token, body: {} })
  api.advance(10 * minute - 1)
  expect((await start()).body).toMatchObject({ error: 'AttemptTooSoon', facts: { nextAt } })
  const list = () => api.as(learner).attempts.list.query({ lessonId })
  expect((await list()).nextAt).toBe(nextAt)
  api.advance(1)
  expect((await list()).nextAt).toBeNull()
  expect((await start()).status).toBe(201)
})

test('who is suspended in the middle of an attempt has what was saved graded at its end', async () => {
  const running = await givenRunning({ timeLimitMinutes: 10 })
  const { learner, attemptId, courseId } = running
  expect((await save(learner, attemptId, 0, 1)).status).toBe(200)
  const userId = learner.id
  await api.as(admin).admin.users.suspend.mutate({ userId, reason: 'Shared the account' })
  const refused = await save(learner, attemptId, 0)
  expect([401, 403]).toContain(refused.status)

  api.advance(10 * minute + 5_000)
  await submitDueAttempts(api.deps)
  await api.as(admin).admin.users.reinstate.mutate({ userId })
  const again = { ...learner, token: await openToken(api.deps, userId) }
  expect(await api.as(again).attempts.get.query({ attemptId })).toMatchObject({
    status: 'graded',
    result: { points: 2, passed: true },
  })
  expect((await api.as(again).progress.get.query({ courseId })).percent).toBe(100)
})

test('an attempt that outlives the access is graded at its end, and completes the course with it', async () => {
  const running = await givenRunning({ timeLimitMinutes: 10 })
  const { learner, attemptId, courseId, lessonId } = running
  await save(learner, attemptId, 0, 1)
  const place = { userId: learner.id, courseId }
  await api.as(admin).learners.end.mutate(place)
  expect((await save(learner, attemptId, 0)).body.error).toBe('NotEnrolled')
  const start = api.as(learner).attempts.start.mutate({ lessonId })
  await expect(start).rejects.toMatchObject({ data: { error: 'NotEnrolled' } })

  api.advance(10 * minute + 5_000)
  await submitDueAttempts(api.deps)
  expect(await certificates(running)).toBe(0)
  await api.as(admin).learners.enroll.mutate({ user: learner.id, courseId })
  const { result, status } = await api.as(learner).attempts.get.query({ attemptId })
  expect([status, result?.passed]).toEqual(['graded', true])
  expect((await api.as(learner).progress.get.query({ courseId })).percent).toBe(100)
  expect(await certificates(running)).toBe(1)
})

test('attempts that were given to one learner can be started as long as they are given', async () => {
  const quiz = await givenQuiz(api, { questions: ask(1), attempts: 1 })
  const { learner, courseId, lessonId, attempt, start } = quiz
  await attempt('wrong')
  const usedUp = { data: { error: 'AttemptsUsedUp', facts: { attempts: 1 } } }
  await expect(start()).rejects.toMatchObject(usedUp)
  const until = new Date(api.deps.now().getTime() + 60 * minute).toISOString()
  const given = { extraAttempts: 2, until, reason: 'A power cut' }
  await api.as(admin).grades.grant.mutate({ courseId, userId: learner.id, ...given })
  const left = async () => {
    const list = await api.as(learner).attempts.list.query({ lessonId })
    return [list.attemptsLeft, list.accommodation?.extraAttempts]
  }
  expect(await left()).toEqual([2, 2])
  await attempt('wrong')
  expect(await left()).toEqual([1, 2])
  api.advance(60 * minute)
  expect(await left()).toEqual([0, undefined])
  await expect(start()).rejects.toMatchObject({ data: { facts: { attempts: 2 } } })
})

test('what was tried under a former key of the quiz counts towards its attempts', async () => {
  const quiz = await givenQuiz(api, { questions: ask(1), attempts: 2 })
  const { learner, content, courseId } = quiz
  await quiz.attempt('wrong')
  const [section] = content.sections
  const [lesson] = section?.lessons ?? []
  if (section === undefined || lesson === undefined) throw new Error('No lesson.')
  const renamed = { ...lesson, key: 'renamed', formerKeys: [lesson.key] }
  await publishCourse(api.deps, { ...content, sections: [{ ...section, lessons: [renamed] }] })
  const classmate = await api.given.learner()
  await api.given.enrollment(classmate, content)
  const shown = await api.as(classmate).courses.get.query({ idOrSlug: courseId })
  const lessonId = shown.sections[0]?.lessons[0]?.id ?? ''
  expect(lessonId).not.toBe(quiz.lessonId)
  const started = await api.as(learner).attempts.start.mutate({ lessonId })
  expect(started.number).toBe(2)
  await api.as(learner).attempts.submit.mutate({ attemptId: started.id })
  const list = await api.as(learner).attempts.list.query({ lessonId })
  expect([list.attemptsLeft, list.items.map(({ number }) => number)]).toEqual([0, [2, 1]])
  expect((await api.as(classmate).attempts.list.query({ lessonId })).attemptsLeft).toBe(2)
})

describe('what is revealed, after one of three attempts, a pass, and the last one', () => {
  /** Whether the attempt's points are shown, and whether its right answers are. */
  const seen = async ({ learner }: GivenQuiz, attemptId: string) => {
    const { result, review } = await api.as(learner).attempts.get.query({ attemptId })
    return [result?.points !== undefined, review !== null]
  }
  const [nothing, score, all] = [
    [false, false],
    [true, false],
    [true, true],
  ]
  test.each([
    ['never', nothing, nothing, nothing],
    ['score', score, score, score],
    ['after-pass', score, all, all],
    ['after-last-attempt', score, score, all],
  ] as const)('%s', async (reveals, afterFirst, afterPass, afterLast) => {
    const options = { questions: ask(2), reveals, attempts: 3, passPercent: 100 }
    const quiz = await givenQuiz(api, options)
    const { id, result } = await quiz.attempt(one)
    expect(result?.passed).toBe(false)
    expect(await seen(quiz, id)).toEqual(afterFirst)
    await quiz.attempt(both)
    // Checks that attempts before the pass show what is right from then on, too.
    expect(await seen(quiz, id)).toEqual(afterPass)
    const { id: last } = await quiz.start()
    expect(await seen(quiz, id)).toEqual(reveals === 'after-last-attempt' ? score : afterPass)
    const running = await api.as(quiz.learner).attempts.get.query({ attemptId: last })
    expect([running.result, running.review]).toEqual([null, null])
    await api.as(quiz.learner).attempts.submit.mutate({ attemptId: last })
    expect(await seen(quiz, id)).toEqual(afterLast)
    expect(await seen(quiz, last)).toEqual(afterLast)
  })

  test('the review says what each answer got, what is right, and why', async () => {
    const options = { questions: ask(2), shuffles: false, passPercent: 50 }
    const { attempt } = await givenQuiz(api, { ...options, reveals: 'after-pass' })
    expect((await attempt(one)).review).toEqual([
      { position: 0, points: 1, right: { accepted: ['yes'] }, explanation: 'Because of 0.' },
      { position: 1, points: 0, right: { accepted: ['yes'] }, explanation: 'Because of 1.' },
    ])
  })
})

test('a quiz that is locked is neither started nor listed before what opens it is done', async () => {
  const content = courseWithQuiz({ questions: ask(1), lessons: 1 })
  const [section] = content.sections
  const lessons = section?.lessons.toReversed() ?? []
  const locked = { ...content, order: 'sequence' as const }
  await publishCourse(api.deps, { ...locked, sections: [{ title: 'All', lessons }] })
  const learner = await api.given.learner()
  await api.given.enrollment(learner, content)
  const shown = await api.as(learner).courses.get.query({ idOrSlug: content.slug })
  const [text, quiz] = shown.sections.flatMap((one) => one.lessons)
  const lessonId = quiz?.id ?? ''
  const client = api.as(learner).attempts
  const refused = { data: { error: 'LessonLocked' } }
  await expect(client.start.mutate({ lessonId })).rejects.toMatchObject(refused)
  await expect(client.list.query({ lessonId })).rejects.toMatchObject(refused)
  await api.as(learner).progress.update.mutate({ lessonId: text?.id ?? '', completed: true })
  expect((await client.start.mutate({ lessonId })).number).toBe(1)
})

test('nobody starts a quiz of a course that they have not, not even to look', async () => {
  const { lessonId, courseId } = await publishQuiz(api.deps, { questions: ask(1) })
  const stranger = await api.given.learner()
  const client = api.as(stranger)
  for (const refused of [
    () => client.attempts.start.mutate({ lessonId }),
    () => client.attempts.list.query({ lessonId }),
    () => client.grades.own.query({ courseId }),
  ])
    await expect(refused()).rejects.toMatchObject({ data: { error: 'NotEnrolled' } })
  const { rows } = await api.database.db.execute(
    sql`select count(*)::int as count from attempts where user_id = ${stranger.id}`,
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('an essay that was left empty waits for nobody, and one that was taken back neither', async () => {
  const essay = { key: 'why', type: 'essay', title: 'Why?' }
  const quiz = await givenQuiz(api, { questions: [...ask(1), essay], passPercent: 50 })
  const because = { type: 'essay' as const, text: 'Because.' }
  expect((await quiz.attempt(one)).status).toBe('graded')
  const { id: attemptId, questions } = await quiz.start()
  const position = questions.findIndex(({ title }) => title === 'Why?')
  const { attempts } = api.as(quiz.learner)
  await attempts.save.mutate({ attemptId, answers: [{ position, answer: because }] })
  await attempts.save.mutate({ attemptId, answers: [{ position, answer: null }] })
  const { status, answers, result } = await attempts.submit.mutate({ attemptId })
  expect([status, answers, result]).toMatchObject(['graded', [], { points: 0, maxPoints: 2 }])
  expect((await quiz.attempt({ ...one, 'Why?': because })).status).toBe('waiting')
})

test('of several answers that are saved at once, one that is wrong keeps all from being saved', async () => {
  const { learner, attemptId } = await givenRunning()
  const wrong = { position: 1, answer: { type: 'single' as const, choice: 0 } }
  const refused = await api.request(`PATCH /api/v1/attempts/${attemptId}`, {
    token: learner.token,
    body: { answers: [{ position: 0, answer: yes }, wrong] },
  })
  expect(refused.body.issues).toMatchObject([{ path: 'answers.1.answer.type' }])
  const twice = await save(learner, attemptId, 0, 0)
  expect([twice.status, twice.body.issues?.[0]?.path]).toEqual([400, 'answers'])
  const { answers } = await api.as(learner).attempts.get.query({ attemptId })
  expect(answers).toEqual([])
})

test('a quiz that is published anew is asked anew, from the next attempt on', async () => {
  const quiz = await givenQuiz(api, { questions: ask(1), shuffles: false })
  const open = await quiz.start()
  const [section] = quiz.content.sections
  const [lesson] = section?.lessons ?? []
  if (section === undefined || lesson === undefined) throw new Error('No lesson.')
  const next = courseWithQuiz({ questions: ask(3), shuffles: false })
  const { details } = next.sections[0]?.lessons[0] ?? lesson
  const lessons = [{ ...lesson, ...(details && { details }) }]
  const content = { ...quiz.content, sections: [{ ...section, lessons }] }
  await publishCourse(api.deps, content, { reach: 'everyone' })
  const { attempts } = api.as(quiz.learner)
  expect((await quiz.start()).id).toBe(open.id)
  await attempts.submit.mutate({ attemptId: open.id })
  await expect
    .poll(async () => {
      const { id: attemptId, questions } = await quiz.start()
      await attempts.submit.mutate({ attemptId })
      return questions.length
    })
    .toBe(3)
})
