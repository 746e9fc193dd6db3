import type { FastifyInstance } from 'fastify'
import {
  logIn,
  type Request,
  type RequestMaker,
  readCatalogue,
  readCourses,
  readLessons,
  reportPartially,
} from './requests.ts'
import type { World } from './world.ts'

type Call = (time: number) => Promise<unknown>

interface Address {
  label: string
  prepare: (world: World, server: FastifyInstance) => Promise<Call>
}

async function send(server: FastifyInstance, { method, path, headers, body }: Request) {
  const answer = await server.inject({ method, url: path, headers, ...(body && { payload: body }) })
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer
}

function address(label: string, requests: RequestMaker): Address {
  return {
    label,
    prepare: async (world, server) => {
      const made = await requests(world, '')
      return (time) => send(server, made[time % made.length] as Request)
    },
  }
}

function get(path: string | ((world: World) => string), label = `\`GET /api/v1${path}\``): Address {
  return address(label, (world) =>
    world.learners.map(({ token }) => ({
      method: 'GET',
      path: `/api/v1${typeof path === 'string' ? path : path(world)}`,
      headers: { authorization: `Bearer ${token}` },
    })),
  )
}

function withBody(label: string, of: (world: World) => { path: string; body: object }): Address {
  return address(label, (world) =>
    world.learners.map(({ token }) => ({
      method: 'POST',
      path: of(world).path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(of(world).body),
    })),
  )
}

const ofUsual = ({ courses }: World) => courses
const ofRuled = ({ ruledCourse }: World) => [ruledCourse]

async function startAttempts(world: World, server: FastifyInstance): Promise<Request[]> {
  const started: Request[] = []
  for (const { token } of world.learners) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const path = `/api/v1/lessons/${world.quizId}/attempts`
    const answer = await send(server, { method: 'POST', path, headers, body: '{}' })
    const body = JSON.stringify({
      answers: [{ position: 3, answer: { type: 'single', choice: 1 } }],
    })
    started.push({ method: 'PATCH', path: `/api/v1/attempts/${answer.json().id}`, headers, body })
  }
  return started
}

export const addresses: Address[] = [
  address('`GET /api/v1/courses?limit=20`', readCatalogue),
  address('`GET /api/v1/lessons/{lessonId}`', readLessons(ofUsual)),
  address('the same, with rules', readLessons(ofRuled)),
  address('`POST /api/v1/progress`', reportPartially(ofUsual)),
  address('the same, with rules', reportPartially(ofRuled)),
  address('`POST /api/v1/auth/login`', async (world) => (await logIn(world, '')).slice(0, 1)),
  address('the same, from a new device', logIn),
  get('/me'),
  get('/me/courses'),
  address('`GET /api/v1/courses/{idOrSlug}`', readCourses(ofUsual)),
  get('/cart'),
  get(({ courses }) => `/progress/${courses[0]?.id}`, '`GET /api/v1/progress/{courseId}`'),
  get('/courses?q=knots', '`GET /api/v1/courses?q={word}`'),
  {
    label: '`POST /api/v1/lessons/{lessonId}/attempts`',
    prepare: async (world, server) => {
      return (time) => {
        const { token } = world.learners[time % 200] as World['learners'][number]
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const path = `/api/v1/lessons/${world.quizId}/attempts`
        return send(server, { method: 'POST', path, headers, body: '{}' })
      }
    },
  },
  {
    label: '`PATCH /api/v1/attempts/{attemptId}`',
    prepare: async (world, server) => {
      const started = await startAttempts(world, server)
      return (time) => send(server, started[time % started.length] as Request)
    },
  },
  {
    label: '`POST /api/v1/attempts/{attemptId}/submit`',
    prepare: async (world, server) => {
      const started = await startAttempts(world, server)
      return (time) => {
        const { path, headers } = started[time % started.length] as Request
        return send(server, { method: 'POST', path: `${path}/submit`, headers, body: '{}' })
      }
    },
  },
  withBody('`POST /api/v1/progress/batch`', ({ courses }) => ({
    path: '/api/v1/progress/batch',
    body: {
      sentAt: '2026-01-01T00:00:00.000Z',
      events:
        courses[0]?.lessons.slice(0, 10).map(({ id }) => ({
          id: crypto.randomUUID(),
          at: '2099-01-01T00:00:00.000Z',
          lessonId: id,
          percent: Math.floor(Math.random() * 99),
          positionSeconds: 90,
        })) ?? [],
    },
  })),
]
