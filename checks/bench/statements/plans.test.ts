import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../../server/app.ts'
import { publishQuiz } from '../../../server/features/assessment/test-support.ts'
import { makeTestDatabase } from '../../../server/test/database.ts'
import { makeGiven } from '../../../server/test/given.ts'
import { openService } from '../setting.ts'
import { addRuledCourse, questionsOf, type World } from '../world.ts'
import { addresses, send } from './addresses.ts'
import { planOf, recordStatements } from './plans.ts'

const databaseUrl = await makeTestDatabase()
// Opens the service without its own jobs, whose statements nobody asked for.
const { deps, close } = await openService(databaseUrl, pino({ level: 'silent' }))
const { server } = await buildApp(deps)
const given = makeGiven(deps)
const world = await givenWorld()
const address = await server.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  await server.close()
  await close()
})

/** Few learners and lessons: plans are as long as in a large school. */
async function givenWorld(): Promise<World> {
  const learners = await Promise.all([1, 2, 3].map(() => given.learner()))
  const course = await given.course({ lessons: ['required', 'required', 'required'] })
  const quiz = await publishQuiz(deps, { pools: [{ take: 50, questions: questionsOf(50) }] })
  for (const learner of learners) {
    await given.enrollment(learner, course)
    await given.enrollment(learner, quiz.content)
  }
  const ruledCourse = await addRuledCourse(deps, { users: learners, databaseUrl })
  const courses = [course]
  return {
    learners,
    courses,
    shortCourse: course,
    longCourse: course,
    ruledCourse,
    quizId: quiz.lessonId,
  }
}

/**
 * Statements, lines of their plans, and tables and indexes that they open, of a call. PostgreSQL sets
 * each up for each call, whether or not it is needed: what is longer has to be worth it everywhere.
 */
const most: Record<string, [statements: number, lines: number, relations: number]> = {
  '`GET /api/v1/courses?limit=20`': [2, 32, 18],
  '`GET /api/v1/courses?q={word}`': [3, 195, 68],
  '`GET /api/v1/courses/{idOrSlug}`': [2, 52, 28],
  '`GET /api/v1/lessons/{lessonId}`': [2, 46, 26],
  'the same, with rules': [2, 46, 26],
  '`POST /api/v1/progress`': [3, 64, 32],
  'the same report, with rules': [3, 64, 32],
  '`POST /api/v1/progress/batch`': [9, 140, 60],
  '`GET /api/v1/progress/{courseId}`': [3, 110, 52],
  '`GET /api/v1/me`': [3, 32, 20],
  '`GET /api/v1/me/courses`': [3, 156, 70],
  '`GET /api/v1/cart`': [3, 44, 22],
  '`POST /api/v1/lessons/{lessonId}/attempts`': [10, 126, 60],
  '`PATCH /api/v1/attempts/{attemptId}`': [2, 28, 16],
  '`POST /api/v1/attempts/{attemptId}/submit`': [9, 80, 42],
  '`POST /api/v1/auth/login`': [14, 98, 42],
  'the same, from a new device': [19, 120, 50],
}

test.each(Object.entries(addresses))('%s asks no more than it did', async (label, make) => {
  const [first, second, third] = await make(world, address)
  if (first === undefined || second === undefined) throw new Error('There are too few requests.')
  for (const request of [first, second]) await send(address, request)
  const sent = await recordStatements(() => send(address, third ?? second))
  const client = new Client(databaseUrl)
  await client.connect()
  const asked = [sent.length, 0, 0]
  for (const statement of sent) {
    const { lines, relations } = await planOf(client, statement)
    asked[1] = (asked[1] ?? 0) + lines
    asked[2] = (asked[2] ?? 0) + relations
  }
  await client.end()

  const bounds = most[label] ?? []
  expect(
    asked.map((number, at) => number <= (bounds[at] ?? 0)),
    sent.map(({ name, text }) => name ?? text).join('\n'),
  ).toEqual([true, true, true])
})
