import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { lockPurchasesOf } from '../../../../db/queries/shop/transactions.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { whileHeld } from '../../../test/held.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { publish } from '../../authoring/moves/test-support.ts'
import { verifyUser } from '../../people/accounts/verify-user.ts'
import { endDueEnrollments } from '../../shop/transactions/end-due.ts'
import { acceptOverlooked } from '../invitations/accept-invitations.ts'
import { beginCohorts, changeCohortJob, resumeDeletions } from './change-cohort-job.ts'

const api = await forAllTests(startApi())

const admin = await api.given.admin()
const asAdmin = api.as(admin).admin
const asSchool = api.as(admin).learners
const patience = { timeout: 60_000 }
const inMinutes = (minutes: number) =>
  new Date(api.deps.now().getTime() + minutes * 60_000).toISOString()

let cohorts = 0
async function givenCohort({
  startsAt = null,
  endsAt = null,
  courses = 1,
}: {
  startsAt?: string | null
  endsAt?: string | null
  courses?: number
} = {}) {
  cohorts += 1
  const { id } = await asAdmin.cohorts.create.mutate({ name: `Class ${cohorts}`, startsAt, endsAt })
  const given: GivenCourse[] = []
  for (let count = 0; count < courses; count++) {
    const course = await api.given.course()
    await asAdmin.cohorts.addCourse.mutate({ cohortId: id, course: course.slug })
    given.push(course)
  }
  const add = (learner: Pick<GivenUser, 'email'>) =>
    asAdmin.cohorts.addMember.mutate({ cohortId: id, user: learner.email })
  return { id, courses: given, add }
}

async function enrollmentsOf({ email }: Pick<GivenUser, 'email'>) {
  const { rows } = await api.deps.db.execute<{
    slug: string
    status: string
    cohortId: string | null
    endsAt: string | null
  }>(sql`
    select c.slug, e.status, e.cohort_id as "cohortId", e.ends_at as "endsAt" from enrollments e
    join users u on u.id = e.user_id join courses c on c.id = e.course_id
    where u.email = ${email} order by c.id`)
  return rows
}

const activeOf = async (learner: Pick<GivenUser, 'email'>) =>
  (await enrollmentsOf(learner)).flatMap(({ slug, status }) => (status === 'active' ? slug : []))

test('a member is enrolled in all courses of the cohort, until it ends', async () => {
  const endsAt = inMinutes(10)
  const { id, courses, add } = await givenCohort({ courses: 2, endsAt })
  const learner = await api.given.learner()

  const [first, again] = [await add(learner), await add(learner)]

  expect([first.outcome, again.outcome]).toEqual(['added', 'unchanged'])
  expect(
    (await enrollmentsOf(learner)).map(({ slug, cohortId, endsAt }) => [
      slug,
      cohortId,
      new Date(endsAt ?? 0).toISOString(),
    ]),
  ).toEqual(courses.map(({ slug }) => [slug, id, endsAt]))
  const { members, courses: shown } = await asAdmin.cohorts.get.query({ cohortId: id })
  expect([members, shown.map(({ slug }) => slug)]).toEqual([1, courses.map(({ slug }) => slug)])
  const { items } = await asAdmin.cohorts.members.query({ cohortId: id })
  expect(items).toMatchObject([{ userId: learner.id, email: learner.email, name: learner.name }])
})

test('a course that is added later reaches every member by a job, in slices', async () => {
  const { id, add } = await givenCohort({ courses: 0 })
  const learners = await Promise.all(Array.from({ length: 5 }, () => api.given.learner()))
  for (const learner of learners) await add(learner)
  const course = await api.given.course()

  await asAdmin.cohorts.addCourse.mutate({ cohortId: id, course: course.id })

  for (const learner of learners)
    await expect.poll(() => activeOf(learner), patience).toEqual([course.slug])
})

test('the job that is killed and runs again gives no course back that administrators have taken', async () => {
  const { id, courses, add } = await givenCohort()
  const [kept, ended] = [await api.given.learner(), await api.given.learner()]
  await add(kept)
  await add(ended)
  const courseId = courses[0]?.id ?? ''
  const before = await enrollmentsOf(kept)
  await asAdmin.cohorts.removeMember.mutate({ cohortId: id, userId: ended.id })

  await changeCohortJob(api.deps, { cohortId: id, courseId, task: 'enroll' })
  await changeCohortJob(api.deps, { cohortId: id, courseId, task: 'enroll' })

  expect(await enrollmentsOf(kept)).toEqual(before)
  expect(await activeOf(ended)).toEqual([])
})

test('removing a member ends what came with the cohort, and nothing else', async () => {
  const { id, courses, add } = await givenCohort({ courses: 2 })
  const learner = await api.given.learner()
  const [own, courseId] = [courses[1]?.slug ?? '', courses[1]?.id ?? '']
  await asSchool.enroll.mutate({ user: learner.email, courseId })
  await add(learner)

  await asAdmin.cohorts.removeMember.mutate({ cohortId: id, userId: learner.id })

  expect(await activeOf(learner)).toEqual([own])
  expect(
    await errorOf(asAdmin.cohorts.removeMember.mutate({ cohortId: id, userId: learner.id })),
  ).toBe('MemberNotFound')
})

test('members of a cohort that has not begun are enrolled when its start comes', async () => {
  const { id, courses, add } = await givenCohort({ startsAt: inMinutes(5) })
  const learner = await api.given.learner()
  await add(learner)
  await beginCohorts(api.deps)
  expect(await activeOf(learner)).toEqual([])

  api.advance(5 * 60_000)
  await beginCohorts(api.deps)

  await expect.poll(() => activeOf(learner), patience).toEqual([courses[0]?.slug])
  expect((await asAdmin.cohorts.get.query({ cohortId: id })).begunAt).not.toBeNull()
})

test('somebody without an account is invited to the courses, and becomes a member', async () => {
  const { id, courses, add } = await givenCohort({ courses: 2 })
  const email = 'cohort-pupil@example.com'
  const [first, again] = [await add({ email }), await add({ email })]
  expect([first, again.outcome]).toEqual([{ outcome: 'invited', userId: null }, 'unchanged'])
  expect((await asAdmin.cohorts.get.query({ cohortId: id })).invited).toBe(1)
  const later = await api.given.course()
  await asAdmin.cohorts.addCourse.mutate({ cohortId: id, course: later.slug })
  const invitations = async () =>
    (await asAdmin.invitations.list.query({ cohort: id })).items.length
  await expect.poll(invitations, patience).toBe(3)

  const body = { email, password: 'four walls and a roof', name: 'A Pupil' }
  await api.request('POST /api/v1/auth/register', { body })
  await verifyUser(api.deps, email)

  expect(await activeOf({ email })).toEqual([...courses, later].map(({ slug }) => slug))
  expect(await asAdmin.cohorts.get.query({ cohortId: id })).toMatchObject({
    members: 1,
    invited: 0,
  })
})

test('before its start, an invitation to a cohort gives the membership alone', async () => {
  const { id, courses, add } = await givenCohort({ startsAt: inMinutes(5) })
  const email = 'early-pupil@example.com'
  await add({ email })
  const body = { email, password: 'four walls and a roof', name: 'A Pupil' }
  await api.request('POST /api/v1/auth/register', { body })
  await verifyUser(api.deps, email)
  expect([
    await activeOf({ email }),
    (await asAdmin.cohorts.get.query({ cohortId: id })).members,
  ]).toEqual([[], 1])

  api.advance(5 * 60_000)
  await beginCohorts(api.deps)

  await expect.poll(() => activeOf({ email }), patience).toEqual([courses[0]?.slug])
})

test('a later end prolongs those who end with the cohort, also after it; others keep theirs', async () => {
  const endsAt = inMinutes(5)
  const { id, courses, add } = await givenCohort({ endsAt })
  const [learner, special] = [await api.given.learner(), await api.given.learner()]
  await add(learner)
  await add(special)
  const own = inMinutes(60)
  const courseId = courses[0]?.id ?? ''
  await asAdmin.enrollments.setEnd.mutate({ userId: special.id, courseId, endsAt: own })
  api.advance(6 * 60_000)
  await endDueEnrollments(api.deps)
  expect(await activeOf(learner)).toEqual([])

  const later = inMinutes(30)
  await asAdmin.cohorts.update.mutate({ cohortId: id, endsAt: later })

  await expect.poll(() => activeOf(learner), patience).toEqual([courses[0]?.slug])
  const endOf = async (userId: string) =>
    (await asAdmin.enrollments.get.query({ userId, courseId })).endsAt
  expect([await endOf(learner.id), await endOf(special.id)]).toEqual([later, own])
})

/** Creates a cohort with a learner who ends with it. */
async function givenEnding(endsAt = inMinutes(5)) {
  const cohort = await givenCohort({ endsAt })
  const learner = await api.given.learner()
  await cohort.add(learner)
  const choice = { userId: learner.id, courseId: cohort.courses[0]?.id ?? '' }
  return {
    ...cohort,
    learner,
    choice,
    endsAt,
    endOf: async () => (await asAdmin.enrollments.get.query(choice)).endsAt,
    moveEnd: (endsAt: string) => asAdmin.cohorts.update.mutate({ cohortId: cohort.id, endsAt }),
    end: async () => {
      api.advance(6 * 60_000)
      await endDueEnrollments(api.deps)
    },
  }
}

/** Counts the rows that are left of the cohort. */
async function rowsOf(id: string): Promise<number> {
  const { rows } = await api.deps.db.execute<{ count: number }>(sql`
    select (select count(*) from cohorts where id = ${id})
      + (select count(*) from cohort_members where cohort_id = ${id})
      + (select count(*) from enrollments where cohort_id = ${id})
      + (select count(*) from invitations where cohort_id = ${id}) as count`)
  return Number(rows[0]?.count)
}

/** Whether all jobs about the cohort are done. */
const isSettled = async (cohortId: string) => {
  const { rows } = await api.deps.db.execute(sql`
    select from pgboss.job where name = 'change-cohort' and data->>'cohortId' = ${cohortId}
      and state in ('created', 'retry', 'active')`)
  return rows.length === 0
}

test('an end that is moved twice reaches those whom the first job had not reached yet', async () => {
  const { id, choice, endsAt, endOf, moveEnd } = await givenEnding()
  await moveEnd(inMinutes(20))
  const last = inMinutes(30)
  await moveEnd(last)
  await expect.poll(endOf, patience).toBe(last)
  await expect.poll(() => isSettled(id), patience).toBe(true)
  await asAdmin.enrollments.setEnd.mutate({ ...choice, endsAt })

  await changeCohortJob(api.deps, { cohortId: id, task: 'reschedule', from: endsAt })

  expect(await endOf()).toBe(last)
})

test('an end that is moved while a job is at work is the one that the learner gets', async () => {
  const { id, endsAt, endOf } = await givenEnding()
  const last = inMinutes(30)

  await whileHeld(api.deps, {
    hold: (db) => db.execute(sql`update cohorts set ends_at = ${last} where id = ${id}`),
    action: () => changeCohortJob(api.deps, { cohortId: id, task: 'reschedule', from: endsAt }),
  })

  expect(await endOf()).toBe(last)
})

const failuresOf = async (cohortId: string) => {
  const { rows } = await api.deps.db.execute<{ details: object }>(sql`
    select details from audit_events
    where event = 'cohort-enrollment-failed' and details->>'cohortId' = ${cohortId} order by id`)
  return rows.map(({ details }) => details)
}

test('a course that is full by now does not keep the later end from the others', async () => {
  const { id, choice, moveEnd, end, learner } = await givenEnding()
  const after = await api.given.course()
  await asAdmin.cohorts.addCourse.mutate({ cohortId: id, course: after.id })
  await expect.poll(() => activeOf(learner), patience).toHaveLength(2)
  await end()
  await asSchool.setSeats.mutate({ courseId: choice.courseId, seats: 1 })
  const other = await api.given.learner()
  await asSchool.enroll.mutate({ user: other.email, courseId: choice.courseId })

  await moveEnd(inMinutes(30))

  await expect.poll(() => isSettled(id), patience).toBe(true)
  expect(await activeOf(learner)).toEqual([after.slug])
  expect(await failuresOf(id)).toEqual([
    { cohortId: id, task: 'reschedule', courseId: choice.courseId, error: 'CourseFull' },
  ])
})

test('a member with whom something is wrong holds up nobody', async () => {
  const { id, add } = await givenCohort({ courses: 0 })
  const learners = await Promise.all(Array.from({ length: 3 }, () => api.given.learner()))
  for (const learner of learners) await add(learner)
  const [odd, ...others] = learners.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await api.deps.db.execute(
    sql.raw(`
      create function refuse_odd() returns trigger language plpgsql as $$
      begin
        if new.user_id = '${odd?.id}' then raise exception 'odd'; end if;
        return new;
      end $$;
      create trigger refuse_odd before insert on enrollments
        for each row execute function refuse_odd()`),
  )
  const course = await api.given.course()

  await asAdmin.cohorts.addCourse.mutate({ cohortId: id, course: course.id })

  for (const learner of others)
    await expect.poll(() => activeOf(learner), patience).toEqual([course.slug])
  await expect.poll(() => isSettled(id), patience).toBe(true)
  expect(await failuresOf(id)).toEqual([
    { cohortId: id, task: 'enroll', courseId: course.id, error: 'InternalError' },
  ])
  await api.deps.db.execute(sql`drop trigger refuse_odd on enrollments`)
})

test('a cohort that has ended is renamed with the dates that it has', async () => {
  const { id, endsAt, end } = await givenEnding()
  await end()
  const { startsAt } = await asAdmin.cohorts.get.query({ cohortId: id })

  const dates = { startsAt, endsAt }
  const renamed = await asAdmin.cohorts.update.mutate({ cohortId: id, name: 'Alumni', ...dates })

  expect(renamed).toMatchObject({ name: 'Alumni', ...dates })
  const past = asAdmin.cohorts.update.mutate({ cohortId: id, endsAt: inMinutes(-1) })
  expect(await errorOf(past)).toBe('InvalidFields')
})

test('an end of their own that somebody gets while the job waits for them stays', async () => {
  const { id, choice, endOf, moveEnd, learner } = await givenEnding()
  const own = inMinutes(60)

  await whileHeld(api.deps, {
    hold: (db) => lockPurchasesOf(db, learner.id),
    action: () => moveEnd(inMinutes(30)),
    look: (db) =>
      db.execute(sql`
        update enrollments set ends_at = ${own}
        where user_id = ${choice.userId} and course_id = ${choice.courseId}`),
  })

  await expect.poll(() => isSettled(id), patience).toBe(true)
  expect(await endOf()).toBe(own)
})

test('a later end opens nothing for a member who was removed', async () => {
  const { id, choice, learner, moveEnd, end, add } = await givenEnding()
  const stays = await api.given.learner()
  await add(stays)
  await end()
  await asAdmin.cohorts.removeMember.mutate({ cohortId: id, userId: learner.id })

  await moveEnd(inMinutes(30))

  await expect.poll(() => activeOf(stays), patience).toHaveLength(1)
  await expect.poll(() => isSettled(id), patience).toBe(true)
  expect(await asAdmin.enrollments.get.query(choice)).toMatchObject({
    status: 'ended',
    cohortId: null,
  })
})

test('a later end opens no course that was removed', async () => {
  const { id, choice, endOf, moveEnd, end, learner } = await givenEnding()
  const stays = await api.given.course()
  await asAdmin.cohorts.addCourse.mutate({ cohortId: id, course: stays.id })
  await expect.poll(() => activeOf(learner), patience).toHaveLength(2)
  await end()
  const before = await endOf()
  await asAdmin.cohorts.removeCourse.mutate({ cohortId: id, courseId: choice.courseId })
  await expect.poll(() => isSettled(id), patience).toBe(true)

  await moveEnd(inMinutes(30))

  await expect.poll(() => activeOf(learner), patience).toEqual([stays.slug])
  await expect.poll(() => isSettled(id), patience).toBe(true)
  expect(await activeOf(learner)).toEqual([stays.slug])
  expect(await endOf()).toBe(before)
})

test('a learner who left before the end has ended with it, in reports and in administration', async () => {
  const { choice, learner, end } = await givenEnding()
  await api.as(learner).me.leaveCourse.mutate({ courseId: choice.courseId })
  const statuses = async () => {
    const { items } = await asSchool.list.query({ courseId: choice.courseId })
    const left = await asSchool.list.query({ courseId: choice.courseId, status: 'left' })
    const { status } = await asAdmin.enrollments.get.query(choice)
    return [status, ...items.map(({ status }) => status), left.items.length]
  }
  expect(await statuses()).toEqual(['left', 'left', 1])

  api.advance(6 * 60_000)
  const atTheEnd = await statuses()
  await end()

  expect(atTheEnd).toEqual(['ended', 'ended', 0])
  expect(await statuses()).toEqual(['ended', 'ended', 0])
  const ended = { courseId: choice.courseId, status: 'ended' } as const
  expect((await asSchool.list.query(ended)).items).toMatchObject([{ userId: learner.id }])
})

test('a course that is removed ends for those who have it by the cohort', async () => {
  const { id, courses, add } = await givenCohort({ courses: 2 })
  const learner = await api.given.learner()
  await add(learner)
  const [gone, stays] = courses

  await asAdmin.cohorts.removeCourse.mutate({ cohortId: id, courseId: gone?.id ?? '' })

  await expect.poll(() => activeOf(learner), patience).toEqual([stays?.slug])
})

test('members of a cohort that is deleted stay enrolled', async () => {
  const { id, courses, add } = await givenCohort()
  const learner = await api.given.learner()
  await add(learner)

  await asAdmin.cohorts.delete.mutate({ cohortId: id })

  const cohortIdOf = async () => (await enrollmentsOf(learner))[0]?.cohortId
  await expect.poll(cohortIdOf, patience).toBe(null)
  expect(await activeOf(learner)).toEqual([courses[0]?.slug])
})

test('a cohort that is deleted is gone at once, before its job comes to its members', async () => {
  const { id, courses, add } = await givenCohort({ endsAt: inMinutes(5) })
  const courseId = courses[0]?.id ?? ''
  const [learner, email] = [await api.given.learner(), 'pupil-of-the-deleted@example.com']
  await add(learner)
  await add({ email })
  const { name } = await asAdmin.cohorts.get.query({ cohortId: id })
  const rowsLeft = () => rowsOf(id)

  await whileHeld(api.deps, {
    hold: (db) => lockPurchasesOf(db, learner.id),
    action: async () => {
      const deleted = await asAdmin.cohorts.delete.mutate({ cohortId: id })
      expect(deleted).toMatchObject({ id, name, deletedAt: expect.any(String) })
      await changeCohortJob(api.deps, { cohortId: id, task: 'delete' })
    },
    look: async () => {
      const inCohort = { cohortId: id }
      const user = (await api.given.learner()).email
      const refused = await Promise.all(
        [
          asAdmin.cohorts.get.query(inCohort),
          asAdmin.cohorts.delete.mutate(inCohort),
          asAdmin.cohorts.update.mutate({ ...inCohort, endsAt: inMinutes(9) }),
          asAdmin.cohorts.addMember.mutate({ ...inCohort, user }),
          asSchool.enroll.mutate({ user, courseId, cohort: name }),
          asAdmin.enrollments.list.query({ cohort: id }),
        ].map(errorOf),
      )
      expect(refused).toEqual(refused.map(() => 'CohortNotFound'))
      const { items } = await asAdmin.cohorts.list.query({})
      expect(items.map((cohort) => cohort.id)).not.toContain(id)
      // Reuses its name, which is free again.
      await asAdmin.cohorts.create.mutate({ name })
      expect(await rowsLeft()).toBeGreaterThan(0)
    },
  })

  await expect.poll(rowsLeft, patience).toBe(0)
  expect(await activeOf(learner)).toHaveLength(1)
  const { items } = await asAdmin.invitations.list.query({ email })
  expect(items).toMatchObject([{ cohortId: null }])
})

/** Creates a cohort whose jobs wait for its one learner; `look` sees it meanwhile. */
async function whileJobWaits(
  { learner, act }: { learner: GivenUser; act: () => Promise<unknown> },
  look: () => Promise<unknown>,
) {
  await whileHeld(api.deps, { hold: (db) => lockPurchasesOf(db, learner.id), action: act, look })
}

test('a course that was removed ends for all, and its places go, though the cohort is deleted', async () => {
  const { id, courses, choice, learner, add } = await givenEnding()
  const email = 'pupil-of-the-removed@example.com'
  await add({ email })
  const stays = await api.given.course()
  await asSchool.enroll.mutate({ user: learner.email, courseId: stays.id, cohort: id })
  await expect.poll(() => isSettled(id), patience).toBe(true)

  await whileJobWaits(
    {
      learner,
      act: () => asAdmin.cohorts.removeCourse.mutate({ cohortId: id, courseId: choice.courseId }),
    },
    async () => {
      await asAdmin.cohorts.delete.mutate({ cohortId: id })
      // Acts as a different process, at the same time.
      await changeCohortJob(api.deps, { cohortId: id, task: 'delete' })
      expect((await enrollmentsOf(learner)).map(({ cohortId }) => cohortId)).toEqual([id, id])
    },
  )

  await expect.poll(() => isSettled(id), patience).toBe(true)
  expect(courses).toHaveLength(1)
  expect(await activeOf(learner)).toEqual([stays.slug])
  expect((await asAdmin.invitations.list.query({ email })).items).toEqual([])
  expect(await rowsOf(id)).toBe(0)
})

test('places that a removed course had promised go, though the cohort is deleted before', async () => {
  const { id, courses, add } = await givenCohort()
  const email = 'pupil-of-the-gone@example.com'
  await add({ email })
  await expect.poll(() => isSettled(id), patience).toBe(true)

  await api.deps.db.execute(sql`update cohorts set deleted_at = now() where id = ${id}`)
  const courseId = courses[0]?.id ?? ''
  await api.deps.db.execute(sql`delete from cohort_courses where cohort_id = ${id}`)
  await changeCohortJob(api.deps, { cohortId: id, courseId, task: 'end' })

  expect((await asAdmin.invitations.list.query({ email })).items).toEqual([])
})

test('an end that was moved reaches all, though the cohort is deleted', async () => {
  const { id, endOf, moveEnd, learner } = await givenEnding()
  const later = inMinutes(30)

  await whileJobWaits({ learner, act: () => moveEnd(later) }, () =>
    asAdmin.cohorts.delete.mutate({ cohortId: id }),
  )

  await expect.poll(() => isSettled(id), patience).toBe(true)
  expect(await endOf()).toBe(later)
  expect(await rowsOf(id)).toBe(0)
})

test('a cohort that is deleted before it began enrolls nobody', async () => {
  const { id, courses, add } = await givenCohort({ startsAt: inMinutes(5) })
  const [accepted, waiting] = ['early-and-gone@example.com', 'late-and-gone@example.com']
  const invite = async (email: string) => {
    await add({ email })
    const body = { email, password: 'four walls and a roof', name: 'A Pupil' }
    await api.request('POST /api/v1/auth/register', { body })
  }
  await invite(accepted)
  await invite(waiting)
  await verifyUser(api.deps, accepted)
  expect((await asAdmin.cohorts.get.query({ cohortId: id })).members).toBe(1)

  await asAdmin.cohorts.delete.mutate({ cohortId: id })
  await expect.poll(() => isSettled(id), patience).toBe(true)
  await acceptOverlooked(api.deps)
  await verifyUser(api.deps, waiting)

  expect([await activeOf({ email: accepted }), await activeOf({ email: waiting })]).toEqual([
    [],
    [],
  ])
  const course = courses[0]?.id ?? ''
  expect((await asAdmin.invitations.list.query({ course })).items).toEqual([])
})

test('the clean-up goes on with a deletion whose job was lost', async () => {
  const { id } = await givenCohort({ courses: 0 })
  await api.deps.db.execute(sql`update cohorts set deleted_at = now() where id = ${id}`)

  await resumeDeletions(api.deps)

  await expect.poll(() => rowsOf(id), patience).toBe(0)
})

test('names are unique, whatever their case, and dates in the wrong order are refused', async () => {
  const { id } = await givenCohort({ courses: 0 })
  const { name } = await asAdmin.cohorts.get.query({ cohortId: id })
  const create = (input: { name: string; startsAt?: string; endsAt?: string }) =>
    errorOf(asAdmin.cohorts.create.mutate(input))

  expect(await create({ name: name.toUpperCase() })).toBe('CohortNameTaken')
  expect(await create({ name: 'Odd', startsAt: inMinutes(9), endsAt: inMinutes(8) })).toBe(
    'InvalidFields',
  )
  expect(await create({ name: 'Over', endsAt: inMinutes(-1) })).toBe('InvalidFields')
})

test('a cohort whose courses have too few seats refuses the whole member', async () => {
  const { courses, add } = await givenCohort({ courses: 2 })
  await asSchool.setSeats.mutate({ courseId: courses[1]?.id ?? '', seats: 1 })
  const [first, second] = [await api.given.learner(), await api.given.learner()]
  await add(first)

  expect(await errorOf(add(second))).toBe('CourseFull')
  expect(await activeOf(second)).toEqual([])
})

test('every act is on record with what was before and after', async () => {
  const { id, courses, add } = await givenCohort()
  const learner = await api.given.learner()
  await add(learner)
  await asAdmin.cohorts.update.mutate({ cohortId: id, name: 'Renamed' })
  await asAdmin.cohorts.removeMember.mutate({ cohortId: id, userId: learner.id })
  await asAdmin.cohorts.removeCourse.mutate({ cohortId: id, courseId: courses[0]?.id ?? '' })
  await asAdmin.cohorts.delete.mutate({ cohortId: id })

  const { rows } = await api.deps.db.execute<{ event: string; details: object; actor: string }>(sql`
    select event, details, actor from audit_events
    where event like 'cohort-%' and details->>'cohortId' = ${id} order by id`)

  expect(rows.map(({ event }) => event)).toEqual([
    'cohort-created',
    'cohort-course-added',
    'cohort-member-added',
    'cohort-changed',
    'cohort-member-removed',
    'cohort-course-removed',
    'cohort-deleted',
  ])
  expect(rows.every(({ actor }) => actor === `user:${admin.id}`)).toBe(true)
  expect(rows[3]?.details).toMatchObject({ nameChanged: true })
})

test('a cohort takes a hundred courses, and names the field of one more', async () => {
  const { id: cohortId } = await givenCohort({ courses: 0 })
  const made = await Promise.all(Array.from({ length: 100 }, () => api.given.course()))
  await api.deps.db.execute(sql`
    insert into cohort_courses (cohort_id, course_id)
    select ${cohortId}, unnest(${sql.param(made.map(({ id }) => id))}::uuid[])`)
  const more = await api.given.course()

  const answer = await api.request(`POST /api/v1/admin/cohorts/${cohortId}/courses`, {
    token: admin.token,
    body: { course: more.slug },
  })

  expect([answer.status, answer.body.error, answer.body.issues]).toEqual([
    400,
    'InvalidFields',
    [{ path: 'course', message: 'is one too many: a cohort has at most 100 courses' }],
  ])
  expect((await asAdmin.cohorts.get.query({ cohortId })).courses).toHaveLength(100)
  const again = { cohortId, course: made[0]?.slug ?? '' }
  expect((await asAdmin.cohorts.addCourse.mutate(again)).courses).toHaveLength(100)
})

test('nothing of a course opens, or is due, after its cohort has ended', async () => {
  const course = await publish(api, [
    'now',
    { key: 'late', details: { available: '30 days after cohort' } },
  ])
  const day = 24 * 60
  const cohort = { name: 'A short class', startsAt: null, endsAt: inMinutes(20 * day) }
  const { id: cohortId } = await asAdmin.cohorts.create.mutate(cohort)
  const add = () => asAdmin.cohorts.addCourse.mutate({ cohortId, course: course.slug })
  await expect(add()).rejects.toMatchObject({ data: { issues: [{ path: 'course' }] } })

  await asAdmin.cohorts.update.mutate({ cohortId, endsAt: inMinutes(40 * day) })
  await add()
  const shorter = asAdmin.cohorts.update.mutate({ cohortId, endsAt: inMinutes(10 * day) })
  await expect(shorter).rejects.toMatchObject({ data: { issues: [{ path: 'endsAt' }] } })
})
