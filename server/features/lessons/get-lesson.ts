import type { UserContext } from '../../context.ts'
import { openLesson } from './open-lesson.ts'
import type { Lesson, LessonChoice } from './schema.ts'

export async function getLesson(ctx: UserContext, choice: LessonChoice): Promise<Lesson> {
  const {
    enrolled: _enrolled,
    sold: _sold,
    percent,
    positionSeconds,
    completedAt,
    ...lesson
  } = await openLesson(ctx, choice.id)
  return percent === null || positionSeconds === null
    ? lesson
    : {
        ...lesson,
        progress: { percent, positionSeconds, completedAt: completedAt?.toISOString() ?? null },
      }
}
