import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { courseWithQuiz, givenAssignment, givenQuiz, handIn, questions } from '../test-support.ts'

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

test('an extension that a grader gives is when the assignment is due, whoever asks', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const settings = { dueAt: `${day(-1)}T10:00:00.000Z`, takesLate: false }
  const { learner, courseId, lessonId, content } = await givenAssignment(api, settings)
  const grader = await api.given.learner()
  await api.as(admin).members.add.mutate({ courseId, email: grader.email, role: 'grader' })
  const userId = learner.id
  const lessonKey = content.sections[0]?.lessons[0]?.key ?? ''
  const extend = (dueOn: string) =>
    api.as(grader).learners.extend.mutate({ courseId, userId, lessonKey, dueOn, reason: 'Ill' })
  const { token } = learner
  const path = `GET /api/v1/lessons/${lessonId}/attempts`
  const said = async () => {
    const { items } = await api.as(learner).grades.own.query({ courseId })
    const { body } = await api.request(path, { token })
    const [course] = (await api.as(learner).me.courses.query({})).items
    const shown = await api.as(admin).learners.get.query({ courseId, userId })
    return [items[0]?.dueAt, body.dueAt, course?.due?.on, shown.items[0]?.dueOn]
  }
  expect(await said()).toEqual([settings.dueAt, settings.dueAt, day(-1), day(-1)])
  const closed = await handIn(api, learner, lessonId)
  expect(closed.body).toMatchObject({ error: 'AssignmentClosed', facts: { dueAt: settings.dueAt } })
  await expect(extend(day(-2))).rejects.toMatchObject({ data: { error: 'InvalidFields' } })

  await extend(day(1))
  const end = `${day(1)}T23:59:59.999Z`
  expect(await said()).toEqual([end, end, day(1), day(1)])
  const handed = await handIn(api, learner, lessonId)
  expect([handed.status, handed.body.isLate]).toEqual([201, false])
})

test('the due day of an assignment closes it as its instant does: the earlier of both holds', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const late = { dueAt: `${day(2)}T10:00:00.000Z`, takesLate: true }
  const { learner, lessonId } = await givenAssignment(api, late, { due: day(-1) })
  expect((await handIn(api, learner, lessonId)).body.isLate).toBe(true)
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
  await expect(graded).rejects.toMatchObject({ data: { error: 'NotForYourself' } })
})

test('the gradebook as a file has a column for every graded lesson, beyond the fiftieth', async () => {
  const content = courseWithQuiz()
  const [section] = content.sections
  const [first] = section?.lessons ?? []
  if (section === undefined || first === undefined) throw new Error('No lesson.')
  const lessons = Array.from({ length: 53 }, (_, at) => {
    const course = courseWithQuiz({ questions: [{ ...questions[3], key: `name-${at}` }] })
    const { details } = course.sections[0]?.lessons[0] ?? first
    return { ...first, key: `quiz-${at}`, ...(details && { details }) }
  })
  await publishCourse(api.deps, { ...content, sections: [{ ...section, lessons }] })
  const { id: courseId } = await api.as(admin).courses.get.query({ idOrSlug: content.slug })
  const learner = await api.given.learner()
  await api.given.enrollment(learner, content)
  const path = `GET /api/v1/authoring/courses/${courseId}/gradebook.csv`
  const { text } = await api.request(path, { token: admin.token })
  const [heading, row] = text.split('\r\n')
  expect(heading?.match(/lesson quiz-\d+/gu)).toHaveLength(53)
  expect(row).toContain(learner.id)
})

test('the gradebook is a file for those who grade, and for nobody else', async () => {
  const { learner, courseId, attempt } = await givenQuiz(api, { lessons: 1 })
  await attempt('right')
  const path = `GET /api/v1/authoring/courses/${courseId}/gradebook.csv`
  const file = await api.request(path, { token: admin.token })
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.text).toMatch(
    /^name,grade_percent,so_far_percent,completed_at,lesson lesson-1,user_id\r\n.+,100,100,,100,/u,
  )
  expect((await api.request(path, { token: learner.token })).body.error).toBe('CourseNotFound')
  expect((await api.request(path, {})).body.error).toBe('TokenMissing')
  const wrong = await api.request(`${path}?fromLesson=-1&more=1`, { token: admin.token })
  expect(wrong.body.error).toBe('InvalidFields')
})
