import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { archiveCourse } from '../../courses/courses/archive-course.ts'
import { setEmail } from '../../people/accounts/set-email.ts'
import { verifyUser } from '../../people/accounts/verify-user.ts'
import { acceptOverlooked } from './accept-invitations.ts'

const api = await forAllTests(startApi({ config: { coursePageUrl: 'http://lyceum.test/course' } }))

const admin = await api.given.admin()
const asAdmin = api.as(admin).admin
const asSchool = api.as(admin).learners
const password = 'four walls and a roof'

let pupils = 0
function pupil(): string {
  pupils += 1
  return `pupil-${pupils}@example.com`
}

const register = (email: string) =>
  api.request('POST /api/v1/auth/register', { body: { email, password, name: 'A Pupil' } })

async function coursesOf(email: string): Promise<string[]> {
  const { rows } = await api.deps.db.execute<{ slug: string }>(sql`
    select c.slug from enrollments e join users u on u.id = e.user_id
    join courses c on c.id = e.course_id
    where u.email = ${email} and e.status = 'active' order by c.id`)
  return rows.map(({ slug }) => slug)
}

async function givenInvited(input: { endsAt?: string } = {}) {
  const [email, course] = [pupil(), await api.given.course()]
  const invite = () => asSchool.enroll.mutate({ user: email, courseId: course.id, ...input })
  const answer = await invite()
  return { email, course, invite, answer, id: answer.invitationId ?? '' }
}

test('somebody without an account is invited once, with a mail that says where and how', async () => {
  const { email, course, invite, answer } = await givenInvited()

  const again = await invite()
  const mails = () => api.mails.filter(({ to }) => to === email)
  await expect.poll(mails).toHaveLength(1)

  expect([answer.outcome, answer.enrollment, again.outcome]).toEqual(['invited', null, 'unchanged'])
  expect(again.invitationId).toBe(answer.invitationId)
  expect(mails()[0]?.subject).toContain(course.title)
  expect(mails()[0]?.text).toContain(`http://lyceum.test/course?course=${course.id}`)
  expect(mails()[0]?.text).toContain(email)
})

test('registering answers the same with an invitation as without, and enrolls nobody yet', async () => {
  const { email } = await givenInvited()

  const [invited, stranger] = [await register(email), await register(pupil())]

  expect(invited.status).toBe(stranger.status)
  expect(Object.keys(invited.body)).toEqual(Object.keys(stranger.body))
  expect(invited.body.message).toBe(stranger.body.message)
  expect(await coursesOf(email)).toEqual([])
})

test('a verified email turns its invitations into enrollments with their end', async () => {
  const endsAt = new Date(api.deps.now().getTime() + 3_600_000).toISOString()
  const { email, course } = await givenInvited({ endsAt })
  const other = await api.given.course()
  await asSchool.enroll.mutate({ user: email, courseId: other.id })
  await register(email)
  const code = await api.codeFor(email)

  const { status } = await api.request('POST /api/v1/auth/verify-email', {
    body: { email, code, password },
  })

  expect(status).toBe(200)
  expect(await coursesOf(email)).toEqual([course.slug, other.slug])
  const { items } = await asAdmin.enrollments.list.query({ course: course.slug })
  expect(items).toMatchObject([{ email, endsAt, source: 'administrator' }])
  expect((await asAdmin.invitations.list.query({ email })).items).toEqual([])
})

test.each([
  ['an operator', (email: string) => verifyUser(api.deps, email)],
  [
    'a one-time password',
    async (email: string) => {
      // Waits for the mail of the registration first: only the code of the last mail counts.
      await api.codeFor(email)
      await api.request('POST /api/v1/auth/forget-password', { body: { email } })
      await expect
        .poll(() => api.mails.findLast(({ to }) => to === email)?.subject)
        .toContain('one-time password')
      const otp = await api.codeFor(email)
      const body = { email, otp, newPassword: 'a new roof over four walls' }
      const answer = await api.request('POST /api/v1/auth/resetpassword', { body })
      expect(answer.body).toMatchObject({ message: expect.stringContaining('new password') })
    },
  ],
  [
    'the release before, found by the clean-up',
    async (email: string) => {
      await api.deps.db.execute(
        sql`update users set email_verified_at = now() where email = ${email}`,
      )
      await acceptOverlooked(api.deps)
    },
  ],
])('so does one that is verified by %s', async (_, verify) => {
  const { email, course } = await givenInvited()
  await register(email)

  await verify(email)

  expect(await coursesOf(email)).toEqual([course.slug])
})

test('an account that is registered but not verified is invited too, and enrolled when it is', async () => {
  const [email, course] = [pupil(), await api.given.course()]
  await register(email)

  const { outcome } = await asSchool.enroll.mutate({ user: email, courseId: course.id })
  expect([outcome, await coursesOf(email)]).toEqual(['invited', []])
  await verifyUser(api.deps, email)

  expect(await coursesOf(email)).toEqual([course.slug])
})

test('a course that cannot be given any more holds up neither the others nor the verification', async () => {
  const { email, course } = await givenInvited()
  const other = await api.given.course()
  await asSchool.enroll.mutate({ user: email, courseId: other.id })
  await archiveCourse(api.deps, course.slug)
  await register(email)

  await verifyUser(api.deps, email)

  expect(await coursesOf(email)).toEqual([other.slug])
  const { rows } = await api.deps.db.execute<{ event: string; details: { error?: string } }>(sql`
    select a.event, a.details from audit_events a join users u on u.id = a.user_id
    where u.email = ${email} and a.event like 'invitation-%' order by a.id`)
  expect(rows.map(({ event, details }) => [event, details.error])).toEqual([
    ['invitation-failed', 'CourseNotFound'],
    ['invitation-accepted', undefined],
  ])
})

test('a withdrawn invitation gives nothing, and is gone', async () => {
  const { email, id } = await givenInvited()

  const withdrawn = await asAdmin.invitations.withdraw.mutate({ invitationId: id })
  await register(email)
  await verifyUser(api.deps, email)

  expect(withdrawn.email).toBe(email)
  expect(await coursesOf(email)).toEqual([])
  expect(await errorOf(asAdmin.invitations.withdraw.mutate({ invitationId: id }))).toBe(
    'InvitationNotFound',
  )
})

test('an expired invitation gives nothing, and inviting again begins anew with a mail', async () => {
  const { email, course, invite, id } = await givenInvited()
  const expire = () =>
    api.deps.db.execute(sql`update invitations set expires_at = now() where email = ${email}`)
  await expire()
  api.advance(1_000)

  expect((await invite()).outcome).toBe('invited')
  await expect.poll(() => api.mails.filter(({ to }) => to === email)).toHaveLength(2)
  await expire()
  api.advance(1_000)
  await register(email)
  await verifyUser(api.deps, email)

  expect(id).not.toBe('')
  expect(await coursesOf(email)).not.toContain(course.slug)
})

test('a day brings three mails of invitations to an email, however they are caused', async () => {
  await using strict = await startApi({ config: { rateLimitScale: 1 } })
  const [maker, email, other] = [await strict.given.admin(), pupil(), pupil()]
  const [course, second] = [await strict.given.course(), await strict.given.course()]
  const { admin, learners } = strict.as(maker)
  const { invitations } = admin
  const invite = async (user: string, { id } = course) =>
    (await learners.enroll.mutate({ user, courseId: id })).invitationId ?? ''
  const resend = (invitationId: string) => errorOf(invitations.resend.mutate({ invitationId }))
  const mailsTo = async (email: string) => {
    const { rows } = await strict.deps.db.execute(sql`
      select id from pgboss.job where name = 'send-course-mail' and data->>'to' = ${email}`)
    return rows.length
  }

  await invitations.withdraw.mutate({ invitationId: await invite(email) })
  expect(await resend(await invite(email))).toBeUndefined()
  expect(await mailsTo(email)).toBe(3)
  const late = await invite(email, second)
  await invitations.create.mutate({ email })
  await invite(other)

  expect([await mailsTo(email), await mailsTo(other)]).toEqual([3, 1])
  expect(await resend(late)).toBe('RateLimited')
  expect((await invitations.list.query({ email })).items).toHaveLength(3)
  strict.advance(25 * 3_600_000)
  const { admin: nextDay } = strict.as(await strict.given.admin())
  await nextDay.invitations.resend.mutate({ invitationId: late })
  expect(await mailsTo(email)).toBe(4)
})

test('an email that changes hands takes its invitations along, once it is verified', async () => {
  const { email, course } = await givenInvited()
  const learner = await api.given.learner()

  await setEmail(api.deps, { oldEmail: learner.email, newEmail: email })
  expect(await coursesOf(email)).toEqual([])
  await verifyUser(api.deps, email)

  expect(await coursesOf(email)).toEqual([course.slug])
})

test('every act about an invitation is on record, without the email', async () => {
  const { email, id } = await givenInvited()
  await asAdmin.invitations.resend.mutate({ invitationId: id })
  await asAdmin.invitations.withdraw.mutate({ invitationId: id })

  const { rows } = await api.deps.db.execute<{ event: string; details: object; actor: string }>(sql`
    select event, details, actor from audit_events
    where details->>'invitationId' = ${id} or details->>'after.invitationId' = ${id}
      or details->>'before.invitationId' = ${id} order by id`)

  expect(rows.map(({ event, actor }) => [event, actor])).toEqual([
    ['invitation-created', `user:${admin.id}`],
    ['invitation-resent', `user:${admin.id}`],
    ['invitation-withdrawn', `user:${admin.id}`],
  ])
  expect(JSON.stringify(rows)).not.toContain(email)
})
