import { and, asc, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../client.ts'
import { courses, courseVersions } from '../../schema/learning/courses.ts'
import { enrollments } from '../../schema/learning/enrollments.ts'

export type EnrollmentRow = typeof enrollments.$inferSelect

export interface EnrollmentKey {
  userId: string
  courseId: string
}

export async function findEnrollment(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<EnrollmentRow | undefined> {
  const [enrollment] = await db.select().from(enrollments).where(isOf(userId, courseId))
  return enrollment
}

/** Locks the enrollment until the end of the transaction. */
export async function lockEnrollment(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<EnrollmentRow | undefined> {
  const [enrollment] = await db
    .select()
    .from(enrollments)
    .where(isOf(userId, courseId))
    .for('update')
  return enrollment
}

/** Those of the courses in which the user is enrolled. */
export async function findEnrolledAmong(
  db: Db,
  userId: string,
  courseIds: string[],
): Promise<string[]> {
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

/** Enrolls the user, or reopens an ended enrollment. True when access is new. */
export async function upsertEnrollment(
  db: Db,
  enrollment: typeof enrollments.$inferInsert,
): Promise<boolean> {
  const opened = await db
    .insert(enrollments)
    .values(enrollment)
    .onConflictDoUpdate({
      target: [enrollments.userId, enrollments.courseId],
      set: { status: 'active', source: enrollment.source, versionId: enrollment.versionId },
      setWhere: eq(enrollments.status, 'ended'),
    })
    .returning({ courseId: enrollments.courseId })
  return opened.length === 1
}

/** Ends access that was bought; progress and completion are kept. */
export async function endBoughtEnrollment(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<void> {
  await db
    .update(enrollments)
    .set({ status: 'ended' })
    .where(and(isOf(userId, courseId), eq(enrollments.source, 'transaction')))
}

/** Ends access however it was given; true when there was any. Progress and completion are kept. */
export async function endEnrollment(db: Db, { userId, courseId }: EnrollmentKey): Promise<boolean> {
  const ended = await db
    .update(enrollments)
    .set({ status: 'ended' })
    .where(and(isOf(userId, courseId), eq(enrollments.status, 'active')))
    .returning({ courseId: enrollments.courseId })
  return ended.length === 1
}

/** The user's newest enrollments. */
export async function listNewestEnrollments(
  db: Db,
  { userId, limit }: { userId: string; limit: number },
) {
  return db
    .select({ ...getTableColumns(enrollments), slug: courses.slug })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(eq(enrollments.userId, userId))
    .orderBy(desc(enrollments.enrolledAt), asc(enrollments.courseId))
    .limit(limit)
}

/** True for the one call that completes it. */
export async function completeEnrollment(
  db: Db,
  { userId, courseId, at }: EnrollmentKey & { at: Date },
): Promise<boolean> {
  const completed = await db
    .update(enrollments)
    .set({ completedAt: at })
    .where(and(isOf(userId, courseId), isNull(enrollments.completedAt)))
    .returning({ courseId: enrollments.courseId })
  return completed.length === 1
}

/** The user's enrollments in courses with a greater id, in the order of the courses' ids. */
export async function listEnrollmentsOf(
  db: Db,
  { userId, after, limit }: { userId: string; after: string | undefined; limit: number },
) {
  return db
    .select({
      ...getTableColumns(enrollments),
      courseTitle: courseVersions.title,
      courseVersion: courseVersions.number,
    })
    .from(enrollments)
    .innerJoin(courseVersions, eq(courseVersions.id, enrollments.versionId))
    .where(
      and(
        eq(enrollments.userId, userId),
        after === undefined ? undefined : gt(enrollments.courseId, after),
      ),
    )
    .orderBy(asc(enrollments.courseId))
    .limit(limit)
}

function isOf(userId: string, courseId: string) {
  return and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId))
}
