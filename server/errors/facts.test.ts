import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { updateCourse } from '../../db/queries/courses/courses/courses.ts'
import { tryLockKey } from '../../db/queries/platform/idempotency.ts'
import { insertCoupon } from '../../db/queries/shop/coupons.ts'
import { newId } from '../../lib/ids.ts'
import { inTransaction } from '../context.ts'
import { givenAssignment, givenQuiz, handIn } from '../features/assessment/test-support.ts'
import { createCourse } from '../features/authoring/courses/create-course.ts'
import { pixel, uploaderOf } from '../features/authoring/files/test-support.ts'
import { draftImpact } from '../features/authoring/impact/draft-impact.ts'
import { givenLearnerOf, publish } from '../features/authoring/moves/test-support.ts'
import { givenVideo, watchAt } from '../features/learning/progress/test-support.ts'
import { givenKey } from '../features/people/api-keys/test-support.ts'
import { addTotp, logIn } from '../features/people/second-factors/test-support.ts'
import { forgetEvents } from '../features/platform/events/forget-events.ts'
import { publishEvents } from '../features/platform/events/publish-events.ts'
import { type Answer, forAllTests, startApi } from '../test/api.ts'
import { givenTeam, newCourse } from '../test/authoring.ts'
import { givenGraduate } from '../test/learning.ts'
import { AppError, type ErrorName, errors } from './errors.ts'
import { errorFacts } from './facts.ts'

const api = await forAllTests(startApi())

const usd = (amount: number) => ({ amount, currency: 'USD' })
const soon = new Date(Date.now() + 86_400_000)

async function buy(token: string, body: object, headers = {}): Promise<Answer> {
  return api.request('POST /api/v1/transaction', { token, body, headers })
}

/** Raises each error with facts, and returns those that it should carry. */
const raised: Record<keyof typeof errorFacts, () => Promise<[Answer, facts: object]>> = {
  AlreadyEnrolled: async () => {
    const learner = await api.given.learner()
    const [owned, other] = [await api.given.course(), await api.given.course()]
    await api.given.enrollment(learner, owned)
    const answer = await buy(learner.token, { courseIds: [other.id, owned.id] })
    return [answer, { courseIds: [owned.id] }]
  },
  TermsNotAccepted: async () => {
    const [learner, course] = [await api.given.learner(), await api.given.course()]
    const terms = { version: '2026-11', url: 'https://school.example.org/terms' }
    Object.assign(api.deps.config, { terms })
    const answer = await buy(learner.token, { courseIds: [course.id] })
    Object.assign(api.deps.config, { terms: undefined })
    return [answer, terms]
  },
  CourseLeft: async () => {
    const [learner, left] = [await api.given.learner(), await api.given.course()]
    await api.given.enrollment(learner, left)
    await api.as(learner).me.leaveCourse.mutate({ courseId: left.id })
    const answer = await buy(learner.token, { courseIds: [left.id] })
    return [answer, { courseIds: [left.id] }]
  },
  CourseFull: async () => {
    const [{ token }, admin] = [await api.given.learner(), await api.given.admin()]
    const { id } = await api.given.course()
    await api.as(admin).learners.setSeats.mutate({ courseId: id, seats: 0 })
    return [await buy(token, { courseIds: [id] }), { courseIds: [id] }]
  },
  EnrollmentNotOpen: async () => {
    const [{ token }, admin] = [await api.given.learner(), await api.given.admin()]
    const { id } = await api.given.course()
    const opensAt = soon.toISOString()
    await api.as(admin).learners.setSeats.mutate({ courseId: id, opensAt })
    const answer = await buy(token, { courseIds: [id] })
    return [answer, { courseIds: [id], opensAt, closedAt: null }]
  },
  SeatsTaken: async () => {
    const [learner, admin] = [await api.given.learner(), await api.given.admin()]
    const course = await api.given.course()
    await api.given.enrollment(learner, course)
    const answer = await api.request(`PATCH /api/v1/authoring/courses/${course.id}/seats`, {
      token: admin.token,
      body: { seats: 0 },
    })
    return [answer, { taken: 1 }]
  },
  CoursePaidFor: async () => {
    const [learner, admin] = [await api.given.learner(), await api.given.admin()]
    const course = await api.given.course({ price: usd(2900) })
    const { body } = await buy(learner.token, { courseIds: [course.id] })
    await api.request(`POST ${new URL(body.checkoutUrl).pathname}/pay`)
    const path = `/api/v1/authoring/courses/${course.id}/learners/${learner.id}`
    const answer = await api.request(`DELETE ${path}`, { token: admin.token })
    return [answer, { transactionId: body.id, line: 1 }]
  },
  CourseNotCompleted: async () => {
    const learner = await api.given.learner()
    const course = await api.given.course({ lessons: Array(30).fill('required') })
    await api.given.enrollment(learner, course)
    const { token } = learner
    const answer = await api.request(`POST /courses/${course.id}/certificate`, { token })
    const first = course.lessons.slice(0, 20)
    const lessons = first.map(({ id }, index) => ({ lessonId: id, title: `Lesson ${index + 1}` }))
    return [answer, { missing: 30, lessons }]
  },
  AttemptsUsedUp: async () => {
    const { learner, lessonId, attempt } = await givenQuiz(api, { attempts: 1 })
    await attempt()
    const route = `POST /api/v1/lessons/${lessonId}/attempts`
    return [await api.request(route, { token: learner.token, body: {} }), { attempts: 1 }]
  },
  AttemptTooSoon: async () => {
    const { learner, lessonId, attempt } = await givenQuiz(api, { cooldownMinutes: 60 })
    const { submittedAt } = await attempt()
    const route = `POST /api/v1/lessons/${lessonId}/attempts`
    const nextAt = new Date(Date.parse(submittedAt ?? '') + 3_600_000).toISOString()
    return [await api.request(route, { token: learner.token, body: {} }), { nextAt }]
  },
  AssignmentClosed: async () => {
    const dueAt = new Date(Date.now() - 1000).toISOString()
    const { learner, lessonId } = await givenAssignment(api, { dueAt, takesLate: false })
    return [await handIn(api, learner, lessonId), { dueAt }]
  },
  SubmissionClaimed: async () => {
    const { learner, lessonId, courseId } = await givenAssignment(api)
    const { body } = await handIn(api, learner, lessonId)
    const [one, other] = [await api.given.admin(), await api.given.admin()]
    const path = `POST /api/v1/authoring/courses/${courseId}/submissions/${body.id}/claim`
    await api.request(path, { token: one.token, body: {} })
    const answer = await api.request(path, { token: other.token, body: {} })
    return [answer, { until: expect.any(String), claimedBy: one.name }]
  },
  SubmissionGraded: async () => {
    const { learner, lessonId, courseId } = await givenAssignment(api)
    const { body } = await handIn(api, learner, lessonId)
    const [one, other] = [await api.given.admin(), await api.given.admin()]
    const path = `POST /api/v1/authoring/courses/${courseId}/submissions/${body.id}/grade`
    await api.request(path, { token: one.token, body: { points: 1 } })
    const answer = await api.request(path, { token: other.token, body: { points: 2 } })
    return [answer, { gradings: 1, gradedBy: one.name, gradedAt: expect.any(String) }]
  },
  LessonLocked: async () => {
    const course = await publish(api, ['one', 'two'], { order: 'sequence' })
    const learner = await givenLearnerOf(api, course)
    const path = `GET /api/lessons/${course.lessons[1]?.id}`
    const answer = await api.request(path, { token: learner.token })
    return [answer, { locks: [{ code: 'LessonBefore', lessonKey: 'one' }] }]
  },
  PrerequisiteMissing: async () => {
    const basics = await publish(api, ['one'])
    const course = await publish(api, ['one'], { requires: [basics.slug] })
    const learner = await api.given.learner()
    const body = { courseId: course.id }
    const answer = await api.request('POST /api/cart', { token: learner.token, body })
    const { id, slug, title } = basics
    return [answer, { courses: [{ courseId: course.id, requires: [{ id, slug, title }] }] }]
  },
  NotWatched: async () => {
    const { learner, lessonId } = await givenVideo(api, { seconds: 100, honesty: 'watched' })
    const answer = await watchAt(api, learner, { lessonId, completed: true })
    return [answer, { watchedSeconds: 0, neededSeconds: 90 }]
  },
  WatchedTooFast: async () => {
    const { learner, lessonId } = await givenVideo(api, { seconds: 1000, honesty: 'watched' })
    const answer = await watchAt(api, learner, { lessonId, watched: [[0, 900]] })
    return [answer, { allowedSeconds: 10 }]
  },
  PriceChanged: async () => {
    const learner = await api.given.learner()
    const costly = await api.given.course({ price: usd(2900) })
    const cheap = await api.given.course({ price: usd(100) })
    await updateCourse(api.deps.db, costly.id, { priceAmount: 3900 })
    const courseIds = [costly.id, cheap.id]
    const answer = await buy(learner.token, { courseIds, expectedTotal: usd(3000) })
    const line = ({ id, title }: typeof costly, price: number) => {
      return { courseId: id, title, price: usd(price), discount: usd(0) }
    }
    const lines = [line(costly, 3900), line(cheap, 100)]
    return [answer, { total: usd(4000), discount: usd(0), lines: expect.arrayContaining(lines) }]
  },
  NotRenewable: async () => {
    const { learner, course } = await givenGraduate(api)
    const { token } = learner
    const answer = await api.request(`POST /api/v1/me/courses/${course.id}/renew`, { token })
    return [answer, { validUntil: null, renewableFrom: null }]
  },
  CouponExpired: async () => {
    const { token } = await api.given.learner()
    const course = await api.given.course({ price: usd(100) })
    const coupon = { code: 'TOO-EARLY', percent: 20, amount: null, currency: null, uses: 0 }
    const bounds = { validUntil: null, maxUses: null, maxUsesPerUser: null, disabledAt: null }
    const at = new Date()
    await insertCoupon(
      api.deps.db,
      { id: newId(), ...coupon, ...bounds, validFrom: soon, createdAt: at },
      [],
    )
    const answer = await buy(token, { courseIds: [course.id], couponCode: 'too-early' })
    return [answer, { validFrom: soon.toISOString(), validUntil: null }]
  },
  RefundTooHigh: async () => {
    const [learner, admin] = [await api.given.learner(), await api.given.admin()]
    const course = await api.given.course({ price: usd(2900) })
    const { body } = await buy(learner.token, { courseIds: [course.id] })
    await api.request(`POST ${new URL(body.checkoutUrl).pathname}/pay`)
    const answer = await api.request(`POST /api/v1/transaction/${body.id}/refund`, {
      token: admin.token,
      body: { reason: 'asked', amount: 3000 },
    })
    return [answer, { refundable: usd(2900) }]
  },
  EventsForgotten: async () => {
    const [learner, admin] = [await api.given.learner(), await api.given.admin()]
    await publishEvents(api.deps)
    await api.deps.db.execute(sql`
      update events set at = now() - interval '91 days'
      where number <= (select min(number) from events where data->>'userId' = ${learner.id})`)
    await forgetEvents(api.deps)
    const { items } = await api.as(admin).events.list.query({ limit: 1 })
    const answer = await api.request('GET /api/v1/events?after=0', { token: admin.token })
    const oldest = items[0]?.number ?? 0
    return [answer, { oldest, after: oldest - 1 }]
  },
  DraftChanged: async () => {
    const admin = await api.given.admin()
    const { id } = await createCourse(api.deps, newCourse({ ownerEmail: admin.email }))
    const answer = await api.request(`PATCH /api/v1/authoring/courses/${id}`, {
      token: admin.token,
      headers: { 'if-match': '"r7"' },
      body: { price: usd(100) },
    })
    return [answer, { revision: 1 }]
  },
  PayloadTooLarge: async () => {
    const { token } = await api.given.learner()
    const body = { courseIds: ['x'.repeat(70_000)] }
    return [await buy(token, body), { maxBytes: 65_536 }]
  },
  FileTooLarge: async () => {
    const team = await givenTeam(api)
    const { maxFileBytes: maxBytes } = api.deps.mediaLimits
    const uploader = uploaderOf(api, team.author, team)
    return [await uploader.start('a.mp4', pixel, { bytes: maxBytes + 1 }), { maxBytes }]
  },
  TooManyUploads: async () => {
    const team = await givenTeam(api)
    const uploader = uploaderOf(api, team.author, team)
    for (let count = 0; count < 20; count += 1) await uploader.start(`${count}.png`, pixel)
    const answer = await uploader.start('more.png', pixel)
    return [answer, { mostOfCourse: 20, mostOfAccount: 50 }]
  },
  CourseFilesFull: async () => {
    const media = { ...api.deps.config.media, maxFileBytes: 1_000, maxCourseBytes: 1_500 }
    await using small = await startApi({ config: { media } })
    const team = await givenTeam(small)
    const uploader = uploaderOf(small, team.author, team)
    await uploader.start('a.bin', Buffer.alloc(900, 1))
    const answer = await uploader.start('b.bin', Buffer.alloc(900, 2))
    return [answer, { maxBytes: 1_500, maxFiles: 10_000 }]
  },
  TooManyWebhooks: async () => {
    const { token, password } = await api.given.admin()
    const body = { url: 'https://a.example/x', password }
    const create = () => api.request('POST /api/v1/admin/webhooks', { token, body })
    let answer = await create()
    for (let count = 0; count < 20; count += 1) answer = await create()
    return [answer, { most: 20 }]
  },
  TooManySecondFactors: async () => {
    const user = await api.given.learner()
    await api.deps.db.execute(sql`
      insert into second_factors
        (id, user_id, kind, name, credential_id, public_key, counter, created_at)
      select gen_random_uuid(), ${user.id}, 'passkey', 'Key', gen_random_uuid(), '', 0, now()
      from generate_series(1, 10)`)
    return [(await addTotp(api, user)).answer, { most: 10 }]
  },
  SecondFactorRequired: async () => {
    const user = await api.given.learner()
    await addTotp(api, user)
    const answer = await logIn(api, user)
    return [answer, { ...answer.body.facts, methods: ['totp', 'recovery-code'], passkey: null }]
  },
  TooManyApiKeys: async () => {
    const maker = await api.given.admin()
    const { password, token } = maker
    for (let count = 0; count < 50; count += 1)
      await givenKey(api, ['catalogue:read'], { maker }).catch(() => undefined)
    const body = { name: 'x', scopes: ['catalogue:read'], password }
    const answer = await api.request('POST /api/v1/admin/api-keys', { token, body })
    return [answer, { most: 50 }]
  },
  UploadOutOfStep: async () => {
    const team = await givenTeam(api)
    const uploader = uploaderOf(api, team.author, team)
    const { id } = (await uploader.start('knot.png', pixel)).body
    return [await uploader.finish(id), { received: 0 }]
  },
  ImpactNotCounted: async () => {
    const [admin, course] = [await api.given.admin(), await api.given.course()]
    await api.given.enrollment(await api.given.learner(), course)
    const jobs = { ...api.deps.jobs, enqueue: async () => newId() }
    await expect(
      draftImpact({ ...api.deps, jobs }, course.id, { patienceMilliseconds: 0 }),
    ).rejects.toMatchObject({ name: 'ImpactNotCounted' })
    const path = `/api/v1/authoring/courses/${course.id}/draft/impact`
    const answer = await api.request(`GET ${path}`, { token: admin.token })
    return [answer, { done: 0, total: 0, retryAfterSeconds: 2 }]
  },
  IdempotencyKeyInUse: async () => {
    const { id: userId, token } = await api.given.learner()
    const { id } = await api.given.course()
    const key = { userId, operation: 'cart.add', key: 'one click' }
    const add = () =>
      api.request('POST /api/cart', {
        token,
        body: { courseId: id },
        headers: { 'idempotency-key': key.key },
      })
    const answer = await inTransaction(api.deps, async ({ db }) => {
      await tryLockKey(db, key)
      return add()
    })
    return [answer, { retryAfterSeconds: 1 }]
  },
  RateLimited: async () => {
    await using strict = await startApi({ config: { rateLimitScale: 1 } })
    const post = () => strict.request('POST /auth/forgetpassword', { body: { email: 'a@x.test' } })
    for (let count = 0; count < 10; count++) await post()
    const answer = await post()
    return [answer, { retryAfterSeconds: Number(answer.headers['retry-after']) }]
  },
  ServiceUnavailable: async () => {
    const { token } = await api.given.learner()
    const course = await api.given.course({ price: usd(100) })
    await using penniless = await startApi({ config: { paymentProvider: 'none' }, logLines: [] })
    const body = { courseIds: [course.id] }
    const answer = await penniless.request('POST /api/v1/transaction', { token, body })
    return [answer, { retryAfterSeconds: 3600 }]
  },
}

test.each(Object.entries(raised))('%s carries its facts', async (name, raise) => {
  const [{ status, body }, facts] = await raise()

  expect([status, body.error, body.facts]).toEqual([errors[name as ErrorName].status, name, facts])
})

test('what people read names no member of the body', () => {
  const named = Object.entries(errors).filter(([, { message }]) => /facts|issues/.test(message))
  expect(named).toEqual([])
})

test('the facts that an error is thrown with are those of the table', () => {
  const wait = new AppError('RateLimited', { retryAfterSeconds: 7 })
  expect(errorFacts.RateLimited.parse(wait.facts)).toEqual({ retryAfterSeconds: 7 })
  expect(new AppError('ServiceUnavailable').facts).toBeUndefined()
  for (const [name, schema] of Object.entries(errorFacts))
    expect([name in errors, schema instanceof z.ZodObject]).toEqual([true, true])
})

test('tRPC’s clients find the facts beside the name of the error', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course()
  await api.given.enrollment(learner, course)

  await expect(api.as(learner).cart.add.mutate({ courseId: course.id })).rejects.toMatchObject({
    data: { error: 'AlreadyEnrolled', facts: { courseIds: [course.id] } },
  })
})
