import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenAssignment, givenQuiz, handIn } from '../test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

test('the best attempt counts, by the weights, in the gradebook and for the learner', async () => {
  const { learner, courseId, attempt } = await givenQuiz(api, { passPercent: 100, lessons: 1 })
  await attempt({ 'Its name?': { type: 'text', text: 'bowline' } })
  await attempt({
    'Its name?': { type: 'text', text: 'bowline' },
    'How many turns?': { type: 'number', number: '2.55' },
  })
  await attempt()
  const own = await api.as(learner).grades.own.query({ courseId })
  expect(own).toMatchObject({
    grade: 20,
    accommodation: null,
    items: [{ key: 'lesson-1', percent: 20, passed: false, attempts: 3, weight: 1 }],
  })
  const book = await api.as(admin).grades.gradebook.query({ courseId })
  expect(book).toMatchObject({
    lessons: [{ key: 'lesson-1', type: 'quiz' }],
    moreLessons: false,
    items: [{ learner: { id: learner.id }, grade: 20, results: [{ percent: 20, passed: false }] }],
  })
})

test('a quiz that shows no score shows none in the grades either, nor in their mean', async () => {
  const { learner, courseId, lessonId, attempt } = await givenQuiz(api, { reveals: 'never' })
  const { result, review } = await attempt('right')
  expect([result, review]).toEqual([{ passed: true, comment: null }, null])
  const own = await api.as(learner).grades.own.query({ courseId })
  expect([own.grade, own.items[0]?.percent, own.items[0]?.passed]).toEqual([null, null, true])
  const list = await api.as(learner).attempts.list.query({ lessonId })
  expect(list.items[0]?.result).toEqual({ passed: true, comment: null })
})

test('one learner gets more time, attempts and days, and sees why; it is on record', async () => {
  const options = { attempts: 1, timeLimitMinutes: 10 }
  const { learner, courseId, lessonId, attempt, start } = await givenQuiz(api, options)
  const given = { timePercent: 150, extraAttempts: 1, reason: 'A broken arm' }
  await api.as(admin).grades.grant.mutate({ courseId, userId: learner.id, ...given })
  await attempt()
  const second = await start()
  const minutes = Date.parse(second.deadlineAt ?? '') - Date.parse(second.startedAt)
  expect(minutes).toBe(15 * 60_000)
  const list = await api.as(learner).attempts.list.query({ lessonId })
  expect([list.attemptsLeft, list.accommodation?.timePercent]).toEqual([0, 150])
  expect(await api.as(learner).grades.own.query({ courseId })).toMatchObject({
    accommodation: { ...given, until: null },
  })
  const audit = await api.as(admin).admin.users.audit.query({ userId: learner.id })
  expect(audit.items.map(({ event }) => event)).toContain('accommodation-granted')

  await api.as(admin).grades.revoke.mutate({ courseId, userId: learner.id })
  expect(await api.as(learner).grades.own.query({ courseId })).toMatchObject({
    accommodation: null,
  })
})

test('an assignment is due later for whoever has more days', async () => {
  const dueAt = new Date(Date.now() - 86_400_000).toISOString()
  const { learner, courseId, lessonId } = await givenAssignment(api, { dueAt, takesLate: false })
  const closed = await handIn(api, learner, lessonId)
  expect(closed.body.error).toBe('AssignmentClosed')
  const more = { extraDays: 2, reason: 'Ill' }
  await api.as(admin).grades.grant.mutate({ courseId, userId: learner.id, ...more })
  const handed = await handIn(api, learner, lessonId)
  expect([handed.status, handed.body.isLate]).toEqual([201, false])
})

test('a certificate says the grade where the course prints it, and a better one replaces it', async () => {
  const options = { grade: 'printed', passPercent: 20 } as const
  const { learner, attempt } = await givenQuiz(api, options)
  await attempt({
    'Its name?': { type: 'text', text: 'bowline' },
    'How many turns?': { type: 'number', number: '2.5' },
  })
  const mine = { userId: learner.id }
  const [first] = (await api.as(learner).certificates.list.query(mine)).items
  expect(first).toMatchObject({ grade: 20, status: 'issued' })
  const verify = (code = '') => api.as(learner).certificates.verify.query({ code })
  expect(await verify(first?.verificationCode)).toMatchObject({ grade: 20, valid: true })
  const credential = await api.request(`GET /certificates/${first?.verificationCode}/credential`, {
    headers: { accept: 'application/json' },
  })
  expect(credential.body.credentialSubject).toMatchObject({
    result: [{ type: ['Result'], value: '20' }],
    achievement: { resultDescription: [{ resultType: 'Percent' }] },
  })
  const page = await api.request(`GET /verify/${first?.verificationCode}`)
  expect(page.text).toContain('20%')

  await attempt('wrong')
  await attempt('right')
  const [better, former] = (await api.as(learner).certificates.list.query(mine)).items
  expect([better?.grade, better?.status, former?.status]).toEqual([100, 'issued', 'superseded'])
})

test('a certificate does not say a grade that a quiz never shows', async () => {
  const options = { grade: 'printed', passPercent: 20, reveals: 'never' } as const
  const { learner, attempt } = await givenQuiz(api, options)
  await attempt('right')
  const mine = await api.as(learner).certificates.list.query({ userId: learner.id })
  expect(mine.items.map(({ status, grade }) => [status, grade])).toEqual([['issued', undefined]])
})

test('nobody but an administrator grades what they handed in themselves', async () => {
  const { learner, courseId, lessonId } = await givenAssignment(api)
  const { email } = learner
  await api.as(admin).members.add.mutate({ courseId, email, role: 'grader' })
  const { body } = await handIn(api, learner, lessonId)
  const graded = api.as(learner).submissions.grade.mutate({
    ...{ courseId, submissionId: body.id, points: 1 },
  })
  await expect(graded).rejects.toMatchObject({ data: { error: 'SubmissionNotFound' } })
})

test('the gradebook is a file for those who grade, and for nobody else', async () => {
  const { learner, courseId, attempt } = await givenQuiz(api, { lessons: 1 })
  await attempt('right')
  const path = `GET /api/v1/authoring/courses/${courseId}/gradebook.csv`
  const file = await api.request(path, { token: admin.token })
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.text).toMatch(
    /^name,grade_percent,completed_at,lesson lesson-1,user_id\r\n.+,100,,100,/u,
  )
  expect((await api.request(path, { token: learner.token })).body.error).toBe('CourseNotFound')
  expect((await api.request(path, {})).body.error).toBe('TokenMissing')
  const wrong = await api.request(`${path}?fromLesson=-1&more=1`, { token: admin.token })
  expect(wrong.body.error).toBe('InvalidFields')
})
