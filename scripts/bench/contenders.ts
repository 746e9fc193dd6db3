import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Pool } from 'pg'
import { fastifyTRPCOpenApiPlugin } from 'trpc-openapi'
import { buildApp } from '../../server/app.ts'
import type { Deps } from '../../server/context.ts'
import { contextOf } from '../../server/http/caller.ts'
import { appRouter } from '../../server/router.ts'
import { buildByTheBook } from './by-the-book.ts'

export type ContenderName = 'bare' | 'lyceum' | 'plugin' | 'by the book'

/** The servers to compare, with the same database and the same tokens. */
export const contenders = {
  /** Fastify with hand-written SQL: the cost of the same work without our layers. */
  bare: buildBare,
  /** Lyceum, with everything switched on. */
  lyceum: async (deps: Deps) => (await buildApp(deps)).server,
  /** Lyceum's router, served by trpc-openapi's own plugin. */
  plugin: buildPlugin,
  /** The same plugin in a separate service, as its documentation would write it. */
  'by the book': buildByTheBook,
} satisfies Record<ContenderName, (deps: Deps, databaseUrl: string) => Promise<FastifyInstance>>

async function buildPlugin(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(fastifyTRPCOpenApiPlugin, {
    router: appRouter,
    createContext: ({ req, res }: { req: FastifyRequest; res: FastifyReply }) =>
      contextOf(deps, req, res),
  } as unknown as Parameters<typeof fastifyTRPCOpenApiPlugin>[1])
  return app
}

const listSql = `select c.id, c.slug, v.title, v.summary, v.language, v.license, v.source,
    c.price_amount, c.price_currency, v.number
  from courses c join course_versions v on v.course_id = c.id and v.number = c.current_version
  where c.status = 'published' order by c.id desc limit $1`

const sessionSql = `select u.id, s.expires_at from sessions s join users u
  on u.id = s.user_id where s.id_hash = $1`

const lessonSql = `select l.id, l.course_id, l.key, l.title, l.type, l.minutes, l.required,
  l.preview, l.content, p.percent, p.completed_at, p.position_seconds
  from lessons r join enrollments e on e.course_id = r.course_id and e.user_id = $2
  and e.status = 'active'
  join lessons l on l.version_id = e.version_id and l.key = r.key
  left join lesson_progress p on p.user_id = e.user_id and p.course_id = e.course_id
  and p.lesson_key = l.key
  where r.id = $1`

const progressSql = `with own as (
    select e.user_id, e.course_id, e.version_id, e.completed_at as course_completed_at, l.id,
    l.key, l.title, l.required
    from lessons r join enrollments e on e.course_id = r.course_id and e.user_id = $2
    and e.status = 'active'
    join lessons l on l.version_id = e.version_id and l.key = r.key where r.id = $1
  ), merged as (
    insert into lesson_progress as p (user_id, course_id, lesson_key, percent, position_seconds,
    updated_at)
    select user_id, course_id, key, $3, $4, now() from own
    on conflict (user_id, course_id, lesson_key) do update
      set percent = greatest(p.percent, excluded.percent),
      position_seconds = excluded.position_seconds, updated_at = now()
    returning *
  )
  select own.*, merged.percent, merged.position_seconds, merged.completed_at, state.required,
  state.done, state.missing
  from own, merged, lateral (
    select count(*)::int as required, count(p.completed_at)::int as done,
      json_agg(json_build_object('lessonId', l.id, 'title',
      l.title) order by l.position) filter (where p.completed_at is null) as missing
    from lessons l left join lesson_progress p on p.user_id = own.user_id
    and p.course_id = own.course_id and p.lesson_key = l.key
    where l.version_id = own.version_id and l.required
  ) state`

async function buildBare(deps: Deps, databaseUrl: string): Promise<FastifyInstance> {
  const app = Fastify()
  const pool = new Pool({ connectionString: databaseUrl, max: 10 })
  app.addHook('onClose', () => pool.end())

  async function userOf(authorization = ''): Promise<string | undefined> {
    const verdict = await deps.tokens.verify(authorization.slice('Bearer '.length), new Date())
    if (!verdict.valid) return undefined
    const idHash = createHash('sha256').update(verdict.sessionId).digest('hex')
    const { rows } = await pool.query<{ id: string; expires_at: Date }>({
      name: 'session',
      text: sessionSql,
      values: [idHash],
    })
    return rows[0] !== undefined && rows[0].expires_at > new Date() ? rows[0].id : undefined
  }

  app.get<{ Querystring: { limit: number } }>(
    '/api/v1/courses',
    {
      schema: {
        querystring: {
          type: 'object',
          properties: { limit: { type: 'integer', minimum: 1, maximum: 100 } },
        },
        response: { 200: courseList },
      },
    },
    async (request, reply) => {
      if ((await userOf(request.headers.authorization)) === undefined)
        return reply.status(401).send({ error: 'TokenInvalid' })
      const { limit } = request.query
      const { rows } = await pool.query({ name: 'list', text: listSql, values: [limit + 1] })
      const items = rows.slice(0, limit).map((row) => ({
        ...row,
        price: { amount: row.price_amount, currency: row.price_currency },
        version: row.number,
      }))
      return {
        items,
        nextCursor:
          rows.length > limit ? Buffer.from(items.at(-1)?.id ?? '').toString('base64url') : null,
      }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/api/v1/lessons/:id',
    { schema: { response: { 200: lesson } } },
    async (request, reply) => {
      const userId = await userOf(request.headers.authorization)
      if (userId === undefined) return reply.status(401).send({ error: 'TokenInvalid' })
      const { rows } = await pool.query({
        name: 'lesson',
        text: lessonSql,
        values: [request.params.id, userId],
      })
      const [row] = rows
      if (row === undefined) return reply.status(404).send({ error: 'LessonNotFound' })
      return { ...row, courseId: row.course_id }
    },
  )

  app.post<{ Body: { lessonId: string; percent: number; positionSeconds: number } }>(
    '/api/v1/progress',
    {
      schema: {
        body: {
          type: 'object',
          required: ['lessonId'],
          properties: {
            lessonId: { type: 'string' },
            percent: { type: 'integer', minimum: 0, maximum: 99 },
            positionSeconds: { type: 'integer' },
          },
        },
        response: { 200: progress },
      },
    },
    async (request, reply) => {
      const userId = await userOf(request.headers.authorization)
      if (userId === undefined) return reply.status(401).send({ error: 'TokenInvalid' })
      const { lessonId, percent, positionSeconds } = request.body
      const { rows } = await pool.query({
        name: 'progress',
        text: progressSql,
        values: [lessonId, userId, percent, positionSeconds],
      })
      const [row] = rows
      if (row === undefined) return reply.status(404).send({ error: 'LessonNotFound' })
      return {
        lesson: {
          lessonId: row.id,
          key: row.key,
          title: row.title,
          required: true,
          percent: row.percent,
          completedAt: row.completed_at,
          positionSeconds: row.position_seconds,
        },
        course: {
          courseId: row.course_id,
          percent: Math.floor((100 * row.done) / row.required),
          completedAt: row.course_completed_at,
          missing: row.missing ?? [],
        },
      }
    },
  )
  return app
}

const text = { type: 'string' } as const
const integer = { type: 'integer' } as const
const flag = { type: 'boolean' } as const
const textOrNull = { type: ['string', 'null'] } as const
const price = { type: 'object', properties: { amount: integer, currency: text } } as const
const courseList = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: text,
          slug: text,
          title: text,
          summary: text,
          language: text,
          license: textOrNull,
          source: textOrNull,
          price,
          version: integer,
        },
      },
    },
    nextCursor: textOrNull,
  },
} as const
const lesson = {
  type: 'object',
  properties: {
    id: text,
    courseId: text,
    key: text,
    title: text,
    type: text,
    minutes: integer,
    required: flag,
    preview: flag,
    content: text,
  },
} as const
const progress = {
  type: 'object',
  properties: {
    lesson: {
      type: 'object',
      properties: {
        lessonId: text,
        key: text,
        title: text,
        required: flag,
        percent: integer,
        completedAt: textOrNull,
        positionSeconds: integer,
      },
    },
    course: {
      type: 'object',
      properties: {
        courseId: text,
        percent: integer,
        completedAt: textOrNull,
        missing: {
          type: 'array',
          items: { type: 'object', properties: { lessonId: text, title: text } },
        },
      },
    },
  },
} as const
