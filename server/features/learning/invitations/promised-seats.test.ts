import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { whileHeld } from '../../../test/held.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { eraseAccountByEmail } from '../../people/accounts/erase-account.ts'
import { setEmail } from '../../people/accounts/set-email.ts'
import { verifyUser } from '../../people/accounts/verify-user.ts'
import { goodPassword } from '../../people/auth/test-support.ts'
import { beginCohorts } from '../cohorts/change-cohort-job.ts'
import { acceptOverlooked } from './accept-invitations.ts'
import { forgetInvitations } from './withdraw-invitation.ts'

const api = await forAllTests(startApi())

const { admin, learners: asSchool } = api.as(await api.given.admin())
const patience = { timeout: 60_000 }
const inMinutes = (minutes: number) =>
  new Date(api.deps.now().getTime() + minutes * 60_000).toISOString()

async function givenUnverified() {
  const learner = await api.given.learner({ verified: false })
  const verify = () => verifyUser(api.deps, learner.email)
  const courses = async () => {
    const { rows } = await api.deps.db.execute<{ courseId: string; endsAt: string | null }>(sql`
      select course_id as "courseId", ends_at as "endsAt" from enrollments
      where user_id = ${learner.id} and status = 'active' order by course_id`)
    return rows
  }
  return { ...learner, verify, courses }
}

/** Creates a cohort that begins in five minutes; its course's one seat is held by an invitation. */
async function givenPromise() {
  const [course, pupil] = [await api.given.course(), await givenUnverified()]
  await asSchool.setSeats.mutate({ courseId: course.id, seats: 1 })
  const cohort = await admin.cohorts.create.mutate({ name: newId(), startsAt: inMinutes(5) })
  await admin.cohorts.addCourse.mutate({ cohortId: cohort.id, course: course.slug })
  await admin.cohorts.addMember.mutate({ cohortId: cohort.id, user: pupil.email })
  const seats = () => asSchool.seats.query({ courseId: course.id })
  const takeLast = async () =>
    errorOf(
      api.as(await api.given.learner()).transactions.create.mutate({ courseIds: [course.id] }),
    )
  const begin = async () => {
    api.advance(5 * 60_000)
    await beginCohorts(api.deps)
  }
  const expire = async () => {
    await api.deps.db.execute(
      sql`update invitations set expires_at = created_at where email = ${pupil.email}`,
    )
    await forgetInvitations(api.deps)
  }
  return { course, pupil, cohortId: cohort.id, seats, takeLast, begin, expire }
}

test('who accepts before the cohort begins keeps the seat until it does', async () => {
  const { course, pupil, cohortId, seats, takeLast, begin } = await givenPromise()
  await pupil.verify()
  await acceptOverlooked(api.deps)

  expect([await pupil.courses(), await takeLast()]).toEqual([[], 'CourseFull'])
  const before = await admin.cohorts.get.query({ cohortId })
  expect([before.members, before.invited]).toEqual([1, 0])
  await begin()

  await expect.poll(pupil.courses, patience).toEqual([{ courseId: course.id, endsAt: null }])
  expect([(await seats()).taken, await takeLast()]).toEqual([1, 'CourseFull'])
  expect((await admin.invitations.list.query({ email: pupil.email })).items).toEqual([])
})

test('an accepted place does not expire while it waits for a cohort', async () => {
  const { course, pupil, takeLast, begin, expire } = await givenPromise()
  await pupil.verify()
  await expire()
  expect(await takeLast()).toBe('CourseFull')

  await begin()

  await expect.poll(pupil.courses, patience).toEqual([{ courseId: course.id, endsAt: null }])
})

test('a place that nobody accepted in time is free, whenever the cohort begins', async () => {
  const { seats, pupil, expire } = await givenPromise()
  await expire()

  await pupil.verify()

  expect([(await seats()).taken, await pupil.courses()]).toEqual([0, []])
})

test('administrators can give the promised seat before the cohort begins', async () => {
  const { course, pupil, seats } = await givenPromise()
  await pupil.verify()

  await asSchool.enroll.mutate({ user: pupil.email, courseId: course.id })

  expect(await pupil.courses()).toEqual([{ courseId: course.id, endsAt: null }])
  expect((await seats()).taken).toBe(1)
})

test('removing a member frees the seat that was promised', async () => {
  const { pupil, cohortId, seats, begin } = await givenPromise()
  await pupil.verify()

  await admin.cohorts.removeMember.mutate({ cohortId, userId: pupil.id })
  expect((await seats()).taken).toBe(0)
  await begin()
  await acceptOverlooked(api.deps)

  expect(await pupil.courses()).toEqual([])
})

test('removing the course from the cohort frees the seat that was promised', async () => {
  const { course, pupil, cohortId, seats, begin } = await givenPromise()
  await pupil.verify()

  await admin.cohorts.removeCourse.mutate({ cohortId, courseId: course.id })
  await expect.poll(async () => (await seats()).taken, patience).toBe(0)
  await begin()
  await acceptOverlooked(api.deps)

  expect(await pupil.courses()).toEqual([])
})

type Promised = Awaited<ReturnType<typeof givenPromise>>
const invitedAs = async (email: string) =>
  (await admin.invitations.list.query({ email })).items.map(({ courseId }) => courseId)

/** Changes the email, with codes from both mailboxes. */
async function changeEmail({ token, email }: Promised['pupil'], to = `${newId()}@example.com`) {
  const asked = await api.request('POST /api/v1/me/email', {
    token,
    body: { newEmail: to, password: goodPassword },
  })
  expect(asked.status).toBe(200)
  const body = { oldCode: await api.codeFor(email), newCode: await api.codeFor(to) }
  const { status } = await api.request('POST /api/v1/me/email/confirm', { token, body })
  expect(status).toBe(200)
  return to
}

test('a promised seat follows its owner to a new email, and stays theirs', async () => {
  const { course, pupil, seats, begin } = await givenPromise()
  await pupil.verify()
  const to = await changeEmail(pupil)

  expect([await invitedAs(pupil.email), await invitedAs(to)]).toEqual([[], [course.id]])
  const stranger = await api.given.learner({ email: pupil.email })
  await acceptOverlooked(api.deps)
  await begin()

  await expect.poll(pupil.courses, patience).toEqual([{ courseId: course.id, endsAt: null }])
  expect([(await seats()).taken, await invitedAs(to)]).toEqual([1, []])
  expect((await api.as(stranger).me.courses.query({})).items).toEqual([])
})

test('a promised seat follows corrections of the email, and waits until one is verified', async () => {
  const { course, pupil, takeLast, begin } = await givenPromise()
  await pupil.verify()
  const [wrong, right] = [`${newId()}@example.com`, `${newId()}@example.com`]
  await api.deps.db.execute(
    sql`update invitations set expires_at = created_at where email = ${pupil.email}`,
  )
  await setEmail(api.deps, { oldEmail: pupil.email, newEmail: wrong })
  await setEmail(api.deps, { oldEmail: wrong, newEmail: right })
  await forgetInvitations(api.deps)
  await begin()
  expect([await invitedAs(right), await takeLast()]).toEqual([[course.id], 'CourseFull'])

  await verifyUser(api.deps, right)

  expect(await pupil.courses()).toEqual([{ courseId: course.id, endsAt: null }])
})

test('of two promises of one course that meet in an email, the one of the new email counts', async () => {
  const { course, pupil, seats } = await givenPromise()
  await pupil.verify()
  await asSchool.setSeats.mutate({ courseId: course.id, seats: 2 })
  const [to, endsAt] = [`${newId()}@example.com`, inMinutes(30)]
  await asSchool.enroll.mutate({ user: to, courseId: course.id, endsAt })
  expect((await seats()).taken).toBe(2)

  await changeEmail(pupil, to)

  const [given, ...others] = await pupil.courses()
  expect([given?.courseId, others, (await seats()).taken]).toEqual([course.id, [], 1])
  expect(new Date(given?.endsAt ?? 0).toISOString()).toBe(endsAt)
  expect(await invitedAs(pupil.email)).toEqual([])
})

test('an expired promise of the new email is none', async () => {
  const { course, pupil, seats } = await givenPromise()
  await pupil.verify()
  await asSchool.setSeats.mutate({ courseId: course.id, seats: 2 })
  const to = `${newId()}@example.com`
  await asSchool.enroll.mutate({ user: to, courseId: course.id })
  await api.deps.db.execute(sql`update invitations set expires_at = created_at where email = ${to}`)

  await changeEmail(pupil, to)

  expect([await pupil.courses(), await invitedAs(to)]).toEqual([[], [course.id]])
  expect((await seats()).taken).toBe(1)
})

test('what waits for an email that nobody verified does not follow the account', async () => {
  const { course, pupil } = await givenPromise()
  const to = `${newId()}@example.com`

  await setEmail(api.deps, { oldEmail: pupil.email, newEmail: to })

  expect([await invitedAs(pupil.email), await invitedAs(to)]).toEqual([[course.id], []])
})

test('erasing an account gives up its promised seats, on record', async () => {
  const { course, pupil, seats } = await givenPromise()
  await pupil.verify()
  await eraseAccountByEmail(api.deps, pupil.email)

  expect([await invitedAs(pupil.email), (await seats()).taken]).toEqual([[], 0])
  const { rows } = await api.deps.db.execute(sql`
    select from audit_events where event = 'invitation-withdrawn'
      and details->>'before.courseId' = ${course.id}`)
  expect(rows).toHaveLength(1)
})

test('erasing an account that was never verified leaves what waits for the email', async () => {
  const { course, pupil } = await givenPromise()

  await eraseAccountByEmail(api.deps, pupil.email)

  expect(await invitedAs(pupil.email)).toEqual([course.id])
})

test('who accepts at the moment in which the cohort begins is enrolled', async () => {
  const { course, pupil, cohortId } = await givenPromise()

  await whileHeld(api.deps, {
    hold: (db) =>
      db.execute(sql`update cohorts set begun_at = ${inMinutes(0)} where id = ${cohortId}`),
    action: pupil.verify,
  })

  expect(await pupil.courses()).toEqual([{ courseId: course.id, endsAt: null }])
})

test.each(['enrolling', 'accepting'])(
  '%s waits for a cohort whose end is being moved, and takes the new end',
  async (way) => {
    const [course, later] = [await api.given.course(), inMinutes(60)]
    const pupil = await givenUnverified()
    const { id: cohortId } = await admin.cohorts.create.mutate({
      name: newId(),
      endsAt: inMinutes(30),
    })
    const enroll = (): Promise<unknown> =>
      asSchool.enroll.mutate({ user: pupil.email, courseId: course.id, cohort: cohortId })
    if (way === 'accepting') await enroll()
    else await pupil.verify()

    await whileHeld(api.deps, {
      hold: async (db) => {
        await db.execute(sql`update cohorts set ends_at = ${later} where id = ${cohortId}`)
        await db.execute(
          sql`update invitations set ends_at = ${later} where cohort_id = ${cohortId}`,
        )
      },
      action: (): Promise<unknown> => (way === 'accepting' ? pupil.verify() : enroll()),
    })

    const [enrollment] = await pupil.courses()
    expect(new Date(enrollment?.endsAt ?? 0).toISOString()).toBe(later)
  },
)
