import type { LessonForUser } from '../../../db/queries/learning/lessons.ts'
import type { UserContext } from '../../context.ts'
import { openLesson, openLessonByKey } from './open-lesson.ts'
import type { GetLessonByKeyInput, GetLessonInput, Lesson } from './schema.ts'

export async function getLesson(ctx: UserContext, { id }: GetLessonInput): Promise<Lesson> {
  return toLesson(await openLesson(ctx, id))
}

export async function getLessonByKey(
  ctx: UserContext,
  input: GetLessonByKeyInput,
): Promise<Lesson> {
  return toLesson(await openLessonByKey(ctx, input))
}

function toLesson({
  enrolled: _enrolled,
  sold: _sold,
  percent,
  positionSeconds,
  completedAt,
  ...lesson
}: LessonForUser): Lesson {
  return percent === null || positionSeconds === null
    ? lesson
    : {
        ...lesson,
        progress: { percent, positionSeconds, completedAt: completedAt?.toISOString() ?? null },
      }
}
