import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent, type GivenCourse, type GivenUser } from '../../../test/given.ts'
import { lessonOf } from '../../../test/learning.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { moveAndWait, nothingIsWrong, seenBy } from '../../authoring/moves/test-support.ts'
import { repairData } from '../../care/invariants/repair-data.ts'

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

/** A learner who bought the first version, completed a lesson and is in the second of three. */
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
