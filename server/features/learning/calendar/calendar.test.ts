import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { type GivenCourse, type GivenUser, password } from '../../../test/given.ts'
import { givenLearnerOf, publish, report } from '../../authoring/moves/test-support.ts'

const api = await forAllTests(startApi())
const today = api.deps.now().toISOString().slice(0, 10)
const inDays = (days: number) =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

async function makeKey({ token }: GivenUser): Promise<string> {
  const { body } = await api.request('POST /api/v1/me/calendar-key', { token, body: { password } })
  api.watchedLog.addSecret(body.key)
  expect(body.url).toBe(`http://lyceum.test/api/v1/me/calendar.ics?key=${body.key}`)
  return body.key
}

const read = (key: string) => api.request(`GET /api/v1/me/calendar.ics?key=${key}`)

/** Reads events with an independent parser, by UID. */
async function eventsOf(key: string) {
  const { text, headers } = await read(key)
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u)
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VCALENDAR\r\n$/u)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  return new Map(
    calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component)
      const textOf = (name: string) => String(component.getFirstPropertyValue(name))
      expect(textOf('dtstamp')).not.toBe('null')
      const { summary, sequence, startDate } = event
      const start = startDate.isDate ? startDate.toString() : startDate.toJSDate().toISOString()
      return [event.uid, { summary, sequence, start, status: textOf('status') }] as const
    }),
  )
}

const uidOf = (course: GivenCourse, key: string, kind = 'due') =>
  `${kind}-${course.id}-${key}@lyceum.test`

test('what opens and is due stands in it, is updated, marked as done and cancelled under one UID', async () => {
  const title = `Knötchen, “ganz” fest; oder\\nicht ${'ä'.repeat(60)}`
  const dueAt = `${inDays(5)}T10:30:00.000Z`
  const details = { assignment: { dueAt, rubric: [] } }
  const course = await publish(
    api,
    [
      { key: 'one', title, details: { due: '3 days after enrollment', available: inDays(1) } },
      { key: 'two', details: { due: inDays(9) } },
      { key: 'paper', type: 'assignment', details: details as object },
      'plain',
    ],
    { due: inDays(20) },
  )
  const learner = await givenLearnerOf(api, course)
  const key = await makeKey(learner)

  const named = (text: string) => `${text} (${course.title})`
  const before = await eventsOf(key)
  expect(
    [...before].map(([uid, { summary, start, status }]) => [uid, summary, start, status]),
  ).toEqual([
    [uidOf(course, 'one', 'opens'), named(`Opens: ${title}`), inDays(1), 'CONFIRMED'],
    [uidOf(course, 'one'), named(`Due: ${title}`), inDays(3), 'CONFIRMED'],
    [uidOf(course, 'paper'), named('Due: Lesson paper'), dueAt, 'CONFIRMED'],
    [uidOf(course, 'two'), named('Due: Lesson two'), inDays(9), 'CONFIRMED'],
    [uidOf(course, 'course'), `Due: ${course.title}`, inDays(20), 'CONFIRMED'],
  ])
  const [next] = (await api.as(learner).me.courses.query({})).items
  expect(next?.due).toEqual({ lessonKey: 'one', title, on: inDays(3), isOverdue: false })

  const admin = api.as(await api.given.admin())
  const two = { userId: learner.id, courseId: course.id, lessonKey: 'two' }
  const dueOfTwo = async (act: () => Promise<unknown>) => {
    api.advance(2_000)
    await act()
    return (await eventsOf(key)).get(uidOf(course, 'two'))
  }
  const extend = () => admin.learners.extend.mutate({ ...two, dueOn: inDays(12), reason: 'Ill' })
  const extended = await dueOfTwo(extend)
  const revoked = await dueOfTwo(() => admin.learners.revokeExtension.mutate(two))
  expect([extended?.start, revoked?.start]).toEqual([inDays(12), inDays(9)])
  expect(revoked?.sequence).toBeGreaterThan(extended?.sequence ?? 0)
  await dueOfTwo(extend)
  const { items } = await admin.learners.get.query({ courseId: course.id, userId: learner.id })
  const days = Object.fromEntries(items.map(({ lessonKey, dueOn }) => [lessonKey, dueOn]))
  expect(days).toMatchObject({ one: inDays(3), two: inDays(12), paper: inDays(5), plain: null })
  await report(api, { learner, course }, 'plain')
  await report(api, { learner, course }, 'two')
  api.advance(2_000)
  const done = (await eventsOf(key)).get(uidOf(course, 'two'))
  expect(done).toMatchObject({ start: inDays(12), summary: named('✓ Due: Lesson two') })
  expect(done?.sequence).toBeGreaterThan(before.get(uidOf(course, 'two'))?.sequence ?? 0)

  await api.as(learner).me.leaveCourse.mutate({ courseId: course.id })
  const left = await eventsOf(key)
  expect(left.get(uidOf(course, 'one'))?.status).toBe('CANCELLED')
  expect(left.get(uidOf(course, 'one'))?.sequence).toBeGreaterThan(
    before.get(uidOf(course, 'one'))?.sequence ?? 0,
  )
  expect(left.get(uidOf(course, 'two'))?.status).toBe('CONFIRMED')
})

test('a key that is renewed or revoked opens nothing, and only its hash is kept', async () => {
  const learner = await api.given.learner()
  const first = await makeKey(learner)
  expect((await api.as(learner).me.get.query()).hasCalendar).toBe(true)
  const second = await makeKey(learner)
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
  const { rows } = await api.deps.db.execute(
    sql`select users::text as user from users where id = ${learner.id}`,
  )
  expect(JSON.stringify(rows)).not.toContain(second)
  const path = 'DELETE /api/v1/me/calendar-key'
  const revoked = await api.request(path, { token: learner.token })
  expect(revoked.body).toEqual({ hasCalendar: false })
  expect((await read(second)).body.error).toBe('CalendarNotFound')
  expect((await api.as(learner).me.get.query()).hasCalendar).toBe(false)
})

test('a cohort begins and ends in it, without a course that says anything of time', async () => {
  const { cohorts } = api.as(await api.given.admin()).admin
  const [startsAt, endsAt] = [`${inDays(2)}T08:00:00.000Z`, `${inDays(30)}T08:00:00.000Z`]
  const { id } = await cohorts.create.mutate({ name: 'Class of knots', startsAt, endsAt })
  const learner = await api.given.learner()
  await cohorts.addMember.mutate({ cohortId: id, user: learner.email })
  await api.as(learner).me.update.mutate({ language: 'de' })
  const events = await eventsOf(await makeKey(learner))
  expect([...events.values()].map(({ summary, start }) => [summary, start])).toEqual([
    ['Class of knots beginnt', startsAt],
    ['Class of knots endet', endsAt],
  ])
})
