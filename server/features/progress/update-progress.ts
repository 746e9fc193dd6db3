import { completeEnrollment, lockEnrollment } from '../../../db/queries/learning/enrollments.ts'
import { mergeProgress, reportPartialProgress } from '../../../db/queries/learning/progress.ts'
import { inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { describeCertificate } from '../certificates/describe-certificate.ts'
import { issueCertificate } from '../certificates/issue-certificate.ts'
import { type CourseState, completionOf, stateOfCourse } from '../courses/course-state.ts'
import { openLesson } from '../lessons/open-lesson.ts'
import type { UpdatedProgress, UpdateProgressInput } from './schema.ts'

interface Report {
  lessonId: string
  percent: number
  positionSeconds: number | undefined
}

export async function updateProgress(
  ctx: UserContext,
  { lessonId, percent = 0, completed, positionSeconds }: UpdateProgressInput,
): Promise<UpdatedProgress> {
  const report = { lessonId, percent: completed === true ? 100 : percent, positionSeconds }
  const updated = report.percent < 100 ? await reportPartial(ctx, report) : undefined
  return updated ?? reportAndComplete(ctx, report)
}

/**
 * Fast path for the reports that players send every few seconds, which complete nothing. Returns
 * undefined when the full path has to decide.
 */
async function reportPartial(
  ctx: UserContext,
  report: Report,
): Promise<UpdatedProgress | undefined> {
  const reported = await reportPartialProgress(ctx.db, {
    ...report,
    userId: ctx.user.id,
    at: ctx.now(),
  })
  if (reported === undefined || reported.courseCompletedAt !== null) return undefined

  const { courseId, lessonId, key, title, required, percent, positionSeconds, completedAt } =
    reported
  const state = completionOf(reported)
  if (state.missing.length === 0) return undefined
  return {
    lesson: {
      lessonId,
      key,
      title,
      required,
      percent,
      positionSeconds,
      completedAt: completedAt?.toISOString() ?? null,
    },
    course: { courseId, completedAt: null, ...state },
  }
}

async function reportAndComplete(
  ctx: UserContext,
  { lessonId, percent, positionSeconds }: Report,
): Promise<UpdatedProgress> {
  const lesson = await openLesson(ctx, lessonId)
  if (!lesson.enrolled) throw new AppError('NotEnrolled')
  const learning = { userId: ctx.user.id, courseId: lesson.courseId }

  return inTransaction(ctx, async (ctx) => {
    // Two last lessons reported at once must see each other, or neither would complete the course.
    const enrollment = await lockEnrollment(ctx.db, learning)
    if (enrollment?.status !== 'active') throw new AppError('NotEnrolled')
    await mergeProgress(ctx.db, {
      ...learning,
      lessonKey: lesson.key,
      percent,
      positionSeconds,
      at: ctx.now(),
    })

    const state = await stateOfCourse(ctx, enrollment)
    if (enrollment.completedAt === null && state.missing.length > 0)
      return answer(state, lesson.key)

    const completedAt = enrollment.completedAt ?? ctx.now()
    await completeEnrollment(ctx.db, { ...learning, at: completedAt })
    const certificate = await issueCertificate(ctx, { ...enrollment, completedAt })
    return {
      ...answer({ ...state, completedAt: completedAt.toISOString() }, lesson.key),
      ...(certificate !== undefined && {
        certificate: await describeCertificate(ctx, certificate),
      }),
    }
  })
}

function answer(
  { courseId, percent, completedAt, missing, lessons }: CourseState,
  lessonKey: string,
): UpdatedProgress {
  const lesson = lessons.find((lesson) => lesson.key === lessonKey)
  if (lesson === undefined) throw new AppError('LessonNotFound')
  return { lesson, course: { courseId, percent, completedAt, missing } }
}
