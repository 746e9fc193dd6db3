import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { publish, report } from '../../authoring/moves/test-support.ts'

const api = await forAllTests(startApi())

async function givenPair() {
  const first = await publish(api, ['one'])
  const second = await publish(api, ['two'], { requires: [first.slug] })
  return { first, second, learner: await api.given.learner(), admin: await api.given.admin() }
}

type Pair = Awaited<ReturnType<typeof givenPair>>

async function complete({ first }: Pair, learner: GivenUser): Promise<void> {
  await api.given.enrollment(learner, first)
  await report(api, { learner, course: first }, 'one')
}

test('a course that requires another is refused at cart, quote and purchase, until that is completed', async () => {
  const pair = await givenPair()
  const { first, second, learner } = pair
  const { token } = learner
  const facts = {
    courses: [
      {
        courseId: second.id,
        requires: [expect.objectContaining({ id: first.id, slug: first.slug })],
      },
    ],
  }
  const cart = await api.request('POST /api/cart', { token, body: { courseId: second.id } })
  expect([cart.status, cart.body.error, cart.body.issues[0].path]).toEqual([
    409,
    'PrerequisiteMissing',
    'courseId',
  ])
  expect(cart.body.facts).toEqual(facts)
  const body = { courseIds: [first.id, second.id] }
  const bought = await api.request('POST /api/v1/transaction', { token, body })
  expect([bought.status, bought.body.error]).toEqual([409, 'PrerequisiteMissing'])
  expect(bought.body.issues.map(({ path }: { path: string }) => path)).toEqual(['courseIds.1'])

  await complete(pair, learner)
  // Counts a single completion, whatever becomes of the access.
  await api.as(learner).me.leaveCourse.mutate({ courseId: first.id })
  const again = await api.request('POST /api/v1/transaction', {
    token,
    body: { courseIds: [second.id] },
  })
  expect([again.status, again.body.status]).toEqual([201, 'fulfilled'])
})

test('what is in the cart when a requirement comes is refused at purchase; who is in stays in', async () => {
  const first = await publish(api, ['one'])
  const second = await publish(api, ['two'])
  const [buyer, insider] = [await api.given.learner(), await api.given.learner()]
  await api.as(buyer).cart.add.mutate({ courseId: second.id })
  await api.given.enrollment(insider, second)
  await publish(api, ['two'], { slug: second.slug, requires: [first.slug] })

  const { status, body } = await api.request('POST /api/v1/transaction', { token: buyer.token })
  expect([status, body.error]).toEqual([409, 'PrerequisiteMissing'])
  await api.as(insider).me.leaveCourse.mutate({ courseId: second.id })
  await api.as(insider).me.returnToCourse.mutate({ courseId: second.id })
  const course = await api.as(insider).courses.get.query({ idOrSlug: second.id })
  expect(course.enrolled).toBe(true)
})

test('what others require keeps its slug', async () => {
  const { first, second, admin } = await givenPair()
  const { authoring } = api.as(admin)
  const { revision } = await authoring.get.query({ courseId: first.id })
  const change = { slug: `${first.slug}-2`, managedBy: 'http' as const }
  const renamed = authoring.update.mutate({ courseId: first.id, revision, ...change })
  const refusal = await renamed.catch((error: unknown) => error)
  expect(JSON.stringify(refusal)).toContain(`cannot change: ${second.slug} require it`)
})

test('the desk waives a requirement with a reason, on record; invitations and cohorts are waived by it', async () => {
  const { first, second, learner, admin } = await givenPair()
  const enroll = (more: object) =>
    api.request(`POST /api/v1/authoring/courses/${second.id}/learners`, {
      token: admin.token,
      body: { user: learner.email, ...more },
    })
  const refused = await enroll({})
  expect([refused.status, refused.body.error]).toEqual([409, 'PrerequisiteMissing'])
  expect((await enroll({ user: 'new@example.com' })).body.error).toBe('PrerequisiteMissing')
  expect((await enroll({ waive: 'Knows it from work.' })).status).toBe(201)
  expect((await enroll({ user: 'new@example.com', waive: 'So it is.' })).body.outcome).toBe(
    'invited',
  )

  const member = await api.given.learner()
  const desk = api.as(admin).admin.cohorts
  const { id: cohortId } = await desk.create.mutate({ name: `Class of ${second.slug}` })
  await desk.addCourse.mutate({ cohortId, course: second.slug })
  await desk.addMember.mutate({ cohortId, user: member.email })
  const course = await api.as(member).courses.get.query({ idOrSlug: second.id })
  expect(course.enrolled).toBe(true)

  // Checks that a cohort is no reason, and not for teachers to name: it may have other courses.
  const body = { user: (await api.given.learner()).email, cohort: cohortId }
  expect((await enroll(body)).body.error).toBe('PrerequisiteMissing')
  const teacher = await api.given.learner()
  await api.deps.db.execute(sql`
    insert into course_members (course_id, user_id, role, added_at)
    values (${second.id}, ${teacher.id}, 'teacher', now())`)
  const path = `POST /api/v1/authoring/courses/${second.id}/learners`
  const taught = await api.request(path, { token: teacher.token, body })
  expect([taught.body.error, taught.body.issues[0].path]).toEqual(['InvalidFields', 'cohort'])

  const { items } = await api.as(admin).admin.audit.list.query({ event: 'learner-enrolled' })
  const told = items.map(({ details, reason }) => ({ ...details, reason }))
  expect(told).toContainEqual(
    expect.objectContaining({ waivedIds: first.id, reason: 'Knows it from work.' }),
  )
  expect(told).toContainEqual(
    expect.objectContaining({ waivedIds: first.id, reason: `cohort Class of ${second.slug}` }),
  )
})
