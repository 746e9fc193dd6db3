import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent, type GivenCourse, type GivenUser } from '../../../test/given.ts'
import { lessonOf } from '../../../test/learning.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { moveAndWait, nothingIsWrong, seenBy } from '../../authoring/moves/test-support.ts'
import { repairData } from '../../maintenance/invariants/repair-data.ts'
import { bulkOf } from '../bulk-enrollments/test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

const price = { amount: 2900, currency: 'USD' }

async function order(learner: GivenUser, course: GivenCourse): Promise<() => Promise<unknown>> {
  const { checkoutUrl } = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: [course.id] })
  return () => api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)
}

const publish = ({ slug }: GivenCourse, lessons: number) =>
  publishCourse(api.deps, courseContent({ slug, price, lessons: Array(lessons).fill('required') }))

/** Creates a learner who bought version one, completed a lesson, and is in the second of three. */
async function givenMoved() {
  const learner = await api.given.learner()
  const course = await api.given.course({ price, lessons: ['required', 'required'] })
  const pay = await order(learner, course)
  await pay()
  const lessonId = lessonOf(course, 0).id
  await api.as(learner).progress.update.mutate({ lessonId, completed: true })
  await publish(course, 3)
  await moveAndWait(api, admin, { courseId: course.id, to: 2, policy: 'all' })
  await publish(course, 4)
  return { learner, course }
}

async function loseAccess({ id }: GivenUser): Promise<void> {
  await api.deps.db.execute(sql`update enrollments set status = 'ended' where user_id = ${id}`)
}

test('access that was lost opens again in the version that the learner had, not in the one bought', async () => {
  const { learner, course } = await givenMoved()
  const before = await seenBy(api, learner, course)
  await loseAccess(learner)

  await repairData(api.deps)

  expect(before).toEqual({ version: 2, percent: 33, isCompleted: false })
  expect(await seenBy(api, learner, course)).toEqual(before)
  await nothingIsWrong(api)
})

test('so it does for a learner who was moved back to an older version than the one bought', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  await publish(course, 3)
  const pay = await order(learner, course)
  await pay()
  await moveAndWait(api, admin, { courseId: course.id, to: 1, policy: 'all' })
  await loseAccess(learner)

  await repairData(api.deps)

  expect((await seenBy(api, learner, course)).version).toBe(1)
})

test('a payment that comes late opens no older version than the learner had meanwhile', async () => {
  const [learner, newcomer] = [await api.given.learner(), await api.given.learner()]
  const course = await api.given.course({ price })
  const [pay, payAsNewcomer] = [await order(learner, course), await order(newcomer, course)]
  await publish(course, 3)
  await api.deps.db.execute(sql`
    insert into enrollments (user_id, course_id, version_id, status, source, enrolled_at)
    select ${learner.id}, course_id, id, 'ended', 'administrator', now() from course_versions
    where course_id = ${course.id} and number = 2`)

  await pay()
  await payAsNewcomer()

  expect(await seenBy(api, learner, course)).toEqual({ version: 2, percent: 0, isCompleted: false })
  expect(await seenBy(api, newcomer, course)).toEqual({
    version: 1,
    percent: 0,
    isCompleted: false,
  })
})

const asAdmin = api.as(admin).admin
const asSchool = api.as(admin).learners

/** The ways in which ended access opens again. */
const doors: Record<string, (learner: GivenUser, course: GivenCourse) => Promise<unknown>> = {
  desk: ({ id }, course) => asSchool.enroll.mutate({ user: id, courseId: course.id }),
  purchase: async (learner, course) => (await order(learner, course))(),
  setEnd: async ({ id: userId }, { id: courseId }) => {
    await api.deps.db.execute(
      sql`update enrollments set ends_at = now() - interval '1 hour' where user_id = ${userId}`,
    )
    return asAdmin.enrollments.setEnd.mutate({ userId, courseId, endsAt: null })
  },
  cohort: async (learner, { slug }) => {
    const { id: cohortId } = await asAdmin.cohorts.create.mutate({ name: randomUUID() })
    await asAdmin.cohorts.addCourse.mutate({ cohortId, course: slug })
    await asAdmin.cohorts.addMember.mutate({ cohortId, user: learner.id })
  },
  bulk: ({ email }, { slug }) => bulkOf(api, admin).enroll(`email,course\n${email},${slug}\n`),
  return: async (learner, { id: courseId }) => {
    await api.deps.db.execute(
      sql`update enrollments set left_at = now() where user_id = ${learner.id}`,
    )
    return api.as(learner).me.returnToCourse.mutate({ courseId })
  },
}

/** Creates a learner with two of three lessons done, no access, and a version of just those two. */
async function givenEnded() {
  const learner = await api.given.learner()
  const course = await api.given.course({ price, lessons: Array(3).fill('required') })
  await api.given.enrollment(learner, course)
  for (const at of [0, 1])
    await api
      .as(learner)
      .progress.update.mutate({ lessonId: lessonOf(course, at).id, completed: true })
  await loseAccess(learner)
  await publish(course, 2)
  return { learner, course }
}

const mine = async (learner: GivenUser) => (await api.as(learner).me.courses.query({})).items[0]

test.each(Object.entries(doors))(
  'access that ended opens again by %s in its version, with its percentage, and shows the newer one',
  async (_door, open) => {
    const { learner, course } = await givenEnded()

    await open(learner, course)

    await expect
      .poll(() => mine(learner))
      .toMatchObject({ version: 1, percent: 66, status: 'active', newerVersion: { version: 2 } })
    await nothingIsWrong(api)
  },
)

test.each(Object.entries(doors))(
  'whoever has done all of the version that opens by %s completes it then, certified',
  async (_door, open) => {
    const { learner, course } = await givenEnded()
    // Sets a state that the release before could leave behind.
    await api.deps.db.execute(sql`
      update enrollments e set version_id = v.id from course_versions v
      where v.course_id = e.course_id and v.number = 2 and e.user_id = ${learner.id}`)

    await open(learner, course)

    const completed = { percent: 100, status: 'completed', completedAt: expect.any(String) }
    await expect
      .poll(() => mine(learner))
      .toMatchObject({ version: 2, ...completed, certificate: { status: 'issued' } })
    const { rows } = await api.deps.db.execute(sql`
      select type from events where type = 'course.completed' and data->>'userId' = ${learner.id}`)
    expect(rows).toHaveLength(1)
    await nothingIsWrong(api)
  },
)
