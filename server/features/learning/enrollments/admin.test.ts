import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import { lessonOf } from '../../../test/learning.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { checkData } from '../../maintenance/invariants/check-data.ts'
import { endDueEnrollments } from '../../shop/transactions/end-due.ts'

const api = await forAllTests(startApi())

const admin = await api.given.admin()
const asAdmin = api.as(admin).admin.enrollments
const asSchool = api.as(admin).learners
const minute = 60_000
const inMinutes = (minutes: number) =>
  new Date(api.deps.now().getTime() + minutes * minute).toISOString()

async function givenEnrolled(endsAt?: string | null) {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const enroll = (again = endsAt) =>
    asSchool.enroll.mutate({ user: learner.email, courseId: course.id, endsAt: again })
  const first = await enroll()
  const lessonId = lessonOf(course, 1).id
  const as = api.as(learner)
  return {
    learner,
    course,
    first,
    enroll,
    choice: { userId: learner.id, courseId: course.id },
    open: () => errorOf(as.lessons.get.query({ lessonId: lessonId })),
    report: (percent: number) =>
      errorOf(as.progress.update.mutate({ lessonId, percent, positionSeconds: 1 })),
    mine: async () =>
      (await as.me.courses.query({})).items.find(({ courseId }) => courseId === course.id),
  }
}

async function eventsAbout(userId: string) {
  const { rows } = await api.deps.db.execute<{ event: string; details: object; actor: string }>(
    sql`select event, details, actor from audit_events where user_id = ${userId} order by id`,
  )
  return rows
}

async function violated(): Promise<string[]> {
  const checks = await checkData(api.deps)
  return checks.filter(({ state }) => state !== 'ok').map(({ invariant }) => invariant)
}

test('enrolling somebody again changes nothing, until you name another end', async () => {
  const end = inMinutes(30)
  const { learner, course, first, enroll, choice } = await givenEnrolled(end)

  const again = await enroll()
  const longer = await enroll(inMinutes(60))
  const { status } = await api.request(`POST /api/v1/authoring/courses/${course.id}/learners`, {
    token: admin.token,
    body: { user: learner.id },
  })

  expect([first.outcome, again.outcome, longer.outcome]).toEqual([
    'enrolled',
    'unchanged',
    'changed',
  ])
  expect(status).toBe(200)
  expect(first.enrollment).toMatchObject({
    ...choice,
    email: learner.email,
    courseSlug: course.slug,
    status: 'active',
    source: 'administrator',
    endsAt: end,
  })
  const events = (await eventsAbout(learner.id)).filter(
    ({ event }) => event.startsWith('learner-') || event.startsWith('enrollment-'),
  )
  expect(events.map(({ event, actor }) => [event, actor])).toEqual([
    ['learner-enrolled', `user:${admin.id}`],
    ['enrollment-changed', `user:${admin.id}`],
  ])
  expect(events[1]?.details).toMatchObject({
    courseId: course.id,
    'before.endsAt': end,
    'after.endsAt': longer.enrollment?.endsAt,
  })
})

test('access ends at its instant, before the job comes, and the job writes it down once', async () => {
  const { learner, open, report, mine, choice } = await givenEnrolled(inMinutes(1))
  expect([await open(), await report(40)]).toEqual([undefined, undefined])

  api.advance(minute + 1)
  const before = [await open(), await report(60), (await mine())?.status]
  await Promise.all([endDueEnrollments(api.deps), endDueEnrollments(api.deps)])

  expect(before).toEqual(['NotEnrolled', 'NotEnrolled', 'ended'])
  expect([await open(), (await mine())?.status]).toEqual(['NotEnrolled', 'ended'])
  expect(await asAdmin.get.query(choice)).toMatchObject({ status: 'ended' })
  const ended = (await eventsAbout(learner.id)).filter(({ event }) => event === 'enrollment-ended')
  expect(ended).toMatchObject([{ actor: 'service', details: { courseId: choice.courseId } }])
})

test('before its end access is open, and the learner sees when it ends', async () => {
  const end = inMinutes(3)
  const { open, mine } = await givenEnrolled(end)

  api.advance(3 * minute - 10_000)

  expect(await open()).toBeUndefined()
  expect(await mine()).toMatchObject({ status: 'active', endsAt: end })
})

test('prolonging after the end opens the course again, with its progress', async () => {
  const { open, report, mine, choice } = await givenEnrolled(inMinutes(1))
  await report(40)
  api.advance(2 * minute)
  await endDueEnrollments(api.deps)

  const prolonged = await asAdmin.setEnd.mutate({ ...choice, endsAt: inMinutes(5) })

  expect(prolonged.status).toBe('active')
  expect(await open()).toBeUndefined()
  expect(await mine()).toMatchObject({ status: 'active', endsAt: prolonged.endsAt })
  expect(await violated()).toEqual([])
})

test('an end in the past is refused: ending now is an operation of its own', async () => {
  const { choice } = await givenEnrolled()

  expect(await errorOf(asAdmin.setEnd.mutate({ ...choice, endsAt: inMinutes(-1) }))).toBe(
    'InvalidFields',
  )
  expect((await asSchool.end.mutate(choice)).enrollment?.status).toBe('ended')
  expect((await asSchool.end.mutate(choice)).enrollment?.status).toBe('ended')
  expect(await errorOf(asAdmin.setEnd.mutate({ ...choice, endsAt: inMinutes(1) }))).toBe(
    'AccessEnded',
  )
})

test('a course that was paid for has no end date and is not ended: its refund ends it', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ price: { amount: 2900, currency: 'USD' } })
  const bought = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  await api.request(`POST ${new URL(bought.checkoutUrl ?? '').pathname}/pay`)
  const choice = { userId: learner.id, courseId: course.id }

  const answer = await api.request(
    `DELETE /api/v1/authoring/courses/${course.id}/learners/${learner.id}`,
    {
      token: admin.token,
    },
  )

  expect([answer.status, answer.body.error, answer.body.facts]).toEqual([
    409,
    'CoursePaidFor',
    { transactionId: bought.id, line: 1 },
  ])
  expect(await errorOf(asAdmin.setEnd.mutate({ ...choice, endsAt: inMinutes(1) }))).toBe(
    'CoursePaidFor',
  )
})

test('a course that was paid for does not end, though the release before left an end date', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ price: { amount: 2900, currency: 'USD' } })
  const as = api.as(learner)
  const bought = await as.transactions.create.mutate({ courseIds: [course.id] })
  await api.request(`POST ${new URL(bought.checkoutUrl ?? '').pathname}/pay`)
  await api.deps.db.execute(sql`
    update enrollments set ends_at = ${inMinutes(1)}
    where user_id = ${learner.id} and course_id = ${course.id}`)
  api.advance(minute + 1)

  await endDueEnrollments(api.deps)

  const choice = { userId: learner.id, courseId: course.id }
  expect(await asAdmin.get.query(choice)).toMatchObject({ status: 'active', endsAt: null })
  expect((await as.transactions.get.query({ transactionId: bought.id })).status).toBe('fulfilled')
  expect(await violated()).toEqual([])
})

test('a free course whose time is up can be taken again at once, before the job comes', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const take = () => api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  await take()
  await asAdmin.setEnd.mutate({ userId: learner.id, courseId: course.id, endsAt: inMinutes(1) })
  api.advance(minute + 1)

  await take()

  expect(await asAdmin.get.query({ userId: learner.id, courseId: course.id })).toMatchObject({
    status: 'active',
    source: 'transaction',
    endsAt: null,
  })
  expect(await violated()).toEqual([])
})

test('a learner who left cannot return after the end', async () => {
  const { learner, course, mine } = await givenEnrolled(inMinutes(1))
  await api.as(learner).me.leaveCourse.mutate({ courseId: course.id })
  api.advance(minute + 1)

  const refusal = await errorOf(api.as(learner).me.returnToCourse.mutate({ courseId: course.id }))

  expect(refusal).toBe('NotEnrolled')
  expect((await mine())?.status).toBe('ended')
})

test('ten administrators at once enroll a learner once', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]

  const answers = await atOnce(10, () =>
    asSchool.enroll.mutate({ user: learner.id, courseId: course.id }),
  )

  expect(answers.map(({ outcome }) => outcome).sort()).toEqual([
    'enrolled',
    ...Array(9).fill('unchanged'),
  ])
})

test('filters find what they say, alone and together, and pages hold each enrollment once', async () => {
  const { learner, course, choice } = await givenEnrolled(inMinutes(10))
  const other = await api.given.learner()
  await asSchool.enroll.mutate({ user: other.id, courseId: course.id })
  const list = async (filter: Parameters<typeof asAdmin.list.query>[0]) =>
    (await asAdmin.list.query(filter)).items.map(({ userId }) => userId)

  expect(await list({ course: course.slug })).toEqual([other.id, learner.id])
  expect(await list({ course: course.slug, endsBefore: inMinutes(11) })).toEqual([learner.id])
  expect(await list({ course: course.id, user: other.id, source: 'administrator' })).toEqual([
    other.id,
  ])
  expect(await list({ course: course.id, completed: true })).toEqual([])
  expect(await list({ course: course.id, from: inMinutes(1) })).toEqual([])
  await asSchool.end.mutate(choice)
  expect(await list({ course: course.id, status: 'ended' })).toEqual([learner.id])
  expect(await errorOf(asAdmin.list.query({ course: 'no-such-course' }))).toBe('CourseNotFound')

  const all = { limit: 3 }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await asAdmin.list.query({ ...all, cursor })
    seen.push(...items.map(({ userId, courseId }) => `${userId} ${courseId}`))
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  const { rows } = await api.deps.db.execute<{ count: number }>(
    sql`select count(*)::int as count from enrollments`,
  )
  expect([new Set(seen).size, seen.length]).toEqual([rows[0]?.count, rows[0]?.count])
})

test('the filter by cohort finds all enrollments of its members, as the reports count them', async () => {
  const { learner, course } = await givenEnrolled()
  const [{ cohorts }, other] = [api.as(admin).admin, await api.given.course()]
  const { id: cohortId } = await cohorts.create.mutate({ name: 'Members' })
  const outsider = await givenEnrolled()
  await cohorts.addCourse.mutate({ cohortId, course: other.id })
  // Compares one that comes with the cohort to one that was there before.
  await cohorts.addMember.mutate({ cohortId, user: learner.id })

  const { items } = await asAdmin.list.query({ cohort: 'Members' })
  expect(items.map(({ userId, courseId }) => [userId, courseId])).toEqual([
    [learner.id, other.id],
    [learner.id, course.id],
  ])
  const pages = [await asAdmin.list.query({ cohort: cohortId, limit: 1 })]
  const cursor = pages[0]?.nextCursor ?? undefined
  pages.push(await asAdmin.list.query({ cohort: cohortId, limit: 1, cursor }))
  expect(pages.flatMap(({ items }) => items)).toEqual(items)
  const inCourse = { courseId: course.id, cohort: 'Members' }
  expect((await asSchool.list.query(inCourse)).items).toHaveLength(1)
  expect((await asAdmin.list.query({ cohort: cohortId, course: course.id })).items).toHaveLength(1)
  expect((await asAdmin.list.query({ cohort: cohortId, user: outsider.learner.id })).items).toEqual(
    [],
  )
})

test('the account lists its enrollments as administrators do, also at their end and when left', async () => {
  const { learner, choice } = await givenEnrolled(inMinutes(1))
  const left = await api.given.course()
  await asSchool.enroll.mutate({ user: learner.id, courseId: left.id })
  await api.as(learner).me.leaveCourse.mutate({ courseId: left.id })
  await api.deps.db.execute(sql`
    update enrollments set enrolled_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
    where user_id = ${learner.id} and course_id = ${choice.courseId}`)

  const userId = learner.id
  const { items } = await api.as(admin).admin.users.enrollments.query({ userId })
  expect(items.map(({ status }) => status).sort()).toEqual(['ended', 'left'])
  expect(items).toEqual((await asAdmin.list.query({ user: userId })).items)
  const first = await api.as(admin).admin.users.enrollments.query({ userId, limit: 1 })
  const cursor = first.nextCursor ?? undefined
  const second = await api.as(admin).admin.users.enrollments.query({ userId, limit: 1, cursor })
  expect([...first.items, ...second.items]).toEqual(items)
})

test('a page that looked at enough without finding anything says where to go on', async () => {
  const course = await api.given.course()
  const rare = await api.given.learner()
  await asSchool.enroll.mutate({ user: rare.id, courseId: course.id, endsAt: inMinutes(9) })
  for (const first of [1, 1_001, 2_001, 3_001, 4_001, 5_001])
    await api.deps.db.execute(sql`
    with made as (
      insert into users (id, email, name, created_at)
      select ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        'many-' || n || '@example.com', 'One of many', now()
      from generate_series(${first}::int, ${first + 999}::int) n returning id
    )
    insert into enrollments (user_id, course_id, version_id, source, enrolled_at)
    select made.id, v.course_id, v.id, 'administrator', now()
    from made, course_versions v where v.course_id = ${course.id}`)

  const filter = { endsBefore: inMinutes(10), course: course.id }
  const first = await asAdmin.list.query(filter)
  const second = await asAdmin.list.query({ ...filter, cursor: first.nextCursor ?? undefined })

  expect(first.items).toEqual([])
  expect(second.items.map(({ userId }) => userId)).toEqual([rare.id])
  expect(second.nextCursor).toBeNull()
})
