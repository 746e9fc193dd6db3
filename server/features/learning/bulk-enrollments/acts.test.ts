import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent, type GivenCourse, type GivenUser } from '../../../test/given.ts'
import { untilJobsAreDone } from '../../../test/until.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { givenKey } from '../../people/api-keys/test-support.ts'
import { bulkOf, whileJobsWait } from './test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const school = api.as(admin)
const { bulkEnrollments, cohorts } = school.admin
const asAdmin = bulkOf(api, admin)
const { db } = api.deps
const refusal = (action: Promise<unknown>) => action.catch(({ data }) => data?.error)

async function givenLearners(course: GivenCourse, count: number): Promise<GivenUser[]> {
  const learners = await Promise.all(Array.from({ length: count }, () => api.given.learner()))
  for (const learner of learners) await api.given.enrollment(learner, course)
  return learners
}

async function givenTeacher(course: GivenCourse): Promise<GivenUser> {
  const teacher = await api.given.learner()
  const role = { courseId: course.id, email: teacher.email, role: 'teacher' } as const
  await school.members.add.mutate(role)
  return teacher
}

const of = (course: GivenCourse, users: readonly { id: string }[]) =>
  users.map(({ id: userId }) => ({ userId, courseId: course.id }))
const outcomes = (rows: { outcome: string | null; error: string | null }[]) =>
  rows.map(({ outcome, error }) => error ?? outcome)

/** Looks, acts, and returns both, sorted by rows. */
async function lookAndAct(input: Parameters<typeof bulkEnrollments.act.mutate>[0]) {
  const look = await bulkEnrollments.act.mutate({ ...input, dryRun: true })
  const { id } = await bulkEnrollments.act.mutate(input)
  const done = await asAdmin.done(id ?? '')
  const foretold = look.rows.sort((one, other) => one.row - other.row)
  return { look, foretold: outcomes(foretold), done, rows: await asAdmin.rows(id ?? '') }
}

test('an end is set for many, and what was foretold is what happens', async () => {
  const [course, paid] = [await api.given.course(), await api.given.course()]
  const [ada, ben, cora] = (await givenLearners(course, 3)) as [GivenUser, GivenUser, GivenUser]
  const stranger = await api.given.learner()
  await api.given.enrollment(cora, paid)
  await db.execute(sql`
    update transaction_lines set price_amount = 100, status = 'fulfilled'
    where user_id = ${cora.id} and course_id = ${paid.id}`)
  const endsAt = '2098-07-04'
  await school.admin.enrollments.setEnd.mutate({ userId: ben.id, courseId: course.id, endsAt })
  await school.learners.end.mutate({ userId: cora.id, courseId: course.id })
  const enrollments = [
    ...of(course, [ada, ben, cora, stranger, ada]),
    { userId: newId(), courseId: newId() },
  ]

  const { look, foretold, done, rows } = await lookAndAct({ act: 'set-end', enrollments, endsAt })

  expect(foretold).toEqual([
    ...['changed', 'unchanged', 'AccessEnded', 'EnrollmentNotFound', 'EnrollmentNotFound'],
  ])
  expect(outcomes(rows)).toEqual(foretold)
  expect(look).toMatchObject({ id: null, total: 5, changed: 1, unchanged: 1, failed: 3, mails: 0 })
  expect(done).toMatchObject({ act: 'set-end', total: 5, changed: 1, unchanged: 1, failed: 3 })
  expect(rows[0]).toMatchObject({ email: ada.email, name: ada.name, course: course.title })
  const { endsOn } = await school.admin.enrollments.get.query({
    userId: ada.id,
    courseId: course.id,
  })
  expect(endsOn).toBe(endsAt)
})

test('many enrollments end as each would, and a second time changes nothing', async () => {
  const course = await api.given.course()
  const enrollments = of(course, await givenLearners(course, 2))

  const first = await lookAndAct({ act: 'end', enrollments })
  const second = await lookAndAct({ act: 'end', enrollments })

  expect([first.foretold, outcomes(first.rows)]).toEqual([
    ['changed', 'changed'],
    ['changed', 'changed'],
  ])
  expect([second.foretold, outcomes(second.rows)]).toEqual([
    ['unchanged', 'unchanged'],
    ['unchanged', 'unchanged'],
  ])
})

test('a message reaches those who are chosen, and nobody else; by mail whoever wants that', async () => {
  const course = await api.given.course()
  const [ada, ben, cora, gone] = (await givenLearners(course, 4)) as [
    ...[GivenUser, GivenUser, GivenUser, GivenUser],
  ]
  await api.as(ben).me.update.mutate({ announcementsByMail: false })
  await school.learners.end.mutate({ userId: gone.id, courseId: course.id })
  const text = `Come at ten, ${newId()}`

  const { look, foretold, rows } = await lookAndAct({
    ...{ act: 'message', text, enrollments: of(course, [ada, ben, gone]) },
  })
  await untilJobsAreDone(api, 'enroll-in-bulk', 'send-course-mail')

  expect(foretold).toEqual(['changed', 'changed', 'EnrollmentNotFound'])
  expect(outcomes(rows)).toEqual(foretold)
  expect(look.mails).toBe(1)
  const told = async (learner: GivenUser) =>
    (await api.as(learner).me.announcements.query({ courseId: course.id })).items.map(
      (one) => one.text,
    )
  expect([await told(ada), await told(ben), await told(cora)]).toEqual([[text], [text], []])
  expect(api.mails.filter((mail) => mail.text.includes(text)).map(({ to }) => to)).toEqual([
    ada.email,
  ])
  const { items } = await school.announcements.list.query({ courseId: course.id })
  expect(items).toMatchObject([{ audience: 'chosen', byMail: true, text }])
})

test('no learner gets more than three messages of a course by mail on a day', async () => {
  const course = await api.given.course()
  const [ada] = await givenLearners(course, 1)
  const text = `Again, ${newId()}`
  for (const _ of [1, 2, 3, 4]) {
    const act = { act: 'message', text, enrollments: of(course, ada ? [ada] : []) } as const
    await asAdmin.done((await bulkEnrollments.act.mutate(act)).id ?? '')
  }
  await untilJobsAreDone(api, 'send-course-mail')

  expect(api.mails.filter((mail) => mail.text.includes(text))).toHaveLength(3)
})

test('invitations are mailed again, up to the mails of a day', async () => {
  const course = await api.given.course()
  const emails = [1, 2].map(() => `invited-${newId()}@example.com`)
  await asAdmin.enroll(`email\n${emails.join('\n')}\n`, { query: `?course=${course.slug}` })
  const { items } = await school.admin.invitations.list.query({ course: course.id })
  const invitations = [...items.map(({ id }) => id), newId()]

  const { look, foretold, rows } = await lookAndAct({ act: 'resend', invitations })

  expect([look.mails, foretold]).toEqual([2, ['changed', 'changed', 'InvitationNotFound']])
  expect(outcomes(rows)).toEqual(foretold)
  expect(
    rows
      .map(({ email }) => email)
      .filter(Boolean)
      .sort(),
  ).toEqual(emails.sort())
})

test('teachers act on their learners, see how far it is, and no email', async () => {
  const content = courseContent({ lessons: ['required'] })
  await publishCourse(api.deps, { ...content, due: '7 days after enrollment' })
  const found = await school.courses.get.query({ idOrSlug: content.slug })
  const course = { ...found, lessons: [] } as unknown as GivenCourse
  const [ada, ben] = (await givenLearners(course, 2)) as [GivenUser, GivenUser]
  const teacher = await givenTeacher(course)
  const { learners } = api.as(teacher)
  const act = { courseId: course.id, act: 'extend', reason: 'You were ill' } as const
  const userIds = [ada.id, ben.id, (await api.given.learner()).id]

  const late = await learners.act.mutate({ ...act, userIds, dueOn: '2097-01-01', dryRun: true })
  const soon = await learners.act.mutate({ ...act, userIds, dueOn: '1999-01-01', dryRun: true })
  const { id } = await learners.act.mutate({ ...act, userIds, dueOn: '2097-01-01' })
  const of = { courseId: course.id, bulkEnrollmentId: id ?? '' }
  await expect.poll(async () => (await learners.acted.query(of)).status).toBe('done')

  expect(late).toMatchObject({ changed: 2, failed: 1, mails: 2 })
  expect(soon).toMatchObject({ changed: 0, failed: 3 })
  const acted = await learners.acted.query(of)
  expect(acted).toMatchObject({ act: 'extend', total: 3, changed: 2, failed: 1 })
  expect([...late.rows, ...acted.rows].map(({ email }) => email)).toEqual([null, null, null, null])
  expect(acted.rows).toMatchObject([{ name: null, error: 'EnrollmentNotFound' }])
  const { extensions } = await learners.get.query({ courseId: course.id, userId: ada.id })
  expect(extensions).toMatchObject([{ dueOn: '2097-01-01', reason: 'You were ill' }])
  expect(await refusal(school.learners.acted.query(of))).toBe('BulkEnrollmentNotFound')
  expect(await refusal(bulkEnrollments.act.mutate({ act: 'end' }))).toBe('MissingFields')
})

test('a teacher of cohorts reaches their members alone, and nobody once they teach no more', async () => {
  const course = await api.given.course()
  const [ada, ben] = (await givenLearners(course, 2)) as [GivenUser, GivenUser]
  const cohort = await cohorts.create.mutate({ name: `Class ${newId()}` })
  await cohorts.addCourse.mutate({ cohortId: cohort.id, course: course.id })
  await cohorts.addMember.mutate({ cohortId: cohort.id, user: ada.email })
  const teacher = await api.given.learner()
  const member = { courseId: course.id, email: teacher.email, role: 'teacher' } as const
  await school.members.add.mutate({ ...member, cohorts: [cohort.id] })
  const { learners } = api.as(teacher)
  const userIds = [ada.id, ben.id]
  const act = { courseId: course.id, act: 'end' as const, userIds }

  expect(outcomes((await learners.act.mutate({ ...act, dryRun: true })).rows)).toEqual([
    ...['EnrollmentNotFound', 'changed'],
  ])
  const id = await whileJobsWait(api, async () => {
    const { id } = await learners.act.mutate(act)
    expect(await refusal(learners.act.mutate(act))).toBe('BulkEnrollmentsRunning')
    await school.members.remove.mutate({ courseId: course.id, userId: teacher.id })
    return id ?? ''
  })
  expect(await refusal(learners.act.mutate(act))).toBe('CourseNotFound')
  expect(await asAdmin.done(id)).toMatchObject({ courseId: course.id, changed: 0, failed: 2 })
  expect(outcomes(await asAdmin.rows(id))).toEqual(['Forbidden', 'Forbidden'])
})

test('a key acts on the learners of courses that it names', async () => {
  const course = await api.given.course()
  const userIds = (await givenLearners(course, 1)).map(({ id }) => id)
  const act = { courseId: course.id, act: 'end' as const, userIds }
  const keyOf = (courseIds: string[]) =>
    givenKey(api, ['learners:read', 'learners:write'], { courseIds })
  const other = await keyOf([(await api.given.course()).id])
  expect(await refusal(api.as(other).learners.act.mutate(act))).toBe('CourseNotFound')

  const { id } = await api.as(await keyOf([course.id])).learners.act.mutate(act)

  expect(await asAdmin.done(id ?? '')).toMatchObject({ changed: 1 })
})
