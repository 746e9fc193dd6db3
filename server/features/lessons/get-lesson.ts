import type { UserContext } from '../../context.ts'
import { openLesson } from './open-lesson.ts'
import type { GetLessonInput, Lesson } from './schema.ts'

export async function getLesson(ctx: UserContext, { id }: GetLessonInput): Promise<Lesson> {
  const {
    enrolled: _enrolled,
    sold: _sold,
    percent,
    positionSeconds,
    completedAt,
    ...lesson
  } = await openLesson(ctx, id)
  return percent === null || positionSeconds === null
    ? lesson
    : {
        ...lesson,
        progress: { percent, positionSeconds, completedAt: completedAt?.toISOString() ?? null },
      }
}
