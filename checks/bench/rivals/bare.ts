import { createHmac, hash, randomBytes } from 'node:crypto'
import bcrypt from 'bcrypt'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Pool } from 'pg'
import { plannerSettings } from '../../../db/postgres/client.ts'
import { newId } from '../../../lib/ids.ts'
import type { Deps } from '../../../server/context.ts'
import { addAttempts } from './bare-attempts.ts'
import { course, courseList, lesson, login, progress } from './bare-schemas.ts'
import { bareStatements, type Statements } from './bare-statements.ts'
import { limitStatements } from './limit-statements.ts'

/** helmet's headers, as far as they mean something for JSON. */
const securityHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'private, no-cache',
}

/**
 * Fastify and `pg` as a careful engineer would write them by hand, and nothing more: prepared
 * statements, schemas that validate and serialize, the token and its session checked on every
 * request, the same answers. It has what no service goes out without: security headers, and one
 * line of the log for each request, without which nobody finds out what went wrong. No limits,
 * request ids, CORS, ETags of lessons, metrics, certificates, or time limits for statements.
 */
export async function buildBare(
  deps: Deps,
  databaseUrl: string,
  statements: Statements = bareStatements,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 10,
    options: plannerSettings,
  })
  app.addHook('onClose', () => pool.end())
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders)
    done()
  })
  app.addHook('onResponse', ({ log, method, routeOptions, ip }, reply, done) => {
    const { statusCode: status, elapsedTime: milliseconds } = reply
    log.info({ method, route: routeOptions.url, status, milliseconds, ip }, 'request')
    done()
  })

  async function rowsOf(name: keyof Statements, values: unknown[]) {
    return (await pool.query({ name, text: statements[name], values })).rows
  }

  async function userOf({ headers }: FastifyRequest): Promise<string | undefined> {
    const token = (headers.authorization ?? '').slice('Bearer '.length)
    const verdict = await deps.tokens.verify(token, new Date())
    if (!verdict.valid) return undefined
    const [session] = await rowsOf('session', [hash('sha256', verdict.sessionId)])
    return session !== undefined && session.expires_at > new Date() ? session.id : undefined
  }

  app.get<{ Querystring: { limit: number } }>(
    '/api/v1/courses',
    { schema: courseList },
    async (request, reply) => {
      const userId = await userOf(request)
      if (userId === undefined) return refuse(reply, 401)
      const { limit } = request.query
      const rows = await rowsOf('list', [limit + 1, userId])
      const items = rows.slice(0, limit).map(withPrice)
      const last = rows.length > limit ? items.at(-1)?.id : undefined
      return { items, nextCursor: last ? Buffer.from(last).toString('base64url') : null }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/api/v1/courses/:id',
    { schema: course },
    async (request, reply) => {
      const userId = await userOf(request)
      if (userId === undefined) return refuse(reply, 401)
      const [found] = await rowsOf('course', [request.params.id, userId])
      if (found === undefined) return refuse(reply, 404)
      const etag = `"${found.version_id}-${found.completed_at?.getTime() ?? ''}"`
      reply.header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()

      const lessons = await rowsOf('outline', [found.version_id])
      const sections = [...Map.groupBy(lessons, ({ section }) => section)]
      return {
        ...withPrice(found),
        sections: sections.map(([title, lessons]) => ({ title, lessons })),
        enrollment: { enrolledAt: found.enrolled_at, completedAt: found.completed_at },
      }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/api/v1/lessons/:id',
    { schema: lesson },
    async (request, reply) => {
      const userId = await userOf(request)
      if (userId === undefined) return refuse(reply, 401)
      const [row] = await rowsOf('lesson', [request.params.id, userId])
      if (row === undefined) return refuse(reply, 404)
      const { course_id: courseId, percent, completed_at, position_seconds } = row
      if (percent === null) return { ...row, courseId }
      const own = { percent, completedAt: completed_at, positionSeconds: position_seconds }
      return { ...row, courseId, progress: own }
    },
  )

  app.post<{ Body: { lessonId: string; percent: number; positionSeconds?: number } }>(
    '/api/v1/progress',
    { schema: progress },
    async (request, reply) => {
      const userId = await userOf(request)
      if (userId === undefined) return refuse(reply, 401)
      const { lessonId, percent, positionSeconds } = request.body
      const values = [lessonId, userId, percent, positionSeconds]
      const [row] = await rowsOf('progress', values)
      if (row === undefined) return refuse(reply, 404)
      return {
        lesson: {
          lessonId: row.id,
          required: row.required,
          percent: row.percent,
          completedAt: row.completed_at,
          positionSeconds: row.position_seconds,
        },
        course: {
          courseId: row.course_id,
          percent: Math.floor(
            (100 * (row.required_lessons - row.remaining)) / row.required_lessons,
          ),
          completedLessons: row.required_lessons - row.remaining,
          requiredLessons: row.required_lessons,
          completedAt: row.course_completed_at,
        },
        next: row.next_id === null ? null : { lessonId: row.next_id, title: row.next_title },
      }
    },
  )

  addAttempts(app, { pool, userOf })

  app.post<{ Body: { email: string; password: string } }>(
    '/api/v1/auth/login',
    { schema: login },
    async (request, reply) => {
      const [user] = await rowsOf('user', [request.body.email])
      const pepper = Buffer.from(deps.keys.pepper.secret, 'base64url')
      const input = createHmac('sha384', pepper).update(request.body.password).digest('base64')
      if (!(await bcrypt.compare(input, user?.password_hash))) return refuse(reply, 401)

      const sessionId = randomBytes(25).toString('hex')
      const from = new Date()
      const until = new Date(from.getTime() + deps.config.tokenTtlMilliseconds)
      await rowsOf('open', [hash('sha256', sessionId), newId(), user.id, until, from])
      const token = await deps.tokens.issue({ userId: user.id, sessionId }, { from, until })
      return { token, tokenType: 'Bearer', expiresAt: until, user }
    },
  )
  return app
}

export function buildLimit(deps: Deps, databaseUrl: string): Promise<FastifyInstance> {
  return buildBare(deps, databaseUrl, limitStatements)
}

function refuse(reply: FastifyReply, status: 401 | 404) {
  return reply.status(status).send({ error: status === 401 ? 'TokenInvalid' : 'NotFound' })
}

// biome-ignore lint/suspicious/noExplicitAny: rows are as the statements say
function withPrice(row: any) {
  const price = { amount: row.price_amount, currency: row.price_currency }
  return { ...row, price, version: row.number }
}
