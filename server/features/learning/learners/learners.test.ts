import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../../../db/queries/courses/lessons.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { courseContent } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { report } from '../../authoring/moves/test-support.ts'
import { givenKey } from '../../people/api-keys/test-support.ts'

const api = await forAllTests(startApi({ config: { tokenTtlMilliseconds: 100 * 86_400_000 } }))
const team = await givenTeam(api)
const admin = api.as(await api.given.admin()).admin
const teacher = await api.given.learner({ name: 'Theo' })
const ofBlue = await api.given.learner({ name: 'Tara' })
const [ada, ben] = [
  await api.given.learner({ name: 'Ada Lovelace' }),
  await api.given.learner({ name: 'Ben Okri' }),
]
let course: GivenCourse
let keys: string[]
let other: string

const asTeacher = api.as(teacher).learners
const asTara = api.as(ofBlue).learners
const learning = (user: GivenUser) => ({ courseId: course.id, userId: user.id })
const failure = (action: Promise<unknown>) =>
  action.then(
    () => 'none',
    (error) => error.data?.error ?? error.name,
  )
const mailed = (user: GivenUser, reason: string) =>
  vi.waitFor(() =>
    expect(api.mails.some(({ to, text }) => to === user.email && text.includes(reason))).toBe(true),
  )

beforeAll(async () => {
  const content = courseContent({ lessons: ['required', 'required', 'required'] })
  await publishCourse(api.deps, { ...content, due: '7 days after enrollment' })
  const found = await findCourse(api.deps.db, { slug: content.slug })
  if (found === undefined) throw new Error('The course is not there.')
  course = { ...found, lessons: await listLessons(api.deps.db, found.versionId) }
  await api.database.db.execute(sql`
    insert into course_members (course_id, user_id, role, added_at)
    values (${course.id}, ${team.owner.id}, 'owner', now())`)
  for (const name of ['Blue', 'Red']) await admin.cohorts.create.mutate({ name })
  for (const [learner, cohort] of [
    [ada, 'Blue'],
    [ben, 'Red'],
  ] as const) {
    await api.given.enrollment(learner, course)
    const { items } = await admin.cohorts.list.query({})
    const cohortId = items.find(({ name }) => name === cohort)?.id ?? ''
    await admin.cohorts.addMember.mutate({ cohortId, user: learner.email })
    if (cohort === 'Red') other = cohortId
  }
  const { add } = api.as(team.owner).members
  await add.mutate({ courseId: course.id, email: teacher.email, role: 'teacher' })
  await add.mutate({ courseId: course.id, email: ofBlue.email, role: 'teacher', cohorts: ['Blue'] })
  keys = course.lessons.map(({ key }) => key)
})

describe('the learners of a course', () => {
  test('are shown with where they stopped, and without emails', async () => {
    await report(api, { learner: ada, course }, keys[0] ?? '')
    const { items } = await asTeacher.list.query({ courseId: course.id, q: 'love ADA' })
    expect(items).toMatchObject([
      { name: 'Ada Lovelace', email: null, percent: 33, next: { lessonKey: keys[1] } },
    ])
    expect(items[0]?.overdue).toBe(false)
    const newest = await asTeacher.list.query({ courseId: course.id, sort: 'newest', limit: 1 })
    const rest = await asTeacher.list.query({
      courseId: course.id,
      sort: 'newest',
      limit: 1,
      cursor: newest.nextCursor ?? '',
    })
    const names = [...newest.items, ...rest.items].map(({ name }) => name)
    expect([names.sort(), rest.nextCursor]).toEqual([['Ada Lovelace', 'Ben Okri'], null])
    const csv = await api.request(`GET /api/v1/authoring/courses/${course.id}/learners.csv`, {
      token: teacher.token,
    })
    expect([csv.status, JSON.stringify(csv.body).includes('@')]).toEqual([200, false])
  })

  test('are those of the cohorts of a teacher of cohorts, at every door', async () => {
    const reason = 'Because'
    const { items } = await asTara.list.query({ courseId: course.id })
    expect(items.map(({ name }) => name)).toEqual(['Ada Lovelace'])
    const ofBlueAlone = { courseId: course.id, cohort: 'Blue' }
    const shown = await api.as(ofBlue).authoring.get.query({ courseId: course.id })
    expect(shown.cohorts).toMatchObject([{ name: 'Blue' }])
    expect((await asTara.report.query(ofBlueAlone)).enrolled).toBe(1)
    expect((await asTara.periods.query(ofBlueAlone)).items.at(-1)?.enrolled).toBe(1)
    expect((await asTara.stops.query(ofBlueAlone)).items).toMatchObject([
      { lessonKey: keys[1], learners: 1 },
    ])
    expect((await asTara.stuck.query({ courseId: course.id })).items).toEqual([])
    expect((await asTara.get.query(learning(ada))).items).toHaveLength(3)
    for (const one of [ada, ben])
      await api.as(team.owner).grades.grant.mutate({ ...learning(one), extraDays: 1, reason })
    const { grades } = api.as(ofBlue)
    const { items: book } = await grades.gradebook.query({ courseId: course.id })
    const { items: granted } = await grades.accommodations.query({ courseId: course.id })
    for (const rows of [book, granted])
      expect(rows.map(({ learner }) => learner.name)).toEqual(['Ada Lovelace'])
    const refused = [
      asTara.list.query({ courseId: course.id, cohort: 'Red' }),
      asTara.report.query({ courseId: course.id, cohort: other }),
      asTara.periods.query({ courseId: course.id, cohort: other }),
      asTara.stops.query({ courseId: course.id, cohort: other }),
      asTara.stuck.query({ courseId: course.id, cohort: other }),
      asTeacher.list.query({ courseId: course.id, cohort: other }),
      asTara.get.query(learning(ben)),
      asTara.end.mutate(learning(ben)),
      asTara.markLesson.mutate({ ...learning(ben), key: keys[0] ?? '', done: true, reason }),
      asTara.extend.mutate({ ...learning(ben), dueOn: '2030-01-01', reason }),
      asTara.revokeExtension.mutate(learning(ben)),
      asTara.report.query({ courseId: course.id }),
      asTara.periods.query({ courseId: course.id }),
      asTara.stops.query({ courseId: course.id }),
      grades.excuse.mutate({ ...learning(ben), key: keys[0] ?? '', excused: true, reason }),
      grades.giveTime.mutate({ courseId: course.id, cohort: other, minutes: 5, reason }),
      grades.giveTime.mutate({ courseId: course.id, minutes: 5, reason }),
      grades.grant.mutate({ ...learning(ada), extraDays: 2, reason }),
      grades.revoke.mutate(learning(ada)),
    ]
    expect(await Promise.all(refused.map(failure))).toEqual([
      ...['CohortNotFound', 'CohortNotFound', 'CohortNotFound', 'CohortNotFound'],
      ...['CohortNotFound', 'CohortNotFound'],
      ...['EnrollmentNotFound', 'EnrollmentNotFound', 'EnrollmentNotFound'],
      ...['EnrollmentNotFound', 'EnrollmentNotFound', 'InvalidFields'],
      ...['InvalidFields', 'InvalidFields', 'EnrollmentNotFound'],
      ...['CohortNotFound', 'Forbidden', 'Forbidden', 'Forbidden'],
    ])
  })

  test('are enrolled and leave by those who teach all', async () => {
    const cleo = await api.given.learner({ name: 'Cleo' })
    const enroll = { courseId: course.id, user: cleo.email }
    expect(await asTeacher.enroll.mutate(enroll)).toEqual({
      outcome: 'enrolled',
      userId: cleo.id,
      ...{ enrollment: null, invitationId: null },
    })
    const { invitationId } = await asTeacher.enroll.mutate({ ...enroll, user: 'dot@example.com' })
    expect(invitationId).toBeNull()
    const ended = { ...learning(cleo), ended: true, enrollment: null }
    expect(await asTeacher.end.mutate(learning(cleo))).toEqual(ended)
    expect(await asTeacher.end.mutate(learning(cleo))).toEqual({ ...ended, ended: false })
    const seats = await asTeacher.setSeats.mutate({ courseId: course.id, seats: 20 })
    expect(await asTeacher.seats.query({ courseId: course.id })).toEqual(seats)
  })
})

describe("what is the school's alone", () => {
  const path = () => `/api/v1/authoring/courses/${course.id}`

  test('are emails, for people and keys with its permission, and for no teacher', async () => {
    const maker = await api.given.admin()
    const ofSchool = await api.given.learner({ role: 'support' })
    const keyWith = (scope: 'reports:read' | 'learners:read') =>
      givenKey(api, [scope], {
        maker,
        ...(scope === 'learners:read' && { courseIds: [course.id] }),
      })
    const emailsOf = async ({ token }: { token: string }) => {
      const answers = [
        await api.request(`GET ${path()}/learners`, { token }),
        await api.request(`GET ${path()}/stuck?days=1`, { token }),
        await api.request(`GET ${path()}/learners.csv`, { token }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      return answers.map(({ text }) => text.includes('@'))
    }
    await api.database.db.execute(sql`
      update enrollments set last_activity_at = now() - interval '9 days'
      where course_id = ${course.id} and user_id = ${ada.id} and completed_at is null`)

    for (const one of [ofSchool, maker, await keyWith('reports:read')])
      expect(await emailsOf(one)).toEqual([true, true, true])
    for (const one of [teacher, ofBlue, team.owner, await keyWith('learners:read')])
      expect(await emailsOf(one)).toEqual([false, false, false])
  })

  test('are the cohort of an enrollment and requirements that are waived', async () => {
    const [enroll, asSupport] = [
      { courseId: course.id, user: (await api.given.learner({ name: 'Finn' })).email },
      api.as(await api.given.learner({ role: 'support' })).learners,
    ]
    for (const field of [{ cohort: 'Blue' }, { waive: 'Knows it' }]) {
      const { status, body } = await api.request(`POST ${path()}/learners`, {
        token: teacher.token,
        body: { user: enroll.user, ...field },
      })
      const [issue] = body.issues
      expect([status, body.error, issue.path]).toEqual([
        ...[400, 'InvalidFields'],
        Object.keys(field)[0],
      ])
    }
    expect(await asSupport.enroll.mutate({ ...enroll, cohort: 'Blue' })).toMatchObject({
      outcome: 'enrolled',
      enrollment: { email: enroll.user, courseId: course.id },
    })
    const { invitationId } = await asSupport.enroll.mutate({ ...enroll, user: 'eve@example.com' })
    expect(invitationId).not.toBeNull()
  })

  test('is which purchase keeps an enrollment', async () => {
    const price = { amount: 900, currency: 'USD' }
    const [paid, buyer] = [await api.given.course({ price }), await api.given.learner()]
    await api.database.db.execute(sql`
      insert into course_members (course_id, user_id, role, added_at)
      values (${paid.id}, ${teacher.id}, 'teacher', now())`)
    const { checkoutUrl } = await api.as(buyer).transactions.create.mutate({ courseIds: [paid.id] })
    await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)
    const endBy = async ({ token }: { token: string }) => {
      const address = `/api/v1/authoring/courses/${paid.id}/learners/${buyer.id}` as const
      const { body } = await api.request(`DELETE ${address}`, { token })
      return [body.error, 'facts' in body]
    }
    expect(await endBy(teacher)).toEqual(['RefundNeeded', false])
    expect(await endBy(await api.given.admin())).toEqual(['CoursePaidFor', true])
  })
})

test('an extension moves the due date of one learner, is told, exported, and can be taken back', async () => {
  const dueOn = new Date(api.deps.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
  await asTara.extend.mutate({ ...learning(ada), dueOn, reason: 'You were ill' })
  api.advance(10 * 86_400_000)
  const overdue = await asTeacher.list.query({ courseId: course.id, overdue: true })
  expect(overdue.items.map(({ name }) => name)).not.toContain('Ada Lovelace')
  expect(overdue.items.map(({ name }) => name)).toContain('Ben Okri')
  await mailed(ada, 'You were ill')
  const exported = await api.as(ada).me.export.query({})
  expect(exported.extensions).toMatchObject([{ courseId: course.id, lessonKey: null, dueOn }])
  expect(await asTara.revokeExtension.mutate(learning(ada))).toMatchObject({ revoked: true })
  await mailed(ada, 'was taken back')
  // Checks that what would change nothing is refused, and not promised.
  for (const given of [{ dueOn: '2026-01-01' }, { dueOn, lessonKey: keys[0] ?? '' }])
    expect(await failure(asTara.extend.mutate({ ...learning(ada), reason: 'No', ...given }))).toBe(
      'InvalidFields',
    )
  expect(await asTara.revokeExtension.mutate(learning(ada))).toMatchObject({ revoked: false })
})

test('a lesson is marked as done or opened again: told, and a completion is never taken', async () => {
  const mark = (key: string | undefined, done: boolean) =>
    asTeacher.markLesson.mutate({ ...learning(ben), key: key ?? '', done, reason: 'Shown to me' })
  const seen = async () => (await asTeacher.get.query(learning(ben))).lastActivityAt
  const before = await seen()
  for (const key of keys.slice(0, 2)) await mark(key, true)
  expect(await seen()).toEqual(before)
  expect(await mark(keys[0], true)).toMatchObject({ changed: false, courseCompletedAt: null })
  expect(await mark(keys[0], false)).toMatchObject({ changed: true, percent: 33 })
  await mark(keys[0], true)
  const last = await mark(keys[2], true)
  expect(last).toMatchObject({ percent: 100, courseCompletedAt: expect.any(String) })
  const certificates = () => api.as(ben).certificates.list.query({ userId: ben.id })
  const issued = await certificates()
  expect(issued.items).toHaveLength(1)
  expect(await mark(keys[2], false)).toMatchObject({
    percent: 100,
    courseCompletedAt: last.courseCompletedAt,
  })
  expect(await certificates()).toEqual(issued)
  await mailed(ben, 'Shown to me')
  expect(await failure(mark('no-such', true))).toBe('LessonNotFound')
  const { rows } = await api.database.db.execute(sql`
    select event from audit_events where user_id = ${ben.id} and event = 'lesson-reopened'`)
  expect(rows).toHaveLength(2)
})
