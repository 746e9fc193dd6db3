import { createHash } from 'node:crypto'
import { initTRPC, TRPCError } from '@trpc/server'
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { importJWK, jwtVerify } from 'jose'
import { fastifyTRPCOpenApiPlugin } from 'trpc-openapi'
import { z } from 'zod'
import { catalogueEntries } from '../../../db/schema/courses/catalogue.ts'
import { courses, courseVersions } from '../../../db/schema/courses/courses.ts'
import { lessons } from '../../../db/schema/courses/lessons.ts'
import { enrollments } from '../../../db/schema/learning/enrollments.ts'
import { lessonProgress } from '../../../db/schema/learning/progress.ts'
import { sessions } from '../../../db/schema/people/sessions.ts'
import { users } from '../../../db/schema/people/users.ts'
import { startOf, toPage } from '../../../lib/lists/pagination.ts'
import type { Deps } from '../../../server/context.ts'
import { CourseList, ListCoursesInput } from '../../../server/features/courses/courses/schema.ts'
import { Lesson } from '../../../server/features/courses/lessons/schema.ts'
import {
  UpdatedProgress,
  UpdateProgressInput,
} from '../../../server/features/learning/progress/schema.ts'

/**
 * The three operations as the documentation of trpc-openapi and drizzle would write them: the
 * context verifies the token and looks up its session, the procedures build their queries. Same
 * schemas, indexes and pool as Lyceum; no request ids, headers, limits or logs.
 */
export async function buildByTheBook({ db, tokens }: Deps): Promise<FastifyInstance> {
  const keysByKid = new Map(
    await Promise.all(
      tokens.publicKeys.keys.map(async (jwk) => [jwk.kid, await importJWK(jwk, 'EdDSA')] as const),
    ),
  )

  async function createContext({
    req,
  }: {
    req: FastifyRequest
  }): Promise<{ userId: string | undefined }> {
    const token = req.headers.authorization?.slice('Bearer '.length)
    if (token === undefined) return { userId: undefined }
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => keysByKid.get(kid ?? '') ?? Promise.reject(new Error('unknown key')),
    )
    const idHash = createHash('sha256').update(String(payload.sid)).digest('hex')
    const [session] = await db
      .select({ userId: users.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.idHash, idHash), gt(sessions.expiresAt, new Date())))
    return { userId: session?.userId }
  }

  const trpc = initTRPC
    .context<{ userId: string | undefined }>()
    .meta<{ openapi: { method: 'GET' | 'POST'; path: `/${string}` } }>()
    .create()
  const signedIn = trpc.procedure.use(({ ctx: { userId }, next }) => {
    if (userId === undefined) throw new TRPCError({ code: 'UNAUTHORIZED' })
    return next({ ctx: { userId } })
  })

  const router = trpc.router({
    list: signedIn
      .meta({ openapi: { method: 'GET', path: '/api/v1/courses' } })
      .input(ListCoursesInput)
      .output(CourseList)
      .query(async ({ input }) => {
        const before = startOf(input)
        const rows = await db
          .select({
            courses,
            course_versions: courseVersions,
            minutes: catalogueEntries.minutes,
            lessons: catalogueEntries.lessons,
          })
          .from(courses)
          .innerJoin(
            courseVersions,
            and(
              eq(courseVersions.courseId, courses.id),
              eq(courseVersions.number, courses.currentVersion),
            ),
          )
          .leftJoin(catalogueEntries, eq(catalogueEntries.courseId, courses.id))
          .where(
            and(
              eq(courses.status, 'published'),
              before === undefined ? undefined : lt(courses.id, before),
            ),
          )
          .orderBy(desc(courses.id))
          .limit(input.limit + 1)
        return toPage(
          rows.map((row) => ({ id: row.courses.id, ...row })),
          input.limit,
          ({
            courses: { id, slug, kind, priceAmount, priceCurrency },
            course_versions: { number, ...terms },
            minutes,
            lessons,
          }) => ({
            ...terms,
            id,
            kind,
            slug,
            price: { amount: priceAmount, currency: priceCurrency },
            minutes: minutes ?? 0,
            lessonCount: lessons ?? 0,
            version: number,
          }),
        )
      }),

    lesson: signedIn
      .meta({ openapi: { method: 'GET', path: '/api/v1/lessons/{id}' } })
      .input(z.object({ id: z.uuid() }))
      .output(Lesson)
      .query(async ({ input: { id }, ctx: { userId } }) => {
        const [found] = await db
          .select()
          .from(lessons)
          .innerJoin(
            enrollments,
            and(eq(enrollments.versionId, lessons.versionId), eq(enrollments.userId, userId)),
          )
          .leftJoin(lessonProgress, isProgressOf(userId))
          .where(eq(lessons.id, id))
        if (found === undefined) throw new TRPCError({ code: 'NOT_FOUND' })
        const { versionId, position } = found.lessons
        const around = await db
          .select({ id: lessons.id, key: lessons.key, title: lessons.title, at: lessons.position })
          .from(lessons)
          .where(
            and(
              eq(lessons.versionId, versionId),
              inArray(lessons.position, [position - 1, position + 1]),
            ),
          )
        return {
          ...found.lessons,
          type: 'text' as const,
          html: 'none' as const,
          lessonQuestions: 'none' as const,
          requires: [],
          files: [],
          previous: around.find(({ at }) => at < position) ?? null,
          next: around.find(({ at }) => at > position) ?? null,
          progress: toProgress(found.lesson_progress),
        }
      }),

    update: signedIn
      .meta({ openapi: { method: 'POST', path: '/api/v1/progress' } })
      .input(UpdateProgressInput)
      .output(UpdatedProgress)
      .mutation(
        async ({ input: { lessonId, percent = 0, positionSeconds = 0 }, ctx: { userId } }) => {
          const [lesson] = await db.select().from(lessons).where(eq(lessons.id, lessonId))
          if (lesson === undefined) throw new TRPCError({ code: 'NOT_FOUND' })
          const { courseId, key, required, versionId, position } = lesson
          const [merged] = await db
            .insert(lessonProgress)
            .values({
              userId,
              courseId,
              lessonKey: key,
              percent,
              positionSeconds,
              updatedAt: new Date(),
            })
            .onConflictDoUpdate({
              target: [lessonProgress.userId, lessonProgress.courseId, lessonProgress.lessonKey],
              set: {
                percent: sql`greatest(${lessonProgress.percent}, excluded.percent)`,
                positionSeconds,
                updatedAt: new Date(),
              },
            })
            .returning()
          const [enrollment] = await db
            .select()
            .from(enrollments)
            .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
          const [next] = await db
            .select({ lessonId: lessons.id, title: lessons.title })
            .from(lessons)
            .where(and(eq(lessons.versionId, versionId), eq(lessons.position, position + 1)))
          const requiredLessons = enrollment?.requiredLessons ?? 0
          const remaining = enrollment?.remainingLessons?.replaceAll('0', '').length ?? 0
          const completedLessons = requiredLessons - remaining
          return {
            lesson: {
              lessonId,
              required,
              ...(toProgress(merged) ?? { percent, positionSeconds, completedAt: null }),
            },
            course: {
              courseId,
              percent: Math.floor((100 * completedLessons) / requiredLessons),
              completedLessons,
              requiredLessons,
              completedAt: null,
            },
            next: next ?? null,
          }
        },
      ),
  })

  const app = Fastify()
  await app.register(fastifyTRPCOpenApiPlugin, { router, createContext } as unknown as Parameters<
    typeof fastifyTRPCOpenApiPlugin
  >[1])
  return app
}

function isProgressOf(userId: string) {
  return and(
    eq(lessonProgress.userId, userId),
    eq(lessonProgress.courseId, lessons.courseId),
    eq(lessonProgress.lessonKey, lessons.key),
  )
}

function toProgress(row: typeof lessonProgress.$inferSelect | null | undefined) {
  if (row == null) return undefined
  return {
    percent: row.percent,
    positionSeconds: row.positionSeconds,
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}
