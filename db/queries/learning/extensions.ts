import { and, asc, eq, sql } from 'drizzle-orm'
import type { PageAfter } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed } from '../../postgres/named-statement.ts'
import type { EnrollmentKey } from '../../schema/learning/enrollments.ts'
import { extensions } from '../../schema/learning/extensions.ts'
import type { LessonPlace } from './progress/progress.ts'

export type ExtensionRow = typeof extensions.$inferSelect

export async function insertExtension(db: Db, row: ExtensionRow): Promise<void> {
  await db.insert(extensions).values(row)
}

/** Deletes an extension; returns whether there was one. */
export async function deleteExtensions(
  db: Db,
  { userId, courseId }: EnrollmentKey,
  lessonKeys: readonly string[],
): Promise<boolean> {
  return anyNamed(db, {
    name: 'delete_extensions',
    text: `
      delete from extensions
      where user_id = $1 and course_id = $2 and lesson_key = any($3::text[]) returning user_id`,
    values: [userId, courseId, lessonKeys],
  })
}

/** Lists a learner's extensions in all courses, in the order of the primary key. */
export async function listExtensionsOf(
  db: Db,
  { userId, after, limit }: PageAfter<LessonPlace> & { userId: string },
): Promise<ExtensionRow[]> {
  const isAfter =
    after &&
    sql`(${extensions.courseId}, ${extensions.lessonKey})
      > (${after.courseId}::uuid, ${after.lessonKey}::text)`
  return db
    .select()
    .from(extensions)
    .where(and(eq(extensions.userId, userId), isAfter))
    .orderBy(asc(extensions.courseId), asc(extensions.lessonKey))
    .limit(limit)
}

/** Lists a learner's extensions in one course, as many as are shown. */
export async function listExtensionsIn(
  db: Db,
  { userId, courseId, limit }: EnrollmentKey & { limit: number },
): Promise<ExtensionRow[]> {
  return db
    .select()
    .from(extensions)
    .where(and(eq(extensions.userId, userId), eq(extensions.courseId, courseId)))
    .orderBy(asc(extensions.lessonKey))
    .limit(limit)
}
