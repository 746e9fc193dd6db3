import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { clientForAllTests, makeTestDatabase } from '../../../test/database.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { sessionsWaiting, untilLocksAreAwaited } from '../../../test/until.ts'
import {
  enrollmentOf,
  givenLearnerOf,
  moveAndWait,
  nothingIsWrong,
  publish,
  report,
  seenBy,
} from './test-support.ts'

const databaseUrl = await makeTestDatabase()
const api = await forAllTests(startApi({ databaseUrl }))
const database = await clientForAllTests(databaseUrl)
const admin = await api.given.admin()

const moveAll = (course: GivenCourse, to: number) =>
  moveAndWait(api, admin, { courseId: course.id, to, policy: 'all' })

const certificatesOf = async (learner: GivenUser) =>
  (await api.as(learner).certificates.list.query({ userId: learner.id })).items

async function progressOf(learner: GivenUser, course: GivenCourse) {
  const { items } = await api.as(learner).progress.get.query({ courseId: course.id })
  return Object.fromEntries(items.map(({ key, percent }) => [key, percent]))
}

test('a completed course stays completed, at 100 %, with its certificate, whatever the new version requires', async () => {
  const course = await publish(api, ['a', 'b'])
  const learner = await givenLearnerOf(api, course, ['a', 'b'])
  const before = await enrollmentOf(api, learner, course)
  const certificates = await certificatesOf(learner)
  await publish(api, ['a', 'c', 'd', 'e'], course)

  const move = await moveAll(course, 2)

  expect(await seenBy(api, learner, course)).toEqual({
    version: 2,
    percent: 100,
    isCompleted: true,
  })
  expect((await enrollmentOf(api, learner, course)).completedAt).toEqual(before.completedAt)
  expect(await certificatesOf(learner)).toEqual(certificates)
  expect([move.moved, move.completed, certificates.length]).toEqual([1, 0, 1])
  await nothingIsWrong(api)
})

test('whoever has done all that the new version requires completes the course by the move, and is certified and told', async () => {
  const course = await publish(api, ['a', 'b', 'c'])
  const done = await givenLearnerOf(api, course, ['a', 'b'])
  const halfway = await givenLearnerOf(api, course, ['a'])
  await publish(api, ['a', 'b'], course)

  const move = await moveAll(course, 2)

  expect(move).toMatchObject({ moved: 2, completed: 1 })
  expect(await seenBy(api, done, course)).toEqual({ version: 2, percent: 100, isCompleted: true })
  expect(await seenBy(api, halfway, course)).toMatchObject({ percent: 50, isCompleted: false })
  expect(await certificatesOf(done)).toHaveLength(1)
  expect(await certificatesOf(halfway)).toHaveLength(0)
  const mailsTo = ({ email }: GivenUser) =>
    api.mails.filter(({ to, text }) => to === email && text.includes('Version: 2'))
  await expect.poll(() => [mailsTo(done).length, mailsTo(halfway).length]).toEqual([1, 1])
  expect(mailsTo(done)[0]?.text).toContain('you have completed the course')
  // Expects them behind whatever somebody waits for.
  const { rows: jobs } = await database.query(
    `select distinct name, priority from pgboss.job
     where name = 'print-certificate' and data->>'certificateId' in (
         select id::text from certificates where user_id = $1)
       or name = 'send-course-mail' and data->>'to' = $2
         and data->'notification'->>'kind' = 'course-moved'
     order by name`,
    [done.id, done.email],
  )
  expect(jobs).toEqual([
    { name: 'print-certificate', priority: -1 },
    { name: 'send-course-mail', priority: -1 },
  ])
  await nothingIsWrong(api)
})

test('a renamed lesson keeps what was done, also what is reported from a page that was open before', async () => {
  const course = await publish(api, ['a', 'b', 'c'])
  const learner = await givenLearnerOf(api, course, ['a'])
  await report(api, { learner, course }, 'b', { percent: 40, positionSeconds: 90 })
  await publish(
    api,
    [{ key: 'b-new', formerKeys: ['b'] }, { key: 'a-new', formerKeys: ['a'] }, 'c'],
    course,
  )

  await moveAll(course, 2)

  expect(await progressOf(learner, course)).toEqual({ 'b-new': 40, 'a-new': 100, c: 0 })
  expect((await enrollmentOf(api, learner, course)).remaining).toBe(2)
  const { course: state } = await report(api, { learner, course }, 'b')
  expect(state).toMatchObject({ completedLessons: 2, requiredLessons: 3, percent: 66 })
  await nothingIsWrong(api)
})

test('a lesson made of several has the greatest percent, the earliest completion and the latest position', async () => {
  const course = await publish(api, ['a', 'b', 'c', 'd'])
  const learner = await givenLearnerOf(api, course)
  const rows = [
    ['a', 100, 10, '2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z'],
    ['b', 100, 20, '2026-02-01T10:00:00Z', '2026-04-01T10:00:00Z'],
    ['c', 30, 30, null, '2026-01-01T10:00:00Z'],
  ]
  for (const row of rows)
    await database.query(
      `insert into lesson_progress (user_id, course_id, lesson_key, percent, position_seconds,
         completed_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [learner.id, course.id, ...row],
    )
  await publish(api, [{ key: 'whole', formerKeys: ['a', 'b', 'c'] }, 'd'], course)

  await moveAll(course, 2)

  const { rows: kept } = await database.query(
    `select lesson_key, percent, position_seconds, completed_at, updated_at
     from lesson_progress where user_id = $1 order by lesson_key`,
    [learner.id],
  )
  expect(kept.map(({ lesson_key: key }) => key)).toEqual(['a', 'b', 'c', 'whole'])
  expect(kept.at(-1)).toMatchObject({
    percent: 100,
    position_seconds: 20,
    completed_at: new Date('2026-02-01T10:00:00Z'),
    updated_at: new Date('2026-04-01T10:00:00Z'),
  })
  expect(await seenBy(api, learner, course)).toMatchObject({ percent: 50 })
  await nothingIsWrong(api)
})

test('what was done under the first name counts after two renamings at once', async () => {
  const course = await publish(api, ['a', 'z'])
  const learner = await givenLearnerOf(api, course, ['a'])
  await publish(api, [{ key: 'b', formerKeys: ['a'] }, 'z'], course)
  await publish(api, [{ key: 'c', formerKeys: ['a', 'b'] }, 'z'], course)

  await moveAll(course, 3)

  expect(await progressOf(learner, course)).toEqual({ c: 100, z: 0 })
})

test('a removed lesson that comes back brings its progress back', async () => {
  const course = await publish(api, ['a', 'b'])
  const learner = await givenLearnerOf(api, course, ['a'])
  await publish(api, ['b'], course)
  await moveAll(course, 2)
  expect(await seenBy(api, learner, course)).toMatchObject({ percent: 0 })
  await publish(api, ['b', 'a', 'c'], course)

  await moveAll(course, 3)

  expect(await progressOf(learner, course)).toEqual({ b: 0, a: 100, c: 0 })
  expect(await seenBy(api, learner, course)).toMatchObject({ version: 3, percent: 33 })
  await nothingIsWrong(api)
})

test.each([
  ['completes a renamed lesson', { completed: true }, ['c'], { percent: 66 }],
  ['begins a renamed lesson', { percent: 50 }, ['c'], { percent: 33 }],
  ['completes the course', { completed: true }, ['b', 'c'], { percent: 100, isCompleted: true }],
])('a report that %s while its learner is moved counts in the new version', async (...given) => {
  const [, body, keys, expected] = given
  const course = await publish(api, ['a', 'b', 'c'])
  const learner = await givenLearnerOf(api, course, keys)
  await publish(api, [{ key: 'a-new', formerKeys: ['a'] }, 'b', 'c'], course)
  await database.query('begin')
  await database.query(
    `update enrollments set version_id = v.id from course_versions v
     where v.course_id = enrollments.course_id and v.number = 2
       and user_id = $1 and enrollments.course_id = $2`,
    [learner.id, course.id],
  )
  let isReported = false
  const reported = report(api, { learner, course }, 'a', body).then(() => {
    isReported = true
  })
  // Expects a report that only begins a lesson not to wait for the move.
  await expect.poll(async () => isReported || (await sessionsWaiting(api)) > 0).toBe(true)
  await database.query('commit')

  await reported
  expect(await seenBy(api, learner, course)).toMatchObject({ version: 2, ...expected })
  await nothingIsWrong(api)
})

test('a report that has begun before its learner is moved is in time, also one that completes nothing', async () => {
  const course = await publish(api, ['a', 'b'])
  const learner = await givenLearnerOf(api, course)
  await report(api, { learner, course }, 'a', { percent: 40 })
  await publish(api, [{ key: 'a-new', formerKeys: ['a'] }, 'b'], course)
  await database.query('begin')
  await database.query('select from lesson_progress where user_id = $1 for update', [learner.id])
  const reported = report(api, { learner, course }, 'a', { percent: 60 })
  await untilLocksAreAwaited(api)
  let isMoved = false
  const moved = moveAll(course, 2).then(() => {
    isMoved = true
  })
  await expect.poll(async () => isMoved || (await sessionsWaiting(api)) > 1).toBe(true)
  await database.query('commit')

  await Promise.all([reported, moved])
  expect(await progressOf(learner, course)).toEqual({ 'a-new': 60, b: 0 })
})

test('learners who report all the time while they are moved lose nothing', async () => {
  const keys = Array.from({ length: 12 }, (_, index) => `l${index}`)
  const course = await publish(api, keys)
  const learners: GivenUser[] = []
  for (let index = 0; index < 8; index++) learners.push(await givenLearnerOf(api, course))
  await publish(
    api,
    keys.toReversed().map((key) => ({ key: `${key}-new`, formerKeys: [key] })),
    course,
  )

  const reports = learners.map(async (learner) => {
    for (const key of keys) await report(api, { learner, course }, key)
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  const move = await moveAll(course, 2)
  await Promise.all(reports)

  expect(move.moved).toBe(8)
  for (const learner of learners) {
    expect(await seenBy(api, learner, course)).toEqual({
      version: 2,
      percent: 100,
      isCompleted: true,
    })
    expect(await certificatesOf(learner)).toHaveLength(1)
  }
  await nothingIsWrong(api)
})
