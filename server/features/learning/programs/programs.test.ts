import { expect, test } from 'vitest'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { findLastCompletion } from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import { listPendingOfOpened } from '../../../../db/queries/shop/transactions.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { completeCourse } from '../../../test/learning.ts'
import { publish } from '../../authoring/moves/test-support.ts'
import { cancelOpened } from '../../shop/transactions/cancel-owned.ts'
import { openDueCourses } from '../completion/open-due-courses.ts'
import { givenProgram, statesOf } from './test-support.ts'

const databaseUrl = await makeTestDatabase()
const api = await forAllTests(startApi({ databaseUrl }))
const other = await forAllTests(startApi({ databaseUrl }))
const admin = await api.given.admin()

const givenCourses = (count: number) =>
  Promise.all(Array.from({ length: count }, () => api.given.course({ lessons: ['required'] })))

const take = (learner: GivenUser, course: { id: string }) =>
  api.as(learner).transactions.create.mutate({ courseIds: [course.id] })

const complete = (learner: GivenUser, course: GivenCourse | undefined) => {
  if (course === undefined) throw new Error('There is no such course.')
  return completeCourse(api, { learner, course })
}

async function progressOf(learner: GivenUser, { id }: { id: string }) {
  const { items } = await api.as(learner).me.courses.query({ limit: 100 })
  const found = items.find(({ courseId }) => courseId === id)
  return found && [found.status, found.percent]
}

test('one purchase opens the courses in their order, and the last one completes the program', async () => {
  const learner = await api.given.learner()
  const courses = await givenCourses(3)
  const program = await givenProgram(api, { courses, order: 'sequence' })

  await take(learner, program)
  expect(await statesOf(api, learner, courses)).toEqual(['active', undefined, undefined])
  await complete(learner, courses[0])
  expect(await statesOf(api, learner, courses)).toEqual(['completed', 'active', undefined])
  expect(await progressOf(learner, program)).toEqual(['active', 33])
  await complete(learner, courses[1])
  await complete(learner, courses[2])

  expect(await progressOf(learner, program)).toEqual(['completed', 100])
  const { items } = await api.as(learner).certificates.list.query({ userId: learner.id })
  expect(items.map(({ courseId }) => courseId)).toContain(program.id)
})

test('what was completed before counts at once, also all of it', async () => {
  const learner = await api.given.learner()
  const courses = await givenCourses(2)
  for (const course of courses) {
    await take(learner, course)
    await complete(learner, course)
  }
  const program = await givenProgram(api, { courses, order: 'sequence' })

  await api.as(admin).learners.enroll.mutate({ user: learner.id, courseId: program.id })

  expect(await progressOf(learner, program)).toEqual(['completed', 100])
})

test('so many of the others count as the program lets one choose, whichever they are', async () => {
  const learner = await api.given.learner()
  const courses = await givenCourses(4)
  const program = await givenProgram(api, { courses, required: 1, choose: 2 })
  await take(learner, program)

  await complete(learner, courses[3])
  expect(await progressOf(learner, program)).toEqual(['active', 33])
  await complete(learner, courses[0])
  expect(await progressOf(learner, program)).toEqual(['active', 66])
  await complete(learner, courses[2])

  expect(await progressOf(learner, program)).toEqual(['completed', 100])
  const { items } = await api.as(learner).certificates.list.query({ userId: learner.id })
  const minutes = (of: { id: string } | undefined) =>
    items.find(({ courseId }) => courseId === of?.id)?.minutes ?? 0
  const done = [courses[0], courses[2], courses[3]].map(minutes)
  expect(minutes(program)).toBe(done.reduce((sum, one) => sum + one))
})

test('a program is done with the last course that counts: required, or chosen', async () => {
  const learner = await api.given.learner()
  const courses = await givenCourses(4)
  const program = await givenProgram(api, { courses, required: 1, choose: 2 })
  await take(learner, program)
  const completedAt = async () => {
    const ofProgram = { userId: learner.id, courseId: program.id }
    return (await findLastCompletion(api.deps.db, ofProgram)) ?? new Date(0)
  }

  for (const course of [courses[3], courses[0]]) await complete(learner, course)
  const before = await completedAt()
  await complete(learner, courses[2])
  const done = await completedAt()
  await complete(learner, courses[1])

  expect(done.getTime()).toBeGreaterThan(before.getTime())
  expect(await completedAt()).toEqual(done)
})

test('a course opens on its day, by the job', async () => {
  await using clock = await startApi()
  const learner = await clock.given.learner()
  const courses = [await clock.given.course({ lessons: ['required'] }), await clock.given.course()]
  const program = await givenProgram(clock, {
    courses,
    available: { 1: '3 days after enrollment' },
  })
  await clock.as(learner).transactions.create.mutate({ courseIds: [program.id] })
  await openDueCourses(clock.deps)
  expect(await statesOf(clock, learner, courses)).toEqual(['active', undefined])

  await clock.advance(4 * 24 * 3_600_000)
  await openDueCourses(clock.deps)

  const second = { userId: learner.id, courseId: courses[1]?.id ?? '' }
  expect(await findEnrollment(clock.deps.db, second)).toMatchObject({
    status: 'active',
    source: 'program',
    programId: program.id,
  })
})

test('a course opens on its day of the time zone that the learner has by now', async () => {
  await using clock = await startApi()
  const learner = await clock.given.learner()
  const courses = [await clock.given.course(), await clock.given.course()]
  const program = await givenProgram(clock, { courses, available: { 1: '2999-12-01' } })
  await clock.as(learner).me.update.mutate({ timeZone: 'America/Los_Angeles' })
  await clock.as(learner).transactions.create.mutate({ courseIds: [program.id] })

  await clock.as(learner).me.update.mutate({ timeZone: 'Asia/Tokyo' })
  await openDueCourses(clock.deps)

  const planned = { userId: learner.id, courseId: program.id }
  expect(await findEnrollment(clock.deps.db, planned)).toMatchObject({
    nextOpeningAt: new Date('2999-11-30T15:00:00Z'),
  })
})

test('once a cohort is deleted, what opens by it opens on the days of the enrollment', async () => {
  await using clock = await startApi()
  const courses = [await clock.given.course(), await clock.given.course()]
  const program = await givenProgram(clock, { courses, available: { 1: '9 days after cohort' } })
  const cohort = await clock
    .as(await clock.given.admin())
    .admin.cohorts.create.mutate({ name: 'A class' })
  await clock.advance(5 * 24 * 3_600_000)
  const { learners, admin: desk } = clock.as(await clock.given.admin())
  const { cohorts } = desk
  const learner = await clock.given.learner()
  await learners.enroll.mutate({ user: learner.id, courseId: program.id, cohort: cohort.id })
  const plannedAt = async () => {
    await openDueCourses(clock.deps)
    const planned = { userId: learner.id, courseId: program.id }
    return (await findEnrollment(clock.deps.db, planned))?.nextOpeningAt?.getTime()
  }
  const before = (await plannedAt()) ?? 0

  await cohorts.delete.mutate({ cohortId: cohort.id })

  await expect.poll(plannedAt).toBe(before + 5 * 24 * 3_600_000)
})

test('a course that requires less by now opens to those who waited for it', async () => {
  const learner = await api.given.learner()
  const needed = await publish(api, ['one'])
  const course = await publish(api, ['one'], { requires: [needed.slug] })
  await take(learner, await givenProgram(api, { courses: [course] }))
  expect(await statesOf(api, learner, [course])).toEqual([undefined])

  await publish(api, ['one'], { slug: course.slug })

  const states = async () => {
    await openDueCourses(api.deps)
    return statesOf(api, learner, [course])
  }
  await expect.poll(states).toEqual(['active'])
})

test('a new version credits and opens what it adds, and leaves open what it drops', async () => {
  const learner = await api.given.learner()
  const courses = await givenCourses(3)
  const [first, second, third] = courses
  if (!first || !second || !third) throw new Error('There are no courses.')
  const { id, slug } = await givenProgram(api, { courses: [first, second] })
  await take(learner, { id })
  await complete(learner, second)
  await givenProgram(api, { slug, courses: [second, third] })

  await api.as(admin).moves.create.mutate({ courseId: id, to: 2, policy: 'all' })
  await expect
    .poll(() => statesOf(api, learner, courses))
    .toEqual(['active', 'completed', 'active'])

  expect(await progressOf(learner, { id })).toEqual(['active', 50])
})

test('a purchase under way of a course that a program opens for good is canceled, and no other', async () => {
  const learner = await api.given.learner()
  const price = { amount: 2900, currency: 'USD' }
  const [opened, wanted] = [await api.given.course({ price }), await api.given.course({ price })]
  const lent = await api.given.course({ price })
  for (const course of [opened, wanted, lent]) await take(learner, course)
  await take(learner, await givenProgram(api, { courses: [opened] }))
  const program = await givenProgram(api, { courses: [lent], price })
  const endsAt = new Date(api.deps.now().getTime() + 86_400_000).toISOString()
  const { enroll } = api.as(admin).learners
  await enroll.mutate({ user: learner.email, courseId: program.id, endsAt })

  await cancelOpened(api.deps)
  expect(await listPendingOfOpened(api.deps.db, { now: api.deps.now(), limit: 1 })).toEqual([])

  const { items } = await api.as(learner).transactions.list.query({})
  const statusOf = (course: GivenCourse) =>
    items.find(({ lines }) => lines.some(({ courseId }) => courseId === course.id))?.status
  expect([opened, wanted, lent].map(statusOf)).toEqual(['canceled', 'pending', 'pending'])
})

test('16 completions of the last course at once, by two processes, are one certificate', async () => {
  const learner = await api.given.learner()
  const courses = await givenCourses(2)
  const programs = [
    await givenProgram(api, { courses }),
    await givenProgram(api, { courses, order: 'sequence' }),
  ]
  for (const program of programs) await take(learner, program)
  const reports = courses.flatMap(({ lessons }) => lessons.filter(({ required }) => required))

  await Promise.all(
    Array.from({ length: 16 }, (_, number) =>
      (number % 2 === 0 ? api : other).as(learner).progress.update.mutate({
        lessonId: reports[number % reports.length]?.id ?? '',
        completed: true,
      }),
    ),
  )

  const { items } = await api.as(learner).certificates.list.query({ userId: learner.id })
  const certified = items.map(({ courseId }) => courseId).sort()
  expect(certified).toEqual([...courses, ...programs].map(({ id }) => id).sort())
})

test('the impact of a new choice foretells whom it completes', async () => {
  const learner = await api.given.learner()
  const courses = await givenCourses(3)
  const { id, slug } = await givenProgram(api, { courses, required: 1, choose: 2 })
  await take(learner, { id })
  await complete(learner, courses[0])
  await complete(learner, courses[2])
  await givenProgram(api, { slug, courses, required: 1, choose: 1 })

  const question = { courseId: id, to: 2, policy: 'all' as const, dryRun: true }
  const foretold = await api.as(admin).moves.create.mutate(question)

  expect(foretold).toMatchObject({ impact: { kind: 'major', ifMoved: { completeAtOnce: 1 } } })
})

test('a course of a program that is marked as done opens the next; a completed one stays done', async () => {
  const learner = await api.given.learner()
  const courses = await givenCourses(3)
  const program = await givenProgram(api, { courses, order: 'sequence' })
  await take(learner, program)
  const mark = (key: string | undefined, done: boolean) =>
    api.as(admin).learners.markLesson.mutate({
      ...{ userId: learner.id, courseId: program.id, key: key ?? '', done, reason: 'Known' },
    })
  await mark(courses[0]?.slug, true)
  expect(await statesOf(api, learner, courses)).toEqual(['active', 'active', undefined])
  await complete(learner, courses[1])
  await expect(mark(courses[1]?.slug, false)).rejects.toThrow('it stays done')
})

test('a program is renewed by completing its courses again, and by nothing less', async () => {
  const learner = await api.given.learner()
  const courses = await givenCourses(2)
  const program = await givenProgram(api, { courses, validFor: 1 })
  const { me, certificates } = api.as(learner)
  const certificateOf = async () =>
    (await certificates.list.query({ userId: learner.id })).items.find(
      ({ courseId, status }) => courseId === program.id && status === 'issued',
    )?.verificationCode
  await take(learner, program)
  for (const course of courses) await complete(learner, course)
  const first = await certificateOf()

  await me.renewCourse.mutate({ courseId: program.id })
  expect(await progressOf(learner, program)).toEqual(['completed', 0])
  const shown = await certificates.verify.query({ code: first ?? '' })
  expect(shown.courses).toEqual(courses.map(({ title }) => title))
  for (const { id } of courses) await me.renewCourse.mutate({ courseId: id })
  await complete(learner, courses[0])
  expect([await progressOf(learner, program), await certificateOf()]).toEqual([
    ['completed', 50],
    first,
  ])
  await complete(learner, courses[1])
  expect(await progressOf(learner, program)).toEqual(['completed', 100])
  expect(await certificateOf()).not.toBe(first)
})
