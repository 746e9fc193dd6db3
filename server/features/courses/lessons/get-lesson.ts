import type { LessonForUser } from '../../../../db/queries/courses/lessons.ts'
import { readRanges, secondsIn } from '../../../../db/queries/learning/progress/second-ranges.ts'
import { insertOpening } from '../../../../db/queries/learning/progress/watching.ts'
import type { Context, UserContext } from '../../../context.ts'
import { openLesson, openLessonByKey, openPreview } from './open-lesson.ts'
import type { GetLessonByKeyInput, GetLessonInput, Lesson } from './schema.ts'
import { requireWhole, showLesson } from './show-lesson.ts'

export async function getLesson(
  ctx: UserContext,
  { lessonId: id }: GetLessonInput,
): Promise<Lesson> {
  return toLesson(ctx, await openLesson(ctx, id))
}

export async function getLessonByKey(
  ctx: UserContext,
  input: GetLessonByKeyInput,
): Promise<Lesson> {
  return toLesson(ctx, await openLessonByKey(ctx, input))
}

/** Returns a lesson as whoever has no account gets it, whoever asks. */
export async function previewLesson(ctx: Context, input: GetLessonByKeyInput): Promise<Lesson> {
  const lesson = await openPreview(ctx, input)
  return describe(lesson, await showLesson(ctx, lesson))
}

async function toLesson(ctx: UserContext, lesson: LessonForUser): Promise<Lesson> {
  const [shown] = await Promise.all([
    showLesson(ctx, lesson),
    lesson.isOpening ? recordOpening(ctx, lesson) : undefined,
  ])
  return { ...describe(lesson, shown), ...progressOf(lesson) }
}

function describe(lesson: LessonForUser, shown: Awaited<ReturnType<typeof showLesson>>): Lesson {
  const { id, courseId, key, title, minutes, required, preview, html } = lesson
  const { lessonQuestions, previous, next } = lesson
  return {
    ...{ id, courseId, key, title, minutes, required, preview, html },
    ...{ lessonQuestions, previous, next },
    ...requireWhole(shown),
  }
}

/** Records the opening, but never fails: the first report of watching records it as well. */
async function recordOpening({ db, user, now }: UserContext, { id }: LessonForUser): Promise<void> {
  await insertOpening(db, { userId: user.id, lessonId: id, at: now() }).catch(() => undefined)
}

function progressOf({
  percent,
  positionSeconds,
  completedAt,
  watched,
}: LessonForUser): Pick<Lesson, 'progress'> {
  if (percent === null || positionSeconds === null) return {}
  const ranges = watched === null ? undefined : readRanges(watched)
  return {
    progress: {
      percent,
      positionSeconds,
      completedAt: completedAt?.toISOString() ?? null,
      ...(ranges && { watched: ranges, watchedSeconds: secondsIn(ranges) }),
    },
  }
}
