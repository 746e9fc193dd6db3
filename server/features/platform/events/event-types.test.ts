import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests } from '../../../test/api.ts'
import { completeCourse, givenGraduate } from '../../../test/learning.ts'
import { startStripeShop } from '../../../test/stripe/stripe-shop.ts'
import { givenAssignment, givenQuiz, handIn } from '../../assessment/test-support.ts'
import { givenLearnerOf, moveAndWait, publish } from '../../authoring/moves/test-support.ts'
import { tellExpiry } from '../../learning/certificates/validity/tell-expiry.ts'
import { givenProgram } from '../../learning/programs/test-support.ts'
import { removeAbandonedAccounts } from '../../people/accounts/remove-abandoned-accounts.ts'
import { goodPassword, newEmail } from '../../people/auth/test-support.ts'
import { type EventType, eventTypeNames, eventTypes } from './event-types.ts'
import { eventsOf, readEvents } from './test-support.ts'

const shop = await forAllTests(startStripeShop())
const { api, stripe, deliver, givenPending, givenPaid } = shop
const seen = new Set<string>()

const admin = await api.given.admin()

async function written(act: () => Promise<unknown>) {
  const events = await eventsOf(api, { admin, act })
  for (const [type] of events) seen.add(type)
  return events
}

test('registering and verifying write one event each, and wrong tries none', async () => {
  const email = newEmail()
  const register = () =>
    api.request('POST /api/v1/auth/register', { body: { email, password: goodPassword } })

  const [registered, ...others] = await written(register)
  expect([registered?.[0], others]).toEqual(['user.registered', []])
  expect(await written(register)).toEqual([])

  const code = await api.codeFor(email)
  const verify = () => api.request('POST /api/v1/auth/verify-email', { body: { email, code } })
  expect(await written(verify)).toEqual([['user.verified', registered?.[1]]])
  expect(await written(verify)).toEqual([])
})

test('a suspension and its end are events, and repeating them is none', async () => {
  const { id: userId } = await api.given.learner()
  const { suspend, reinstate } = api.as(admin).admin.users
  const suspendThem = () => suspend.mutate({ userId, reason: 'A test' })
  const reinstateIt = () => reinstate.mutate({ userId })

  expect(await written(suspendThem)).toEqual([['user.suspended', { userId }]])
  expect(await written(suspendThem)).toEqual([])
  expect(await written(reinstateIt)).toEqual([['user.reinstated', { userId }]])
  expect(await written(reinstateIt)).toEqual([])
})

test('an account that is erased leaves one event, whatever went with it', async () => {
  const { learner } = await givenGraduate(api)
  const { token } = learner
  const erase = () => api.request('DELETE /api/v1/me', { token, body: { password: goodPassword } })

  expect(await written(erase)).toEqual([['user.erased', { userId: learner.id }]])
})

test('an account that nobody verified is erased with an event', async () => {
  const { id } = await api.given.learner({ verified: false })
  await api.deps.db.execute(
    sql`update users set created_at = created_at - interval '1 year' where id = ${id}`,
  )
  expect(await written(() => removeAbandonedAccounts(api.deps))).toEqual([
    ['user.erased', { userId: id }],
  ])
})

test('a free course is fulfilled and started, left, and started again', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const place = { userId: learner.id, courseId: course.id, version: 1 }
  const courseIds = [course.id]
  const buy = () => api.as(learner).transactions.create.mutate({ courseIds })

  const bought = await written(buy)
  expect(bought).toHaveLength(2)
  expect(bought).toContainEqual(['enrollment.started', { ...place, source: 'transaction' }])
  expect(bought).toContainEqual([
    'transaction.fulfilled',
    { transactionId: expect.any(String), userId: learner.id, amount: 0, currency: 'USD' },
  ])
  const leave = () => api.as(learner).me.leaveCourse.mutate({ courseId: course.id })
  expect(await written(leave)).toEqual([['enrollment.ended', place]])
  const goBack = () => api.as(learner).me.returnToCourse.mutate({ courseId: course.id })
  expect(await written(goBack)).toEqual([
    ['enrollment.started', { ...place, source: 'transaction' }],
  ])
})

test('the school enrolls as an administrator', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const events = await written(() => api.given.enrollment(learner, course))
  expect(events).toEqual([
    [
      'enrollment.started',
      { userId: learner.id, courseId: course.id, version: 1, source: 'administrator' },
    ],
  ])
})

test('lessons and a course are completed once, and reports of progress are no events', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ lessons: ['required', 'optional'] })
  await api.given.enrollment(learner, course)
  const [required] = course.lessons
  const report = (percent: number) => () =>
    api.as(learner).progress.update.mutate({ lessonId: required?.id ?? '', percent })

  expect(await written(report(40))).toEqual([])
  const { id: userId } = learner
  const finished = await written(() => completeCourse(api, { learner, course }))
  expect(finished).toEqual([
    ['lesson.completed', { userId, courseId: course.id, lessonKey: required?.key }],
    ['course.completed', { userId, courseId: course.id, version: 1 }],
    ['certificate.issued', { certificateId: expect.any(String), userId, courseId: course.id }],
  ])
  expect(await written(report(100))).toEqual([])
})

test('a program that is completed by its last course says so', async () => {
  const { learner, course } = await givenGraduate(api)
  const { id: courseId, slug } = await givenProgram(api, { courses: [course] })

  const events = await written(() => api.given.enrollment(learner, { slug }))

  expect(events).toContainEqual(['program.completed', { userId: learner.id, courseId, version: 1 }])
})

test('a move is one event for each learner, and what it copies is not completed again', async () => {
  const course = await publish(api, ['a', 'b'])
  const learner = await givenLearnerOf(api, course, ['a'])
  await publish(api, [{ key: 'renamed', formerKeys: ['a'] }, 'b'], course)

  const options = { courseId: course.id, to: 2, policy: 'all' } as const
  const moved = await written(() => moveAndWait(api, admin, options))

  const place = { userId: learner.id, courseId: course.id, version: 2 }
  expect(moved).toEqual([['enrollment.moved', { ...place, formerVersion: 1 }]])
})

test('enrolling again when there is a newer version starts the one that was left; a move after it is one event', async () => {
  const course = await publish(api, ['a'])
  const learner = await givenLearnerOf(api, course)
  const { learners } = api.as(admin)
  const place = { userId: learner.id, courseId: course.id }
  const again = {
    'in administration': () => learners.enroll.mutate({ user: learner.id, courseId: course.id }),
    'by a purchase': () => api.as(learner).transactions.create.mutate({ courseIds: [course.id] }),
  }

  let version = 1
  for (const [way, enroll] of Object.entries(again)) {
    await learners.end.mutate(place)
    await publish(api, ['a', `lesson-${++version}`], course)
    const events = (await written(enroll)).filter(([type]) => type.startsWith('enrollment.'))
    const source = way === 'by a purchase' ? 'transaction' : 'administrator'
    expect([way, events]).toEqual([way, [['enrollment.started', { ...place, version: 1, source }]]])
  }

  await publish(api, ['a', 'last'], course)
  const options = { courseId: course.id, to: 4, policy: 'all' } as const
  expect(await written(() => moveAndWait(api, admin, options))).toEqual([
    ['enrollment.moved', { ...place, version: 4, formerVersion: 1 }],
  ])
})

test('a payment that is reported twice is paid once', async () => {
  const { session, learner, id } = await givenPending(2900)
  const paid = stripe.event('checkout.session.completed', stripe.pay(session.id))

  const events = await written(() => deliver(paid))
  const purchase = { transactionId: id, userId: learner.id, amount: 2900, currency: 'USD' }
  expect(events.map(([type]) => type).toSorted()).toEqual([
    'enrollment.started',
    'transaction.fulfilled',
    'transaction.paid',
  ])
  expect(events).toContainEqual(['transaction.paid', purchase])
  expect(events).toContainEqual(['transaction.fulfilled', purchase])
  expect(await written(() => deliver(paid))).toEqual([])
})

test('each refund is an event, and the last one ends the enrollment', async () => {
  const { id, learner, courses } = await givenPaid(1000)
  const refund = (amount: number) => () =>
    api.request(`POST /api/v1/transaction/${id}/refund`, {
      token: admin.token,
      body: { reason: 'The learner asked', line: 1, amount },
    })
  const refunded = (amount: number) => [
    'transaction.refunded',
    {
      transactionId: id,
      userId: learner.id,
      amount,
      currency: 'USD',
      refundId: expect.any(String),
    },
  ]

  expect(await written(refund(400))).toEqual([refunded(400)])
  expect(await written(refund(100))).toEqual([refunded(100)])
  expect(await written(refund(500))).toEqual([
    refunded(500),
    ['enrollment.ended', { userId: learner.id, courseId: courses[0]?.id, version: 1 }],
  ])
})

test('a dispute is an event, once', async () => {
  const { id, learner, payment } = await givenPaid(1000)
  const open = stripe.dispute(payment, 'needs_response')

  const opened = await written(() => deliver(stripe.event('charge.dispute.created', open)))
  const later = await written(() => deliver(stripe.event('charge.dispute.updated', open)))

  const disputed = { transactionId: id, userId: learner.id, amount: 1000, currency: 'USD' }
  expect([opened, later]).toEqual([[['transaction.disputed', disputed]], []])
})

test('a dispute that is reported before its payment is an event as soon as that arrives', async () => {
  const { id, session } = await givenPending(1000)
  const paid = stripe.event('checkout.session.completed', stripe.pay(session.id))
  const dispute = stripe.dispute(session.payment_intent ?? '', 'needs_response')

  const before = await written(() => deliver(stripe.event('charge.dispute.created', dispute)))
  const after = await written(() => deliver(paid))
  const again = await written(() =>
    deliver(stripe.event('checkout.session.async_payment_succeeded', stripe.pay(session.id))),
  )

  expect([before, again]).toEqual([[], []])
  expect(after).toContainEqual([
    'transaction.disputed',
    expect.objectContaining({ transactionId: id }),
  ])
})

test('a certificate is revoked, reinstated and reissued', async () => {
  const { learner, course } = await givenGraduate(api)
  const mine = { userId: learner.id }
  const [certificate] = (await api.as(admin).certificates.adminList.query(mine)).items
  const path = `POST /api/v1/admin/certificates/${certificate?.verificationCode}`
  const act = (name: string, body: object) => () =>
    api.request(`${path}/${name}`, { token: admin.token, body })
  const facts = { certificateId: certificate?.id, userId: learner.id, courseId: course.id }

  expect(await written(act('revoke', { reason: 'A test' }))).toEqual([
    ['certificate.revoked', facts],
  ])
  expect(await written(act('reinstate', { reason: 'A test' }))).toEqual([
    ['certificate.reinstated', facts],
  ])
  const [reissued, ...others] = await written(act('reissue', {}))
  expect(others).toEqual([])
  expect(reissued).toEqual([
    'certificate.reissued',
    {
      ...facts,
      certificateId: expect.not.stringMatching(String(certificate?.id)),
      formerCertificateId: certificate?.id,
    },
  ])
})

test('a certificate expires once, for those who have it', async () => {
  const { learner, course } = await givenGraduate(api, { course: { validFor: 12 } })
  const inYears = (years: number) => new Date(Date.now() + years * 366 * 86_400_000)
  const tell = (years: number) => () => tellExpiry({ ...api.deps, now: () => inYears(years) })
  const facts = { certificateId: expect.any(String), userId: learner.id, courseId: course.id }

  expect(await written(tell(0))).toEqual([])
  expect(await written(tell(2))).toEqual([['certificate.expired', facts]])
  expect(await written(tell(3))).toEqual([])
})

test('each version of a course that becomes the current one is an event', async () => {
  let courseId = ''
  const publishing = async () => {
    courseId = (await publish(api, ['a'], { slug: 'a-course-that-is-published' })).id
  }

  const first = await written(publishing)
  expect(first).toEqual([['course.published', { courseId, version: 1 }]])
  const second = await written(() => publish(api, ['b'], { slug: 'a-course-that-is-published' }))
  expect(second).toEqual([['course.published', { courseId, version: 2 }]])
  const unchanged = await written(() => publish(api, ['b'], { slug: 'a-course-that-is-published' }))
  expect(unchanged).toEqual([])
})

test('a quiz is submitted and passed once; an assignment is received, graded and passed', async () => {
  const { learner, courseId, attempt } = await givenQuiz(api, { lessons: 1 })
  const at = { userId: learner.id, courseId, lessonKey: 'lesson-1' }
  const attemptId = expect.any(String)
  const failed = await written(() => attempt('wrong'))
  expect(failed).toEqual([['attempt.submitted', { ...at, attemptId }]])
  const passed = await written(() => attempt('right'))
  expect(passed).toEqual([
    ['attempt.submitted', { ...at, attemptId }],
    ['lesson.passed', at],
    ['lesson.completed', at],
  ])
  expect(await written(() => attempt('right'))).toEqual([
    ['attempt.submitted', { ...at, attemptId }],
  ])

  const task = await givenAssignment(api)
  const mine = { userId: task.learner.id, courseId: task.courseId, lessonKey: 'lesson-1' }
  let submissionId = ''
  const handed = await written(async () => {
    submissionId = (await handIn(api, task.learner, task.lessonId)).body.id
  })
  expect(handed).toEqual([['submission.received', { ...mine, attemptId: submissionId }]])
  const { submissions } = api.as(admin)
  const { courseId: taskId } = task
  const grade = () => submissions.grade.mutate({ courseId: taskId, submissionId, points: 90 })
  expect((await written(grade)).slice(0, 2)).toEqual([
    ['submission.graded', { ...mine, attemptId: submissionId }],
    ['lesson.passed', mine],
  ])
})

test('triggers write all types of the table, and no others', async () => {
  const { rows } = await api.deps.db.execute<{ source: string }>(
    sql`select prosrc as source from pg_proc where prosrc like '%write_event(%'`,
  )
  const source = rows.map((row) => row.source).join('\n')
  const quoted = [...source.matchAll(/'([a-z]+\.[a-z]+)'/g)].map(([, type]) => type ?? '')
  const concatenated = ['transaction.paid', 'transaction.fulfilled']

  expect([...new Set([...quoted, ...concatenated])].toSorted()).toEqual(eventTypeNames.toSorted())
  // Checks that the tests above wrote each type, by doing what it names.
  expect([...seen].toSorted()).toEqual(eventTypeNames.toSorted())
})

test('the database holds what the schemas say, and nothing beside it', async () => {
  const { rows } = await api.deps.db.execute<{ type: EventType; data: object }>(
    sql`select type, data from events`,
  )
  const wrong = rows.filter(
    ({ type, data }) => !eventTypes[type].data.strict().safeParse(data).success,
  )
  expect(wrong).toEqual([])
})

test('no event holds an email or a name', async () => {
  const { rows } = await api.deps.db.execute<{ email: string; name: string }>(
    sql`select email, name from users`,
  )
  const text = JSON.stringify(await readEvents(api, { admin }))
  const personal = rows.flatMap(({ email, name }) => [email, name])
  expect(personal.filter((words) => text.includes(words))).toEqual([])
})
