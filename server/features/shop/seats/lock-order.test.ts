import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '../../../../db/postgres/client.ts'
import { lockInvitationsTo } from '../../../../db/queries/learning/invitations.ts'
import { lockSeatSetting } from '../../../../db/queries/shop/seats.ts'
import { lockPurchasesOf } from '../../../../db/queries/shop/transactions.ts'
import { newId } from '../../../../lib/ids.ts'
import { sandboxEvent } from '../../../adapters/payments/sandbox-payments.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { whileHeld } from '../../../test/held.ts'
import { acceptOverlooked } from '../../learning/invitations/accept-invitations.ts'
import { eraseAccountByEmail } from '../../people/accounts/erase-account.ts'
import { setEmail } from '../../people/accounts/set-email.ts'
import { verifyUser } from '../../people/accounts/verify-user.ts'
import { recordPayment } from '../payments/record-payment.ts'

const api = await forAllTests(startApi())

const { admin, learners: asSchool } = api.as(await api.given.admin())
const price = { amount: 2900, currency: 'USD' }
const inMinutes = (minutes: number) =>
  new Date(api.deps.now().getTime() + minutes * 60_000).toISOString()

/** Creates a course with seats. Later ones have greater ids. */
async function givenCourse(options: Parameters<typeof api.given.course>[0] = {}) {
  const course = await api.given.course(options)
  await asSchool.setSeats.mutate({ courseId: course.id, seats: 100 })
  return course
}

const buy = (learner: GivenUser, courseIds: string[]) =>
  api.as(learner).transactions.create.mutate({ courseIds })

const lockRow = (db: Db, courseId: string) =>
  db.execute(sql`
    select from course_seats where course_id = ${courseId} for no key update nowait`)

const pay = (transactionId: string) =>
  recordPayment(api.deps, 'sandbox', sandboxEvent({ kind: 'paid', transactionId, amount: price }))

async function givenCohort(courseId: string) {
  const cohort = await admin.cohorts.create.mutate({ name: newId() })
  await admin.cohorts.addCourse.mutate({ cohortId: cohort.id, course: courseId })
  return cohort.id
}

const givenInvitation = (email: string, courseId: string) =>
  api.deps.db.execute(sql`
    insert into invitations (id, email, course_id, created_at, expires_at) values
      (${newId()}, ${email}, ${courseId}, now(), now() + interval '90 days')`)

/** Actions that touch a seat of the second course, and then of the first. */
const actions: [string, (first: string, second: string) => Promise<() => Promise<unknown>>][] = [
  [
    'a purchase after access that is due to end',
    async (first, second) => {
      const learner = await api.given.learner()
      await asSchool.enroll.mutate({
        user: learner.email,
        courseId: second,
        endsAt: inMinutes(1),
      })
      api.advance(60_001)
      return () => buy(learner, [first, second])
    },
  ],
  [
    'enrolling a member of a cohort who is buying one of its courses',
    async (first, second) => {
      const [learner, cohortId] = [await api.given.learner(), await givenCohort(second)]
      await buy(learner, [first, second])
      return () => admin.cohorts.addMember.mutate({ cohortId, user: learner.email })
    },
  ],
  [
    'accepting an invitation to a course that the learner is buying',
    async (first, second) => {
      const learner = await api.given.learner()
      await buy(learner, [first, second])
      await givenInvitation(learner.email, second)
      return () => acceptOverlooked(api.deps)
    },
  ],
  [
    'a late payment of a purchase that was replaced',
    async (first, second) => {
      const learner = await api.given.learner()
      const { id } = await buy(learner, [second])
      await buy(learner, [first, second])
      return () => pay(id)
    },
  ],
  [
    'erasing an account with a purchase and a course',
    async (first, second) => {
      const learner = await api.given.learner()
      await asSchool.enroll.mutate({ user: learner.email, courseId: first })
      await buy(learner, [second])
      return () => eraseAccountByEmail(api.deps, learner.email)
    },
  ],
  [
    'erasing an account with a course and a promised place',
    async (first, second) => {
      const learner = await api.given.learner()
      await givenInvitation(learner.email, first)
      await asSchool.enroll.mutate({ user: learner.email, courseId: second })
      return () => eraseAccountByEmail(api.deps, learner.email)
    },
  ],
  [
    'an email that changes and has a promise of each course already',
    async (first, second) => {
      const [learner, newEmail] = [await api.given.learner(), `${newId()}@example.com`]
      for (const email of [learner.email, newEmail])
        for (const course of [second, first]) await givenInvitation(email, course)
      return () => setEmail(api.deps, { oldEmail: learner.email, newEmail })
    },
  ],
]

test.each(actions)('%s takes and frees seats in the order of the courses', async (_, prepare) => {
  const [first, second] = [await givenCourse({ price }), await givenCourse({ price })]
  const action = await prepare(first.id, second.id)

  await whileHeld(api.deps, {
    hold: (db) => lockRow(db, first.id),
    action,
    look: (db) => lockRow(db, second.id),
  })
})

test('so does taking back a free purchase', async () => {
  const [first, second] = [await givenCourse(), await givenCourse()]
  const { id } = await buy(await api.given.learner(), [second.id, first.id])

  await whileHeld(api.deps, {
    hold: (db) => lockRow(db, first.id),
    action: () => admin.transactions.undo.mutate({ transactionId: id }),
    look: (db) => lockRow(db, second.id),
  })
})

test('whoever takes seats waits for those who set them, and holds up nobody meanwhile', async () => {
  const [first, second] = [await givenCourse(), await givenCourse()]
  const learner = await api.given.learner()

  const bought = await whileHeld(api.deps, {
    hold: (db) => lockSeatSetting(db, second.id),
    action: () => buy(learner, [first.id, second.id]),
    look: (db) => lockRow(db, second.id),
  })

  expect(bought.status).toBe('fulfilled')
})

test('seats are set while others take them, again and again, without a deadlock', async () => {
  const [first, second] = [await givenCourse(), await givenCourse()]
  const courseIds = [first.id, second.id]
  const learners = await Promise.all(Array.from({ length: 20 }, () => api.given.learner()))

  await atOnce(40, async (index) => {
    const learner = learners[index]
    const seats = 100 + index
    if (learner !== undefined) await buy(learner, courseIds)
    else await asSchool.setSeats.mutate({ courseId: courseIds[index % 2] ?? '', seats })
  })

  for (const courseId of courseIds)
    expect((await asSchool.seats.query({ courseId })).taken).toBe(20)
})

test.each([
  [
    'inviting somebody to a cohort',
    async (courseId: string, email: string): Promise<() => Promise<unknown>> => {
      const cohortId = await givenCohort(courseId)
      return () => admin.cohorts.addMember.mutate({ cohortId, user: email })
    },
  ],
  [
    'withdrawing an invitation',
    async (courseId: string, user: string): Promise<() => Promise<unknown>> => {
      const { invitationId } = await asSchool.enroll.mutate({ user, courseId })
      return () => admin.invitations.withdraw.mutate({ invitationId: invitationId ?? '' })
    },
  ],
])('%s waits for others who invite them before it takes a seat', async (_, prepare) => {
  const [course, email] = [await givenCourse(), `${newId()}@example.com`]
  const action = await prepare(course.id, email)

  await whileHeld(api.deps, {
    hold: (db) => lockInvitationsTo(db, email),
    action,
    look: (db) => lockRow(db, course.id),
  })
})

test('a change of email waits for the cohort before it holds up who invites either email', async () => {
  const [course, learner] = [await givenCourse(), await api.given.learner()]
  const [cohortId, newEmail] = [await givenCohort(course.id), `${newId()}@example.com`]
  await admin.cohorts.addMember.mutate({ cohortId, user: newEmail })

  await whileHeld(api.deps, {
    hold: (db) => db.execute(sql`select from cohorts where id = ${cohortId} for update`),
    action: () => setEmail(api.deps, { oldEmail: learner.email, newEmail }),
    look: async (db) => {
      await db.execute(sql`select from invitations where email = ${newEmail} for update nowait`)
    },
  })
})

test('verifying an account that is verified already waits for its purchases', async () => {
  const learner = await api.given.learner()

  await whileHeld(api.deps, {
    hold: (db) => lockPurchasesOf(db, learner.id),
    action: () => verifyUser(api.deps, learner.email),
  })
})
