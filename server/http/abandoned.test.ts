import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startApi } from '../test/api.ts'
import { makeTestDatabase } from '../test/database.ts'

async function startWorld() {
  const databaseUrl = await makeTestDatabase()
  const logLines: string[] = []
  // Leaves jobs alone: one that reads the locked table would wait there, too.
  const api = await startApi({ databaseUrl, logLines, isIdle: true })
  onTestFinished(() => api[Symbol.asyncDispose]())
  const baseUrl = await api.server.listen({ host: '127.0.0.1', port: 0 })
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const observer = new Client({ connectionString: databaseUrl })
  await observer.connect()
  onTestFinished(() => observer.end())

  return {
    course,
    logLines,
    /** Counts statements that wait for the table. */
    waitingFor: async (table: string): Promise<number> => {
      const { rows } = await observer.query(
        `select count(*)::int as count from pg_locks where not granted and relation = $1::regclass
         and database = (select oid from pg_database where datname = current_database())`,
        [table],
      )
      return rows[0].count
    },
    /** Whether the server has seen the end of every connection. */
    isAlone: () =>
      expect
        .poll(
          () =>
            new Promise((resolve) =>
              api.server.server.getConnections((_error, count) => resolve(count)),
            ),
          { interval: 10 },
        )
        .toBe(0),
    cartItems: async () => (await observer.query('select * from cart_items')).rowCount,
    /** Keeps everybody from reading and writing the table until it is released. */
    lock: async (table: string): Promise<() => Promise<void>> => {
      const holder = new Client({ connectionString: databaseUrl })
      await holder.connect()
      await holder.query(`begin; lock table ${table} in access exclusive mode`)
      onTestFinished(() => holder.end())
      return () => holder.end()
    },
    /** Sends a request, which the client may leave. */
    send: (route: string, body?: object) => {
      const [method = '', path = ''] = route.split(' ')
      const client = new AbortController()
      const headers = {
        authorization: `Bearer ${learner.token}`,
        ...(body && { 'content-type': 'application/json' }),
      }
      const request = {
        method,
        headers,
        signal: client.signal,
        ...(body && { body: JSON.stringify(body) }),
      }
      const answered = fetch(`${baseUrl}${path}`, request).then(
        (answer) => answer.text(),
        () => undefined,
      )
      return { leave: () => client.abort(), answered }
    },
  }
}

const batch = `courses.list,courses.list?batch=1&input=${encodeURIComponent('{"0":{},"1":{"limit":5}}')}`

test.each([
  ['GET /api/courses', 'sessions', 'courses', 1],
  [`GET /trpc/${batch}`, 'sessions', 'courses', 2],
  ['GET /api/v1/courses/COURSE', 'enrollments', 'lesson_revisions', 1],
] as const)(
  '%s ends at its next step when its client has disconnected',
  async (route, first, next, statements) => {
    const { course, lock, send, waitingFor, isAlone, logLines } = await startWorld()
    const [releaseFirst, releaseNext] = [await lock(first), await lock(next)]
    const ask = () => send(route.replace('COURSE', course.id))

    const { leave } = ask()
    await expect.poll(() => waitingFor(first), { interval: 10 }).toBe(1)
    leave()
    await isAlone()
    const aborted = logLines.map((line) => JSON.parse(line)).filter((line) => line.outcome)
    expect(aborted).toMatchObject([{ outcome: 'aborted', milliseconds: expect.any(Number) }])
    await releaseFirst()
    await sleep(300)
    const withoutClient = await waitingFor(next)

    const { answered } = ask()
    await expect.poll(() => waitingFor(next), { interval: 10 }).toBe(statements)
    expect(withoutClient).toBe(0)
    await releaseNext()
    await answered
  },
)

test('a mutation is carried out although its client disconnected', async () => {
  const { course, lock, send, waitingFor, isAlone, cartItems } = await startWorld()
  const release = await lock('cart_items')

  const { leave } = send('POST /api/cart', { courseId: course.id })
  await expect.poll(() => waitingFor('cart_items'), { interval: 10 }).toBe(1)
  leave()
  await isAlone()
  await release()

  await expect.poll(cartItems).toBe(1)
})
