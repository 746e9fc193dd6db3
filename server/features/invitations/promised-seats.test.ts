import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { startApi } from '../../test/api.ts'
import { whileHeld } from '../../test/held.ts'
import { beginCohorts } from '../cohorts/change-cohort-job.ts'
import { verifyUser } from '../users/verify-user.ts'
import { acceptOverlooked } from './accept-invitations.ts'
import { forgetInvitations } from './withdraw-invitation.ts'

const api = await startApi()
afterAll(() => api[Symbol.asyncDispose]())

const desk = api.as(await api.given.admin()).admin
const patience = { timeout: 20_000 }
const inMinutes = (minutes: number) =>
  new Date(api.deps.now().getTime() + minutes * 60_000).toISOString()
const errorOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: { data: { error: string } }) => error.data.error,
  )

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

/** A cohort that begins in five minutes, with a course of one seat, which an invitation holds. */
async function givenPromise() {
  const [course, pupil] = [await api.given.course(), await givenUnverified()]
  await desk.seats.update.mutate({ courseId: course.id, seats: 1 })
  const cohort = await desk.cohorts.create.mutate({ name: newId(), startsAt: inMinutes(5) })
  await desk.cohorts.addCourse.mutate({ cohortId: cohort.id, course: course.slug })
  await desk.cohorts.addMember.mutate({ cohortId: cohort.id, user: pupil.email })
  const seats = () => desk.seats.get.query({ courseId: course.id })
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
  const before = await desk.cohorts.get.query({ cohortId })
  expect([before.members, before.invited]).toEqual([1, 0])
  await begin()

  await expect.poll(pupil.courses, patience).toEqual([{ courseId: course.id, endsAt: null }])
  expect([(await seats()).taken, await takeLast()]).toEqual([1, 'CourseFull'])
  expect((await desk.invitations.list.query({ email: pupil.email })).items).toEqual([])
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

test('the desk can give the promised seat before the cohort begins', async () => {
  const { course, pupil, seats } = await givenPromise()
  await pupil.verify()

  await desk.enrollments.enroll.mutate({ user: pupil.email, course: course.slug })

  expect(await pupil.courses()).toEqual([{ courseId: course.id, endsAt: null }])
  expect((await seats()).taken).toBe(1)
})

test('removing a member frees the seat that was promised', async () => {
  const { pupil, cohortId, seats, begin } = await givenPromise()
  await pupil.verify()

  await desk.cohorts.removeMember.mutate({ cohortId, userId: pupil.id })
  expect((await seats()).taken).toBe(0)
  await begin()
  await acceptOverlooked(api.deps)

  expect(await pupil.courses()).toEqual([])
})

test('removing the course from the cohort frees the seat that was promised', async () => {
  const { course, pupil, cohortId, seats, begin } = await givenPromise()
  await pupil.verify()

  await desk.cohorts.removeCourse.mutate({ cohortId, courseId: course.id })
  await expect.poll(async () => (await seats()).taken, patience).toBe(0)
  await begin()
  await acceptOverlooked(api.deps)

  expect(await pupil.courses()).toEqual([])
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
    const { id: cohortId } = await desk.cohorts.create.mutate({
      name: newId(),
      endsAt: inMinutes(30),
    })
    const enroll = (): Promise<unknown> =>
      desk.enrollments.enroll.mutate({ user: pupil.email, course: course.slug, cohort: cohortId })
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
