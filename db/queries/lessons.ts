import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../client.ts'
import { prepared } from '../prepared.ts'
import { courses, courseVersions, enrollments, lessonProgress, lessons } from '../schema/index.ts'

export type LessonRow = typeof lessons.$inferSelect

export interface LessonForUser {
  /** In the version of the user's enrollment, else as asked for; null when the user's version has no such lesson. */
  lesson: LessonRow | null
  /** Null for a user without an active enrollment. */
  enrollment: typeof enrollments.$inferSelect | null
  progress: typeof lessonProgress.$inferSelect | null
  /** Whether the lesson asked for is of the version that is sold now. */
  sold: boolean
}

const asked = alias(lessons, 'asked')

/** A lesson with all that decides who may read it; undefined when there is none with this id. */
export async function findLessonForUser(
  db: Db,
  { lessonId, userId }: { lessonId: string; userId: string },
): Promise<LessonForUser | undefined> {
  const [found] = await prepared(db, 'find_lesson_for_user', (db) =>
    db
      .select({
        lesson: lessons,
        enrollment: enrollments,
        progress: lessonProgress,
        sold: sql<boolean>`${courses.status} = 'published' and ${courses.currentVersion} = ${courseVersions.number}`,
      })
      .from(asked)
      .innerJoin(courses, eq(courses.id, asked.courseId))
      .innerJoin(courseVersions, eq(courseVersions.id, asked.versionId))
      .leftJoin(
        enrollments,
        and(eq(enrollments.courseId, asked.courseId), eq(enrollments.userId, sql.placeholder('userId')), eq(enrollments.status, 'active')),
      )
      .leftJoin(
        lessons,
        and(sql`${lessons.versionId} = coalesce(${enrollments.versionId}, ${asked.versionId})`, eq(lessons.key, asked.key)),
      )
      .leftJoin(
        lessonProgress,
        and(
          eq(lessonProgress.userId, enrollments.userId),
          eq(lessonProgress.courseId, enrollments.courseId),
          eq(lessonProgress.lessonKey, lessons.key),
        ),
      )
      .where(eq(asked.id, sql.placeholder('lessonId'))),
  ).execute({ lessonId, userId })
  return found
}
