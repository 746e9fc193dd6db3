import { Client } from 'pg'
import { expect, test } from 'vitest'
import { publishQuiz } from '../../server/features/assessment/test-support.ts'
import { forAllTests, startApi } from '../../server/test/api.ts'
import { makeTestDatabase } from '../../server/test/database.ts'
import { addresses, send } from './addresses.ts'
import { planOf, recordStatements } from './plans.ts'
import { addRuledCourse, questionsOf, type World } from './world.ts'

const databaseUrl = await makeTestDatabase()
const api = await forAllTests(startApi({ databaseUrl }))
const world = await givenWorld()
const address = await api.server.listen({ host: '127.0.0.1', port: 0 })
// The first use of a session in an hour is noted.
for (const learner of world.learners) await api.request('GET /api/v1/me', { token: learner.token })

/** Few learners and lessons: plans are as long as in a large school. */
async function givenWorld(): Promise<World> {
  const learners = await Promise.all([1, 2, 3].map(() => api.given.learner()))
  const course = await api.given.course({ lessons: ['required', 'required', 'required'] })
  const quiz = await publishQuiz(api.deps, { pools: [{ take: 50, questions: questionsOf(50) }] })
  for (const learner of learners) {
    await api.given.enrollment(learner, course)
    await api.given.enrollment(learner, quiz.content)
  }
  const ruledCourse = await addRuledCourse(api.deps, { users: learners, databaseUrl })
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
const most: Record<string, [statements: number, lines: number, relations: number]> = {}

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
  if (process.env.SHOW) console.log(JSON.stringify(label), JSON.stringify(asked))

  const bounds = most[label] ?? []
  expect(asked.filter((number, at) => number > (bounds[at] ?? 0))).toEqual([])
})
