import type { LessonRow } from '../../../db/queries/catalogue.ts'
import { findProgress, type ProgressRow } from '../../../db/queries/learning.ts'
import type { UserContext } from '../../context.ts'
import { openLesson } from './open-lesson.ts'
import type { Lesson, LessonChoice } from './schema.ts'

export async function getLesson(ctx: UserContext, { id }: LessonChoice): Promise<Lesson> {
  const { lesson, enrollment } = await openLesson(ctx, id)
  if (enrollment === undefined) return toLesson(lesson)

  const progress = await findProgress(ctx.db, { userId: ctx.user.id, courseId: lesson.courseId, lessonKey: lesson.key })
  return { ...toLesson(lesson), ...(progress && { progress: toProgress(progress) }) }
}

function toLesson({ id, courseId, key, title, type, minutes, required, preview, content }: LessonRow): Lesson {
  return { id, courseId, key, title, type, minutes, required, preview, content }
}

function toProgress({ percent, completedAt, positionSeconds }: ProgressRow): Lesson['progress'] {
  return { percent, completedAt: completedAt?.toISOString() ?? null, positionSeconds }
}
