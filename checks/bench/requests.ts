import { password } from '../../server/test/given.ts'
import type { World, WorldCourse } from './world.ts'

/** A request as autocannon sends it. */
export interface Request {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  body?: string
}

export type RequestMaker = (world: World, address: string) => Request[] | Promise<Request[]>

/** Enough for every connection to send others than its neighbours. */
const requestsMade = 2_000

export const readCatalogue: RequestMaker = (world) =>
  byLearners(world, () => ({ method: 'GET', path: '/api/v1/courses?limit=20' }))

/** Any lesson of any of these courses. */
export function readLessons(
  coursesOf: (world: World) => WorldCourse[] = ({ courses }) => courses,
): RequestMaker {
  return (world) =>
    byLearners(world, () => {
      const { id } = anyOf(anyOf(coursesOf(world)).lessons)
      return { method: 'GET', path: `/api/v1/lessons/${id}` }
    })
}

/** Reports about any lesson of these courses: most of them partial, some that complete a lesson. */
export function reportProgress(
  coursesOf: (world: World) => WorldCourse[] = ({ courses }) => courses,
  path = '/api/v1/progress',
): RequestMaker {
  return (world) =>
    byLearners(world, () => {
      const lessonId = anyOf(anyOf(coursesOf(world)).lessons).id
      const percent = 1 + Math.floor(Math.random() * 100)
      const positionSeconds = Math.floor(Math.random() * 300)
      return { method: 'POST', path, body: JSON.stringify({ lessonId, percent, positionSeconds }) }
    })
}

/** Reports as players send them every few seconds: none of them completes a lesson. */
export function reportPartially(coursesOf: (world: World) => WorldCourse[]): RequestMaker {
  return (world) =>
    byLearners(world, () => {
      const lessonId = anyOf(anyOf(coursesOf(world)).lessons).id
      const body = { lessonId, percent: Math.floor(Math.random() * 99), positionSeconds: 90 }
      return { method: 'POST', path: '/api/v1/progress', body: JSON.stringify(body) }
    })
}

/** Sends batches of so many events in one course; the position is current on each send. */
export function reportBatches(events: number): RequestMaker {
  return (world) =>
    byLearners(
      world,
      () => {
        const { lessons } = anyOf(world.courses)
        const body = {
          sentAt: '2026-01-01T00:00:00.000Z',
          events: Array.from({ length: events }, () => ({
            id: crypto.randomUUID(),
            // Lies after the sending, and so counts as of its arrival.
            at: '2099-01-01T00:00:00.000Z',
            lessonId: anyOf(lessons).id,
            percent: Math.floor(Math.random() * 99),
            positionSeconds: Math.floor(Math.random() * 300),
          })),
        }
        return { method: 'POST', path: '/api/v1/progress/batch', body: JSON.stringify(body) }
      },
      100,
    )
}

/** Saves one answer of an attempt, as a client does when it is given. */
export const saveAnswers: RequestMaker = async ({ learners, quizId }, address) => {
  const attempts = await Promise.all(
    learners.map(async ({ token }) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const path = `/api/v1/lessons/${quizId}/attempts`
      const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: '{}' })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      const { id } = (await answer.json()) as { id: string }
      return { path: `/api/v1/attempts/${id}`, headers }
    }),
  )
  return Array.from({ length: requestsMade }, () => {
    const answer = { type: 'single', choice: Math.floor(Math.random() * 4) }
    const answers = [{ position: Math.floor(Math.random() * 50), answer }]
    return { method: 'PATCH', ...anyOf(attempts), body: JSON.stringify({ answers }) }
  })
}

export function readCourses(coursesOf: (world: World) => WorldCourse[]): RequestMaker {
  return (world) =>
    byLearners(world, () => ({
      method: 'GET',
      path: `/api/v1/courses/${anyOf(coursesOf(world)).id}`,
    }))
}

/** Reads courses again with the ETag of an earlier read. */
export function readCoursesAgain(coursesOf: (world: World) => WorldCourse[]): RequestMaker {
  return async (world, address) => {
    const requests = (await readCourses(coursesOf)(world, address)).slice(0, 100)
    return Promise.all(
      requests.map(async (request) => {
        const answer = await fetch(`${address}${request.path}`, { headers: request.headers })
        await answer.arrayBuffer()
        const etag = answer.headers.get('etag')
        if (etag === null) throw new Error(`${request.path} has no ETag.`)
        return { ...request, headers: { ...request.headers, 'if-none-match': etag } }
      }),
    )
  }
}

export const logIn: RequestMaker = ({ learners }) =>
  learners.map(({ email }) => ({
    method: 'POST',
    path: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }))

export function readCatalogueByRpc({ calls }: { calls: number }): RequestMaker {
  const inputs = Object.fromEntries(Array.from({ length: calls }, (_, call) => [call, pageOf20]))
  const path =
    calls === 1
      ? `/trpc/courses.list?input=${encoded(pageOf20)}`
      : `/trpc/${Array(calls).fill('courses.list').join(',')}?batch=1&input=${encoded(inputs)}`
  return (world) => byLearners(world, () => ({ method: 'GET', path }))
}

const pageOf20 = { limit: 20 }

function encoded(value: unknown): string {
  return encodeURIComponent(JSON.stringify(value))
}

function byLearners(
  world: World,
  make: () => Omit<Request, 'headers'>,
  length = requestsMade,
): Request[] {
  return Array.from({ length }, () => {
    const request = make()
    const headers = { authorization: `Bearer ${anyOf(world.learners).token}` }
    return request.body === undefined
      ? { ...request, headers }
      : { ...request, headers: { ...headers, 'content-type': 'application/json' } }
  })
}

function anyOf<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}
