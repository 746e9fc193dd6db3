import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { quiz as quizType } from '../../../../content/lessons/quiz.ts'
import { certificates } from '../../../../db/schema/learning/certificates.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { lessonOf } from '../../../test/learning.ts'
import { publish } from '../../authoring/moves/test-support.ts'
import { markLesson } from '../learners/mark-lesson.ts'
import {
  day,
  eventOf,
  givenLearnerSince,
  isoBefore,
  minute,
  rowsOf,
  sendBatch,
} from './batch-test-support.ts'
import { resetProgress } from './reset-progress.ts'
import { givenVideo } from './test-support.ts'

const questions = [
  {
    ...{ key: 'knot', type: 'single', title: 'Which knot holds a load?' },
    options: [
      { text: 'Bowline', right: true },
      { text: 'Slip knot', right: false },
    ],
  },
]

const options = { isClockStopped: true, config: { tokenTtlMilliseconds: 400 * day } }
const [api, other] = await Promise.all([
  forAllTests(startApi(options)),
  forAllTests(startApi(options)),
])
other.advance(api.deps.now().getTime() - other.deps.now().getTime())
const course = await api.given.course({ lessons: ['required', 'required', 'optional'] })
const [one, two, three] = [0, 1, 2].map((place) => lessonOf(course, place).id) as [
  string,
  string,
  string,
]
const learnerSince = (days: number) => givenLearnerSince(api, course, days)

test('what was done offline counts as of when it was done, the certificate included', async () => {
  const learner = await learnerSince(20)
  const [first, last] = [9 * day, 3 * day]

  const { events, courses } = await sendBatch(api, learner, [
    eventOf(api, two, { ago: last, completed: true }),
    eventOf(api, one, { ago: first, completed: true, positionSeconds: 40 }),
  ])

  expect(events.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
  expect(courses).toMatchObject([
    { courseId: course.id, percent: 100, completedAt: isoBefore(api, last) },
  ])
  expect(courses[0]?.certificate?.completedOn).toBe(isoBefore(api, last).slice(0, 10))
  const { items } = await api.as(learner).progress.get.query({ courseId: course.id })
  expect(items.map(({ completedAt }) => completedAt)).toEqual([
    isoBefore(api, first),
    isoBefore(api, last),
    null,
  ])
})

test('a clock that is wrong is put right by when the batch was sent', async () => {
  const learner = await learnerSince(20)
  const wrong = 400 * day + 17 * minute

  await sendBatch(
    api,
    learner,
    [eventOf(api, one, { ago: 5 * day + wrong, completed: true })],
    isoBefore(api, wrong),
  )

  const [row] = await rowsOf(api, learner)
  expect(row?.completedAt).toEqual(new Date(isoBefore(api, 5 * day)))
})

test.each([
  ['1970-01-01T00:00:00.000Z', 20 * day],
  ['2099-12-31T23:59:59.000Z', 0],
])('an instant of %s counts as of the enrollment, or as of now', async (at, ago) => {
  const learner = await learnerSince(20)

  const { events } = await sendBatch(api, learner, [
    eventOf(api, one, { at, completed: true, positionSeconds: 7 }),
  ])

  expect(events[0]?.outcome).toBe('applied')
  const instant = new Date(isoBefore(api, ago))
  expect(await rowsOf(api, learner)).toMatchObject([
    { completedAt: instant, positionAt: instant, updatedAt: instant },
  ])
})

test('what happened before its lesson opened counts as of then, the certificate included', async () => {
  const later = { key: 'later', details: { available: '10 days after enrollment' } }
  const timed = await publish(api, ['now', later])
  const learner = await givenLearnerSince(api, timed)
  const idOf = (place: number) => lessonOf(timed, place).id
  const opened = isoBefore(api, 10 * day).slice(0, 10)

  const early = eventOf(api, idOf(1), { ago: 18 * day, percent: 5 })
  const opens = await sendBatch(api, learner, [early])
  const { courses } = await sendBatch(api, learner, [
    eventOf(api, idOf(0), { ago: 19 * day, completed: true }),
    eventOf(api, idOf(1), { ago: 17 * day, completed: true }),
  ])

  expect(opens.events[0]?.outcome).toBe('applied')
  const instant = new Date(`${opened}T00:00:00.000Z`)
  expect(await rowsOf(api, learner)).toMatchObject([
    { lessonKey: 'later', completedAt: instant, updatedAt: instant },
    { lessonKey: 'now', completedAt: new Date(isoBefore(api, 19 * day)) },
  ])
  expect(courses[0]?.completedAt).toBe(instant.toISOString())
  expect(courses[0]?.certificate?.completedOn).toBe(opened)

  const cleared = await givenLearnerSince(api, timed)
  await api.deps.db.execute(sql`
    update enrollments set progress_cleared_at = ${isoBefore(api, 15 * day)}
    where user_id = ${cleared.id}`)
  expect((await sendBatch(api, cleared, [early])).events[0]?.outcome).toBe('stale')
})

test('nothing is completed more than 30 days back', async () => {
  const learner = await learnerSince(300)

  const { courses } = await sendBatch(api, learner, [
    eventOf(api, one, { ago: 200 * day, completed: true }),
    eventOf(api, two, { ago: 100 * day, completed: true }),
  ])

  expect(courses[0]?.completedAt).toBe(isoBefore(api, 30 * day))
  expect(courses[0]?.certificate?.completedOn).toBe(isoBefore(api, 30 * day).slice(0, 10))
})

test('a completion of the course that was told stays, whatever arrives later', async () => {
  const learner = await learnerSince(20)
  const told = await sendBatch(api, learner, [
    eventOf(api, one, { ago: 2 * day, completed: true }),
    eventOf(api, two, { ago: day, completed: true }),
  ])

  const later = await sendBatch(other, learner, [
    eventOf(api, one, { ago: 9 * day, completed: true }),
    eventOf(api, two, { ago: 8 * day, completed: true }),
  ])

  expect(later.courses).toEqual(told.courses)
  const rows = await rowsOf(api, learner)
  expect(rows.map(({ completedAt }) => completedAt)).toEqual(
    [9, 8].map((days) => new Date(isoBefore(api, days * day))),
  )
})

test('a report that was made at once and a late one are merged by their instants', async () => {
  const learner = await learnerSince(20)
  const report = { lessonId: one, percent: 60, positionSeconds: 600 }
  await api.as(learner).progress.update.mutate(report)

  const { events } = await sendBatch(api, learner, [
    eventOf(api, one, { ago: day, positionSeconds: 90 }),
    eventOf(api, one, { ago: day, percent: 80, positionSeconds: 80 }),
    eventOf(api, one, { ago: day, percent: 30 }),
  ])

  expect(events.map(({ outcome }) => outcome)).toEqual(['stale', 'applied', 'already'])
  expect(await rowsOf(api, learner)).toMatchObject([{ percent: 80, positionSeconds: 600 }])
})

test('of two positions of one instant, the one of the higher id is the latest, in either order', async () => {
  const [low, high] = ['1', 'e'].map((digit) =>
    eventOf(api, one, { id: `${digit}a5b4c3d-0000-4000-8000-000000000000` }),
  ) as [ReturnType<typeof eventOf>, ReturnType<typeof eventOf>]
  const positions = { low: { ...low, positionSeconds: 9 }, high: { ...high, positionSeconds: 4 } }
  for (const order of [['low', 'high'] as const, ['high', 'low'] as const]) {
    const learner = await learnerSince(20)
    for (const which of order) await sendBatch(api, learner, [positions[which]])
    const both = await learnerSince(20)
    const events = order.map((which) => positions[which])
    await sendBatch(other, both, events)

    for (const one of [learner, both])
      expect(await rowsOf(api, one)).toMatchObject([{ positionSeconds: 4 }])
  }
})

test('a batch that is sent again changes nothing, and answers the certificate again', async () => {
  const learner = await learnerSince(20)
  const events = [
    eventOf(api, one, { ago: day, completed: true, positionSeconds: 3 }),
    eventOf(api, two, { ago: day, completed: true }),
  ]
  const first = await sendBatch(api, learner, events)
  const rows = await rowsOf(api, learner)

  const again = await sendBatch(other, learner, events)

  expect(again.events.map(({ outcome }) => outcome)).toEqual(['already', 'already'])
  expect(again.courses).toEqual(first.courses)
  expect(await rowsOf(api, learner)).toEqual(rows)
})

test('the batch that completes a course, sent to two servers at once, issues one certificate', async () => {
  for (let round = 0; round < 10; round += 1) {
    const learner = await learnerSince(20)
    const events = [one, two, three].map((lesson) => eventOf(api, lesson, { completed: true }))
    const sent = [events, events.toReversed(), events]

    const answers = await Promise.all(
      sent.map((events, index) => sendBatch(index === 1 ? other : api, learner, events)),
    )

    const codes = answers.map(({ courses }) => courses[0]?.certificate?.verificationCode)
    expect(new Set(codes).size).toBe(1)
    const issued = await api.deps.db
      .select({ completedAt: certificates.completedAt })
      .from(certificates)
      .where(eq(certificates.userId, learner.id))
    expect(issued).toEqual([{ completedAt: new Date(isoBefore(api, minute)) }])
  }
})

test('one bad event does not hold up the others: each is refused by its name', async () => {
  const pools = [{ questions }]
  const quiz = await publish(api, [
    'text',
    { key: 'quiz', type: 'quiz', details: { quiz: quizType.own.written.parse({ pools }) } },
    { key: 'late', details: { prerequisites: ['quiz'] } },
  ])
  const learner = await givenLearnerSince(api, quiz)
  await api.given.enrollment(learner, course)
  const foreign = lessonOf(await api.given.course(), 1).id
  const idOf = (place: number) => lessonOf(quiz, place).id

  const { events, courses } = await sendBatch(api, learner, [
    eventOf(api, idOf(1), { completed: true }),
    eventOf(api, idOf(2), { percent: 5 }),
    eventOf(api, foreign, { percent: 5 }),
    eventOf(api, randomUUID(), { percent: 5 }),
    eventOf(api, one, { watched: [[0, 5]] }),
    eventOf(api, idOf(0), { completed: true }),
    eventOf(api, idOf(1), { percent: 40 }),
  ])

  expect(events.map(({ outcome, reason }) => reason?.error ?? outcome)).toEqual([
    'NeedsPass',
    'LessonLocked',
    'NotEnrolled',
    'LessonNotFound',
    'InvalidFields',
    'applied',
    'applied',
  ])
  expect(events[1]?.reason?.facts?.locks).toEqual([{ code: 'NeedsPass', lessonKey: 'quiz' }])
  expect(events[4]?.reason?.message).toContain('watched is for videos')
  expect(courses).toMatchObject([{ courseId: quiz.id, completedLessons: 1 }])
})

test('whoever was enrolled is refused as one who never was', async () => {
  const learner = await learnerSince(20)
  await api.as(learner).me.leaveCourse.mutate({ courseId: course.id })

  const { events, courses } = await sendBatch(api, learner, [eventOf(api, one, { percent: 9 })])

  expect([events[0]?.reason?.error, courses]).toEqual(['NotEnrolled', []])
})

test('in a sequence, a lesson that was completed opens the next one in the same batch', async () => {
  const ordered = await publish(api, ['a', 'b', { key: 'aside', required: false }, 'c', 'd'], {
    order: 'sequence',
  })
  const learner = await givenLearnerSince(api, ordered)
  const event = (place: number, ago: number) =>
    eventOf(api, lessonOf(ordered, place).id, { ago: ago * minute, completed: true })

  const { events, courses } = await sendBatch(api, learner, [
    event(4, 1),
    event(1, 8),
    event(0, 9),
    event(2, 7),
    event(3, 20),
  ])

  expect(
    events.map(({ outcome, reason }) => reason?.facts?.locks?.[0]?.lessonKey ?? outcome),
  ).toEqual(['c', 'applied', 'applied', 'applied', 'a'])
  expect(courses[0]).toMatchObject({ completedLessons: 2, requiredLessons: 4 })
  const rest = await sendBatch(api, learner, [event(3, 6), event(4, 5)])
  expect(rest.courses[0]?.percent).toBe(100)
})

test('no more of a video was watched than time has passed by our clock, whatever the events say', async () => {
  const { learner, lessonId } = await givenVideo(api, { seconds: 1000, honesty: 'watched' })
  await api.request(`GET /api/v1/lessons/${lessonId}`, { token: learner.token })
  api.advance(200_000)
  other.advance(200_000)
  const watched = (from: number, to: number, ago: number) =>
    eventOf(api, lessonId, { ago: ago * 1000, watched: [[from, to]] })

  const { events } = await sendBatch(api, learner, [
    watched(0, 200, 90),
    watched(200, 400, 60),
    watched(400, 950, 30),
    eventOf(api, lessonId, { ago: 5000, completed: true }),
    eventOf(api, lessonId, { ago: 90 * day, watched: [[400, 900]] }),
  ])

  expect(events.map(({ outcome, reason }) => reason?.error ?? outcome)).toEqual([
    'applied',
    'applied',
    'WatchedTooFast',
    'NotWatched',
    'WatchedTooFast',
  ])
})

test('what was watched, here and there, completes a video like single reports', async () => {
  const { learner, lessonId, courseId } = await givenVideo(api, { seconds: 100 })
  api.advance(5 * minute)
  other.advance(5 * minute)

  const { courses } = await sendBatch(api, learner, [
    eventOf(api, lessonId, { watched: [[50, 100]], positionSeconds: 100 }),
    eventOf(api, lessonId, { ago: 2 * minute, watched: [[0, 60]], positionSeconds: 60 }),
  ])

  expect(courses).toMatchObject([{ courseId, completedLessons: 1 }])
  expect(await rowsOf(api, learner)).toMatchObject([
    { percent: 100, watched: '{[0,100)}', positionSeconds: 100 },
  ])
})

test('what was cleared, or opened again, does not come back with events from before', async () => {
  const learner = await learnerSince(20)
  const before = eventOf(api, one, { completed: true, positionSeconds: 9 })
  const learning = { userId: learner.id, courseId: course.id }
  await sendBatch(api, learner, [before])
  const key = lessonOf(course, 0).key
  const marked = { ...learning, key, done: false, reason: 'Do it again.' }
  await markLesson(api.deps, marked, 'school')
  const opened = await sendBatch(api, learner, [before])
  await sendBatch(api, learner, [eventOf(api, one, { ago: 0, completed: true })])
  await resetProgress(api.deps, { ...learning, reason: 'Begin again.', dryRun: false })

  const cleared = await sendBatch(api, learner, [before])

  for (const { events } of [opened, cleared]) expect(events[0]?.outcome).toBe('stale')
  expect(await rowsOf(api, learner)).toEqual([])
})

test('a batch with a field of the wrong kind is refused whole, and the field named', async () => {
  const learner = await learnerSince(20)
  const good = eventOf(api, one)
  const sentAt = good.at
  const send = (events: unknown[]) =>
    api.request('POST /api/v1/progress/batch', { token: learner.token, body: { sentAt, events } })

  const wrong = await send([good, good, good, { ...good, percent: 101 }])
  const many = await send(Array(501).fill(good))

  expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'events.3.percent'])
  expect([many.status, many.body.issues[0].path]).toEqual([400, 'events'])
  expect(await rowsOf(api, learner)).toEqual([])
})

test('500 events with all the ranges that they may have fit into a request', async () => {
  const { learner, lessonId } = await givenVideo(api, { seconds: 80_000 })
  const watched = Array.from({ length: 100 }, (_, index): [number, number] => [
    70_000 + 2 * index,
    70_001 + 2 * index,
  ])
  const events = Array.from({ length: 500 }, () => eventOf(api, lessonId, { watched }))

  const { status, body } = await api.request('POST /api/v1/progress/batch', {
    token: learner.token,
    body: { sentAt: api.deps.now().toISOString(), events },
  })

  expect([status, body.events.length]).toEqual([200, 500])
})
