import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import {
  courseWithQuiz,
  type GivenQuiz,
  givenQuiz,
  questions,
  quizOf,
  rightAnswer,
  withQuiz,
} from '../test-support.ts'
import { submitDueAttempts } from './submit-attempt.ts'

const api = await forAllTests(startApi())
/** Stands for another process, as far as the database can tell. */
const other = await forAllTests(startApi())
const stopped = await forAllTests(startApi({ isClockStopped: true }))

const completions = async ({ learner, courseId }: Pick<GivenQuiz, 'learner' | 'courseId'>) => {
  const { rows } = await api.deps.db.execute<{ attempts: number; gradings: number; done: number }>(
    sql`select
      (select count(*)::int from attempts where user_id = ${learner.id}) as attempts,
      (select count(*)::int from gradings g join attempts a on a.id = g.attempt_id
        where a.user_id = ${learner.id}) as gradings,
      (select count(*)::int from lesson_progress where user_id = ${learner.id}
        and completed_at is not null and course_id = ${courseId}) as done`,
  )
  const { items } = await api.as(learner).certificates.list.query({ userId: learner.id })
  return { ...rows[0], certificates: items.length }
}

test('a pass completes the lesson, the course and its certificate; the click of a report does not', async () => {
  const { learner, courseId, lessonId, attempt } = await givenQuiz(api)
  const { token } = learner
  const report = (body: object) => api.request('POST /api/v1/progress', { token, body })
  for (const body of [{ completed: true }, { percent: 100 }]) {
    const answer = await report({ lessonId, ...body })
    expect([answer.status, answer.body.error]).toEqual([409, 'NeedsPass'])
  }
  const half = await report({ lessonId, percent: 50, positionSeconds: 7 })
  expect([half.status, half.body.lesson.percent]).toEqual([200, 50])
  const batch = await Promise.allSettled(
    [1, 2].map(() => api.batchAs(learner).progress.update.mutate({ lessonId, completed: true })),
  )
  expect(batch.map(({ status }) => status)).toEqual(['rejected', 'rejected'])

  expect(await attempt('right')).toMatchObject({
    status: 'graded',
    number: 1,
    result: { passed: true, points: 10, maxPoints: 10, percent: 100 },
    review: null,
  })
  const progress = await api.as(learner).progress.get.query({ courseId })
  expect(progress).toMatchObject({ percent: 100, completedAt: expect.any(String) })
  expect(await completions({ learner, courseId })).toMatchObject({
    certificates: 1,
    gradings: 1,
  })
})

test('a lesson that was a text under another key is not completed by a report either', async () => {
  const course = await givenQuiz(api, { lessons: 1 })
  const [quizId, textId] = [course.lessonId, course.otherIds[0] ?? '']
  const [section] = course.content.sections
  const [quiz, text] = section?.lessons ?? []
  if (section === undefined || quiz === undefined || text === undefined)
    throw new Error('No lesson.')
  // Continues the quiz under the key of the text, which goes.
  const merged = { ...quiz, formerKeys: [text.key] }
  const content = { ...course.content, sections: [{ ...section, lessons: [merged] }] }
  await publishCourse(api.deps, content)
  const learner = await api.given.learner()
  await api.given.enrollment(learner, content)
  for (const lessonId of [quizId, textId]) {
    const answer = await api.request('POST /api/v1/progress', {
      token: learner.token,
      body: { lessonId, completed: true },
    })
    expect([answer.status, answer.body.error]).toEqual([409, 'NeedsPass'])
  }
})

describe('exactly at the mark passes, and a hair below does not', () => {
  const ask = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      key: `q-${at}`,
      type: 'text',
      title: `Question ${at}`,
      accepted: ['yes'],
    }))
  test.each([
    [100, 80, 79, false],
    [100, 80, 80, true],
    [3, 67, 2, false],
    [3, 66, 2, true],
    [7, 100, 6, false],
    [7, 0, 0, true],
  ])('of %d with a mark of %d %%, %d right', async (count, passPercent, right, passed) => {
    const { attempt } = await givenQuiz(api, { passPercent, questions: ask(count) })
    const answers = Object.fromEntries(
      ask(right).map(({ title }) => [title, { type: 'text' as const, text: 'yes' }]),
    )
    expect((await attempt(answers)).result?.passed).toBe(passed)
  })
})

test('sixteen starts and sixteen submits at once are one attempt, one grading, one certificate', async () => {
  const course = await givenQuiz(api, { attempts: 1 })
  const { learner, lessonId } = course
  const clients = [api.as(learner), other.as(learner)]
  const client = (index: number) => clients[index % 2] ?? api.as(learner)
  const started = await atOnce(16, (index) => client(index).attempts.start.mutate({ lessonId }))
  expect(new Set(started.map(({ id }) => id)).size).toBe(1)
  const [attempt] = started
  const { id: attemptId = '' } = attempt ?? {}
  const given = attempt?.questions.flatMap((question) => rightAnswerTo(question)) ?? []
  await api.as(learner).attempts.save.mutate({ attemptId, answers: given })
  const submitted = await atOnce(16, (index) => client(index).attempts.submit.mutate({ attemptId }))
  expect(new Set(submitted.map(({ status }) => status))).toEqual(new Set(['graded']))
  expect(await completions(course)).toEqual({ attempts: 1, gradings: 1, done: 1, certificates: 1 })
})

type Shown = Awaited<ReturnType<GivenQuiz['start']>>['questions'][number]

function rightAnswerTo(question: Shown) {
  const asked = questions.find((one) => 'title' in one && one.title === question.title)
  return asked === undefined
    ? []
    : { position: question.position, answer: rightAnswer(asked as never, question) }
}

test('fifty starts and submits at once never make more attempts than are allowed', async () => {
  const course = await givenQuiz(api, { attempts: 3 })
  const { learner, lessonId } = course
  await atOnce(50, async (index) => {
    const { attempts } = (index % 2 === 0 ? api : other).as(learner)
    for (let time = 0; time < 4; time++) {
      const started = await attempts.start.mutate({ lessonId }).catch(() => undefined)
      if (started !== undefined) await attempts.submit.mutate({ attemptId: started.id })
    }
  })
  expect((await completions(course)).attempts).toBe(3)
  await expect(course.start()).rejects.toMatchObject({ data: { error: 'AttemptsUsedUp' } })
})

test('what is saved is submitted at the deadline, once, by the job or by whoever looks', async () => {
  const course = await givenQuiz(stopped, { timeLimitMinutes: 10, passPercent: 10 })
  const attempt = await course.start()
  const client = stopped.as(course.learner).attempts
  const { id: attemptId } = attempt
  const answers = attempt.questions.flatMap((question) => rightAnswerTo(question))
  await client.save.mutate({ attemptId, answers })
  stopped.advance(10 * 60_000 + 4_000)
  await submitDueAttempts(stopped.deps)
  await client.save.mutate({ attemptId, answers: answers.slice(0, 1) })
  const nearly = await client.get.query({ attemptId })
  expect([nearly.status, Date.parse(nearly.readAt) - Date.parse(nearly.deadlineAt ?? '')]).toEqual([
    'open',
    4_000,
  ])

  stopped.advance(2_000)
  const late = client.save.mutate({ attemptId, answers: answers.slice(0, 1) })
  await expect(late).rejects.toMatchObject({ data: { error: 'AttemptOver' } })
  await Promise.all([
    submitDueAttempts(stopped.deps),
    client.submit.mutate({ attemptId }),
    client.get.query({ attemptId }),
    submitDueAttempts(stopped.deps),
  ])
  expect(await client.get.query({ attemptId })).toMatchObject({
    status: 'graded',
    result: { passed: true, points: 10 },
  })
  expect((await completions(course)).gradings).toBe(1)
})

test('three of four pairs are three quarters of a point, and count as such', async () => {
  const pairs = ['a', 'b', 'c', 'd'].map((left) => ({ left, right: left.toUpperCase() }))
  const asked = [
    { key: 'pairs', type: 'match', title: 'Pairs?', pairs },
    { key: 'name', type: 'text', title: 'Name?', accepted: ['Bowline'] },
  ]
  const { start, learner } = await givenQuiz(api, {
    passPercent: 87,
    reveals: 'after-pass',
    questions: asked,
  })
  const { id: attemptId, questions } = await start()
  expect(questions.map(({ points }) => points)).toEqual([1, 1])
  const answers = questions.map((question) => {
    const { position } = question
    if (question.type !== 'match')
      return { position, answer: { type: 'text' as const, text: 'Bowline' } }
    const found = question.left.map((left) => question.right.indexOf(left.toUpperCase()))
    const pairs = found.with(question.left.indexOf('d'), found[question.left.indexOf('a')] ?? 0)
    return { position, answer: { type: 'match' as const, pairs } }
  })
  const { attempts } = api.as(learner)
  await attempts.save.mutate({ attemptId, answers })
  const { result, review } = await attempts.submit.mutate({ attemptId })
  expect(result).toMatchObject({ passed: true, points: 1.75, maxPoints: 2, percent: 87.5 })
  expect(review?.map(({ points }) => points).toSorted()).toEqual([0.75, 1])
})

describe('an answer that was acknowledged is not replaced by an older one', () => {
  const text = (word: string) => ({ type: 'text' as const, text: word })
  const threeTexts = givenQuiz(api, {
    shuffles: false,
    questions: [0, 1, 2].map((at) => ({
      key: `q-${at}`,
      type: 'text',
      title: `Question ${at}`,
      accepted: ['yes'],
    })),
  })

  test('it is stale, whichever process takes it; without a number the last to arrive counts', async () => {
    const { learner, start } = await threeTexts
    const { id: attemptId, lastNumber } = await start()
    const save = (service: typeof api, word: string, number?: number) =>
      service.as(learner).attempts.save.mutate({
        attemptId,
        answers: [{ position: 0, answer: text(word), ...(number && { number }) }],
      })
    const standing = async () => {
      const { answers } = await api.as(learner).attempts.get.query({ attemptId })
      return answers[0]?.answer
    }
    expect(lastNumber).toBe(0)
    expect(await save(other, 'newer', 2)).toMatchObject({ stale: [], lastNumber: 2 })
    expect(await save(api, 'older', 1)).toMatchObject({ stale: [0], lastNumber: 2 })
    expect(await save(api, 'newer', 2)).toMatchObject({ stale: [] })
    expect(await standing()).toEqual(text('newer'))
    for (const word of ['third party', 'third party again']) {
      expect(await save(api, word)).toMatchObject({ stale: [] })
      expect(await standing()).toEqual(text(word))
    }
    expect(await save(other, 'long ago', 2)).toMatchObject({ stale: [0] })
    expect((await save(api, 'now', Date.now() + 60_000)).stale).toEqual([])
    // Checks that later answers can count on from any number that a client sends.
    const tooFar = save(api, 'too far', Number.MAX_SAFE_INTEGER)
    await expect(tooFar).rejects.toMatchObject({ data: { issues: [{ path: 'answers.0.number' }] } })
    await save(api, 'far', 1e15)
    expect(await save(other, 'on')).toMatchObject({ stale: [], lastNumber: 1e15 + 1 })
    await api.as(learner).attempts.submit.mutate({ attemptId })
  })

  test('any order, any repetition and any split over processes give the same answers', async () => {
    const { learner, start } = await threeTexts
    const saved = fc.record({
      position: fc.nat({ max: 2 }),
      number: fc.nat({ max: 4 }),
      answer: fc.option(fc.constantFrom('a', 'b', 'c').map(text)),
    })
    const arrivals = fc.array(
      fc.record({ which: fc.nat({ max: 99 }), isOther: fc.boolean(), atOnce: fc.boolean() }),
      { maxLength: 8 },
    )
    const sorted = (answer: object | null) => JSON.stringify(answer)
    await fc.assert(
      fc.asyncProperty(
        fc.array(saved, { minLength: 1, maxLength: 6 }),
        arrivals,
        async (all, more) => {
          const { id: attemptId } = await start()
          const waiting: Promise<unknown>[] = []
          // Makes each arrive somewhere, and some again.
          const inOrder = [
            ...more,
            ...all.map((_, which) => ({ which, isOther: which % 2 === 0, atOnce: true })),
          ]
          for (const { which, isOther, atOnce } of inOrder) {
            const one = all[which % all.length]
            if (one === undefined) continue
            const { attempts } = (isOther ? other : api).as(learner)
            waiting.push(attempts.save.mutate({ attemptId, answers: [one] }))
            if (!atOnce) await Promise.all(waiting)
          }
          await Promise.all(waiting)
          const expected = [0, 1, 2].flatMap((position) => {
            const last = all
              .filter((one) => one.position === position)
              .sort((a, b) => a.number - b.number || (sorted(a.answer) < sorted(b.answer) ? -1 : 1))
              .at(-1)
            return last === undefined || last.answer === null
              ? []
              : [{ position, answer: last.answer }]
          })
          const { answers } = await api.as(learner).attempts.submit.mutate({ attemptId })
          expect(answers).toEqual(expected)
        },
      ),
      propertyRuns(8),
    )
  })
})

test('a quiz that is published anew changes no attempt that is open', async () => {
  const course = await givenQuiz(api)
  const before = await course.start()
  const mended = quizOf({ questions: [{ ...questions[3], accepted: ['Something else'] }] })
  await publishCourse(api.deps, withQuiz(course.content, mended), { reach: 'everyone' })
  const { attempts } = api.as(course.learner)
  const after = await attempts.get.query({ attemptId: before.id })
  expect(after.questions).toEqual(before.questions)
  const answers = before.questions.flatMap((question) => rightAnswerTo(question))
  await attempts.save.mutate({ attemptId: before.id, answers })
  const { result } = await attempts.submit.mutate({ attemptId: before.id })
  expect(result).toMatchObject({ points: 10, maxPoints: 10 })
})

test('right answers stay hidden as long as the same can be asked again, whatever was said before', async () => {
  const reveals = 'after-last-attempt'
  const course = await givenQuiz(api, { reveals, attempts: 1 })
  const { id: attemptId, review } = await course.attempt('wrong')
  expect(review).toHaveLength(questions.length)
  const now = async () => {
    const [attempt, list] = [
      await api.as(course.learner).attempts.get.query({ attemptId }),
      await api.as(course.learner).attempts.list.query({ lessonId: course.lessonId }),
    ]
    return { review: attempt.review, result: attempt.result, listed: list.items[0]?.result }
  }
  const result = { passed: false, points: 0, maxPoints: 10, percent: 0, comment: null }
  const publish = (more: object) => {
    const content = withQuiz(course.content, quizOf(more))
    return publishCourse(api.deps, content, { reach: 'everyone' })
  }
  await publish({ reveals, attempts: 3 })
  await expect.poll(now).toEqual({ review: null, result, listed: result })
  await publish({ reveals: 'never', attempts: 1 })
  const hidden = { passed: false, comment: null }
  await expect.poll(now).toEqual({ review: null, result: hidden, listed: hidden })
})

test('of a pool those come first that the learner has not seen, and orders differ', async () => {
  const pool = Array.from({ length: 12 }, (_, at) => ({
    key: `q-${at}`,
    type: 'text',
    title: `Question ${at}`,
    accepted: ['yes'],
  }))
  const { attempt } = await givenQuiz(api, { pools: [{ take: 4, questions: pool }] })
  const seen = new Set<string>()
  for (let number = 1; number <= 3; number++) {
    const { questions } = await attempt('wrong')
    for (const { title } of questions) seen.add(title)
    expect([questions.length, seen.size]).toEqual([4, 4 * number])
  }
})

describe('what is wrong is refused by its field', () => {
  test.each<[answer: object, position: number, path: string]>([
    [{ type: 'single', choice: 3 }, 0, 'answers.0.answer'],
    [{ type: 'single', choice: -1 }, 0, 'answers.0.answer.choice'],
    [{ type: 'text', text: 'Bowline' }, 0, 'answers.0.answer.type'],
    [{ type: 'multiple', choices: [0, 0] }, 1, 'answers.0.answer.choices'],
    [{ type: 'number', number: 'NaN' }, 2, 'answers.0.answer.number'],
    [{ type: 'number', number: 2.5 }, 2, 'answers.0.answer.number'],
    [{ type: 'order', order: [0, 1, 2] }, 4, 'answers.0.answer'],
    [{ type: 'match', pairs: [0] }, 5, 'answers.0.answer'],
    [{ type: 'single', choice: 0, right: true }, 0, 'answers.0.answer.right'],
    [{ type: 'single', choice: 0 }, 6, 'answers.0.position'],
    [{ type: 'essay', text: 'x'.repeat(20_001) }, 0, 'answers.0.answer.text'],
  ])('%j at %d', async (answer, position, path) => {
    const { learner, start } = await quizInOrder
    const { id } = await start()
    const sent = await api.request(`PATCH /api/v1/attempts/${id}`, {
      token: learner.token,
      body: { answers: [{ position, answer }] },
    })
    expect([sent.status, sent.body.issues?.[0]?.path]).toEqual([400, path])
  })

  const quizInOrder = givenQuiz(api, { shuffles: false })

  test('a number that may be two is not stored, but asked: each of its readings is taken', async () => {
    const { learner, start } = await quizInOrder
    const { id: attemptId } = await start()
    const save = (number: string) =>
      api.request(`PATCH /api/v1/attempts/${attemptId}`, {
        token: learner.token,
        body: { answers: [{ position: 2, answer: { type: 'number', number } }] },
      })
    const saved = async () =>
      (await api.as(learner).attempts.get.query({ attemptId })).answers.map(({ answer }) => answer)
    expect((await save('٢٫٥')).status).toBe(200)
    const [issue] = (await save('2,500')).body.issues
    expect(issue).toMatchObject({ code: 'ambiguous', readings: ['2500', '2.5'] })
    expect(await saved()).toEqual([{ type: 'number', number: '2.5' }])
    for (const reading of issue.readings) expect((await save(reading)).status).toBe(200)
    expect(await saved()).toEqual([{ type: 'number', number: '2.5' }])
    // Stores it like a release that did not ask.
    const former = { type: 'number' as const, number: '2,500' }
    await api.deps.db.execute(
      sql`update attempts set answers = ${JSON.stringify({ 2: former })} where id = ${attemptId}`,
    )
    expect(await saved()).toEqual([former])
    const { answers } = await api.as(learner).attempts.submit.mutate({ attemptId })
    expect(answers).toEqual([{ position: 2, answer: former }])
  })

  test('an answer of a megabyte, an attempt of somebody else, one that is over, one without access', async () => {
    const { learner, courseId, start } = await quizInOrder
    const { id: attemptId } = await start()
    const patch = (token: string, text: string) =>
      api.request(`PATCH /api/v1/attempts/${attemptId}`, {
        token,
        body: { answers: [{ position: 3, answer: { type: 'text', text } }] },
      })
    expect((await patch(learner.token, 'x'.repeat(1_000_000))).status).toBe(413)
    const stranger = await api.given.learner()
    expect((await patch(stranger.token, 'x')).body.error).toBe('AttemptNotFound')
    const admin = await api.given.admin()
    const place = { userId: learner.id, courseId }
    await api.as(admin).learners.end.mutate(place)
    expect((await patch(learner.token, 'x')).body.error).toBe('NotEnrolled')
    const read = api.as(learner).attempts.get.query({ attemptId })
    await expect(read).rejects.toMatchObject({ data: { error: 'NotEnrolled' } })
    const submit = api.as(learner).attempts.submit.mutate({ attemptId })
    await expect(submit).rejects.toMatchObject({ data: { error: 'NotEnrolled' } })
    await api.as(admin).learners.enroll.mutate({ user: learner.id, courseId })
    await api.as(learner).attempts.submit.mutate({ attemptId })
    expect((await patch(learner.token, 'x')).body.error).toBe('AttemptOver')
  })

  test('a lesson that is no quiz, and a quiz that nobody can pass', async () => {
    const { learner, otherIds } = await givenQuiz(api, { lessons: 1 })
    const start = api.as(learner).attempts.start.mutate({ lessonId: otherIds[0] ?? '' })
    await expect(start).rejects.toMatchObject({ data: { issues: [{ path: 'lessonId' }] } })
    expect(() => courseWithQuiz({ questions: [{ ...questions[0], options: [] }] })).toThrow()
    expect(() => courseWithQuiz({ questions: [questions[0] ?? {}, questions[0] ?? {}] })).toThrow()
    expect(() => courseWithQuiz({ pools: [{ take: 2, questions: [questions[0]] }] })).toThrow()
  })
})
