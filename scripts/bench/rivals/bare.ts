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
import type { Deps } from '../../../server/context.ts'
import { newId } from '../../../server/lib/ids.ts'
import { addAttempts } from './bare-attempts.ts'
import { course, courseList, lesson, login, progress } from './bare-schemas.ts'

const sessionSql = `select u.id, s.expires_at from sessions s join users u
  on u.id = s.user_id where s.id_hash = $1`

const listSql = `select c.id, c.slug, v.title, v.summary, v.language, v.license, v.source,
    c.price_amount, c.price_currency, v.number, v.authors, v.categories, v.tags, v.level, v.cover,
    a.minutes, a.lessons as "lessonCount", e.user_id is not null as enrolled
  from courses c join course_versions v on v.course_id = c.id and v.number = c.current_version
  left join catalogue_entries a on a.course_id = c.id
  left join enrollments e on e.course_id = c.id and e.user_id = $2 and e.status = 'active'
  where c.status = 'published' order by c.id desc limit $1`

const lessonSql = `select l.id, l.course_id, l.key, l.title, l.type, l.minutes, l.required,
  l.preview, b.content, p.percent, p.completed_at, p.position_seconds,
  case when f.id is not null then json_build_object('id', f.id, 'key', f.key, 'title', f.title) end
    as previous,
  case when n.id is not null then json_build_object('id', n.id, 'key', n.key, 'title', n.title) end
    as next
  from lesson_revisions r join enrollments e on e.course_id = r.course_id and e.user_id = $2
  and e.status = 'active'
  join course_versions v on v.id = e.version_id
  join lesson_revisions l on l.course_id = v.course_id and l.key = r.key
  and l.until_version >= v.number and l.from_version <= v.number
  join lesson_bodies b on b.sha256 = l.body_sha256
  left join lesson_revisions f on f.course_id = v.course_id and f.position = l.position - 1
  and f.until_version >= v.number and f.from_version <= v.number
  left join lesson_revisions n on n.course_id = v.course_id and n.position = l.position + 1
  and n.until_version >= v.number and n.from_version <= v.number
  left join lesson_progress p on p.user_id = e.user_id and p.course_id = e.course_id
  and p.lesson_key = l.key
  where r.id = $1`

const courseSql = `select c.id, c.slug, v.title, v.summary, v.language, v.license, v.source,
    c.price_amount, c.price_currency, v.number, v.id as version_id, e.enrolled_at, e.completed_at
  from courses c
  left join enrollments e on e.course_id = c.id and e.user_id = $2 and e.status = 'active'
  join course_versions v on case when e.version_id is null
    then v.course_id = c.id and v.number = c.current_version else v.id = e.version_id end
  where c.id = $1`

const outlineSql = `select l.id, l.key, l.title, l.type, l.minutes, l.required, l.preview,
    s.title as section
  from course_versions v join lesson_revisions l on l.course_id = v.course_id
  and l.until_version >= v.number and l.from_version <= v.number
  join sections s on s.version_id = v.id and s.position = l.section_position
  where v.id = $1 order by l.position`

const progressSql = `with own as (
    select e.user_id, e.course_id, e.completed_at as course_completed_at, l.id, l.key, l.required,
      e.last_activity_at,
      v.number, l.position, e.required_lessons, bit_count(e.remaining_lessons)::int as remaining
    from lesson_revisions r join enrollments e on e.course_id = r.course_id and e.user_id = $2
    and e.status = 'active'
    join course_versions v on v.id = e.version_id
    join lesson_revisions l on l.course_id = v.course_id and l.key = r.key
    and l.until_version >= v.number and l.from_version <= v.number where r.id = $1
  ), touched as (
    update enrollments e set last_activity_at = now() from own
    where e.user_id = own.user_id and e.course_id = own.course_id
    and (own.last_activity_at is null or own.last_activity_at < now() - interval '1 minute')
  ), merged as (
    insert into lesson_progress as p (user_id, course_id, lesson_key, percent, position_seconds,
      completed_at, updated_at)
    select user_id, course_id, key, $3::smallint, coalesce($4::integer, 0),
      case when $3::smallint = 100 then now() end, now() from own
    on conflict (user_id, course_id, lesson_key) do update
      set percent = greatest(p.percent, excluded.percent),
      completed_at = coalesce(p.completed_at, excluded.completed_at),
      position_seconds = coalesce($4::integer, p.position_seconds), updated_at = now()
    returning percent, position_seconds, completed_at
  )
  select own.*, merged.*, next.id as next_id, next.title as next_title
  from own cross join merged
  left join lesson_revisions next on next.course_id = own.course_id
  and next.position = own.position + 1
  and next.until_version >= own.number and next.from_version <= own.number`

const userSql = `select id, email, name, role, password_hash from users where email = $1`

const openSql = `insert into sessions (id_hash, public_id, user_id, expires_at, created_at,
  last_used_at) values ($1, $2, $3, $4, $5, $5)`

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
export async function buildBare(deps: Deps, databaseUrl: string): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  const pool = new Pool({ connectionString: databaseUrl, max: 10 })
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

  async function rowsOf(name: string, text: string, values: unknown[]) {
    return (await pool.query({ name, text, values })).rows
  }

  async function userOf({ headers }: FastifyRequest): Promise<string | undefined> {
    const token = (headers.authorization ?? '').slice('Bearer '.length)
    const verdict = await deps.tokens.verify(token, new Date())
    if (!verdict.valid) return undefined
    const [session] = await rowsOf('session', sessionSql, [hash('sha256', verdict.sessionId)])
    return session !== undefined && session.expires_at > new Date() ? session.id : undefined
  }

  app.get<{ Querystring: { limit: number } }>(
    '/api/v1/courses',
    { schema: courseList },
    async (request, reply) => {
      const userId = await userOf(request)
      if (userId === undefined) return refuse(reply, 401)
      const { limit } = request.query
      const rows = await rowsOf('list', listSql, [limit + 1, userId])
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
      const [found] = await rowsOf('course', courseSql, [request.params.id, userId])
      if (found === undefined) return refuse(reply, 404)
      const etag = `"${found.version_id}-${found.completed_at?.getTime() ?? ''}"`
      reply.header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()

      const lessons = await rowsOf('outline', outlineSql, [found.version_id])
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
      const [row] = await rowsOf('lesson', lessonSql, [request.params.id, userId])
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
      const [row] = await rowsOf('progress', progressSql, values)
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
      const [user] = await rowsOf('user', userSql, [request.body.email])
      const pepper = Buffer.from(deps.keys.pepper.secret, 'base64url')
      const input = createHmac('sha384', pepper).update(request.body.password).digest('base64')
      if (!(await bcrypt.compare(input, user?.password_hash))) return refuse(reply, 401)

      const sessionId = randomBytes(25).toString('hex')
      const from = new Date()
      const until = new Date(from.getTime() + deps.config.tokenTtlMilliseconds)
      await rowsOf('open', openSql, [hash('sha256', sessionId), newId(), user.id, until, from])
      const token = await deps.tokens.issue({ userId: user.id, sessionId }, { from, until })
      return { token, tokenType: 'Bearer', expiresAt: until, user }
    },
  )
  return app
}

function refuse(reply: FastifyReply, status: 401 | 404) {
  return reply.status(status).send({ error: status === 401 ? 'TokenInvalid' : 'NotFound' })
}

// biome-ignore lint/suspicious/noExplicitAny: rows are as the statements say
function withPrice(row: any) {
  const price = { amount: row.price_amount, currency: row.price_currency }
  return { ...row, price, version: row.number }
}
