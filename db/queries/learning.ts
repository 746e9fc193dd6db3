import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { enrollments, lessonProgress, lessons } from '../schema/index.ts'

export type EnrollmentRow = typeof enrollments.$inferSelect
export interface Learning {
  userId: string
  courseId: string
}

export async function findEnrollment(db: Db, { userId, courseId }: Learning): Promise<EnrollmentRow | undefined> {
  const [enrollment] = await db.select().from(enrollments).where(isOf(userId, courseId))
  return enrollment
}

/** As findEnrollment, and nobody else changes the learner's course until the end of the transaction. */
export async function lockEnrollment(db: Db, { userId, courseId }: Learning): Promise<EnrollmentRow | undefined> {
  const [enrollment] = await db.select().from(enrollments).where(isOf(userId, courseId)).for('update')
  return enrollment
}

/** Those of the courses in which the user is enrolled. */
export async function findEnrolledAmong(db: Db, userId: string, courseIds: string[]): Promise<string[]> {
  const found = await db
    .select({ courseId: enrollments.courseId })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.userId, userId),
        eq(enrollments.status, 'active'),
        sql`${enrollments.courseId} = any(${sql.param(courseIds)}::uuid[])`,
      ),
    )
  return found.map(({ courseId }) => courseId)
}

/** Enrolls, or opens an ended enrollment again. True when access is new. */
export async function putEnrollment(db: Db, enrollment: typeof enrollments.$inferInsert): Promise<boolean> {
  const opened = await db
    .insert(enrollments)
    .values(enrollment)
    .onConflictDoUpdate({
      target: [enrollments.userId, enrollments.courseId],
      set: { status: 'active' },
      setWhere: eq(enrollments.status, 'ended'),
    })
    .returning({ courseId: enrollments.courseId })
  return opened.length === 1
}

/** True for the one call that completes it. */
export async function completeEnrollment(db: Db, { userId, courseId, at }: Learning & { at: Date }): Promise<boolean> {
  const completed = await db
    .update(enrollments)
    .set({ completedAt: at })
    .where(and(isOf(userId, courseId), isNull(enrollments.completedAt)))
    .returning({ courseId: enrollments.courseId })
  return completed.length === 1
}

export type ProgressRow = typeof lessonProgress.$inferSelect

/** Merges, so that retries, duplicates and any order give the same row: percent only rises, the first completion stays, the position is the latest. */
export async function mergeProgress(
  db: Db,
  progress: Learning & { lessonKey: string; percent: number; positionSeconds: number | undefined; at: Date },
): Promise<ProgressRow> {
  const { userId, courseId, lessonKey, percent, positionSeconds, at } = progress
  const completedAt = percent === 100 ? at : null
  const [merged] = await db
    .insert(lessonProgress)
    .values({ userId, courseId, lessonKey, percent, positionSeconds: positionSeconds ?? 0, completedAt, updatedAt: at })
    .onConflictDoUpdate({
      target: [lessonProgress.userId, lessonProgress.courseId, lessonProgress.lessonKey],
      set: {
        percent: sql`greatest(${lessonProgress.percent}, excluded.percent)`,
        completedAt: sql`coalesce(${lessonProgress.completedAt}, excluded.completed_at)`,
        updatedAt: sql`greatest(${lessonProgress.updatedAt}, excluded.updated_at)`,
        ...(positionSeconds !== undefined && { positionSeconds }),
      },
    })
    .returning()
  if (merged === undefined) throw new Error('The progress was not written.')
  return merged
}

export async function findProgress(
  db: Db,
  { userId, courseId, lessonKey }: Learning & { lessonKey: string },
): Promise<ProgressRow | undefined> {
  const [progress] = await db
    .select()
    .from(lessonProgress)
    .where(and(eq(lessonProgress.userId, userId), eq(lessonProgress.courseId, courseId), eq(lessonProgress.lessonKey, lessonKey)))
  return progress
}

/** Every lesson of the version in its order, with what the learner did of it. */
export async function listProgress(db: Db, { userId, courseId, versionId }: Learning & { versionId: string }) {
  return db
    .select({
      lessonId: lessons.id,
      key: lessons.key,
      title: lessons.title,
      required: lessons.required,
      percent: lessonProgress.percent,
      positionSeconds: lessonProgress.positionSeconds,
      completedAt: lessonProgress.completedAt,
    })
    .from(lessons)
    .leftJoin(
      lessonProgress,
      and(eq(lessonProgress.userId, userId), eq(lessonProgress.courseId, courseId), eq(lessonProgress.lessonKey, lessons.key)),
    )
    .where(eq(lessons.versionId, versionId))
    .orderBy(asc(lessons.position))
}

function isOf(userId: string, courseId: string) {
  return and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId))
}
