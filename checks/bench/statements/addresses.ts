import {
  logIn,
  type Request,
  type RequestMaker,
  readCatalogue,
  readCourses,
  readLessons,
  reportBatches,
  reportPartially,
  saveAnswers,
} from '../requests.ts'
import type { World } from '../world.ts'

const ofUsual = ({ courses }: World) => courses
const ofRuled = ({ ruledCourse }: World) => [ruledCourse]

/** Makes one request by each learner. */
function byEach(method: 'GET' | 'POST', pathOf: (world: World) => string): RequestMaker {
  return (world) =>
    world.learners.map(({ token }) => {
      const request = { method, path: `/api/v1${pathOf(world)}` }
      const headers = { authorization: `Bearer ${token}` }
      if (method === 'GET') return { ...request, headers }
      return { ...request, headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }
    })
}

const submitAttempts: RequestMaker = async (world, address) => {
  const byPath = new Map((await saveAnswers(world, address)).map((save) => [save.path, save]))
  return [...byPath.values()].map(({ path, headers }) => ({
    method: 'POST',
    path: `${path}/submit`,
    headers,
    body: '{}',
  }))
}

const logInAgain: RequestMaker = async (world, address) =>
  (await logIn(world, address)).slice(0, 1).flatMap((request) => [request, request])

/** Requests that a learner's client sends on its own, by their labels in tables. */
export const addresses: Readonly<Record<string, RequestMaker>> = {
  '`GET /api/v1/courses?limit=20`': readCatalogue,
  '`GET /api/v1/courses?q={word}`': byEach('GET', () => '/courses?q=knots'),
  '`GET /api/v1/courses/{idOrSlug}`': readCourses(ofUsual),
  '`GET /api/v1/lessons/{lessonId}`': readLessons(ofUsual),
  'the same, with rules': readLessons(ofRuled),
  '`POST /api/v1/progress`': reportPartially(ofUsual),
  'the same report, with rules': reportPartially(ofRuled),
  '`POST /api/v1/progress/batch`': reportBatches(10),
  '`GET /api/v1/progress/{courseId}`': byEach(
    'GET',
    (world) => `/progress/${world.courses[0]?.id}`,
  ),
  '`GET /api/v1/me`': byEach('GET', () => '/me'),
  '`GET /api/v1/me/courses`': byEach('GET', () => '/me/courses'),
  '`GET /api/v1/cart`': byEach('GET', () => '/cart'),
  '`POST /api/v1/lessons/{lessonId}/attempts`': byEach(
    'POST',
    ({ quizId }) => `/lessons/${quizId}/attempts`,
  ),
  '`PATCH /api/v1/attempts/{attemptId}`': saveAnswers,
  '`POST /api/v1/attempts/{attemptId}/submit`': submitAttempts,
  '`POST /api/v1/auth/login`': logInAgain,
  'the same, from a new device': logIn,
}

export async function send(address: string, { path, ...request }: Request): Promise<void> {
  const answer = await fetch(`${address}${path}`, request)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${request.method} ${path}: ${text}`)
}
