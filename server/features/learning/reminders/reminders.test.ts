import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { daysAfter } from '../../../../lib/lists/periods.ts'
import { type Api, forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import { withDyingConnection } from '../../../test/dying-connection.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { givenAssignment, handIn } from '../../assessment/test-support.ts'
import { givenLearnerOf, publish, report } from '../../authoring/moves/test-support.ts'
import { remindLearners } from './remind-learners.ts'

const hour = 3_600_000
const api = await forAllTests(startApi())
const today = api.deps.now().toISOString().slice(0, 10)
const inDays = (days: number) => daysAfter(today, days)
/** Returns nine in the morning (UTC) of the day. */
const morningOf = (day: string) => new Date(`${day}T09:00:00Z`)

const runAt = (at: Date, deps = api.deps) => remindLearners({ ...deps, now: () => at })

interface Reminded extends Record<string, unknown> {
  at: string
  due: string[]
  overdue: string[]
  unseen: string[]
}

/** Returns the digests that were enqueued for the learner, the earliest first. */
async function digestsOf({ id }: GivenUser): Promise<Reminded[]> {
  const { rows } = await api.deps.db.execute<{ data: { at: string; notification: Reminded } }>(sql`
    select data from pgboss.job where name = 'send-course-mail'
      and data->>'userId' = ${id} and data->'notification'->>'kind' = 'reminder'
    order by data->>'at'`)
  const nameOf = (one: unknown) => (one as { lesson: string | null }).lesson ?? 'the course'
  return rows.map(({ data: { at, notification } }) => ({
    at,
    due: notification.due.map(nameOf),
    overdue: notification.overdue.map(nameOf),
    unseen: notification.unseen,
  }))
}

const nothing = { due: [], overdue: [], unseen: [] }
const dueOn = (key: string, due: string) => ({ key, details: { due } })

async function givenIn(timeZone: string, courses: GivenCourse[]): Promise<GivenUser> {
  const learner = await api.given.learner()
  await api.as(learner).me.update.mutate({ timeZone })
  for (const course of courses) await api.given.enrollment(learner, course)
  return learner
}

const zones = [
  ['Pacific/Pago_Pago', 'America/Los_Angeles', 'America/New_York', 'America/Sao_Paulo'],
  ['Europe/London', 'Europe/Berlin', 'Africa/Casablanca', 'Asia/Kathmandu'],
  ['Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Kiritimati'],
].flat()

test('in every time zone a day is told the morning before and the morning after, once, over both changes of clocks', async () => {
  // Days on which clocks go forward in Europe, and back in America.
  const days = ['2027-03-28', '2027-11-07']
  const courses = await Promise.all(days.map((day) => publish(api, [dueOn('one', day)])))
  const learners = await Promise.all(zones.map((zone) => givenIn(zone, courses)))
  // Runs the job every second hour, which is enough, and in the other hours on the other day.
  for (const day of days)
    for (let hours = day === days[0] ? -8 : -7; hours <= 70; hours += 2)
      await runAt(new Date(Date.parse(`${daysAfter(day, -1)}T00:04:00Z`) + hours * hour))

  for (const [index, learner] of learners.entries()) {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zones[index],
      dateStyle: 'short',
      timeStyle: 'short',
    })
    const told = (await digestsOf(learner)).map(({ at }) =>
      clock.format(new Date(at)).replace(/ 0[89]:.*/, ' 08'),
    )
    const expected = days.flatMap((day) => [daysAfter(day, -1), daysAfter(day, 1)])
    const mornings = expected.map((day) => `${day} 08`)
    expect([zones[index], told]).toEqual([zones[index], mornings])
  }
}, 120_000)

test('a digest names what is due tomorrow, then what is overdue, and nothing that is done', async () => {
  const course = await publish(api, [
    dueOn('one', '3 days after enrollment'),
    dueOn('two', inDays(3)),
    dueOn('later', inDays(9)),
    'plain',
  ])
  const learner = await givenLearnerOf(api, course, ['two', 'plain'])
  const { dueAt } = { dueAt: `${inDays(3)}T12:00:00.000Z` }
  const paper = await givenAssignment(api, { dueAt })
  const handed = await givenAssignment(api, { dueAt })
  await handIn(api, handed.learner, handed.lessonId)

  for (const days of [1, 2, 3, 4]) await runAt(morningOf(inDays(days)))

  expect(await digestsOf(learner)).toEqual([
    { ...nothing, at: morningOf(inDays(2)).toISOString(), due: ['Lesson one'] },
    { ...nothing, at: morningOf(inDays(4)).toISOString(), overdue: ['Lesson one'] },
  ])
  expect((await digestsOf(paper.learner)).map(({ at }) => at.slice(0, 10))).toEqual([
    inDays(2),
    inDays(4),
  ])
  expect(await digestsOf(handed.learner)).toEqual([])
})

test('an extension moves the reminder, and what was left, ended or completed has none', async () => {
  const course = await publish(api, [dueOn('one', inDays(3))])
  const [extended, left, completed, idle] = await Promise.all([
    givenLearnerOf(api, course),
    givenLearnerOf(api, course),
    givenLearnerOf(api, course, ['one']),
    givenLearnerOf(api, course),
  ])
  await api.deps.db.execute(sql`
    insert into extensions (user_id, course_id, lesson_key, due_on, reason, granted_at)
    values (${extended.id}, ${course.id}, 'one', ${inDays(5)}, 'Ill', now())`)
  await api.as(left).me.leaveCourse.mutate({ courseId: course.id })
  await api.as(idle).me.update.mutate({ remindersByMail: false })
  for (const days of [2, 4, 6]) await runAt(morningOf(inDays(days)))
  const daysTold = async (learner: GivenUser) =>
    (await digestsOf(learner)).map(({ at }) => at.slice(0, 10))
  expect(await daysTold(extended)).toEqual([inDays(4), inDays(6)])
  for (const learner of [left, completed, idle]) expect(await daysTold(learner)).toEqual([])
})

test('whoever has not been seen for a week is told once, and again after the next absence alone', async () => {
  const course = await publish(api, ['one', 'two', 'three'])
  const learner = await givenLearnerOf(api, course)
  for (let days = 1; days <= 20; days++) await runAt(morningOf(inDays(days)))
  const first = { ...nothing, at: morningOf(inDays(7)).toISOString(), unseen: [course.title] }
  expect(await digestsOf(learner)).toEqual([first])

  await report(api, { learner, course }, 'one')
  await api.deps.db.execute(sql`
    update enrollments set last_activity_at = ${morningOf(inDays(30))} where user_id = ${learner.id}`)
  for (let days = 31; days <= 45; days++) await runAt(morningOf(inDays(days)))
  const second = { ...first, at: morningOf(inDays(37)).toISOString() }
  expect(await digestsOf(learner)).toEqual([first, second])
})

test('two processes and one that dies at any statement remind nobody twice, and everybody once', async () => {
  const course = await publish(api, [dueOn('one', inDays(3))])
  const learners = await Promise.all(Array.from({ length: 4 }, () => givenLearnerOf(api, course)))
  const at = morningOf(inDays(2))
  for (let statements = 1; statements <= 9; statements += 2)
    await runAt(at, withDyingConnection(api.deps, statements)).catch(() => undefined)
  await using other: Api = await startApi()
  await atOnce(4, (turn) => runAt(at, turn % 2 === 0 ? api.deps : other.deps))
  await runAt(new Date(at.getTime() + hour))
  const counts = await Promise.all(learners.map(async (one) => (await digestsOf(one)).length))
  expect(counts).toEqual([1, 1, 1, 1])
})

test('where the school asks for consent, those alone are reminded who gave it; the mail can be ended', async () => {
  const config = { remindersNeedConsent: true }
  await using school = await startApi({ config, mails: api.mails })
  const course = await publish(api, [dueOn('one', inDays(3))])
  const [silent, asked] = [await givenLearnerOf(api, course), await givenLearnerOf(api, course)]
  await api.as(asked).me.update.mutate({ remindersByMail: true })
  await runAt(morningOf(inDays(2)), school.deps)
  expect(await digestsOf(silent)).toEqual([])
  expect(await digestsOf(asked)).toHaveLength(1)
  await api.deps.db.execute(sql`
    update pgboss.job set start_after = now() where data->>'userId' = ${asked.id}`)
  const mailed = () =>
    api.mails.find(({ to, unsubscribeUrl }) => to === asked.email && unsubscribeUrl)
  await expect.poll(mailed).toBeDefined()
  expect(mailed()?.subject).toBe('"Lesson one" is due soon')
  expect(mailed()?.text).toContain('Lesson one, A course that changes (')
  await api.request(`POST ${mailed()?.unsubscribeUrl?.replace('http://lyceum.test', '')}`)
  const { remindersByMail } = await api.as(asked).me.get.query()
  expect(remindersByMail).toBe(false)
  const { profile } = await api.as(asked).me.export.query({})
  expect(profile).toMatchObject({ remindersByMail: false, remindedOn: [inDays(2)], timeZone: null })
})
