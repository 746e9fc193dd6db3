import { completeEnrollment, lockEnrollment, mergeProgress } from '../../../db/queries/learning.ts'
import { inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { describeCertificate } from '../certificates/describe-certificate.ts'
import { issueCertificate } from '../certificates/issue-certificate.ts'
import { openLesson } from '../lessons/open-lesson.ts'
import { type CourseState, stateOfCourse } from './course-state.ts'
import type { ProgressUpdate, ProgressUpdated } from './schema.ts'

export async function updateProgress(ctx: UserContext, update: ProgressUpdate): Promise<ProgressUpdated> {
  const { lesson, enrollment } = await openLesson(ctx, update.lessonId)
  if (enrollment === undefined) throw new AppError('NotEnrolled')
  const learning = { userId: ctx.user.id, courseId: lesson.courseId }

  return inTransaction(ctx, async (ctx) => {
    // Two last lessons reported at once must see each other, or neither would complete the course.
    const enrollment = await lockEnrollment(ctx.db, learning)
    if (enrollment?.status !== 'active') throw new AppError('NotEnrolled')
    await mergeProgress(ctx.db, {
      ...learning,
      lessonKey: lesson.key,
      percent: update.completed === true ? 100 : (update.percent ?? 0),
      positionSeconds: update.positionSeconds,
      at: ctx.now(),
    })

    const state = await stateOfCourse(ctx, enrollment)
    const done = enrollment.completedAt !== null || state.isComplete
    if (!done) return answer(state, lesson.id)

    const completedAt = enrollment.completedAt ?? ctx.now()
    await completeEnrollment(ctx.db, { ...learning, at: completedAt })
    const certificate = await issueCertificate(ctx, { ...enrollment, completedAt })
    return {
      ...answer({ ...state, completedAt: completedAt.toISOString() }, lesson.id),
      certificate: await describeCertificate(ctx, certificate),
    }
  })
}

function answer({ courseId, percent, completedAt, missing, lessons }: CourseState, lessonId: string): ProgressUpdated {
  const lesson = lessons.find((lesson) => lesson.lessonId === lessonId)
  if (lesson === undefined) throw new Error('The lesson is not in the version of the enrollment.')
  return { lesson, course: { courseId, percent, completedAt, missing } }
}
