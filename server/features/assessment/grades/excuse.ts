import {
  deleteExcuse,
  findGradedLesson,
  putExcuse,
} from '../../../../db/queries/assessment/grades/grades.ts'
import { lockEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import { replaceForGrade } from '../../learning/certificates/reissue-certificate.ts'
import { requireInScope } from '../../learning/reports/in-scope.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import type { Excuse, ExcuseInput } from './schema.ts'

/**
 * Excuses a learner from a graded lesson: until it is passed, it does not count in the grade. Or lets
 * it count again; a certificate keeps its grade.
 *
 * @throws NotForYourself, EnrollmentNotFound, LessonNotFound
 */
export function excuseLearner(
  ctx: UserContext & { learners: LearnerScope },
  { userId, courseId, key, excused, reason }: ExcuseInput,
): Promise<Excuse> {
  refuseOwn(ctx, userId)
  const learning = { userId, courseId }
  return inTransaction(ctx, async (ctx) => {
    await requireInScope(ctx, learning, ctx.learners)
    const enrollment = await lockEnrollment(ctx.db, learning)
    if (enrollment === undefined) throw new AppError('EnrollmentNotFound')
    const lesson = await findGradedLesson(ctx.db, { ...learning, key })
    if (lesson === undefined) throw new AppError('LessonNotFound')
    const { id: lessonId, key: lessonKey, formerKeys } = lesson
    const of = { ...learning, lessonKey }
    const event = { userId, details: { courseId, lessonId }, reason }
    if (excused) {
      await putExcuse(ctx.db, { ...of, reason, excusedBy: ctx.user.id, excusedAt: ctx.now() })
      // A certificate that states the grade is replaced if it rises.
      if (enrollment.completedAt !== null) await replaceForGrade(ctx, enrollment)
      await recordEvent(ctx, 'lesson-excused', event)
    } else if (await deleteExcuse(ctx.db, { ...learning, keys: [lessonKey, ...formerKeys] }))
      await recordEvent(ctx, 'lesson-excuse-ended', event)
    return { ...of, excused }
  })
}
