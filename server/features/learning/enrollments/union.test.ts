import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { lessonOf } from '../../../test/learning.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { checkData } from '../../maintenance/invariants/check-data.ts'
import { verifyUser } from '../../people/accounts/verify-user.ts'
import { endDueEnrollments } from '../../shop/transactions/end-due.ts'
import { beginCohorts, changeCohortJob } from '../cohorts/change-cohort-job.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const { cohorts, enrollments, invitations } = api.as(admin).admin
const asSchool = api.as(admin).learners
const patience = { timeout: 60_000 }
const price = { amount: 2900, currency: 'USD' }
const minute = 60_000
const inMinutes = (minutes: number) =>
  new Date(api.deps.now().getTime() + minutes * minute).toISOString()

let classes = 0
async function givenClass(course: GivenCourse, dates: { startsAt?: string; endsAt?: string } = {}) {
  classes += 1
  const { id, name } = await cohorts.create.mutate({ name: `Class ${classes}`, ...dates })
  await cohorts.addCourse.mutate({ cohortId: id, course: course.id })
  return {
    ...{ id, name },
    add: (learner: Pick<GivenUser, 'email'>) =>
      cohorts.addMember.mutate({ cohortId: id, user: learner.email }),
    remove: (learner: GivenUser) =>
      cohorts.removeMember.mutate({ cohortId: id, userId: learner.id }),
  }
}

async function given() {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const key = { userId: learner.id, courseId: course.id }
  const as = api.as(learner)
  return {
    ...{ learner, course, key },
    enroll: (terms: { endsAt?: string; cohort?: string } = {}) =>
      asSchool.enroll.mutate({ user: learner.email, courseId: course.id, ...terms }),
    open: () => errorOf(as.lessons.get.query({ lessonId: lessonOf(course, 1).id })),
    shown: () => enrollments.get.query(key),
    waysOf: async () =>
      (await enrollments.get.query(key)).ways.map(({ source, name, endsAt }) =>
        [name ?? source, endsAt].filter((part) => part !== null),
      ),
    mine: async () =>
      (await as.me.courses.query({})).items.find(({ courseId }) => courseId === course.id),
    buy: async () => {
      const { id, checkoutUrl } = await as.transactions.create.mutate({ courseIds: [course.id] })
      await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)
      return id
    },
  }
}

async function eventsOf({ userId }: { userId: string }): Promise<string[]> {
  const { rows } = await api.deps.db.execute<{ type: string }>(sql`
    select type from events where type like 'enrollment.%' and data->>'userId' = ${userId}
    order by written`)
  return rows.map(({ type }) => type)
}

async function violated(): Promise<string[]> {
  const checks = await checkData(api.deps)
  return checks.filter(({ state }) => state !== 'ok').map(({ invariant }) => invariant)
}

test('a pupil of two classes keeps a course that only one of them gives any more', async () => {
  const { learner, course, open, waysOf, shown, key } = await given()
  const [june, july] = [inMinutes(6), inMinutes(7)]
  const [a, b] = [
    await givenClass(course, { endsAt: june }),
    await givenClass(course, { endsAt: july }),
  ]
  await a.add(learner)
  await b.add(learner)
  expect(await waysOf()).toEqual([
    [b.name, july],
    [a.name, june],
  ])
  expect((await shown()).endsAt).toBe(july)

  await a.remove(learner)
  expect([await open(), await waysOf()]).toEqual([undefined, [[b.name, july]]])
  await a.add(learner)
  await cohorts.removeCourse.mutate({ cohortId: a.id, courseId: course.id })
  await expect.poll(waysOf, patience).toEqual([[b.name, july]])
  expect(await open()).toBeUndefined()
  await cohorts.delete.mutate({ cohortId: b.id })

  await expect.poll(waysOf, patience).toEqual([['administrator', july]])
  expect([await open(), await eventsOf(key)]).toEqual([undefined, ['enrollment.started']])
})

test('when a class ends, the pupils of another go on until its end', async () => {
  const { learner, course, open, shown } = await given()
  const [a, b] = [
    await givenClass(course, { endsAt: inMinutes(1) }),
    await givenClass(course, { endsAt: inMinutes(5) }),
  ]
  await b.add(learner)
  await a.add(learner)
  const later = inMinutes(9)
  await cohorts.update.mutate({ cohortId: b.id, endsAt: later })
  await expect.poll(async () => (await shown()).endsAt, patience).toBe(later)

  api.advance(2 * minute)
  await endDueEnrollments(api.deps)

  expect([await open(), (await shown()).endsAt]).toEqual([undefined, later])
  const sooner = inMinutes(3)
  await cohorts.update.mutate({ cohortId: b.id, endsAt: sooner })
  await expect.poll(async () => (await shown()).endsAt, patience).toBe(sooner)
  api.advance(4 * minute)
  await endDueEnrollments(api.deps)
  expect([await open(), (await shown()).ways]).toEqual(['NotEnrolled', []])
})

test('a class gives a course beside the school and a purchase, whichever came first and goes', async () => {
  const { learner, course, open, waysOf, enroll, shown, buy } = await given()
  const a = await givenClass(course)
  const day = inMinutes(1)
  await enroll({ endsAt: day })
  await a.add(learner)
  expect([(await shown()).endsAt, await waysOf()]).toEqual([
    null,
    [[a.name], ['administrator', day]],
  ])
  api.advance(2 * minute)
  await endDueEnrollments(api.deps)
  expect(await open()).toBeUndefined()

  expect((await enroll()).outcome).toBe('changed')
  expect((await enroll()).outcome).toBe('unchanged')
  await a.remove(learner)
  expect([await open(), await waysOf()]).toEqual([undefined, [['administrator']]])

  const until = inMinutes(5)
  await enrollments.setEnd.mutate({ userId: learner.id, courseId: course.id, endsAt: until })
  const id = await buy()
  await a.add(learner)
  const body = { reason: 'Asked' }
  await api.request(`POST /api/v1/transaction/${id}/refund`, { token: admin.token, body })
  expect([await open(), await waysOf()]).toEqual([undefined, [[a.name], ['administrator', until]]])
})

test('what a class gives for a term is bought for good, and says so; progress is kept', async () => {
  const { learner, course, open, mine, buy, shown } = await given()
  const a = await givenClass(course, { endsAt: inMinutes(2) })
  await a.add(learner)
  const as = api.as(learner)
  await as.progress.update.mutate({ lessonId: lessonOf(course, 1).id, percent: 40 })
  const before = await mine()
  expect(before?.buyable).toBe(true)
  expect((await as.cart.add.mutate({ courseId: course.id })).items[0]?.owned).toBe(false)

  await buy()

  expect(await mine()).toMatchObject({ buyable: false, endsAt: null, percent: before?.percent })
  expect((await as.cart.get.query({})).items).toEqual([])
  expect(await errorOf(as.cart.add.mutate({ courseId: course.id }))).toBe('AlreadyEnrolled')
  api.advance(3 * minute)
  await endDueEnrollments(api.deps)
  expect([await open(), (await shown()).ways.map(({ source }) => source)]).toEqual([
    undefined,
    ['transaction'],
  ])
})

test('ending an enrollment ends all that the school may end, and no class opens it again', async () => {
  const { learner, course, open, enroll, key } = await given()
  const [a, b] = [await givenClass(course), await givenClass(course, { endsAt: inMinutes(9) })]
  await a.add(learner)
  await b.add(learner)
  await enroll()

  expect(await asSchool.end.mutate(key)).toMatchObject({
    ended: true,
    enrollment: { status: 'ended', ways: [] },
  })
  await cohorts.update.mutate({ cohortId: b.id, endsAt: inMinutes(20) })
  await a.remove(learner)
  await changeCohortJob(api.deps, { cohortId: b.id, courseId: course.id, task: 'enroll' })

  expect(await open()).toBe('NotEnrolled')
  await b.add(learner)
  expect(await open()).toBeUndefined()
})

test('two classes that invite one person both have them, and so has the school', async () => {
  const { course } = await given()
  const later = await givenClass(course, { startsAt: inMinutes(5) })
  const [a, until] = [await givenClass(course), inMinutes(60)]
  const gone = await givenClass(course)
  const email = 'pupil-of-two@example.com'
  await asSchool.enroll.mutate({ user: email, courseId: course.id, endsAt: until })
  for (const { add } of [later, a, gone]) expect((await add({ email })).outcome).toBe('invited')
  const invited = async (cohort: { id: string }) =>
    (await cohorts.get.query({ cohortId: cohort.id })).invited
  expect([await invited(later), await invited(a), await invited(gone)]).toEqual([1, 1, 1])
  expect((await invitations.list.query({ cohort: a.id })).items).toHaveLength(1)
  await cohorts.removeCourse.mutate({ cohortId: gone.id, courseId: course.id })
  await expect.poll(() => invited(gone), patience).toBe(0)

  const body = { email, password: 'four walls and a roof', name: 'A Pupil' }
  await api.request('POST /api/v1/auth/register', { body })
  await verifyUser(api.deps, email)

  const [shown] = (await enrollments.list.query({ user: email })).items
  expect(shown?.ways.map(({ source, name }) => name ?? source)).toEqual([a.name, 'invitation'])
  api.advance(6 * minute)
  await beginCohorts(api.deps)
  const ways = async () => (await enrollments.list.query({ user: email })).items[0]?.ways ?? []
  await expect.poll(async () => (await ways()).length, patience).toBe(3)
  expect((await ways()).map(({ name }) => name)).toContain(later.name)
})

test('what the release before wrote is a way as its row says', async () => {
  const [given1, given2] = [await given(), await given()]
  const a = await givenClass(given1.course)
  await a.add(given1.learner)
  const own = inMinutes(3)
  await api.deps.db.execute(sql`
    update enrollments set ends_at = ${own} where user_id = ${given1.learner.id}`)
  expect(await given1.waysOf()).toEqual([[a.name, own]])

  await api.deps.db.execute(sql`
    insert into enrollments (user_id, course_id, version_id, source, enrolled_at)
    select ${given2.learner.id}, v.course_id, v.id, 'administrator', now()
    from course_versions v where v.course_id = ${given2.course.id}`)
  const b = await givenClass(given2.course)
  await b.add(given2.learner)
  await b.remove(given2.learner)

  expect([await given2.open(), await given2.waysOf()]).toEqual([undefined, [['administrator']]])
  expect(await violated()).toEqual([])
})

test('an end that was moved is written down once, however many look at it', async () => {
  const { learner, course, open, waysOf } = await given()
  const [a, longer] = [await givenClass(course), await givenClass(course)]
  await longer.add(learner)
  await a.add(learner)
  await api.deps.db.execute(sql`
    update enrollments set ends_at = ${inMinutes(1)}, cohort_id = ${a.id}
    where user_id = ${learner.id}`)
  api.advance(2 * minute)
  await Promise.all([1, 2, 3].map(() => endDueEnrollments(api.deps)))

  expect([await open(), await waysOf()]).toEqual([undefined, [[longer.name]]])
  const { rows } = await api.deps.db.execute(sql`
    select event from audit_events where user_id = ${learner.id} and details ->> 'because' is not null`)
  expect(rows).toEqual([{ event: 'enrollment-changed' }])
})
