import type { ProgressRow } from '../../../db/queries/learning.ts'
import type { LessonRow } from '../../../db/queries/lessons.ts'
import type { UserContext } from '../../context.ts'
import { openLesson } from './open-lesson.ts'
import type { Lesson, LessonChoice } from './schema.ts'

export async function getLesson(ctx: UserContext, { id }: LessonChoice): Promise<Lesson> {
  const { lesson, progress } = await openLesson(ctx, id)
  return { ...toLesson(lesson), ...(progress && { progress: toProgress(progress) }) }
}

function toLesson({ id, courseId, key, title, type, minutes, required, preview, content }: LessonRow): Lesson {
  return { id, courseId, key, title, type, minutes, required, preview, content }
}

function toProgress({ percent, completedAt, positionSeconds }: ProgressRow): Lesson['progress'] {
  return { percent, completedAt: completedAt?.toISOString() ?? null, positionSeconds }
}
