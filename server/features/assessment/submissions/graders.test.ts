import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Assignment } from '../../../../content/lessons/assignment.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { type GivenUser, openToken } from '../../../test/given.ts'
import { givenAssignment, givenQuiz, handIn, sendFile, smallPng } from '../test-support.ts'

const api = await forAllTests(startApi({ isClockStopped: true }))
const admin = await api.given.admin()
const minute = 60_000

async function grader(courseId: string, name: string): Promise<GivenUser> {
  const user = await api.given.learner({ name })
  await api.as(admin).members.add.mutate({ courseId, email: user.email, role: 'grader' })
  return user
}

/** Hands in a submission, with two people who may grade it. */
async function givenWaiting(settings: Partial<Assignment> = {}) {
  const given = await givenAssignment(api, { points: 10, ...settings })
  const { courseId, lessonId, learner } = given
  const { body } = await handIn(api, learner, lessonId)
  const [greta, gustav] = [await grader(courseId, 'Greta'), await grader(courseId, 'Gustav')]
  const of = { courseId, submissionId: String(body.id) }
  return { ...given, of, id: of.submissionId, greta, gustav }
}

const path = (of: { courseId: string; submissionId: string }, rest = '') =>
  `/api/v1/authoring/courses/${of.courseId}/submissions/${of.submissionId}${rest}`

const certificates = async (learner: GivenUser) =>
  (await api.as(learner).certificates.list.query({ userId: learner.id })).items.length

const upload = async (user: GivenUser, lessonId: string, name: string) => {
  const id = await sendFile(api, user, { lessonId, name })
  const route = `POST /api/v1/lessons/${lessonId}/uploads/${id}/finish`
  expect((await api.request(route, { token: user.token, body: {} })).status).toBe(200)
  return id
}

test('of two graders who claim at once one has it, and the other learns until when', async () => {
  const { of, greta, gustav } = await givenWaiting()
  const both = [greta, gustav]
  const answers = await atOnce(2, (at) =>
    api.request(`POST ${path(of, '/claim')}`, { token: both[at]?.token ?? '', body: {} }),
  )
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 1 })
  const [taken, refused] = answers.toSorted((one, other) => one.status - other.status)
  const winner = both[answers.findIndex(({ status }) => status === 200)]
  const loser = both[answers.findIndex(({ status }) => status === 409)]
  const until = new Date(api.deps.now().getTime() + 30 * minute).toISOString()
  expect(taken?.body.claimedBy).toBe(winner?.name)
  expect(refused?.body).toMatchObject({
    ...{ error: 'SubmissionClaimed', facts: { until, claimedBy: winner?.name } },
  })

  for (const [rest, body] of [
    ['/grade', { points: 10 }],
    ['/return', { comment: 'Again.' }],
  ] as const) {
    const answer = await api.request(`POST ${path(of, rest)}`, {
      token: loser?.token ?? '',
      body,
    })
    expect(answer.body.error).toBe('SubmissionClaimed')
  }
  const shown = await api.request(`GET ${path(of)}`, { token: loser?.token ?? '' })
  expect(shown.body).toMatchObject({ status: 'waiting', claimedBy: winner?.name })
})

test('a claim lasts half an hour from the last time, and then whoever comes first has it', async () => {
  const { of, courseId, greta, gustav } = await givenWaiting()
  const claim = (user: GivenUser) => api.as(user).submissions.claim.mutate(of)
  const queued = async () =>
    (await api.as(gustav).submissions.list.query({ courseId })).items[0]?.claimedBy
  await claim(greta)
  api.advance(20 * minute)
  await claim(greta)
  api.advance(20 * minute)
  await expect(claim(gustav)).rejects.toMatchObject({ data: { error: 'SubmissionClaimed' } })
  expect(await queued()).toBe('Greta')
  api.advance(10 * minute)
  expect(await queued()).toBeNull()
  expect((await claim(gustav)).claimedBy).toBe('Gustav')
  // Finds it taken after coming back late.
  const late = api.as(greta).submissions.grade.mutate({ ...of, points: 1 })
  await expect(late).rejects.toMatchObject({ data: { error: 'SubmissionClaimed' } })
  expect((await api.as(gustav).submissions.grade.mutate({ ...of, points: 9 })).claimedBy).toBeNull()
})

test('of two gradings at once one counts, and the other grader learns of it and by whom', async () => {
  const { of, id, learner, greta, gustav } = await givenWaiting({ passPercent: 50 })
  const graders = [greta, gustav]
  const answers = await atOnce(2, (at) =>
    api.request(`POST ${path(of, '/grade')}`, {
      token: graders[at]?.token ?? '',
      body: { points: 9 - at },
    }),
  )
  const winner = answers.findIndex(({ status }) => status === 200)
  const [name, points] = [graders[winner]?.name, 9 - winner]
  const facts = { gradings: 1, gradedBy: name, gradedAt: api.deps.now().toISOString() }
  expect(answers[1 - winner]?.body).toMatchObject({ error: 'SubmissionGraded', facts })
  const own = await api.as(learner).submissions.get.query({ submissionId: id })
  expect(own).toMatchObject({ status: 'graded', result: { points } })
  expect(await certificates(learner)).toBe(1)

  // Who has read that it was graded may grade it again, and both are on record.
  const loser = graders[1 - winner]
  if (loser === undefined) throw new Error('There are two graders.')
  const read = await api.as(loser).submissions.getToGrade.query(of)
  expect(read).toMatchObject({ gradings: 1, gradedBy: name, passPercent: 50, version: 1 })
  const again = { ...of, points: 6, replaces: read.gradings }
  expect(await api.as(loser).submissions.grade.mutate(again)).toMatchObject({
    ...{ gradings: 2, gradedBy: loser.name, result: { points: 6 } },
  })
})

test('what is handed in twice at once waits once, with its file', async () => {
  const { learner, lessonId, courseId } = await givenAssignment(api)
  const file = await upload(learner, lessonId, 'a.png')
  const answers = await atOnce(8, () =>
    handIn(api, learner, lessonId, { text: 'Here.', uploadIds: [file] }),
  )
  expect(tally(answers.map(({ status, body }) => (status === 201 ? 'taken' : body.error)))).toEqual(
    {
      taken: 1,
      SubmissionWaiting: 7,
    },
  )
  const { items } = await api.as(admin).submissions.list.query({ courseId })
  const submissionId = items[0]?.id ?? ''
  const shown = await api.as(admin).submissions.getToGrade.query({ courseId, submissionId })
  expect([items.length, shown.files.map(({ name }) => name)]).toEqual([1, ['a.png']])
})

test('what was returned says why, is in no queue, and counts as a try', async () => {
  const { of, id, courseId, lessonId, learner, greta } = await givenWaiting({ attempts: 2 })
  await api.as(greta).submissions.claim.mutate(of)
  await api.as(greta).submissions.return.mutate({ ...of, comment: 'Show the end.' })
  const own = await api.as(learner).submissions.get.query({ submissionId: id })
  expect(own).toMatchObject({ status: 'returned', comment: 'Show the end.', result: null })
  const list = (status: 'waiting' | 'returned') =>
    api.as(greta).submissions.list.query({ courseId, status })
  expect((await list('waiting')).items).toEqual([])
  expect((await list('returned')).items).toMatchObject([{ id, claimedBy: null }])
  expect((await api.as(learner).attempts.list.query({ lessonId })).attemptsLeft).toBe(1)
  await expect
    .poll(() => api.mails.filter(({ to }) => to === learner.email).map(({ text }) => text))
    .toContainEqual(expect.stringContaining('Show the end.'))
  // Checks that it is given back only once, and not graded any more.
  const { submissions } = api.as(greta)
  for (const again of [
    () => submissions.return.mutate({ ...of, comment: 'Again.' }),
    () => submissions.grade.mutate({ ...of, points: 1 }),
  ])
    await expect(again()).rejects.toMatchObject({ data: { error: 'SubmissionReturned' } })
  const second = await handIn(api, learner, lessonId)
  expect([second.body.number, second.body.comment]).toEqual([2, null])
})

test('what is graded, and a quiz, cannot be returned', async () => {
  const { of, greta } = await givenWaiting()
  await api.as(greta).submissions.grade.mutate({ ...of, points: 1 })
  const graded = api.as(greta).submissions.return.mutate({ ...of, comment: 'Again.' })
  await expect(graded).rejects.toMatchObject({ data: { issues: [{ path: 'submissionId' }] } })
  const questions = [{ key: 'why', type: 'essay', title: 'Why?' }]
  const { courseId, attempt } = await givenQuiz(api, { questions })
  const { id: submissionId } = await attempt('right')
  const ofQuiz = { courseId, submissionId, comment: 'Again.' }
  const returned = api.as(admin).submissions.return.mutate(ofQuiz)
  await expect(returned).rejects.toMatchObject({ data: { issues: [{ path: 'submissionId' }] } })
})

test('a quiz without an essay is read, and not graded; one that runs, or is elsewhere, is not there', async () => {
  const [plain, elsewhere] = [await givenQuiz(api), await givenQuiz(api)]
  const questions = [{ key: 'why', type: 'essay', title: 'Why?' }]
  const essay = await givenQuiz(api, { questions })
  const { id: done } = await plain.attempt('right')
  const { id: running } = await essay.start()
  for (const [courseId, submissionId] of [
    [plain.courseId, done],
    [essay.courseId, running],
    [elsewhere.courseId, running],
  ] as const) {
    const of = { courseId, submissionId }
    const { submissions } = api.as(admin)
    if (submissionId === done)
      expect(await submissions.getToGrade.query(of)).toMatchObject({
        ...{ questions: [], result: { percent: 100 } },
        quiz: { review: expect.arrayContaining([expect.objectContaining({ position: 0 })]) },
      })
    for (const act of [
      ...(submissionId === done ? [] : [() => submissions.getToGrade.query(of)]),
      () => submissions.claim.mutate(of),
      () => submissions.grade.mutate({ ...of, points: 1 }),
    ])
      await expect(act()).rejects.toMatchObject({ data: { error: 'SubmissionNotFound' } })
  }
})

describe('points are refused by their field where they do not fit', () => {
  const levels = [0, 2, 3].map((points) => ({ title: `${points}`, points }))
  const rubric = ['Holds', 'Neat'].map((title) => ({ title, levels }))
  const [plain, byRubric] = [givenWaiting(), givenWaiting({ rubric })]
  test.each<[graded: object, ofPlain: string, ofRubric: string]>([
    [{}, 'points', 'criteria'],
    [{ points: 11 }, 'points', 'points'],
    [{ points: -1 }, 'points', 'points'],
    [{ points: 1.5 }, 'points', 'points'],
    [{ points: 5, criteria: [1, 1] }, 'criteria', 'points'],
    [{ criteria: [1] }, 'criteria', 'criteria'],
    [{ criteria: [1, 1, 1] }, 'criteria', 'criteria'],
    [{ criteria: [1, 3] }, 'criteria', 'criteria.1'],
    [{ points: 5, answers: [] }, 'answers', 'answers'],
  ])('%j', async (graded, ofPlain, ofRubric) => {
    for (const [waiting, expected] of [
      [await plain, ofPlain],
      [await byRubric, ofRubric],
    ] as const) {
      const { of, greta } = waiting
      const route = `POST ${path(of, '/grade')}`
      const { status, body } = await api.request(route, { token: greta.token, body: graded })
      expect([status, body.issues?.[0]?.path]).toEqual([400, expected])
    }
  })

  test('and what was refused has graded nothing', async () => {
    for (const { id, learner } of [await plain, await byRubric]) {
      const own = await api.as(learner).submissions.get.query({ submissionId: id })
      expect([own.status, own.result]).toEqual(['waiting', null])
    }
  })
})

test.each([
  [50, 5, true],
  [51, 5, false],
  [0, 0, true],
  [100, 9, false],
  [100, 10, true],
])('with a mark of %d %%, %d of 10 points pass: %s', async (passPercent, points, passed) => {
  const { of, learner, greta } = await givenWaiting({ passPercent })
  const { result } = await api.as(greta).submissions.grade.mutate({ ...of, points })
  expect(result).toMatchObject({ passed, percent: points * 10 })
  expect(await certificates(learner)).toBe(passed ? 1 : 0)
})

test('who left hands in nothing more; what waits is graded, and counts when they are back', async () => {
  const { of, learner, lessonId, courseId, greta } = await givenWaiting()
  await api.as(admin).learners.end.mutate({ userId: learner.id, courseId })
  expect((await handIn(api, learner, lessonId)).body.error).toBe('NotEnrolled')
  const sent = sendFile(api, learner, { lessonId, name: 'a.png' })
  await expect(sent).rejects.toThrow()
  await api.as(greta).submissions.grade.mutate({ ...of, points: 10 })
  expect(await certificates(learner)).toBe(0)
  await api.as(admin).learners.enroll.mutate({ user: learner.id, courseId })
  const progress = await api.as(learner).progress.get.query({ courseId })
  expect([progress.percent, await certificates(learner)]).toEqual([100, 1])
})

describe('what a lesson does not take is refused by its field', () => {
  test.each<[settings: Partial<Assignment>, body: object, path: string]>([
    [{}, {}, 'text'],
    [{}, { text: ' ' }, 'text'],
    [{ text: false }, { text: 'Here.' }, 'text'],
    [{ text: false }, {}, 'uploadIds'],
    [{ files: 1 }, { uploadIds: 2 }, 'uploadIds'],
    [{ files: 0 }, { text: 'Here.', uploadIds: 1 }, 'uploadIds'],
    [{}, { text: 'Here.', points: 10 }, 'points'],
  ])('%j %j', async (settings, { uploadIds, ...body }: { uploadIds?: number }, path) => {
    const { learner, lessonId } = await givenAssignment(api, settings)
    const ids = Array.from({ length: uploadIds ?? 0 }, () => crypto.randomUUID())
    const answer = await handIn(api, learner, lessonId, { ...body, uploadIds: ids })
    expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, path])
  })
})

test('a file is of its own learner and lesson, whole, and handed in once', async () => {
  const [course, other] = [await givenAssignment(api, { attempts: 3 }), await givenAssignment(api)]
  const { learner, lessonId, courseId } = course
  const classmate = await api.given.learner()
  await api.given.enrollment(classmate, course.content)
  const own = await upload(learner, lessonId, 'own.png')
  const handed = (...uploadIds: string[]) =>
    handIn(api, learner, lessonId, { text: 'Here.', uploadIds })
  const unfinished = await sendFile(api, learner, { lessonId, name: 'half.png' })
  const foreign = await upload(classmate, lessonId, 'theirs.png')
  await api.given.enrollment(learner, other.content)
  const elsewhere = await upload(learner, other.lessonId, 'elsewhere.png')
  for (const id of [unfinished, foreign, elsewhere, crypto.randomUUID()]) {
    const { status, body } = await handed(own, id)
    expect([status, body.error]).toEqual([404, 'UploadNotFound'])
  }
  expect((await handed(own, own)).body.issues?.[0]?.path).toBe('uploadIds')
  // Checks that what was refused used nothing up.
  const first = await handed(own)
  expect([first.status, first.body.files.length]).toEqual([201, 1])
  const back = { courseId, submissionId: first.body.id, comment: 'Again.' }
  await api.as(admin).submissions.return.mutate(back)
  expect((await handed(own)).body.error).toBe('UploadNotFound')
  const read = await api.request(`GET /api/v1/lessons/${lessonId}/uploads/${foreign}`, {
    token: learner.token,
  })
  expect(read.body.error).toBe('UploadNotFound')
})

test('a lesson that takes a text alone takes no upload, and none takes what is no file of it', async () => {
  const none = await givenAssignment(api, { files: 0 })
  const some = await givenAssignment(api)
  const start = ({ lessonId, learner }: typeof some, body: object) => {
    const sha256 = createHash('sha256').update(smallPng).digest('hex')
    const announced = { name: 'a.png', bytes: smallPng.length, type: 'image/png', sha256 }
    return api.request(`POST /api/v1/lessons/${lessonId}/uploads`, {
      token: learner.token,
      body: { ...announced, ...body },
    })
  }
  expect((await start(none, {})).body.issues).toMatchObject([{ path: 'name' }])
  for (const [body, path] of [
    [{ name: '../a.png' }, 'name'],
    [{ name: 'a\\b.png' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ bytes: -1 }, 'bytes'],
    [{ sha256: 'abc' }, 'sha256'],
  ] as const) {
    const { status, body: answer } = await start(some, body)
    expect([body, status, answer.issues?.[0]?.path]).toEqual([body, 400, path])
  }
  const { maxFileBytes } = api.deps.mediaLimits
  expect((await start(some, { bytes: maxFileBytes + 1 })).body.error).toBe('FileTooLarge')
  expect((await start({ ...some, learner: none.learner }, {})).body.error).toBe('NotEnrolled')
})

test('bytes that are not those announced are refused, and can be sent again', async () => {
  const { learner, lessonId } = await givenAssignment(api)
  const { token } = learner
  const [right, wrong] = [smallPng, Buffer.from(smallPng)]
  wrong[wrong.length - 1] = (wrong.at(-1) ?? 0) ^ 1
  const sha256 = createHash('sha256').update(right).digest('hex')
  const body = { name: 'a.png', bytes: right.length, type: 'image/png', sha256 }
  const uploads = `/api/v1/lessons/${lessonId}/uploads`
  const started = await api.request(`POST ${uploads}`, { token, body })
  const one = `${uploads}/${started.body.id}`
  const send = async (payload: Buffer) => {
    const { part } = (await api.request(`GET ${one}`, { token })).body
    const headers = { ...part.headers, authorization: `Bearer ${token}` }
    await api.server.inject({
      ...{ method: part.method, url: part.url, payload },
      headers: { ...headers, 'content-type': 'image/png' },
    })
    return api.request(`POST ${one}/finish`, { token, body: {} })
  }
  expect((await send(wrong)).body.error).toBe('FileMismatch')
  const handed = () => handIn(api, learner, lessonId, { uploadIds: [started.body.id] })
  expect((await handed()).body.error).toBe('UploadNotFound')
  expect((await send(right)).body.state).toBe('finished')
  expect((await handed()).status).toBe(201)
})

// Comes last, because earlier sessions are over by then.
test('an upload that waited a day cannot be handed in any more', async () => {
  const { learner, lessonId } = await givenAssignment(api)
  const file = await upload(learner, lessonId, 'a.png')
  api.advance(24 * 60 * minute)
  const again = { ...learner, token: await openToken(api.deps, learner.id) }
  const answer = await handIn(api, again, lessonId, { uploadIds: [file] })
  expect(answer.body.error).toBe('UploadNotFound')
})
