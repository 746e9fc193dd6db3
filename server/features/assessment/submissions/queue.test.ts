import { describe, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { type GivenAssignment, givenAssignment, givenQuiz, handIn } from '../test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

async function member(courseIds: string[], role: 'grader' | 'teacher', cohorts?: string[]) {
  const user = await api.given.learner({ name: `A ${role}` })
  for (const courseId of courseIds)
    await api.as(admin).members.add.mutate({ courseId, email: user.email, role, cohorts })
  return user
}

async function given(name = `Class ${crypto.randomUUID()}`) {
  const [one, other] = [await givenAssignment(api), await givenAssignment(api)]
  const mate = await api.given.learner({ name: 'Mia Mate' })
  await api.given.enrollment(mate, one.content)
  const { id: cohortId } = await api.as(admin).admin.cohorts.create.mutate({ name })
  await api.as(admin).admin.cohorts.addCourse.mutate({ cohortId, course: one.courseId })
  await api.as(admin).admin.cohorts.addMember.mutate({ cohortId, user: mate.email })
  return { one, other, mate, cohortId, name }
}

const hand = async ({ lessonId }: GivenAssignment, learner: GivenUser) =>
  String((await handIn(api, learner, lessonId)).body.id)
const queueOf = async (user: GivenUser, filters: object = {}) =>
  (await api.as(user).submissions.queue.query(filters)).items.map(({ id }) => id)

test('one queue holds what waits in all courses of a grader, the oldest first, and nothing else', async () => {
  const { one, other, mate, cohortId } = await given()
  const foreign = await givenAssignment(api)
  const ids = [
    await hand(one, one.learner),
    await hand(other, other.learner),
    await hand(one, mate),
  ]
  const elsewhere = await hand(foreign, foreign.learner)
  const grader = await member([one.courseId, other.courseId], 'grader')
  expect(await queueOf(grader)).toEqual(ids)
  expect(await queueOf(grader, { courseId: one.courseId })).toEqual([ids[0], ids[2]])
  expect(await queueOf(grader, { cohortId })).toEqual([ids[2]])
  expect(await queueOf(grader, { lessonKey: 'no-such-lesson' })).toEqual([])
  expect(await queueOf(grader, { courseId: foreign.courseId })).toEqual([])
  expect(await queueOf(foreign.learner)).toEqual([])
  expect(await queueOf(admin)).toEqual(expect.arrayContaining([...ids, elsewhere]))
  expect(await queueOf(admin, { courseId: foreign.courseId })).toEqual([elsewhere])

  const seen: string[] = []
  for (let cursor: string | undefined, at = 0; at < 3; at += 1) {
    const page = await api.as(grader).submissions.queue.query({ limit: 1, cursor })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  }
  expect(seen).toEqual(ids)
  await api.as(grader).submissions.grade.mutate({
    ...{ courseId: one.courseId, submissionId: ids[0] ?? '', points: 1 },
  })
  expect(await queueOf(grader)).toEqual(ids.slice(1))
})

test('a grader who takes the course as well never meets their own work', async () => {
  const course = await givenAssignment(api)
  const { courseId, learner } = course
  await hand(course, learner)
  await api.as(admin).members.add.mutate({ courseId, email: learner.email, role: 'grader' })
  expect(await queueOf(learner)).toEqual([])
})

describe('a teacher of a class', async () => {
  const { one, other, mate, cohortId: own, name } = await given()
  const { courseId } = one
  const teacher = await member([courseId], 'teacher', [name])
  const [foreign, theirs] = [await hand(one, one.learner), await hand(one, mate)]
  const { submissions, grades } = api.as(teacher)

  test('learns not even of its members who is in another', async () => {
    const { cohorts } = api.as(admin).admin
    const { id: cohortId } = await cohorts.create.mutate({ name: `Not ${name}` })
    await cohorts.addMember.mutate({ cohortId, user: mate.email })
    expect(await queueOf(admin, { courseId, cohortId })).toEqual([theirs])
    expect(await queueOf(teacher, { cohortId })).toEqual([])
  })

  test('sees and grades what its members hand in', async () => {
    expect(await queueOf(teacher)).toEqual([theirs])
    const listed = await submissions.list.query({ courseId })
    expect(listed.items.map(({ id }) => id)).toEqual([theirs])
    const { items } = await grades.gradebook.query({ courseId })
    expect(items.map(({ learner }) => learner.id)).toEqual([mate.id])
    const path = `GET /api/v1/authoring/courses/${courseId}/gradebook.csv`
    const { text } = await api.request(path, { token: teacher.token })
    expect([text.includes(mate.id), text.includes(one.learner.id)]).toEqual([true, false])
    const of = { courseId, submissionId: theirs }
    expect(await submissions.claim.mutate(of)).toMatchObject({ isClaimedByYou: true })
    const graded = await submissions.grade.mutate({ ...of, points: 90 })
    expect(graded.result?.passed).toBe(true)
  })

  test('meets no other learner', async () => {
    const of = { courseId, submissionId: foreign }
    for (const act of [
      () => submissions.getToGrade.query(of),
      () => submissions.claim.mutate(of),
      () => submissions.grade.mutate({ ...of, points: 1 }),
      () => submissions.return.mutate({ ...of, comment: 'Again.' }),
    ])
      await expect(act()).rejects.toMatchObject({ data: { error: 'SubmissionNotFound' } })
    const userId = one.learner.id
    const excused = { courseId, userId, key: 'lesson-1', excused: true, reason: 'Ill' }
    await expect(grades.excuse.mutate(excused)).rejects.toMatchObject({
      data: { error: 'EnrollmentNotFound' },
    })
    await api.as(admin).grades.grant.mutate({ courseId, userId, extraDays: 1, reason: 'Ill' })
    expect((await grades.accommodations.query({ courseId })).items).toEqual([])
    expect(await queueOf(teacher, { courseId: other.courseId })).toEqual([])
  })

  test('learns it from no gradebook, and from no table of one, either', async () => {
    const { cohorts } = api.as(admin).admin
    const both = await api.given.learner()
    const { id: cohortId } = await cohorts.create.mutate({ name: `Also not ${name}` })
    await cohorts.addCourse.mutate({ cohortId, course: courseId })
    for (const id of [cohortId, own])
      await cohorts.addMember.mutate({ cohortId: id, user: both.id })

    const book = `GET /api/v1/authoring/courses/${courseId}/gradebook`
    const rows = async ({ token }: { token: string }) => {
      const { body } = await api.request(`${book}?cohortId=${cohortId}`, { token })
      const { text } = await api.request(`${book}.csv?cohortId=${cohortId}`, { token })
      return [body.items.length, text.trimEnd().split('\r\n').length - 1]
    }
    expect(await rows(admin)).toEqual([1, 1])
    expect(await rows(teacher)).toEqual([0, 0])
  })

  test('meets no regrade, which is about all', async () => {
    const quiz = await givenQuiz(api)
    const of = { courseId: quiz.courseId, key: 'which-holds', toRevision: 1, dryRun: true }
    const { id: regradeId } = await api
      .as(admin)
      .grades.regrade.mutate({ ...of, policy: 'full-points' })
    const tutor = await member([quiz.courseId], 'teacher', [name])
    const named = { courseId: quiz.courseId, regradeId }
    for (const act of [
      () => api.as(tutor).grades.getRegrade.query(named),
      () => api.as(tutor).grades.regraded.query(named),
    ])
      await expect(act()).rejects.toMatchObject({ data: { error: 'RegradeNotFound' } })
  })
})

test('a grader reads what is asked as it is published, and not the draft', async () => {
  const { courseId } = await givenAssignment(api)
  const { versions, drafts } = api.as(await member([courseId], 'grader'))
  const { sections } = await versions.get.query({ courseId, number: 1 })
  const key = sections[0]?.lessons[0]?.key ?? ''
  const lesson = await versions.getLesson.query({ courseId, number: 1, key })
  expect(lesson).toMatchObject({ type: 'assignment', key, previous: null, next: null })
  const draft = drafts.getLesson.query({ courseId, key })
  await expect(draft).rejects.toMatchObject({ data: { error: 'Forbidden' } })
  for (const [of, error] of [
    [{ courseId, number: 2, key }, 'VersionNotFound'],
    [{ courseId, number: 1, key: 'no-such-lesson' }, 'LessonNotFound'],
  ] as const)
    await expect(versions.getLesson.query(of)).rejects.toMatchObject({ data: { error } })
})

test('a grader keeps a hundred comments, which nobody else sees', async () => {
  const [grader, other] = [await api.given.learner(), await api.given.learner()]
  const { submissions } = api.as(grader)
  const { id: commentId } = await submissions.addComment.mutate({ text: 'Show how.' })
  for (let at = 1; at < 98; at += 1) await submissions.addComment.mutate({ text: `No. ${at}` })
  const answers = await atOnce(5, () =>
    api.request('POST /api/v1/me/grading/comments', {
      token: grader.token,
      body: { text: 'Why?' },
    }),
  )
  const outcomes = answers.map(({ status, body }) => (status === 201 ? 'kept' : body.error))
  expect(tally(outcomes)).toEqual({ kept: 2, TooManyComments: 3 })
  const { items } = await submissions.comments.query({ limit: 100 })
  expect([items.length, items[0]?.text]).toEqual([100, 'Show how.'])
  expect((await api.as(other).submissions.comments.query({})).items).toEqual([])
  await expect(api.as(other).submissions.removeComment.mutate({ commentId })).rejects.toMatchObject(
    {
      data: { error: 'CommentNotFound' },
    },
  )
  const exported = await api.as(grader).me.export.query({})
  expect(exported.gradingComments).toEqual(items)
  await submissions.removeComment.mutate({ commentId })
  expect((await submissions.comments.query({ limit: 100 })).items).toHaveLength(99)
})
