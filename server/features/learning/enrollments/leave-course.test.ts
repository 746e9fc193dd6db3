import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { givenGraduate, lessonOf } from '../../../test/learning.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { archiveCourse } from '../../courses/courses/archive-course.ts'
import { checkData } from '../../maintenance/invariants/check-data.ts'
import { refundTransaction } from '../../shop/payments/refund-transaction.ts'
import { endLearnerEnrollment } from './end-learner-enrollment.ts'
import { enrollLearner } from './enroll-learner.ts'

const api = await forAllTests(startApi())

const price = { amount: 2900, currency: 'USD' }

function learning(learner: GivenUser, { id, slug }: GivenCourse) {
  const as = api.as(learner)
  return {
    leave: () => as.me.leaveCourse.mutate({ courseId: id }),
    comeBack: () => as.me.returnToCourse.mutate({ courseId: id }),
    buy: () => as.transactions.create.mutate({ courseIds: [id] }),
    addToCart: () => as.cart.add.mutate({ courseId: id }),
    enrollment: async () => (await as.courses.get.query({ idOrSlug: slug })).enrollment,
    status: async () =>
      (await as.me.courses.query({})).items.find(({ courseId }) => courseId === id)?.status,
  }
}

async function givenEnrolled(course?: Parameters<typeof api.given.course>[0]) {
  const [learner, enrolled] = [await api.given.learner(), await api.given.course(course)]
  await api.given.enrollment(learner, enrolled)
  return { learner, course: enrolled, ...learning(learner, enrolled) }
}

async function givenBought() {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const bought = learning(learner, course)
  const { id, checkoutUrl } = await bought.buy()
  await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)
  expect(await bought.status()).toBe('active')
  return { learner, course, transactionId: id, ...bought }
}

async function violated(): Promise<string[]> {
  const checks = await checkData(api.deps)
  return checks.filter(({ state }) => state !== 'ok').map(({ invariant }) => invariant)
}

test('who leaves a course has no access, and comes back to where they were', async () => {
  const { learner, course, leave, comeBack, enrollment } = await givenEnrolled()
  const lessonId = lessonOf(course, 1).id
  await api.as(learner).progress.update.mutate({ lessonId, percent: 60, positionSeconds: 7 })
  await api
    .as(learner)
    .progress.update.mutate({ lessonId: lessonOf(course, 0).id, completed: true })
  const before = await enrollment()

  expect(await leave()).toMatchObject({ status: 'left', leftAt: expect.any(String), percent: 50 })
  expect(await enrollment()).toBeUndefined()
  const read = api.as(learner).lessons.get.query({ lessonId: lessonId })
  expect(await errorOf(read)).toBe('NotEnrolled')
  const report = api.as(learner).progress.update.mutate({ lessonId, percent: 70 })
  expect(await errorOf(report)).toBe('NotEnrolled')
  const shown = () => api.as(learner).courses.get.query({ idOrSlug: course.id })
  expect(await shown()).toMatchObject({ wasEnrolled: true })

  expect(await comeBack()).toMatchObject({ status: 'active', leftAt: null, percent: 50 })
  expect(await enrollment()).toEqual(before)
  const { progress } = await api.as(learner).lessons.get.query({ lessonId: lessonId })
  expect(progress).toMatchObject({ percent: 60, positionSeconds: 7 })
  expect(await shown()).not.toHaveProperty('wasEnrolled')
})

test('leaving and returning again, or ten times at once, is the same as once', async () => {
  const { learner, leave, comeBack } = await givenEnrolled()

  const left = await atOnce(10, leave)
  const again = await leave()
  const back = await atOnce(10, comeBack)

  expect(new Set([...left, again].map(({ leftAt }) => leftAt)).size).toBe(1)
  expect(back.map(({ status }) => status)).toEqual(Array(10).fill('active'))
  expect((await comeBack()).status).toBe('active')
  const { rows } = await api.deps.db.execute(
    sql`select event, count(*)::int from audit_events where user_id = ${learner.id}
      and event like 'course-%' group by event order by event`,
  )
  expect(rows).toEqual([
    { event: 'course-left', count: 1 },
    { event: 'course-returned-to', count: 1 },
  ])
})

test('a completed course that one leaves stays completed, with its certificate', async () => {
  const { learner, course } = await givenGraduate(api)
  const { leave, comeBack } = learning(learner, course)

  const left = await leave()
  expect(left).toMatchObject({ status: 'left', percent: 100, certificate: { status: 'issued' } })
  const { body } = await api.request(`POST /courses/${course.id}/certificate`, {
    token: learner.token,
  })
  expect(body.verificationCode).toBe(left.certificate?.verificationCode)
  expect((await comeBack()).status).toBe('completed')
})

test('nobody pays again for a course they have left', async () => {
  const { leave, comeBack, buy, addToCart, status } = await givenBought()
  await leave()

  expect(await errorOf(buy())).toBe('CourseLeft')
  expect(await errorOf(addToCart())).toBe('CourseLeft')
  expect(await violated()).toEqual([])

  await comeBack()
  expect(await status()).toBe('active')
  expect(await violated()).toEqual([])
})

test('after a refund, and after the school ended it, there is no way back', async () => {
  const bought = await givenBought()
  await bought.leave()
  await refundTransaction(api.deps, { id: bought.transactionId, reason: 'The learner asked' })
  const given = await givenEnrolled()
  await given.leave()
  const { learner, course } = given
  const ended = await endLearnerEnrollment(api.deps, { email: learner.email, idOrSlug: course.id })

  expect(ended.isNew).toBe(true)
  for (const { leave, comeBack, status } of [bought, given]) {
    expect(await errorOf(comeBack())).toBe('NotEnrolled')
    expect(await errorOf(leave())).toBe('NotEnrolled')
    expect(await status()).toBe('ended')
  }
  expect((await bought.buy()).status).toBe('pending')
  expect(await violated()).toEqual([])
})

test('an operator who enrolls somebody that left opens the course as it was', async () => {
  const { learner, course, leave, status, transactionId } = await givenBought()
  await leave()

  const { isNew } = await enrollLearner(api.deps, { email: learner.email, idOrSlug: course.id })

  expect([isNew, await status()]).toEqual([true, 'active'])
  await refundTransaction(api.deps, { id: transactionId, reason: 'The learner asked' })
  expect(await status()).toBe('ended')
})

test('a course that is no longer sold can be left and returned to by its learners only', async () => {
  const { course, leave, comeBack } = await givenEnrolled()
  const stranger = learning(await api.given.learner(), course)
  const other = learning(await api.given.learner(), await api.given.course())
  await archiveCourse(api.deps, course.slug)

  expect((await leave()).status).toBe('left')
  expect((await comeBack()).status).toBe('active')
  expect([await errorOf(stranger.leave()), await errorOf(stranger.comeBack())]).toEqual([
    'CourseNotFound',
    'CourseNotFound',
  ])
  expect([await errorOf(other.leave()), await errorOf(other.comeBack())]).toEqual([
    'NotEnrolled',
    'NotEnrolled',
  ])
  const { token } = await api.given.learner()
  const malformed = await api.request('POST /api/v1/me/courses/x/leave', { token })
  expect([malformed.status, malformed.body.error]).toEqual([404, 'CourseNotFound'])
})

test('a server of the release before opens or ends a course that was left, for good', async () => {
  const statusAfter = async (statement: string) => {
    const { learner, leave, comeBack, status } = await givenEnrolled()
    await leave()
    await api.deps.db.execute(sql.raw(`${statement} where user_id = '${learner.id}'`))
    return [await status(), await errorOf(comeBack())]
  }

  expect(await statusAfter(`update enrollments set status = 'active'`)).toEqual([
    'active',
    undefined,
  ])
  expect(await statusAfter(`update enrollments set status = 'ended'`)).toEqual([
    'ended',
    'NotEnrolled',
  ])
})

test('the export of an account says which courses were left', async () => {
  const { learner, course, leave } = await givenEnrolled()
  const { leftAt } = await leave()

  const { enrollments } = await api.as(learner).me.export.query({})

  expect(enrollments).toMatchObject([
    { courseId: course.id, status: 'ended', leftAt, lastActivityAt: null },
  ])
})
