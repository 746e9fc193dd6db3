import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { assignment } from '../../../../content/lessons/assignment.ts'
import { countSubmittedBytes } from '../../../../db/queries/assessment/submissions.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../../../db/queries/courses/lessons.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { givenAssignment, givenQuiz, handIn, sendFile, smallPng } from '../test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

function at(courseId: string, rest = '') {
  return `/api/v1/authoring/courses/${courseId}/submissions${rest}`
}

async function grader(courseId: string): Promise<GivenUser> {
  const user = await api.given.learner({ name: 'Greta Grader' })
  await api.as(admin).members.add.mutate({ courseId, email: user.email, role: 'grader' })
  return user
}

async function upload(user: GivenUser, lessonId: string, name: string) {
  const id = await sendFile(api, user, { lessonId, name })
  const path = `POST /api/v1/lessons/${lessonId}/uploads/${id}/finish`
  const finished = await api.request(path, { token: user.token, body: {} })
  expect(finished.body.state).toBe('finished')
  return id
}

test('a text and files are handed in, wait in a queue, and are graded by a rubric', async () => {
  const levels = [
    { title: 'No', points: 0 },
    { title: 'Yes', points: 3 },
  ]
  const rubric = [
    { title: 'Holds', levels },
    { title: 'Neat', levels },
  ]
  const fileTypes = ['image/*']
  const { learner, courseId, lessonId } = await givenAssignment(api, {
    rubric,
    fileTypes,
    passPercent: 50,
  })
  const file = await upload(learner, lessonId, 'my-knot.png')
  const handed = await handIn(api, learner, lessonId, { text: 'I tied it.', uploadIds: [file] })
  expect([handed.status, handed.body.status]).toEqual([201, 'waiting'])
  const { id, files } = handed.body
  expect(files).toMatchObject([{ name: 'my-knot.png', type: 'image/png', size: smallPng.length }])
  const again = await handIn(api, learner, lessonId)
  expect([again.status, again.body.error]).toEqual([409, 'SubmissionWaiting'])

  const mine = await api.as(learner).attempts.list.query({ lessonId })
  expect(mine).toMatchObject({ items: [{ id, status: 'waiting', result: null }], nextAt: null })

  const { token } = await grader(courseId)
  const queue = await api.request(`GET ${at(courseId)}`, { token })
  expect(queue.body.items).toMatchObject([
    { id, learner: { name: 'Ada Lovelace' }, claimedBy: null },
  ])
  const toGrade = await api.request(`GET ${at(courseId, `/${id}`)}`, { token })
  expect(toGrade.body.rubric).toEqual(rubric)
  const read = await api.server.inject({
    url: new URL(toGrade.body.files[0].url).pathname + new URL(toGrade.body.files[0].url).search,
  })
  expect(read.rawPayload.equals(smallPng)).toBe(true)

  const wrong = await api.request(`POST ${at(courseId, `/${id}/grade`)}`, {
    token,
    body: { criteria: [0], points: 3 },
  })
  expect(wrong.body.issues.map(({ path }: { path: string }) => path)).toEqual([
    'points',
    'criteria',
  ])
  const graded = await api.request(`POST ${at(courseId, `/${id}/grade`)}`, {
    token,
    body: { criteria: [1, 0], comment: 'It holds.' },
  })
  expect([graded.status, graded.body.result, graded.body.criteria]).toEqual([
    200,
    { passed: true, points: 3, maxPoints: 6, percent: 50, comment: 'It holds.' },
    [3, 0],
  ])
  const own = await api.request(`GET /api/v1/submissions/${id}`, { token: learner.token })
  expect(own.body).toMatchObject({ status: 'graded', comment: 'It holds.', criteria: [3, 0] })
  const { items } = await api.as(learner).certificates.list.query({ userId: learner.id })
  expect(items).toHaveLength(1)
})

test('a rubric without points is refused, and one of before passes nobody by itself', async () => {
  const levels = ['Bad', 'Good'].map((title) => ({ title, points: 0 }))
  const rubric = [{ title: 'It holds', levels }]
  expect(assignment.own.written.safeParse({ rubric }).error?.issues).toMatchObject([
    { path: ['rubric'], message: expect.stringContaining('a level with points') },
  ])
  const { learner, courseId, lessonId } = await givenAssignment(api)
  await api.deps.db.transaction(async (db) => {
    // Restores what was published before.
    await db.execute(sql`alter table lesson_revisions disable trigger user`)
    await db.execute(sql`
      update lesson_revisions set details = jsonb_set(details, '{assignment,rubric}',
        ${JSON.stringify(rubric)}::jsonb) where id = ${lessonId}`)
    await db.execute(sql`alter table lesson_revisions enable trigger user`)
  })
  const { body } = await handIn(api, learner, lessonId)
  const { token } = await grader(courseId)
  const path = at(courseId, `/${body.id}`)
  const toGrade = await api.request(`GET ${path}`, { token })
  expect(toGrade.body).toMatchObject({ rubric: [], maxPoints: 100 })
  const byLevel = await api.request(`POST ${path}/grade`, { token, body: { criteria: [1] } })
  expect(byLevel.body.issues).toMatchObject([{ path: 'criteria' }, { path: 'points' }])
  const graded = await api.request(`POST ${path}/grade`, { token, body: { points: 30 } })
  expect(graded.body.result).toMatchObject({ passed: false, percent: 30 })
})

test('what is returned can be handed in again, as often as the lesson allows', async () => {
  const { learner, courseId, lessonId } = await givenAssignment(api, { attempts: 2, points: 10 })
  const { token } = await grader(courseId)
  const first = await handIn(api, learner, lessonId)
  const back = await api.request(`POST ${at(courseId, `/${first.body.id}/return`)}`, {
    token,
    body: { comment: 'Too short.' },
  })
  expect([back.status, back.body.status, back.body.comment]).toEqual([
    200,
    'returned',
    'Too short.',
  ])
  const second = await handIn(api, learner, lessonId)
  expect(second.body.number).toBe(2)
  const path = at(courseId, `/${second.body.id}`)
  const usedUp = await api.request(`POST ${path}/return`, { token, body: { comment: 'Again.' } })
  expect([usedUp.status, usedUp.body.error]).toEqual([409, 'AttemptsUsedUp'])
  const graded = await api.request(`POST ${path}/grade`, { token, body: { points: 7 } })
  expect(graded.body.result).toMatchObject({ passed: false, percent: 70 })
  const again = { points: 8, replaces: 1 }
  const better = await api.request(`POST ${path}/grade`, { token, body: again })
  expect(better.body.result).toMatchObject({ passed: true, percent: 80 })
})

test('a text of a quiz waits for a person, and the rest is graded by itself', async () => {
  const { learner, courseId, attempt } = await givenQuiz(api, {
    passPercent: 60,
    questions: [
      { key: 'name', type: 'text', title: 'Its name?', points: 4, accepted: ['Bowline'] },
      { key: 'why', type: 'essay', title: 'Why?', points: 6, guidance: 'Friction' },
      // Counts its points in halves, and those of the others with them.
      {
        key: 'what',
        type: 'match',
        title: 'What for?',
        pairs: ['loop', 'post'].map((left) => ({ left, right: `For a ${left}` })),
      },
    ],
  })
  const waiting = await attempt('right')
  expect(waiting).toMatchObject({ status: 'waiting', result: null, review: null })
  const { token } = await grader(courseId)
  const path = at(courseId, `/${waiting.id}`)
  const toGrade = await api.request(`GET ${path}`, { token })
  expect(toGrade.body.questions).toMatchObject([
    { title: 'Why?', points: 6, given: null, answer: 'Because it holds.', guidance: 'Friction' },
  ])
  const [why] = toGrade.body.questions

  const nothing = await api.request(`POST ${path}/grade`, { token, body: {} })
  expect(nothing.body.issues).toMatchObject([{ path: 'answers' }])
  const many = { answers: [{ position: why.position, points: 7 }] }
  const tooMany = await api.request(`POST ${path}/grade`, { token, body: many })
  expect(tooMany.body.issues).toMatchObject([
    { path: 'answers.0.points', message: 'must be at most 6' },
  ])
  const answers = [{ position: why.position, points: 2 }]
  const graded = await api.request(`POST ${path}/grade`, { token, body: { answers } })
  expect(graded.body.result).toMatchObject({ passed: true, points: 7, maxPoints: 11 })
  expect(graded.body.questions).toMatchObject([{ points: 6, given: 2 }])
  expect(await api.as(learner).attempts.get.query({ attemptId: waiting.id })).toMatchObject({
    status: 'graded',
    result: { passed: true },
  })
})

test('nobody else reads what was handed in', async () => {
  const { learner, lessonId, courseId } = await givenAssignment(api)
  const { body } = await handIn(api, learner, lessonId)
  const other = await givenAssignment(api)
  const stranger = await grader(other.courseId)
  for (const { token } of [other.learner, stranger]) {
    const mine = await api.request(`GET /api/v1/submissions/${body.id}`, { token })
    expect([mine.status, mine.body.error]).toEqual([404, 'SubmissionNotFound'])
    const theirs = await api.request(`GET ${at(courseId, `/${body.id}`)}`, { token })
    expect([theirs.status, theirs.body.error]).toEqual([404, 'CourseNotFound'])
  }
  const elsewhere = await api.request(`GET ${at(other.courseId, `/${body.id}`)}`, {
    token: stranger.token,
  })
  expect([elsewhere.status, elsewhere.body.error]).toEqual([404, 'SubmissionNotFound'])
})

test('a file of a type that the lesson does not take is refused, by its bytes', async () => {
  const { learner, lessonId } = await givenAssignment(api, { fileTypes: ['application/pdf'] })
  const file = await upload(learner, lessonId, 'a.pdf')
  const answer = await handIn(api, learner, lessonId, { uploadIds: [file] })
  expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'uploadIds.0'])
})

test('the queue comes in pages, the oldest first, and a cursor fits its own list alone', async () => {
  const course = await givenAssignment(api)
  const { courseId, lessonId } = course
  const others = [await api.given.learner(), await api.given.learner()]
  for (const other of others) await api.given.enrollment(other, course.content)
  const handed: string[] = []
  for (const learner of [course.learner, ...others])
    handed.push((await handIn(api, learner, lessonId)).body.id)
  const { token } = await grader(courseId)
  const seen: string[] = []
  let [cursor, first]: (string | null)[] = ['', '']
  while (cursor !== null) {
    const page = await api.request(`GET ${at(courseId, `?limit=1${cursor}`)}`, { token })
    expect(page.status).toBe(200)
    seen.push(...page.body.items.map(({ id }: { id: string }) => id))
    const { nextCursor } = page.body
    cursor = nextCursor === null ? null : `&cursor=${nextCursor}`
    first ||= cursor
  }
  expect(seen).toEqual(handed)
  const other = await api.request(`GET ${at(courseId, `?status=graded${first}`)}`, { token })
  expect([other.status, other.body.issues]).toMatchObject([400, [{ path: 'cursor' }]])
})

test('a file that is canceled cannot be handed in, and what has arrived still counts', async () => {
  const { learner, courseId, lessonId } = await givenAssignment(api)
  const counted = () =>
    countSubmittedBytes(api.database.db, { userId: learner.id, courseId, now: new Date() })
  const [finished, sent] = [
    await upload(learner, lessonId, 'a.png'),
    await sendFile(api, learner, { lessonId, name: 'b.png' }),
  ]
  expect(await counted()).toEqual({ bytes: 2 * smallPng.length, open: 2 })
  for (const id of [finished, sent]) {
    const path = `/api/v1/lessons/${lessonId}/uploads/${id}`
    const canceled = await api.request(`DELETE ${path}`, { token: learner.token })
    expect([canceled.status, canceled.body.id]).toEqual([200, id])
    const read = await api.request(`GET ${path}`, { token: learner.token })
    expect([read.status, read.body.error]).toEqual([404, 'UploadNotFound'])
  }
  expect(await counted()).toEqual({ bytes: 2 * smallPng.length, open: 0 })
  const answer = await handIn(api, learner, lessonId, { uploadIds: [finished] })
  expect([answer.status, answer.body.error]).toEqual([404, 'UploadNotFound'])
})

test('a file that was begun before the course changed is handed in after it', async () => {
  const { learner, lessonId, content } = await givenAssignment(api)
  const file = await sendFile(api, learner, { lessonId, name: 'a.png' })
  const [section] = content.sections
  const [lesson] = section?.lessons ?? []
  if (section === undefined || lesson === undefined) throw new Error('The course has no lesson.')
  const renamed = { ...lesson, key: 'renamed', formerKeys: [lesson.key] }
  await publishCourse(api.deps, { ...content, sections: [{ ...section, lessons: [renamed] }] })
  const course = await findCourse(api.database.db, { slug: content.slug })
  const [now] = await listLessons(api.database.db, course?.versionId ?? '')
  expect(now?.id).not.toBe(lessonId)
  const path = `POST /api/v1/lessons/${now?.id}/uploads/${file}/finish`
  const finished = await api.request(path, { token: learner.token, body: {} })
  expect([finished.status, finished.body.state]).toEqual([200, 'finished'])
  const handed = await handIn(api, learner, now?.id ?? '', { uploadIds: [file] })
  expect([handed.status, handed.body.files?.length]).toEqual([201, 1])
})
