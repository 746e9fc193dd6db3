import { lockEnrollmentToMove } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { recountLessons } from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import {
  allowMarks,
  findLessonProgress,
  hasPassed,
  reopenLesson,
} from '../../../../db/queries/learning/progress/progress.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import { countsOf, coursePercent } from '../../courses/courses/course-state.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import { tellLearner } from '../../platform/notifications/tell-learner.ts'
import { completeByPass } from '../completion/complete-by-pass.ts'
import { advancePrograms } from '../completion/completion.ts'
import { learnerInScope } from '../reports/in-scope.ts'
import type { MarkedLesson, MarkLessonInput } from './schema.ts'

/**
 * Marks a lesson as done for one learner, whatever completes it, or opens it again, and tells them
 * why. Marked done, it may complete the course. Opened again, it revokes no completion and no
 * certificate, and is never locked. Repeating it changes nothing.
 *
 * @throws NotForYourself, EnrollmentNotFound, LessonNotFound, PassStays
 */
export async function markLesson(
  ctx: ActorDeps,
  { userId, courseId, key: lessonKey, done, reason }: MarkLessonInput,
  scope: LearnerScope,
): Promise<MarkedLesson> {
  refuseOwn(ctx, userId)
  return inTransaction(ctx, async (ctx) => {
    const learning = { userId, courseId }
    await learnerInScope(ctx, learning, scope)
    // Locks it with its key: waits for reports under way, and later ones wait for this.
    const enrollment = await lockEnrollmentToMove(ctx.db, learning)
    if (enrollment === undefined) throw new AppError('EnrollmentNotFound')
    const place = { ...learning, lessonKey }
    const lesson = await findLessonProgress(ctx.db, place)
    if (lesson === undefined) throw new AppError('LessonNotFound')
    const changed = done !== (lesson.completedAt !== null)
    if (changed) {
      const details = { courseId, lessonId: lesson.id }
      const event = done ? 'lesson-marked-done' : 'lesson-reopened'
      // Comes first: the evidence of a certificate that this issues names the mark and its reason.
      await recordEvent(ctx, event, { userId, details, reason })
      if (done) {
        await allowMarks(ctx.db)
        await completeByPass(ctx, enrollment, lessonKey, { isActivity: false })
        // Opens the next course, if the lesson was one of a program.
        await advancePrograms(ctx, userId)
      } else {
        // Keeps passed lessons completed, whoever looks: grades would contradict it.
        if (await hasPassed(ctx.db, { ...learning, lessonId: lesson.id }))
          throw new AppError('PassStays')
        await reopenLesson(ctx.db, { ...place, at: ctx.now() })
        await recountLessons(ctx.db, learning)
      }
      await tellLearner(ctx, learning, {
        kind: 'lesson-marked',
        lesson: lesson.title,
        done,
        reason,
        about: { lessonKey },
      })
    }
    const after = await learnerInScope(ctx, learning, scope)
    return {
      ...learning,
      lessonKey,
      done,
      changed,
      percent: coursePercent(after, await countsOf(ctx, { ...learning, ...after })),
      courseCompletedAt: after.completedAt?.toISOString() ?? null,
    }
  })
}
