import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { beat } from '../../../../db/queries/assessment/deadlines/outages.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { submitDueAttempts } from '../attempts/submit-attempt.ts'
import { type GivenQuiz, givenQuiz } from '../test-support.ts'
import { settleOutage } from './settle-outage.ts'

const api = await forAllTests(startApi({ isClockStopped: true }))
const admin = await api.given.admin()
const minute = 60_000
const answer = { position: 0, answer: null }

/** Starts a quiz of ten minutes, and tells how long it still runs. */
async function givenRunning(options: Parameters<typeof givenQuiz>[1] = {}) {
  const quiz = await givenQuiz(api, { timeLimitMinutes: 10, ...options })
  const { id: attemptId } = await quiz.start()
  const client = api.as(quiz.learner).attempts
  const get = () => client.get.query({ attemptId })
  return {
    ...quiz,
    attemptId,
    get,
    save: () => client.save.mutate({ attemptId, answers: [answer] }),
    minutesLeft: async () => {
      const { deadlineAt } = await get()
      return (Date.parse(deadlineAt ?? '') - api.deps.now().getTime()) / minute
    },
  }
}

test('time granted reaches an attempt that runs, and so does taking it back, never below two minutes', async () => {
  const { learner, courseId, save, minutesLeft } = await givenRunning()
  const learning = { courseId, userId: learner.id }
  const grant = (timePercent: number) =>
    api.as(admin).grades.grant.mutate({ ...learning, timePercent, reason: 'A broken arm' })
  const revoke = () => api.as(admin).grades.revoke.mutate(learning)
  await grant(150)
  expect(await minutesLeft()).toBe(15)
  // Checks that the answer of a save says so as well.
  expect(Date.parse((await save()).deadlineAt ?? '') - api.deps.now().getTime()).toBe(15 * minute)
  await revoke()
  expect(await minutesLeft()).toBe(10)
  await grant(200)
  api.advance(12 * minute)
  expect(await minutesLeft()).toBe(8)
  await revoke()
  expect(await minutesLeft()).toBe(2)
  await grant(200)
  expect(await minutesLeft()).toBe(8)
  api.advance(7 * minute)
  await revoke()
  expect(await minutesLeft()).toBe(1)
})

test('staff give minutes to all open attempts of a quiz or a class, once for each key', async () => {
  const running = await givenRunning()
  const { courseId, learner, content, minutesLeft } = running
  const classmate = await api.given.learner()
  await api.given.enrollment(classmate, content)
  const other = await api.as(classmate).attempts.start.mutate({ lessonId: running.lessonId })
  const { cohort, teacher } = await givenClass(running)
  const give = (token: string, body: object, key?: string) =>
    api.request(`POST /api/v1/authoring/courses/${courseId}/attempts/time`, {
      token,
      body: { minutes: 5, reason: 'The fire alarm', ...body },
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  const twice = [await give(admin.token, {}, 'one'), await give(admin.token, {}, 'one')]
  expect(twice.map(({ body }) => body)).toEqual(
    Array(2).fill({ minutes: 5, extended: 2, reopened: 0 }),
  )
  expect(await minutesLeft()).toBe(15)

  expect((await give(teacher.token, {})).body.error).toBe('Forbidden')
  const strangers = await api.as(admin).admin.cohorts.create.mutate({ name: 'Not theirs' })
  expect((await give(teacher.token, { cohort: strangers.id })).body.error).toBe('CohortNotFound')
  expect((await give(admin.token, { lessonKey: 'no-quiz' })).body.error).toBe('LessonNotFound')
  expect((await give(learner.token, {})).body.error).toBe('CourseNotFound')
  const { body } = await give(teacher.token, { cohort: cohort.id, lessonKey: 'lesson-1' })
  expect(body).toEqual({ minutes: 5, extended: 1, reopened: 0 })
  expect(await minutesLeft()).toBe(20)
  const untouched = await api.as(classmate).attempts.get.query({ attemptId: other.id })
  expect(Date.parse(untouched.deadlineAt ?? '') - api.deps.now().getTime()).toBe(15 * minute)

  // Checks that what was given stays when the rules change.
  const learning = { courseId, userId: learner.id, timePercent: 200, reason: 'A broken arm' }
  await api.as(admin).grades.grant.mutate(learning)
  expect(await minutesLeft()).toBe(30)
  const events = await api.as(admin).admin.audit.list.query({ event: 'time-given' })
  expect(events.items[0]?.details).toMatchObject({ extended: 1, cohortId: cohort.id })
})

/** Creates a class with only the learner, and a teacher of it. */
async function givenClass({ courseId, learner }: GivenQuiz) {
  const { cohorts } = api.as(admin).admin
  const cohort = await cohorts.create.mutate({ name: `Class of ${learner.id}` })
  await cohorts.addCourse.mutate({ cohortId: cohort.id, course: courseId })
  await cohorts.addMember.mutate({ cohortId: cohort.id, user: learner.id })
  const teacher = await api.given.learner()
  await api.as(admin).members.add.mutate({
    ...{ courseId, email: teacher.email, role: 'teacher' },
    cohorts: [cohort.id],
  })
  return { cohort, teacher }
}

test('attempts that ended by their time go on, if they did not pass and nobody graded them', async () => {
  const late = await givenRunning({ attempts: 1 })
  const early = await givenRunning()
  await api.as(early.learner).attempts.submit.mutate({ attemptId: early.attemptId })
  api.advance(11 * minute)
  await submitDueAttempts(api.deps)
  expect((await late.get()).status).toBe('graded')
  const give = ({ courseId }: GivenQuiz, reopenMinutes: number) =>
    api.as(admin).grades.giveTime.mutate({
      ...{ courseId, minutes: 5, reopenMinutes, reason: 'Our proxy was down' },
    })
  api.advance(10 * minute)
  expect(await give(late, 9)).toMatchObject({ reopened: 0 })
  expect(await give(late, 15)).toMatchObject({ extended: 0, reopened: 1 })
  expect(await give(late, 15)).toMatchObject({ extended: 1, reopened: 0 })
  expect(await give(early, 60)).toMatchObject({ reopened: 0 })
  expect([(await late.get()).status, await late.minutesLeft()]).toEqual(['open', 10])
  await late.save()
  const again = await api.as(late.learner).attempts.submit.mutate({ attemptId: late.attemptId })
  expect([again.status, again.result?.passed]).toEqual(['graded', false])
})

test('no attempt goes on of which the quiz may have shown the right answers', async () => {
  const last = await givenRunning({ attempts: 1, reveals: 'after-last-attempt' })
  const beforeLast = await givenRunning({ attempts: 2, reveals: 'after-last-attempt' })
  const passed = await givenQuiz(api, { timeLimitMinutes: 10, reveals: 'after-pass' })
  expect((await passed.attempt('right')).result?.passed).toBe(true)
  await passed.start()
  api.advance(11 * minute)
  await submitDueAttempts(api.deps)
  expect((await last.get()).review).not.toBeNull()
  const reopen = ({ courseId }: GivenQuiz) =>
    api.as(admin).grades.giveTime.mutate({
      ...{ courseId, minutes: 5, reopenMinutes: 60, reason: 'Our proxy was down' },
    })
  expect(await reopen(last)).toMatchObject({ reopened: 0 })
  expect(await reopen(passed)).toMatchObject({ reopened: 0 })
  expect(await reopen(beforeLast)).toMatchObject({ reopened: 1 })
})

test('whoever has the deadline while no process answers gets that time back, and a minute at least', async () => {
  const answers = async (seconds: number) => {
    for (let at = 0; at <= seconds; at += 4) {
      await beat(api.deps.db, api.deps.now())
      if (at < seconds) api.advance(4_000)
    }
  }
  await answers(0)
  const [long, short, over] = [
    await givenRunning({ timeLimitMinutes: 60 }),
    await givenRunning({ timeLimitMinutes: 2 }),
    await givenRunning({ timeLimitMinutes: 1 }),
  ]
  await answers(112)
  // Leaves it eight seconds, and its neighbor none, when the last process goes for 20 minutes.
  api.advance(20 * minute)
  // Saves before anybody has recorded that.
  await short.save()
  expect([await short.minutesLeft(), await long.minutesLeft()]).toEqual([1, 60 - 112 / 60])
  await expect(over.save()).rejects.toMatchObject({ data: { error: 'AttemptOver' } })

  // Settles it once, whoever notices next; a silence of seconds is no outage.
  await settleOutage(api.deps)
  api.advance(4_000)
  await submitDueAttempts(api.deps)
  expect(await short.minutesLeft()).toBeCloseTo(56 / 60)
  const events = await api.as(admin).admin.audit.list.query({ event: 'outage-ended' })
  expect(events.items.map(({ details }) => Number(details.attempts) >= 2)).toEqual([true])
  await api.deps.db.execute(sql`delete from heartbeats`)
})
