import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sandboxEvent } from '../../../adapters/payments/sandbox-payments.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { forgetInvitations } from '../../learning/invitations/withdraw-invitation.ts'
import { recordPayment } from '../payments/record-payment.ts'
import { refundTransaction } from '../payments/refund-transaction.ts'
import { cancelPending } from '../transactions/cancel-pending.ts'
import { endDueEnrollments } from '../transactions/end-due.ts'

const api = await forAllTests(startApi())

const admin = await api.given.admin()
const asAdmin = api.as(admin).admin
const asSchool = api.as(admin).learners
const price = { amount: 2900, currency: 'USD' }
const inMinutes = (minutes: number) =>
  new Date(api.deps.now().getTime() + minutes * 60_000).toISOString()

async function givenSeats(seats: number, options: Parameters<typeof api.given.course>[0] = {}) {
  const course = await api.given.course(options)
  await asSchool.setSeats.mutate({ courseId: course.id, seats })
  const get = () => asSchool.seats.query({ courseId: course.id })
  return { course, get }
}

const buy = async (courseId: string) => {
  const learner = await api.given.learner()
  const transaction = await api.as(learner).transactions.create.mutate({ courseIds: [courseId] })
  const pay = () => api.request(`POST ${new URL(transaction.checkoutUrl ?? '').pathname}/pay`)
  return { learner, transaction, pay }
}

/** Compares the database's own count with that of the trigger. */
async function miscounted() {
  const { rows } = await api.deps.db.execute(sql`
    select s.course_id, s.taken, count(h.holder) from course_seats s
    left join seat_holders h on h.course_id = s.course_id
    group by s.course_id having s.taken <> count(h.holder)
      or s.taken <> (select count(*) from enrollments e
          where e.course_id = s.course_id and e.status = 'active')
        + (select count(*) from transaction_lines l where l.course_id = s.course_id
          and l.status = 'open' and l.user_id is not null)
        + (select count(*) from invitations i where i.course_id = s.course_id)`)
  return rows
}

test('the last seat is given once, to free learners, buyers, administrators and invitations at once', async () => {
  const { course, get } = await givenSeats(1, { price })
  await api.deps.db.execute(sql`update courses set price_amount = 0 where id = ${course.id}`)
  const learners = await Promise.all(Array.from({ length: 20 }, () => api.given.learner()))

  const refusals = await atOnce(20, (index) => {
    const learner = learners[index]
    if (learner === undefined) throw new Error('There is no such learner.')
    const { email } = learner
    if (index % 4 === 0)
      return errorOf(asSchool.enroll.mutate({ user: email, courseId: course.id }))
    if (index % 4 === 1)
      return errorOf(asSchool.enroll.mutate({ user: `new-${email}`, courseId: course.id }))
    return errorOf(api.as(learner).transactions.create.mutate({ courseIds: [course.id] }))
  })

  expect(refusals.filter((error) => error === undefined)).toHaveLength(1)
  expect(refusals.filter((error) => error === 'CourseFull')).toHaveLength(19)
  expect(await get()).toMatchObject({ seats: 1, taken: 1, left: 0 })
  expect(await miscounted()).toEqual([])
})

test('purchases of the same courses in different orders never block each other', async () => {
  const [first, second] = [await givenSeats(5, { price }), await givenSeats(5, { price })]
  const learners = await Promise.all(Array.from({ length: 20 }, () => api.given.learner()))
  const ids = [first.course.id, second.course.id]

  const refusals = await atOnce(20, (index) => {
    const learner = learners[index]
    if (learner === undefined) throw new Error('There is no such learner.')
    const courseIds = index % 2 === 0 ? ids : ids.toReversed()
    return errorOf(api.as(learner).transactions.create.mutate({ courseIds }))
  })

  expect(refusals.filter((error) => error === undefined)).toHaveLength(5)
  expect(new Set(refusals)).toEqual(new Set([undefined, 'CourseFull']))
  expect([(await first.get()).taken, (await second.get()).taken]).toEqual([5, 5])
  expect(await miscounted()).toEqual([])
})

test('a purchase holds its seat until it is canceled, and keeps it when it is paid', async () => {
  const { course, get } = await givenSeats(1, { price })
  const bought = await buy(course.id)
  const refused = await api.request('POST /api/v1/transaction', {
    token: (await api.given.learner()).token,
    body: { courseIds: [course.id] },
  })
  expect([refused.status, refused.body.error, refused.body.facts]).toEqual([
    409,
    'CourseFull',
    { courseIds: [course.id] },
  ])

  await cancelPending(api.deps, [bought.transaction.id], 'expired')
  expect((await get()).left).toBe(1)
  const other = await buy(course.id)
  await other.pay()

  expect(await get()).toMatchObject({ taken: 1, left: 0 })
  expect(await miscounted()).toEqual([])
})

test('somebody who pays after the seat was given away gets the course, which gets a seat more', async () => {
  const { course, get } = await givenSeats(1, { price })
  const late = await buy(course.id)
  await cancelPending(api.deps, [late.transaction.id], 'expired')
  const quick = await buy(course.id)
  await quick.pay()

  await recordPayment(
    api.deps,
    'sandbox',
    sandboxEvent({ kind: 'paid', transactionId: late.transaction.id, amount: price }),
  )

  expect((await api.as(late.learner).me.courses.query({})).items).toHaveLength(1)
  expect(await get()).toMatchObject({ seats: 2, taken: 2, left: 0 })
  expect(await miscounted()).toEqual([])
})

test('somebody who paid and left can return to a full course, which gets a seat more', async () => {
  const { course, get } = await givenSeats(1, { price })
  const { learner, pay } = await buy(course.id)
  await pay()
  await api.as(learner).me.leaveCourse.mutate({ courseId: course.id })
  expect(await get()).toMatchObject({ seats: 1, taken: 0 })
  const next = await buy(course.id)
  await next.pay()

  await api.as(learner).me.returnToCourse.mutate({ courseId: course.id })

  expect(await get()).toMatchObject({ seats: 2, taken: 2, left: 0 })
  expect(await errorOf(buy(course.id))).toBe('CourseFull')
  expect(await miscounted()).toEqual([])
})

describe('a course whose limit was taken away', () => {
  async function givenLimit() {
    const { course, get } = await givenSeats(1, { price })
    const takeLimitAway = () => asSchool.setSeats.mutate({ courseId: course.id, seats: null })
    return { course, get, takeLimitAway }
  }

  test('stays without one when somebody who paid leaves and returns', async () => {
    const { course, get, takeLimitAway } = await givenLimit()
    const { learner, pay } = await buy(course.id)
    await pay()
    await takeLimitAway()

    await api.as(learner).me.leaveCourse.mutate({ courseId: course.id })
    expect(await get()).toMatchObject({ seats: null, taken: 0 })
    await api.as(learner).me.returnToCourse.mutate({ courseId: course.id })

    expect(await get()).toMatchObject({ seats: null, taken: 1, left: null })
    expect(await errorOf(buy(course.id))).toBeUndefined()
    expect(await miscounted()).toEqual([])
  })

  test('stays without one when a payment comes late', async () => {
    const { course, get, takeLimitAway } = await givenLimit()
    const late = await buy(course.id)
    await cancelPending(api.deps, [late.transaction.id], 'expired')
    await takeLimitAway()

    await recordPayment(
      api.deps,
      'sandbox',
      sandboxEvent({ kind: 'paid', transactionId: late.transaction.id, amount: price }),
    )

    expect((await api.as(late.learner).me.courses.query({})).items).toHaveLength(1)
    expect(await get()).toMatchObject({ seats: null, taken: 1, left: null })
    expect(await errorOf(buy(course.id))).toBeUndefined()
    expect(await miscounted()).toEqual([])
  })
})

test('a refund, an end, an end date, leaving and erasing an account each free the seat', async () => {
  const { course, get } = await givenSeats(5, { price })
  const bought = await buy(course.id)
  await bought.pay()
  const [ended, dated, left, erased] = await Promise.all(
    Array.from({ length: 4 }, () => api.given.learner()),
  )
  for (const learner of [ended, dated, left, erased])
    await asSchool.enroll.mutate({ user: learner?.id ?? '', courseId: course.id })
  expect((await get()).left).toBe(0)
  const of = (learner: { id: string } | undefined) => ({
    userId: learner?.id ?? '',
    courseId: course.id,
  })

  const seats = [(await get()).taken]
  await refundTransaction(api.deps, { id: bought.transaction.id, line: 1, reason: 'a test' })
  seats.push((await get()).taken)
  await asSchool.end.mutate(of(ended))
  seats.push((await get()).taken)
  await asAdmin.enrollments.setEnd.mutate({ ...of(dated), endsAt: inMinutes(1) })
  api.advance(60_001)
  await endDueEnrollments(api.deps)
  seats.push((await get()).taken)
  if (left !== undefined) await api.as(left).me.leaveCourse.mutate({ courseId: course.id })
  seats.push((await get()).taken)
  await api.deps.db.execute(sql`delete from users where id = ${erased?.id}`)
  seats.push((await get()).taken)

  expect(seats).toEqual([5, 4, 3, 2, 1, 0])
  expect(await miscounted()).toEqual([])
})

test('an invitation holds a seat until it is withdrawn, or nobody accepted it in time', async () => {
  const { course, get } = await givenSeats(1)
  const invite = (email: string) => asSchool.enroll.mutate({ user: email, courseId: course.id })
  const { invitationId } = await invite('first.pupil@example.com')
  expect(await errorOf(invite('second.pupil@example.com'))).toBe('CourseFull')

  await asAdmin.invitations.withdraw.mutate({ invitationId: invitationId ?? '' })
  await invite('second.pupil@example.com')
  await api.deps.db.execute(
    sql`update invitations set expires_at = now() where course_id = ${course.id}`,
  )
  api.advance(1_000)
  await forgetInvitations(api.deps)

  expect((await get()).left).toBe(1)
  expect(await miscounted()).toEqual([])
})

test('setting seats counts those who are there first, also while others enroll', async () => {
  const course = await api.given.course()
  const learners = await Promise.all(Array.from({ length: 12 }, () => api.given.learner()))

  await atOnce(13, async (index) => {
    if (index === 6) await asSchool.setSeats.mutate({ courseId: course.id, seats: 100 })
    const learner = learners[index]
    if (learner !== undefined)
      await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  })

  expect(await asSchool.seats.query({ courseId: course.id })).toMatchObject({ taken: 12 })
  const few = await api.request(`PATCH /api/v1/authoring/courses/${course.id}/seats`, {
    token: admin.token,
    body: { seats: 11 },
  })
  expect([few.status, few.body.error, few.body.facts]).toEqual([409, 'SeatsTaken', { taken: 12 }])
  expect(await miscounted()).toEqual([])
})

test('outside of its window a course takes no learners, but those that administrators enroll', async () => {
  const { course } = await givenSeats(5)
  const [early, late] = [await api.given.learner(), await api.given.learner()]
  const take = (learner: typeof early) =>
    errorOf(api.as(learner).transactions.create.mutate({ courseIds: [course.id] }))
  const [opensAt, closesAt] = [inMinutes(1), inMinutes(2)]
  await asSchool.setSeats.mutate({ courseId: course.id, opensAt, closesAt })

  const refused = await api.request('POST /api/v1/transaction', {
    token: early.token,
    body: { courseIds: [course.id] },
  })
  expect([refused.status, refused.body.error, refused.body.facts]).toEqual([
    409,
    'EnrollmentNotOpen',
    { courseIds: [course.id], opensAt, closedAt: null },
  ])
  await asSchool.enroll.mutate({ user: late.id, courseId: course.id })
  api.advance(60_000)
  expect(await take(early)).toBeUndefined()
  api.advance(60_000)
  expect(await take(await api.given.learner())).toBe('EnrollmentNotOpen')
  const { seats } = await api.as(early).courses.get.query({ idOrSlug: course.slug })
  expect(seats).toMatchObject({ total: 5, left: 3, opensAt, closesAt })
})

test('a course without seats says nothing of them, and removing them lets everybody in', async () => {
  const { course } = await givenSeats(0)
  const learner = await api.given.learner()
  const take = () => errorOf(api.as(learner).transactions.create.mutate({ courseIds: [course.id] }))
  const shown = async () =>
    (await api.as(learner).courses.get.query({ idOrSlug: course.slug })).seats
  expect([await take(), (await shown())?.left]).toEqual(['CourseFull', 0])

  await asSchool.removeSeats.mutate({ courseId: course.id })
  await asSchool.removeSeats.mutate({ courseId: course.id })

  expect(await take()).toBeUndefined()
  expect(await shown()).toBeUndefined()
})

test('changes of seats are on record with what was before and after', async () => {
  const { course } = await givenSeats(3)
  await asSchool.setSeats.mutate({ courseId: course.id, seats: 4 })
  await asSchool.setSeats.mutate({ courseId: course.id, seats: 4 })

  const { rows } = await api.deps.db.execute<{ details: object }>(sql`
    select details from audit_events
    where event = 'seats-changed' and details->>'courseId' = ${course.id} order by id`)

  expect(rows.map(({ details }) => details)).toEqual([
    { courseId: course.id, 'after.seats': 3, 'after.opensAt': null, 'after.closesAt': null },
    { courseId: course.id, 'before.seats': 3, 'after.seats': 4 },
  ])
})
