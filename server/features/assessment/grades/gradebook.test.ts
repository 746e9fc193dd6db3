import { describe, expect, test } from 'vitest'
import type { CourseContent } from '../../../../content/draft.ts'
import { assignment } from '../../../../content/lessons/assignment.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../../../db/queries/courses/lessons.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent, type GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { courseWithQuiz, givenQuiz, handIn } from '../test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

const yes = { type: 'text' as const, text: 'yes' }
const ask = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ key: `${name}-${at}`, type: 'text', title: `Question ${at}`, accepted: ['yes'] },
  }))

interface GradedCourse {
  content: CourseContent
  courseId: string
  /** Two quizzes of three questions, an assignment of ten points, and a text. */
  lessons: { id: string; key: string }[]
}

/** Creates a course whose lessons weigh 3, 1, 2. */
async function givenGraded(weights = [3, 1, 2]): Promise<GradedCourse> {
  const content = courseContent({ lessons: ['required', 'required', 'required', 'required'] })
  const [section] = content.sections
  const quizOf = (at: number) =>
    courseWithQuiz({ questions: ask(3, `q${at}`), weight: weights[at] ?? 1, shuffles: false })
      .sections[0]?.lessons[0]?.details
  const toHandIn = assignment.own.written.parse({ points: 10, weight: weights[2], attempts: 5 })
  const lessons = section?.lessons.map((lesson, at) => {
    if (at < 2) return { ...lesson, type: 'quiz' as const, details: quizOf(at) ?? null }
    return at === 2
      ? { ...lesson, type: 'assignment' as const, details: { assignment: toHandIn } }
      : lesson
  })
  const graded = { ...content, sections: [{ title: 'All', lessons: lessons ?? [] }] }
  await publishCourse(api.deps, graded)
  const course = await findCourse(api.deps.db, { slug: content.slug })
  if (course === undefined) throw new Error('The course was not published.')
  return {
    ...{ content: graded, courseId: course.id },
    lessons: await listLessons(api.deps.db, course.versionId),
  }
}

async function givenLearner(course: GradedCourse, name = 'Ada Lovelace'): Promise<GivenUser> {
  const learner = await api.given.learner({ name })
  await api.given.enrollment(learner, course.content)
  return learner
}

/** Makes an attempt with that many right answers. */
async function attempt(learner: GivenUser, lessonId: string | undefined, right: number) {
  const client = api.as(learner).attempts
  const { id: attemptId } = await client.start.mutate({ lessonId: lessonId ?? '' })
  const answers = Array.from({ length: right }, (_, position) => ({ position, answer: yes }))
  if (right > 0) await client.save.mutate({ attemptId, answers })
  return client.submit.mutate({ attemptId })
}

async function graded(learner: GivenUser, course: GradedCourse, points: number) {
  const { courseId, lessons } = course
  const { body } = await handIn(api, learner, lessons[2]?.id ?? '')
  await api.as(admin).submissions.grade.mutate({ courseId, submissionId: body.id, points })
}

const book = (courseId: string, more: object = {}) =>
  api.as(admin).grades.gradebook.query({ courseId, ...more })

async function csv(courseId: string, query = ''): Promise<string[][]> {
  const path = `GET /api/v1/authoring/courses/${courseId}/gradebook.csv${query}`
  const { text } = await api.request(path, { token: admin.token })
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

test('the gradebook in pages, its file and the learner’s own page say the same of everybody', async () => {
  const course = await givenGraded()
  const { courseId, lessons } = course
  const [none, some, all] = [
    await givenLearner(course, 'None'),
    await givenLearner(course, 'Some'),
    await givenLearner(course, 'All'),
  ]
  await attempt(some, lessons[0]?.id, 2)
  await attempt(some, lessons[0]?.id, 1)
  await handIn(api, some, lessons[2]?.id ?? '')
  for (const at of [0, 1]) await attempt(all, lessons[at]?.id, 3)
  await graded(all, course, 7)

  const pages = []
  let cursor: string | undefined
  do {
    const page = await book(courseId, { limit: 1, cursor })
    expect(page.items).toHaveLength(1)
    pages.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  const whole = await book(courseId)
  expect(pages).toEqual(whole.items)
  expect(whole.lessons.map(({ type, weight }) => [type, weight])).toEqual([
    ['quiz', 3],
    ['quiz', 1],
    ['assignment', 2],
  ])

  const cell = (percent: number | null, attempts: number, more: object = {}) => ({
    ...{ percent, passed: false, waiting: false, attempts, ...more },
  })
  const passed = { passed: true }
  const rows = Object.fromEntries(whole.items.map((row) => [row.learner.name, row]))
  // (3 × 66.66 + 0 + 0) / 6 and (3 × 100 + 1 × 100 + 2 × 70) / 6.
  expect(rows).toMatchObject({
    None: { grade: 0, completedAt: null, results: [null, null, null] },
    Some: { grade: 33.33, results: [cell(66.66, 2), null, cell(null, 1, { waiting: true })] },
    All: { grade: 90, results: [cell(100, 1, passed), cell(100, 1, passed), cell(70, 1)] },
  })

  const [heading = [], ...lines] = await csv(courseId)
  expect(heading.slice(4, 7)).toEqual(lessons.slice(0, 3).map(({ key }) => `lesson ${key}`))
  const written = lines.map(([name, grade, , , ...rest]) => [name, grade, ...rest])
  expect(written).toEqual(
    whole.items.map(({ learner, grade, results }) => [
      learner.name,
      String(grade),
      ...results.map((one) => String(one?.percent ?? '')),
      learner.id,
    ]),
  )

  for (const learner of [none, some, all]) {
    const own = await api.as(learner).grades.own.query({ courseId })
    const row = rows[whole.items.find((one) => one.learner.id === learner.id)?.learner.name ?? '']
    expect(own.grade).toBe(row?.grade)
    expect(row?.results.map((one) => one ?? cell(null, 0))).toMatchObject(
      own.items.map(({ percent, passed, waiting, attempts }) => ({
        ...{ percent, passed, waiting, attempts },
      })),
    )
  }
})

describe('the grade is the mean by the weights, rounded down', () => {
  test.each<[weights: number[], right: number[], points: number | null, grade: number | null]>([
    [[1, 1, 1], [3, 3], 10, 100],
    [[1, 1, 1], [3, 3], 9, 96.66],
    [[1, 1, 1], [3, 0], null, 33.33],
    [[1, 0, 0], [1, 3], 10, 33.33],
    [[0, 0, 1], [3, 3], null, 0],
    [[1000, 1, 0], [0, 3], 10, 0.09],
    // Has no grade, because nothing weighs anything.
    [[0, 0, 0], [3, 3], 10, null],
  ])('%j: %j right, %s points', async (weights, right, points, grade) => {
    const course = await givenGraded(weights)
    const { courseId, lessons } = course
    const learner = await givenLearner(course)
    for (const [at, count] of right.entries()) await attempt(learner, lessons[at]?.id, count)
    if (points !== null) await graded(learner, course, points)
    expect((await api.as(learner).grades.own.query({ courseId })).grade).toBe(grade)
    expect((await book(courseId)).items[0]?.grade).toBe(grade)
  })
})

test('a worse attempt takes nothing, a better one counts at once, wherever it is shown', async () => {
  const course = await givenGraded([1, 0, 0])
  const { courseId, lessons } = course
  const learner = await givenLearner(course)
  const grades: (number | null | undefined)[] = []
  for (const right of [1, 0, 2, 1, 3, 0]) {
    await attempt(learner, lessons[0]?.id, right)
    grades.push((await api.as(learner).grades.own.query({ courseId })).grade)
    expect((await book(courseId)).items[0]?.grade).toBe(grades.at(-1))
  }
  expect(grades).toEqual([33.33, 33.33, 66.66, 66.66, 100, 100])
})

test('a submission that is graded anew counts as it was graded last, and not as its best', async () => {
  const course = await givenGraded([0, 0, 1])
  const { courseId, lessons } = course
  const learner = await givenLearner(course)
  const { body } = await handIn(api, learner, lessons[2]?.id ?? '')
  const grades: (number | null)[] = []
  for (const [replaces, points] of [10, 4, 6].entries()) {
    const of = { courseId, submissionId: body.id }
    await api.as(admin).submissions.grade.mutate({ ...of, points, replaces })
    grades.push((await api.as(learner).grades.own.query({ courseId })).grade)
  }
  expect(grades).toEqual([100, 40, 60])
  const progress = await api.as(learner).progress.get.query({ courseId })
  // Stays done, having been passed once.
  expect(progress.completedLessons).toBe(1)
})

test('who has lost access is in no gradebook, and is back with all they had', async () => {
  const course = await givenGraded()
  const { courseId, lessons } = course
  const [stays, goes] = [await givenLearner(course, 'Stays'), await givenLearner(course, 'Goes')]
  await attempt(goes, lessons[0]?.id, 3)
  const names = async () => (await book(courseId)).items.map(({ learner }) => learner.name)
  const before = await book(courseId)
  expect(await names()).toEqual(['Stays', 'Goes'])
  await api.as(admin).learners.end.mutate({ userId: goes.id, courseId })
  expect(await names()).toEqual(['Stays'])
  expect((await csv(courseId)).map(([name]) => name)).toEqual(['name', 'Stays'])
  const own = api.as(goes).grades.own.query({ courseId })
  await expect(own).rejects.toMatchObject({ data: { error: 'NotEnrolled' } })
  await api.as(admin).learners.enroll.mutate({ user: goes.id, courseId })
  expect(await book(courseId)).toEqual(before)
  expect((await api.as(stays).grades.own.query({ courseId })).grade).toBe(0)
})

test('who begins anew has no attempts and no grade, and the next pass completes the lesson again', async () => {
  const course = await givenGraded([1, 0, 0])
  const { courseId, lessons } = course
  const learner = await givenLearner(course)
  await attempt(learner, lessons[0]?.id, 3)
  const done = async () => (await api.as(learner).progress.get.query({ courseId })).completedLessons
  expect(await done()).toBe(1)
  const reset = { userId: learner.id, courseId, reason: 'Begins anew', dryRun: false }
  await api.as(admin).admin.enrollments.resetProgress.mutate(reset)
  expect(await done()).toBe(0)
  expect((await book(courseId)).items).toMatchObject([{ grade: 0, results: [null, null, null] }])
  const second = await attempt(learner, lessons[0]?.id, 3)
  expect([second.number, await done()]).toEqual([1, 1])
})

test('the gradebook has what was tried under a former key of a lesson, and counts it once', async () => {
  const course = await givenGraded([1, 0, 0])
  const { courseId, lessons, content } = course
  const learner = await givenLearner(course)
  await attempt(learner, lessons[0]?.id, 1)
  await attempt(learner, lessons[0]?.id, 2)
  const [section] = content.sections
  const renamed = section?.lessons.map((lesson, at) =>
    at === 0 ? { ...lesson, key: 'renamed', formerKeys: [lesson.key] } : lesson,
  )
  await publishCourse(api.deps, {
    ...content,
    sections: [{ title: 'All', lessons: renamed ?? [] }],
  })
  const after = await book(courseId)
  expect(after.lessons[0]?.key).toBe('renamed')
  expect(after.items).toMatchObject([
    { grade: 66.66, results: [{ percent: 66.66, attempts: 2 }, null, null] },
  ])
  expect((await csv(courseId))[1]?.slice(4, 6)).toEqual(['66.66', ''])
})

test('the gradebook of a class has those who came with it alone, and begins where it is asked to', async () => {
  const course = await givenGraded()
  const { courseId } = course
  await givenLearner(course, 'Alone')
  const { cohorts } = api.as(admin).admin
  const { id: cohortId } = await cohorts.create.mutate({ name: `Class ${courseId}` })
  await cohorts.addCourse.mutate({ cohortId, course: courseId })
  const member = await api.given.learner({ name: 'Member' })
  await cohorts.addMember.mutate({ cohortId, user: member.id })
  const names = (items: { learner: { name: string } }[]) => items.map(({ learner }) => learner.name)
  await expect.poll(async () => names((await book(courseId)).items)).toHaveLength(2)
  expect(names((await book(courseId, { cohortId })).items)).toEqual(['Member'])
  const lines = await csv(courseId, `?cohortId=${cohortId}`)
  expect(lines.map(([name]) => name)).toEqual(['name', 'Member'])

  const last = await book(courseId, { fromLesson: 2 })
  expect([last.lessons.map(({ type }) => type), last.moreLessons]).toEqual([['assignment'], false])
  expect(last.items.map(({ results }) => results.length)).toEqual([1, 1])
  expect((await book(courseId, { fromLesson: 3 })).lessons).toEqual([])
})

test('a name in the file of the gradebook is no formula of a spreadsheet', async () => {
  const course = await givenGraded()
  await givenLearner(course, '=HYPERLINK("https://evil.example")')
  const path = `GET /api/v1/authoring/courses/${course.courseId}/gradebook.csv`
  const { text } = await api.request(path, { token: admin.token })
  expect(text).not.toMatch(/(?:^|,|")=HYPERLINK/mu)
  expect(text).toContain('HYPERLINK')
})

test('what some learners get is listed in pages for who grades, and is taken back once', async () => {
  const { courseId, content, learner } = await givenQuiz(api)
  const classmate = await api.given.learner()
  await api.given.enrollment(classmate, content)
  const { grades } = api.as(admin)
  const grant = (userId: string, more: object) =>
    grades.grant.mutate({ courseId, userId, reason: 'Ill', ...more })
  await grant(learner.id, { extraDays: 3 })
  // Replaces the first one, instead of adding to it.
  await grant(learner.id, { timePercent: 200, until: '2999-12-31' })
  await grant(classmate.id, { extraAttempts: 1 })
  const first = await grades.accommodations.query({ courseId, limit: 1 })
  const cursor = first.nextCursor ?? ''
  const second = await grades.accommodations.query({ courseId, limit: 1, cursor })
  expect([...first.items, ...second.items]).toMatchObject([
    { learner: { id: learner.id }, timePercent: 200, extraDays: 0, lastDay: '2999-12-31' },
    { learner: { id: classmate.id }, timePercent: 100, extraAttempts: 1, lastDay: null },
  ])
  expect(second.nextCursor).toBeNull()

  await grades.revoke.mutate({ courseId, userId: learner.id })
  const again = grades.revoke.mutate({ courseId, userId: learner.id })
  await expect(again).rejects.toMatchObject({ data: { error: 'EnrollmentNotFound' } })
  const stranger = await api.given.learner()
  const none = grant(stranger.id, { extraDays: 1 })
  await expect(none).rejects.toMatchObject({ data: { error: 'EnrollmentNotFound' } })
  const listed = api.as(classmate).grades.accommodations.query({ courseId })
  await expect(listed).rejects.toMatchObject({ data: { error: 'CourseNotFound' } })
})

describe('what one learner gets that others do not has bounds', () => {
  test.each<[given: object, path: string]>([
    [{ timePercent: 99 }, 'timePercent'],
    [{ timePercent: 1001 }, 'timePercent'],
    [{ extraAttempts: -1 }, 'extraAttempts'],
    [{ extraAttempts: 101 }, 'extraAttempts'],
    [{ extraDays: 1001 }, 'extraDays'],
    [{ reason: ' ' }, 'reason'],
    [{ until: 'tomorrow' }, 'until'],
    [{ points: 1 }, 'points'],
  ])('%j', async (given, path) => {
    const { courseId, learner } = await quiz
    const route = `PUT /api/v1/authoring/courses/${courseId}/accommodations/${learner.id}`
    const answer = await api.request(route, {
      token: admin.token,
      body: { reason: 'Ill', ...given },
    })
    expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, path])
  })

  const quiz = givenQuiz(api)
})

test('what nobody has had to do yet does not count so far, and what is overdue counts as nothing', async () => {
  const content = courseContent({ lessons: ['required', 'required'] })
  const [section] = content.sections
  const lessons = section?.lessons.map((lesson, at) => {
    const dueAt = at === 0 ? null : '2020-01-01T00:00:00.000Z'
    const details = { assignment: assignment.own.written.parse({ points: 10, dueAt }) }
    return { ...lesson, type: 'assignment' as const, details }
  })
  const taken = { ...content, sections: [{ title: 'All', lessons: lessons ?? [] }] }
  await publishCourse(api.deps, taken)
  const { id: courseId = '', versionId = '' } =
    (await findCourse(api.deps.db, { slug: content.slug })) ?? {}
  const [first, second] = await listLessons(api.deps.db, versionId)
  const learner = await api.given.learner()
  await api.given.enrollment(learner, taken)
  const row = async () => (await book(courseId)).items[0]
  expect(await row()).toMatchObject({
    soFar: 0,
    results: [null, { isOverdue: true, percent: null }],
  })

  const of = { courseId, userId: learner.id, key: second?.key ?? '' }
  await api.as(admin).grades.excuse.mutate({ ...of, excused: true, reason: 'Was ill' })
  expect(await row()).toMatchObject({
    ...{ soFar: null, grade: 0 },
    results: [null, { excused: true, isOverdue: false, attempts: 0 }],
  })
  const { body } = await handIn(api, learner, first?.id ?? '')
  const submission = { courseId, submissionId: body.id }
  await api.as(admin).submissions.grade.mutate({ ...submission, points: 6 })
  const { submissionId } = submission
  expect(await row()).toMatchObject({ soFar: 60, grade: 60, results: [{ submissionId }, {}] })
  const own = await api.as(learner).grades.own.query({ courseId })
  expect([own.grade, ...own.items.map(({ excused }) => excused)]).toEqual([60, false, true])

  // What is passed counts, excused or not.
  const { body: late } = await handIn(api, learner, second?.id ?? '')
  const passes = { courseId, submissionId: late.id, points: 10 }
  await api.as(admin).submissions.grade.mutate(passes)
  expect(await row()).toMatchObject({ soFar: 80, results: [{}, { excused: false, passed: true }] })
  await api.as(admin).submissions.grade.mutate({ ...passes, points: 0, replaces: 1 })
  expect(await row()).toMatchObject({ soFar: 60, results: [{}, { excused: true }] })
  const ended = { ...of, excused: false, reason: 'Is well' }
  expect(await api.as(admin).grades.excuse.mutate(ended)).toMatchObject({ excused: false })
  expect(await row()).toMatchObject({ soFar: 30, results: [{}, { excused: false }] })
  const audit = await api.as(admin).admin.users.audit.query({ userId: learner.id })
  expect(audit.items.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['lesson-excused', 'lesson-excuse-ended']),
  )
})

test('only who is enrolled is excused, and only from what is graded', async () => {
  const course = await givenGraded()
  const { courseId, lessons } = course
  const learner = await givenLearner(course)
  const excuse = (userId: string, key: string) =>
    api.as(admin).grades.excuse.mutate({ courseId, userId, key, excused: true, reason: 'Was ill' })
  const { id: stranger } = await api.given.learner()
  await expect(excuse(stranger, lessons[0]?.key ?? '')).rejects.toMatchObject({
    data: { error: 'EnrollmentNotFound' },
  })
  for (const key of [lessons[3]?.key ?? '', 'no-such-lesson'])
    await expect(excuse(learner.id, key)).rejects.toMatchObject({
      data: { error: 'LessonNotFound' },
    })
})
