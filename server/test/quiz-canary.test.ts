import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { insertThread } from '../../db/queries/learning/threads.ts'
import { newId } from '../../lib/ids.ts'
import { givenQuiz, handIn } from '../features/assessment/test-support.ts'
import { givenKey } from '../features/people/api-keys/test-support.ts'
import { describeApi } from '../http/openapi/openapi.ts'
import { forAllTests, startApi } from './api.ts'
import { crawlerOf } from './crawl.ts'
import type { GivenUser } from './given.ts'

/*
 * Checks that nothing that gives an answer away reaches a learner before the quiz reveals it: each
 * secret field holds a word that is then looked for in every answer, mail, event and log line.
 */
const canary = /zqx-?canary|8675309/i
const logLines: string[] = []
const api = await forAllTests(startApi({ logLines }))
const crawl = crawlerOf(api)
const admin = await api.given.admin()

const asked = (mode: string) => [
  {
    key: `${mode}-text`,
    type: 'text',
    title: 'Its name?',
    accepted: ['zqxcanary name', 'other zqxcanary'],
    explanation: 'zqxcanary explains.',
  },
  {
    key: `${mode}-number`,
    type: 'number',
    title: 'How many?',
    numbers: [{ value: '8675309', tolerance: '0' }],
    explanation: 'zqxcanary counts.',
  },
  {
    key: `${mode}-essay`,
    type: 'essay',
    title: 'Why?',
    guidance: 'zqxcanary guides.',
    explanation: 'zqxcanary tells.',
  },
]
const modes = ['never', 'score', 'after-pass', 'after-last-attempt'] as const
const quizzes = await Promise.all(
  modes.map(async (reveals) => ({
    reveals,
    ...(await givenQuiz(api, { reveals, attempts: 2, questions: asked(reveals), lessons: 1 })),
  })),
)
// One learner takes all of them.
const learner = await api.given.learner()
for (const { content } of quizzes) await api.given.enrollment(learner, content)
const attempts: string[] = []
for (const { lessonId } of quizzes)
  attempts.push((await api.as(learner).attempts.start.mutate({ lessonId })).id)

// Somebody who knows the answers tells them below each quiz.
await api.deps.db.execute(sql`update courses set lesson_questions = 'named'`)
const threads = await Promise.all(
  quizzes.map(async ({ courseId }) => {
    const id = newId()
    const words = [`course:${courseId}`, 'zqxcanary']
    const post = { lessonKey: 'lesson-1', text: 'It is zqxcanary name.', words, isStaff: true }
    const by = { createdBy: admin.id, createdAt: api.deps.now() }
    await insertThread(api.deps.db, { id, courseId, ...post, ...by })
    return id
  }),
)

const elsewhere = await givenQuiz(api)
const grader = await api.given.learner()
const { courseId } = elsewhere
await api.as(admin).members.add.mutate({ courseId, email: grader.email, role: 'grader' })
const key = await givenKey(
  api,
  ['grades:read', 'grades:write', 'authoring:read', 'events:read', 'enrollments:read'],
  { maker: admin, courseIds: [courseId] },
)

const { components } = describeApi('http://lyceum.test')
const courseIds = quizzes.map((quiz) => quiz.courseId)
const lessonIds = quizzes.map(({ lessonId }) => lessonId)
const values = () => ({
  schemas: components.schemas,
  known: {
    courseId: courseIds,
    courseIds,
    lessonId: lessonIds,
    attemptId: attempts,
    submissionId: attempts,
    threadId: threads,
    postId: threads,
    idOrSlug: courseIds,
    key: ['lesson-1', ...modes.map((mode) => `${mode}-text`)],
    userId: [learner.id],
    number: [1],
  },
})
// What starts and submits attempts comes when the test says so.
const others = /^(?!.*(logout|\/me$|oauth|password|attempts$|submit$)).*$/

const people: Record<string, GivenUser | { token: string } | undefined> = {
  'a stranger': undefined,
  'the learner': learner,
  'a grader of another course': grader,
  'a key of another course': key,
}

async function findings(person: GivenUser | { token: string } | undefined) {
  const answers = await crawl(person, values(), others)
  const lists = await Promise.all(
    lessonIds.map(async (lessonId) => ({
      place: 'GET /attempts',
      text: (await api.request(`GET /api/v1/lessons/${lessonId}/attempts`, { ...person })).text,
    })),
  )
  const told = await api.request('GET /api/v1/search/threads?q=zqxcanary', { ...person })
  const search = { place: 'GET /search/threads', text: JSON.stringify(told.body.items ?? []) }
  return [...answers, ...lists, search]
    .filter(({ text }) => canary.test(text))
    .map(({ place }) => place)
}

test.each(Object.keys(people))(
  '%s finds nothing while attempts are open',
  async (name) => {
    expect(await findings(people[name])).toEqual([])
  },
  120_000,
)

test('a right and a wrong answer are saved alike, byte for byte', async () => {
  const [{ lessonId } = { lessonId: '' }] = quizzes
  const { id, questions } = await api.as(learner).attempts.start.mutate({ lessonId })
  const position = questions.find(({ type }) => type === 'text')?.position
  const save = async (text: string) => {
    const answer = { type: 'text', text }
    const sent = await api.request(`PATCH /api/v1/attempts/${id}`, {
      token: learner.token,
      body: { answers: [{ position, answer }] },
    })
    const { date: _, 'x-request-id': __, ...headers } = sent.headers
    return JSON.stringify({
      headers: { ...headers, server: null },
      body: { ...sent.body, savedAt: null },
    }).replaceAll(/\d+/g, '0')
  }
  expect(await save('zqxcanary name')).toBe(await save('something else'))
})

test('after submission each mode reveals what it says, and nothing before', async () => {
  const { token } = learner
  const review = async (attemptId: string) =>
    (await api.request(`GET /api/v1/attempts/${attemptId}`, { token })).text
  const submit = async (index: number) => {
    const attemptId = attempts[index] ?? ''
    // Nothing is answered: it is graded at once, and used up.
    const answers = [0, 1, 2].map((position) => ({ position, answer: null }))
    await api.as(learner).attempts.save.mutate({ attemptId, answers })
    return (await api.as(learner).attempts.submit.mutate({ attemptId })).result
  }
  for (const index of modes.keys()) expect((await submit(index))?.passed).toBe(false)
  for (const attemptId of attempts) expect(await review(attemptId)).not.toMatch(canary)
  expect(await findings(learner)).toEqual([])

  // The last attempts, right where a pass reveals.
  for (const [index, { lessonId, reveals }] of quizzes.entries()) {
    const started = await api.as(learner).attempts.start.mutate({ lessonId })
    attempts[index] = started.id
    if (reveals === 'after-pass')
      await api.as(learner).attempts.save.mutate({
        attemptId: started.id,
        answers: started.questions.map(({ position, type }) => ({
          position,
          answer:
            type === 'number'
              ? { type, number: '8675309' }
              : type === 'essay'
                ? { type, text: 'Because' }
                : { type: 'text', text: 'ZQXCANARY name' },
        })),
      })
    await api.as(learner).attempts.submit.mutate({ attemptId: started.id })
  }
  const [never, score, afterPass, afterLast] = attempts
  expect(await review(never ?? '')).not.toMatch(canary)
  expect(await review(score ?? '')).not.toMatch(canary)
  expect(await review(afterLast ?? '')).toMatch(canary)

  const course = quizzes[2]
  const graded = { courseId: course?.courseId ?? '', submissionId: afterPass ?? '' }
  const toGrade = await api.as(admin).submissions.getToGrade.query(graded)
  const essay = toGrade.questions.find(({ guidance }) => guidance !== null)
  expect(essay?.guidance).toMatch(canary)
  const answers = [{ position: essay?.position ?? 0, points: 1 }]
  await api.as(admin).submissions.grade.mutate({
    ...graded,
    answers,
    replaces: toGrade.gradings,
  })
  expect(await review(afterPass ?? '')).toMatch(canary)
  const { items } = await api.as(learner).attempts.list.query({ lessonId: course?.lessonId ?? '' })
  expect(items.map(({ result }) => result?.passed)).toEqual([true, false])

  const read = (threadId: string) =>
    api.request(`GET /api/v1/threads/${threadId}`, { token: learner.token })
  const seen = await Promise.all(threads.map(read))
  expect(seen.map(({ text }) => canary.test(text))).toEqual([false, false, true, true])
}, 120_000)

test('no mail, event, webhook or line of the log holds any of it, nor a statement of the learner', async () => {
  await handIn(api, learner, lessonIds[0] ?? '')
  const { rows } = await api.deps.db.execute(sql`select type, data::text from events`)
  const audit = await api.deps.db.execute(sql`select event, details::text from audit_events`)
  for (const held of [rows, audit.rows, api.mails, logLines])
    expect(JSON.stringify(held)).not.toMatch(canary)
})

test('those who write the course do find it', async () => {
  const [{ courseId } = { courseId: '' }] = quizzes
  const lesson = await api.as(admin).drafts.getLesson.query({ courseId, key: 'lesson-1' })
  expect(JSON.stringify(lesson)).toMatch(canary)
})
