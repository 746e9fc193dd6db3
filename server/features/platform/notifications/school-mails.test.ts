import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { errorOf } from '../../../test/outcomes.ts'

const api = await forAllTests(startApi({ config: { rateLimitScale: 1 } }))
let { admin, learners: asSchool } = api.as(await api.given.admin())

async function mailedTo({ email }: Pick<GivenUser, 'email'>): Promise<number> {
  const { rows } = await api.deps.db.execute<{ mails: number }>(sql`
    select count(*)::int as mails from pgboss.job
    where name in ('send-course-mail', 'send-notification') and data->>'to' = ${email}`)
  return rows[0]?.mails ?? 0
}

async function suspendAndReinstate({ id: userId }: GivenUser): Promise<void> {
  await admin.users.suspend.mutate({ userId, reason: 'Shared with a class' })
  await admin.users.reinstate.mutate({ userId })
}

test('what administrators do to an account again and again is mailed twenty times a day', async () => {
  const [learner, other] = [await api.given.learner(), await api.given.learner()]
  const course = await api.given.course()
  const enroll = (user: GivenUser) =>
    asSchool.enroll.mutate({ user: user.email, courseId: course.id })

  for (let count = 0; count < 8; count++) {
    expect((await enroll(learner)).outcome).toBe('enrolled')
    await asSchool.end.mutate({ userId: learner.id, courseId: course.id })
  }
  expect(await mailedTo(learner)).toBe(8)
  for (let count = 0; count < 7; count++) await suspendAndReinstate(learner)
  expect(await mailedTo(learner)).toBe(20)

  const after = await enroll(learner)
  await enroll(other)
  expect([after.outcome, await mailedTo(learner), await mailedTo(other)]).toEqual([
    'enrolled',
    20,
    1,
  ])
  api.advance(25 * 3_600_000)
  ;({ admin, learners: asSchool } = api.as(await api.given.admin()))
  await suspendAndReinstate(learner)
  expect(await mailedTo(learner)).toBe(22)
})

test('an act that is refused uses up no mail, and neither does a mail about a password', async () => {
  const [learner, full] = [await api.given.learner(), await api.given.course()]
  await asSchool.setSeats.mutate({ courseId: full.id, seats: 0 })
  for (let count = 0; count < 20; count++)
    expect(await errorOf(asSchool.enroll.mutate({ user: learner.email, courseId: full.id }))).toBe(
      'CourseFull',
    )
  await api.as(learner).me.changePassword.mutate({
    currentPassword: learner.password,
    newPassword: 'a new roof over four walls',
  })

  for (let count = 0; count < 11; count++) await suspendAndReinstate(learner)

  expect(await mailedTo(learner)).toBe(21)
})

test('sending such a mail again is refused by name once they are used up', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  await asSchool.enroll.mutate({ user: learner.email, courseId: course.id })
  const sent = async () => (await admin.mails.list.query({ user: learner.id })).items
  await expect.poll(async () => (await sent()).map(({ status }) => status)).toEqual(['sent'])
  const [{ id } = { id: '' }] = await sent()

  for (let count = 1; count < 20; count++) await admin.mails.resend.mutate({ mailId: id })

  expect(await errorOf(admin.mails.resend.mutate({ mailId: id }))).toBe('RateLimited')
  expect(await mailedTo(learner)).toBe(20)
})
