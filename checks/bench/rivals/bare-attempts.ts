import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { newId } from '../../../lib/ids.ts'
import { savedAnswers, startedAttempt } from './bare-schemas.ts'

const lockSql = `select l.id, l.key, l.course_id, l.details->'quiz' as quiz
  from lesson_revisions l join enrollments e on e.course_id = l.course_id and e.user_id = $2
  and e.status = 'active' where l.id = $1 for update of e`

const earlierSql = `select id, status, number, revisions from attempts
  where user_id = $1 and course_id = $2 and lesson_key = $3 order by number desc`

const chooseSql = `select id, type, shown from question_revisions where id = any($1)
  order by id = any($2), random() limit $3`

const insertSql = `insert into attempts (id, user_id, course_id, lesson_key, lesson_id, type, number,
    status, started_at, answers, items, revisions, max_points)
  values ($1, $2, $3, $4, $5, 'quiz', $6, 'open', now(), '{}', $7, $8, $9)`

const saveSql = `update attempts a set answers = a.answers || $3::jsonb
  from enrollments e where a.id = $1 and a.user_id = $2 and a.status = 'open'
  and e.user_id = a.user_id and e.course_id = a.course_id and e.status = 'active'
  and (select max(key::int) from jsonb_object_keys($3::jsonb) key) < jsonb_array_length(a.items)
  returning a.id, a.deadline_at as "deadlineAt"`

interface Stored {
  id: string
  type: string
  shown: { title: string; options: string[] }
}

/** Attempts as they would be written by hand: for questions with options, and nothing else. */
export function addAttempts(
  app: FastifyInstance,
  {
    pool,
    userOf,
  }: { pool: Pool; userOf: (request: FastifyRequest) => Promise<string | undefined> },
): void {
  app.post<{ Params: { id: string } }>(
    '/api/v1/lessons/:id/attempts',
    { schema: startedAttempt },
    async (request, reply) => {
      const userId = await userOf(request)
      if (userId === undefined) return reply.status(401).send({ error: 'TokenInvalid' })
      const client = await pool.connect()
      const rows = async (name: string, text: string, values: unknown[]) =>
        (await client.query({ name, text, values })).rows
      try {
        await client.query('begin')
        const [lesson] = await rows('lock', lockSql, [request.params.id, userId])
        if (lesson === undefined) throw new Error('There is no such lesson.')
        const { id: lessonId, course_id: courseId, key, quiz } = lesson
        const earlier = await rows('earlier', earlierSql, [userId, courseId, key])
        const open = earlier.find(({ status }) => status === 'open')
        if (open !== undefined) {
          await client.query('commit')
          return { id: open.id, lessonId, courseId, number: open.number, status: 'open' }
        }
        const [pool] = quiz.pools
        const all = pool.questions.map((question: { revision: string }) => question.revision)
        const seen = earlier.flatMap(({ revisions }) => revisions)
        const chosen: Stored[] = await rows('choose', chooseSql, [all, seen, pool.take])
        const items = chosen.map(({ id, type, shown }) => {
          const order = shown.options.map((_, place) => place)
          return { revision: id, type, points: 1, order: order.toSorted(() => Math.random() - 0.5) }
        })
        const attempt = {
          id: newId(),
          lessonId,
          courseId,
          number: (earlier[0]?.number ?? 0) + 1,
          status: 'open',
          startedAt: new Date().toISOString(),
        }
        const revisions = chosen.map(({ id }) => id)
        const row = [JSON.stringify(items), revisions, items.length]
        const named = [attempt.id, userId, courseId, key, lessonId, attempt.number]
        await rows('insert', insertSql, [...named, ...row])
        await client.query('commit')
        const questions = chosen.map(({ type, shown: { title, options } }, position) => ({
          position,
          type,
          title,
          points: 1,
          options: items[position]?.order.map((place) => options[place]),
        }))
        return reply.status(201).send({ ...attempt, questions })
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
  )

  app.patch<{ Params: { id: string }; Body: { answers: { position: number; answer: object }[] } }>(
    '/api/v1/attempts/:id',
    { schema: savedAnswers },
    async (request, reply) => {
      const userId = await userOf(request)
      if (userId === undefined) return reply.status(401).send({ error: 'TokenInvalid' })
      const { answers } = request.body
      const given = Object.fromEntries(answers.map(({ position, answer }) => [position, answer]))
      const values = [request.params.id, userId, JSON.stringify(given)]
      const { rows } = await pool.query({ name: 'save', text: saveSql, values })
      if (rows[0] === undefined) return reply.status(404).send({ error: 'NotFound' })
      const { id: attemptId, deadlineAt } = rows[0]
      return { attemptId, savedAt: new Date().toISOString(), deadlineAt }
    },
  )
}
