import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { untilJobsAreDone } from '../../../test/until.ts'
import { mailDigests } from './mail-digests.ts'
import { notify } from './notify.ts'
import { forgetNotifications } from './read-notifications.ts'

const day = 86_400_000
const api = await forAllTests(startApi({ config: { tokenTtlMilliseconds: 1_000 * day } }))
const admin = await api.given.admin()
const school = api.as(admin)

const listOf = async (user: GivenUser) => (await api.as(user).me.notifications.query({})).items
const unreadOf = async (user: GivenUser) =>
  (await api.as(user).me.unreadNotifications.query()).unread
const mailsTo = ({ email }: GivenUser) => api.mails.filter(({ to }) => to === email)
const mailsSent = () => untilJobsAreDone(api, 'send-course-mail', 'send-notification')

const tell = (user: GivenUser, fact: string, lesson = 'Tie one') =>
  notify(api.deps, {
    userId: user.id,
    notification: {
      ...{ kind: 'question-answered', title: 'Knots', lesson, page: null },
      about: { courseId: newId(), lessonKey: 'tie-one', subjectId: newId(), fact },
    },
  })

test('what concerns an account is listed, counted until it is read, and read on all devices', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const other = await api.given.learner()
  await school.learners.enroll.mutate({ user: learner.email, courseId: course.id })
  await tell(learner, 'one')

  const [newest, enrolled] = await listOf(learner)
  expect(newest).toMatchObject({
    ...{ kind: 'question-answered', title: 'Knots', lesson: 'Tie one', lessonKey: 'tie-one' },
    readAt: null,
  })
  expect(enrolled).toMatchObject({ kind: 'course-enrolled', courseId: course.id })
  expect([await unreadOf(learner), await unreadOf(other)]).toEqual([2, 0])
  const first = await api.request('GET /api/v1/me/notifications?limit=1', { token: learner.token })
  const next = `GET /api/v1/me/notifications?cursor=${first.body.nextCursor}`
  expect((await api.request(next, { token: learner.token })).body).toMatchObject({
    ...{ items: [{ id: enrolled?.id }], nextCursor: null },
  })

  const mark = (user: GivenUser, id = '', older = false) =>
    api.as(user).me.readNotification.mutate({ notificationId: id, older })
  await expect(mark(other, newest?.id)).rejects.toThrow('This notification is gone.')
  expect(await mark(learner, enrolled?.id)).toEqual({ unread: 1 })
  await tell(learner, 'two')
  expect(await mark(learner, newest?.id, true)).toEqual({ unread: 1 })
  expect((await listOf(learner)).map(({ readAt }) => readAt === null)).toEqual([true, false, false])
})

test('a fact told by sixteen at once is listed once and mailed once', async () => {
  const learner = await api.given.learner()
  await atOnce(16, () => api.deps.withTransaction((db) => tellIn(db)))
  function tellIn(db: typeof api.deps.db) {
    return notify(
      { ...api.deps, db },
      {
        userId: learner.id,
        notification: {
          ...{ kind: 'report-settled', title: 'Knots', lesson: 'Tie one', page: null },
          about: { fact: 'the same' },
        },
      },
    )
  }
  await mailsSent()
  expect([(await listOf(learner)).length, mailsTo(learner).length]).toEqual([1, 1])
})

test('an account keeps its newest 200, of the last 90 days, and a bell counts up to a hundred', async () => {
  const learner = await api.given.learner()
  await api.deps.db.execute(sql`
    insert into notifications (id, user_id, kind, fact, facts, created_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${learner.id},
      'course-enrolled', 'fact ' || n, '{"title": "Knots"}', now()
    from generate_series(1, 199) as n`)
  await tell(learner, 'one')
  await tell(learner, 'two')
  const { rows } = await api.deps.db.execute<{ facts: number; first: string }>(sql`
    select count(*)::int as facts, min(id::text) as first
    from notifications where user_id = ${learner.id}`)
  expect(rows).toMatchObject([{ facts: 200, first: expect.stringMatching(/002$/) }])
  expect(await unreadOf(learner)).toBe(100)

  await forgetNotifications(api.deps)
  expect((await listOf(learner)).length).toBe(2)
})

test('news of courses come by mail at once, once a day together, or not at all', async () => {
  const [each, daily, none] = [
    await api.given.learner(),
    await api.given.learner(),
    await api.given.learner(),
  ]
  await api.as(daily).me.update.mutate({ newsByMail: 'daily', timeZone: 'UTC' })
  await api.as(none).me.update.mutate({ newsByMail: 'none' })
  for (const learner of [each, daily, none])
    for (const fact of ['one', 'two', 'three']) await tell(learner, fact, `Lesson ${fact}`)
  await mailsSent()
  expect([each, daily, none].map((user) => mailsTo(user).length)).toEqual([3, 0, 0])
  const [newest] = await listOf(daily)
  await api.as(daily).me.readNotification.mutate({ notificationId: newest?.id ?? '' })

  const [today = ''] = new Date(Date.now() + day).toISOString().split('T')
  const at = (hour: string) => ({ ...api.deps, now: () => new Date(`${today}T${hour}:00:00Z`) })
  await mailDigests(at('05'))
  expect(mailsTo(daily)).toEqual([])
  await atOnce(4, () => mailDigests(at('07')))
  await tell(daily, 'four')
  await mailDigests(at('08'))
  await mailsSent()
  const [digest, ...more] = mailsTo(daily)
  expect(more).toEqual([])
  expect(digest?.text).toContain('Lesson one')
  expect(digest?.text).not.toContain('Lesson three')
})

test('the password that was changed is mailed at once, and not listed', async () => {
  const learner = await api.given.learner()
  await api.as(learner).me.update.mutate({ newsByMail: 'none' })
  await api.as(learner).me.changePassword.mutate({
    ...{ currentPassword: learner.password, newPassword: 'a new roof over four walls' },
  })
  await mailsSent()
  expect([(await listOf(learner)).length, mailsTo(learner).length]).toEqual([0, 1])
})
