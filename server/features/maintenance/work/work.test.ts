import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recordTry } from '../../../../db/queries/platform/mails.ts'
import { firstIdAt } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import type { GivenUser } from '../../../test/given.ts'
import { givenAssignment, handIn } from '../../assessment/test-support.ts'

const api = await forAllTests(startApi({ isClockStopped: true }))
const admin = await api.given.admin()

const workOf = async (user: GivenUser) =>
  (await api.as(user).work.list.query()).items.map(
    ({ kind, course, count }) => [kind, course?.id ?? null, count] as const,
  )

async function member(courseId: string, role: 'grader' | 'teacher' | 'reviewer' | 'author') {
  const user = await api.given.learner()
  await api.as(admin).members.add.mutate({ courseId, email: user.email, role })
  return user
}

test('what was handed in waits for those who grade there, and for nobody else', async () => {
  const { courseId, lessonId, learner } = await givenAssignment(api, { points: 10 })
  const other = await givenAssignment(api, { points: 10 })
  await handIn(api, learner, lessonId)
  await handIn(api, other.learner, other.lessonId)
  const grader = await member(courseId, 'grader')

  expect(await workOf(grader)).toEqual([['toGrade', courseId, 1]])
  expect(await workOf(learner)).toEqual([])
  expect(await workOf(await member(courseId, 'reviewer'))).toEqual([])
  expect((await workOf(admin)).filter(([kind]) => kind === 'toGrade')).toEqual([
    ['toGrade', courseId, 1],
    ['toGrade', other.courseId, 1],
  ])
})

test('a draft under review waits for those who may approve it', async () => {
  const { courseId, author, reviewer } = await givenTeam(api)
  const drafts = api.as(author).drafts
  const before = await drafts.get.query({ courseId })
  const { draftRevision: revision } = await drafts.createLesson.mutate({
    courseId,
    revision: before.revision,
    key: 'knots',
    title: 'Knots',
    type: 'text',
    minutes: 5,
    content: 'A bowline holds.',
  })
  expect(await workOf(author)).toEqual([])
  const requested = await drafts.requestReview.mutate({ courseId, revision })
  expect(await workOf(reviewer)).toEqual([['toReview', courseId, 1]])
  expect(await workOf(author)).toEqual([])
  await api.as(reviewer).drafts.approve.mutate({ courseId, revision: requested.revision })
  expect(await workOf(reviewer)).toEqual([])
})

test('a draft that cannot be published yet waits for its writers, without a review of its texts', async () => {
  const { courseId, author, owner, reviewer } = await givenTeam(api)
  const { drafts } = api.as(author)
  const { revision } = await drafts.get.query({ courseId })
  const lesson = { courseId, revision, key: 'knots', title: 'Knots' }
  const made = await drafts.createLesson.mutate({ ...lesson, type: 'text', content: ' ' })
  const waits = [['draftProblems', courseId, 1]]
  expect([await workOf(author), await workOf(owner)]).toEqual([waits, waits])
  expect(await workOf(reviewer)).toEqual([])

  const written = { courseId, key: 'knots', revision: made.revision, content: 'A bowline holds.' }
  await drafts.updateLesson.mutate(written)
  expect(await workOf(author)).toEqual([])
})

test('learners who stopped wait for teachers, those of a class for its teachers alone', async () => {
  const course = await api.given.course()
  const [quiet, busy] = [await api.given.learner(), await api.given.learner()]
  for (const learner of [quiet, busy]) await api.given.enrollment(learner, course)
  const at = (days: number) => new Date(api.deps.now().getTime() - days * 86_400_000)
  for (const [learner, days] of [
    [quiet, 15],
    [busy, 2],
  ] as const)
    await api.deps.db.execute(sql`
      update enrollments set last_activity_at = ${at(days)}
      where user_id = ${learner.id} and course_id = ${course.id}`)
  const teacher = await member(course.id, 'teacher')
  expect(await workOf(teacher)).toEqual([['stopped', course.id, 1]])

  const { id } = await api.as(admin).admin.cohorts.create.mutate({ name: 'Others' })
  await api.as(admin).admin.cohorts.addCourse.mutate({ cohortId: id, course: course.id })
  const tutor = await api.given.learner()
  await api.as(admin).members.add.mutate({
    courseId: course.id,
    email: tutor.email,
    role: 'teacher',
    cohorts: ['Others'],
  })
  expect(await workOf(tutor)).toEqual([])
})

test('invitations that run out wait for whoever may send them again, and mails for administrators', async () => {
  const { deps } = api
  const [support, finance] = [
    await api.given.learner({ role: 'support' }),
    await api.given.learner({ role: 'finance' }),
  ]
  await api.as(admin).admin.invitations.create.mutate({ email: 'new@example.com' })
  await deps.db.execute(sql`
    update invitations set expires_at = ${new Date(deps.now().getTime() + 3_600_000)}`)
  expect(await workOf(support)).toEqual([['invitationsEnding', null, 1]])
  expect(await workOf(finance)).toEqual([])

  const learner = await api.given.learner()
  const now = deps.now()
  await recordTry(deps.db, {
    userId: learner.id,
    kind: 'course-enrolled',
    status: 'failed',
    failure: 'no',
    id: firstIdAt(now),
    payload: null,
    createdAt: now,
    at: now,
  })
  const kinds = async (user: GivenUser) => (await workOf(user)).map(([kind]) => kind)
  expect(await kinds(admin)).toContain('mailsFailed')
  expect(await kinds(support)).not.toContain('mailsFailed')
})
