import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { enrollments } from '../../../../db/schema/learning/enrollments.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { courseContent } from '../../../test/given.ts'
import { completeCourse, givenGraduate, lessonOf } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'

const firstPrinter = switchablePrinter({ available: true })
const secondPrinter = switchablePrinter({ available: true })
const thirdPrinter = switchablePrinter({ available: true })
const [api, second, third] = await Promise.all([
  forAllTests(startApi({ printer: firstPrinter })),
  forAllTests(startApi({ printer: secondPrinter })),
  forAllTests(startApi({ printer: thirdPrinter })),
])

test('the first request answers 201, every later one 200 with the same certificate', async () => {
  const { learner, course } = await givenGraduate(api)
  const ask = () => api.request(`POST /courses/${course.id}/certificate`, { token: learner.token })

  const [first, again, third] = [await ask(), await ask(), await ask()]

  expect([first.status, again.status, third.status]).toEqual([201, 200, 200])
  expect([again.body, third.body]).toEqual([first.body, first.body])
  expect(first.body).toMatchObject({
    courseId: course.id,
    learnerName: learner.name,
    status: 'issued',
    pdf: 'ready',
  })
  expect(first.body.certificateUrl).toBe(
    `http://lyceum.test/certificates/${first.body.verificationCode}.pdf`,
  )
})

test('two hundred requests at once on three instances get the same answer: one certificate, claimed once', async () => {
  const { learner, course } = await givenGraduate(api)

  const answers = await atOnce(200, (index) =>
    ([api, second, third][index % 3] ?? api).request(`POST /courses/${course.id}/certificate`, {
      token: learner.token,
    }),
  )

  expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 200: 199 })
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await certificatesOf(learner.id)).toBe(1)
  // Prints at most once per instance; the first PDF that is stored counts.
  const prints = [firstPrinter, secondPrinter, thirdPrinter].map(printsOf(answers[0]))
  expect(Math.max(...prints)).toBe(1)
})

test('sixty reports and two hundred claims of one learner at once are all answered, none with 503', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ lessons: Array(60).fill('required') })
  await api.given.enrollment(learner, course)
  const { token } = learner
  const instance = (index: number) => [api, second, third][index % 3] ?? api
  const claim = (index: number) =>
    instance(index).request(`POST /courses/${course.id}/certificate`, { token })

  const [claims, reports] = await Promise.all([
    atOnce(200, claim),
    atOnce(60, (index) =>
      instance(index).request('POST /api/progress/update', {
        token,
        body: { lessonId: lessonOf(course, index).id, completed: true },
      }),
    ),
  ])

  expect(tally(reports.map(({ status }) => status))).toEqual({ 200: 60 })
  const { 200: known = 0, 201: issued = 0, 409: early = 0 } = tally(claims.map((it) => it.status))
  expect([known + issued + early, issued <= 1]).toEqual([200, true])
  expect([200, 201]).toContain((await claim(0)).status)
  expect(await certificatesOf(learner.id)).toBe(1)
})

test('a completed course without a certificate gets exactly one from fifty requests at once', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  await api.given.enrollment(learner, course)
  await api.deps.db
    .update(enrollments)
    .set({ completedAt: new Date('2026-02-03T04:05:06Z') })
    .where(eq(enrollments.userId, learner.id))

  const answers = await atOnce(50, (index) =>
    (index % 2 === 0 ? api : second).request(`POST /courses/${course.id}/certificate`, {
      token: learner.token,
    }),
  )

  expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 200: 49 })
  expect(
    new Set(answers.map(({ body }) => `${body.verificationCode} ${body.completedOn}`)).size,
  ).toBe(1)
  expect(answers[0]?.body.completedOn).toBe('2026-02-03')
  expect(await certificatesOf(learner.id)).toBe(1)
})

test('no body, an empty one and one with a different user or name get the same certificate', async () => {
  const { learner, course } = await givenGraduate(api)
  const victim = await api.given.learner()
  const json = { 'content-type': 'application/json' }
  const address = `POST /courses/${course.id}/certificate`

  const answers = [
    await api.request(address, { token: learner.token }),
    await api.request(address, { token: learner.token, headers: json }),
    await api.request(address, { token: learner.token, headers: json, body: '' }),
    await api.request(address, { token: learner.token, body: {} }),
    await api.request(address, {
      token: learner.token,
      body: { userId: victim.id, name: 'Eve', learnerName: 'Eve', courseId: randomUUID() },
    }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await certificatesOf(victim.id)).toBe(0)
})

test('there is no certificate before the last required lesson, and the refusal lists what is missing', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ lessons: ['required', 'required', 'optional'] })
  await api.given.enrollment(learner, course)
  const ask = () => api.request(`POST /courses/${course.id}/certificate`, { token: learner.token })

  const atZero = await ask()
  await api
    .as(learner)
    .progress.update.mutate({ lessonId: lessonOf(course, 0).id, completed: true })
  const almost = await ask()
  expect([atZero.status, atZero.body.error, atZero.body.issues.length]).toEqual([
    409,
    'CourseNotCompleted',
    2,
  ])
  expect(almost.body.issues).toEqual([
    { path: lessonOf(course, 1).id, message: '"Lesson 2" is not completed' },
  ])
  expect(await certificatesOf(learner.id)).toBe(0)

  await completeCourse(api, { learner, course })
  expect((await ask()).status).toBe(201)
})

test('a learner who returns to a version completed before gets a certificate on request', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ lessons: ['required', 'required'] })
  await api.given.enrollment(learner, course)
  const report = { lessonId: lessonOf(course, 0).id, completed: true }
  await api.request('POST /api/progress/update', { token: learner.token, body: report })
  await publishCourse(api.deps, courseContent({ slug: course.slug, lessons: ['required'] }))
  const shorter = await findCourse(api.deps.db, { slug: course.slug })
  await api.deps.db
    .update(enrollments)
    .set({ versionId: shorter?.versionId })
    .where(eq(enrollments.userId, learner.id))

  const { status, body } = await api.request(`POST /courses/${course.id}/certificate`, {
    token: learner.token,
  })

  expect([status, body.status]).toEqual([201, 'issued'])
  const progress = await api.request(`GET /api/v1/progress/${course.id}`, { token: learner.token })
  expect(progress.body).toMatchObject({ percent: 100, completedAt: expect.any(String) })
})

test('without an enrollment there is no certificate, nor for a course that does not exist', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const ask = async (id: string) =>
    (await api.request(`POST /courses/${id}/certificate`, { token: learner.token })).body.error

  expect([
    await ask(course.id),
    await ask(randomUUID()),
    await ask('nonsense'),
    await ask('%00'),
    await ask(course.slug),
  ]).toEqual([
    'NotEnrolled',
    'CourseNotFound',
    'CourseNotFound',
    'CourseNotFound',
    'CourseNotFound',
  ])
})

test('the certificate stays after access to the course has ended', async () => {
  const { learner, course } = await givenGraduate(api)
  const [before] = (await api.as(learner).certificates.list.query({ userId: learner.id })).items
  await api.deps.db
    .update(enrollments)
    .set({ status: 'ended' })
    .where(eq(enrollments.userId, learner.id))

  const after = await api.as(learner).certificates.issue.mutate({ courseId: course.id })

  expect(after.verificationCode).toBe(before?.verificationCode)
})

test('the certificates of a learner are listed newest first, page by page', async () => {
  const learner = await api.given.learner()
  const courses = []
  for (let count = 0; count < 5; count++) {
    const course = await api.given.course({ lessons: ['required'] })
    await api.given.enrollment(learner, course)
    await completeCourse(api, { learner, course })
    courses.unshift(course.id)
  }
  const page = (cursor?: string) =>
    api.as(learner).certificates.list.query({
      userId: learner.id,
      limit: 3,
      ...(cursor !== undefined && { cursor }),
    })

  const first = await page()
  const rest = await page(first.nextCursor ?? '')

  expect([...first.items, ...rest.items].map(({ courseId }) => courseId)).toEqual(courses)
  expect([first.items.length, rest.nextCursor]).toEqual([3, null])
})

async function certificatesOf(userId: string): Promise<unknown> {
  const { rows } = await api.deps.db.execute(
    sql`select count(*)::int as count from certificates where user_id = ${userId}`,
  )
  return rows[0]?.count
}

/** Counts how often a printer has printed the certificate of an answer. */
function printsOf(answer: { body: { verificationCode: string } } | undefined) {
  return ({ printed }: Pick<typeof firstPrinter, 'printed'>) =>
    printed.filter(({ code }) => code === answer?.body.verificationCode).length
}
