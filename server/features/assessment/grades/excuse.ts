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
import type { EndExcuseInput, Excuse, ExcuseInput } from './schema.ts'

type GraderContext = UserContext & { learners: LearnerScope }

/**
 * Excuses a learner from a graded lesson: until it is passed, it does not count in the grade.
 * Repeating it changes the reason alone.
 *
 * @throws NotForYourself, EnrollmentNotFound, LessonNotFound
 */
export async function excuseLearner(ctx: GraderContext, input: ExcuseInput): Promise<Excuse> {
  const { userId, courseId, reason } = input
  refuseOwn(ctx, userId)
  return inTransaction(ctx, async (ctx) => {
    const { enrollment, lesson } = await requireGraded(ctx, input)
    const of = { userId, courseId, lessonKey: lesson.key }
    await putExcuse(ctx.db, { ...of, reason, excusedBy: ctx.user.id, excusedAt: ctx.now() })
    // A certificate that states the grade is replaced if it rises.
    if (enrollment.completedAt !== null) await replaceForGrade(ctx, enrollment)
    const details = { courseId, lessonId: lesson.id }
    await recordEvent(ctx, 'lesson-excused', { userId, details, reason })
    return { ...of, excused: true }
  })
}

/**
 * Lets the lesson count again. A certificate keeps its grade. Repeating it changes nothing.
 *
 * @throws EnrollmentNotFound, LessonNotFound
 */
export async function endExcuse(ctx: GraderContext, input: EndExcuseInput): Promise<Excuse> {
  const { userId, courseId } = input
  return inTransaction(ctx, async (ctx) => {
    const { lesson } = await requireGraded(ctx, input)
    const keys = [lesson.key, ...lesson.formerKeys]
    const details = { courseId, lessonId: lesson.id }
    if (await deleteExcuse(ctx.db, { userId, courseId, keys }))
      await recordEvent(ctx, 'lesson-excuse-ended', { userId, details })
    return { userId, courseId, lessonKey: lesson.key, excused: false }
  })
}

async function requireGraded(ctx: GraderContext, { userId, courseId, key }: EndExcuseInput) {
  const learning = { userId, courseId }
  await requireInScope(ctx, learning, ctx.learners)
  const enrollment = await lockEnrollment(ctx.db, learning)
  if (enrollment === undefined) throw new AppError('EnrollmentNotFound')
  const lesson = await findGradedLesson(ctx.db, { ...learning, key })
  if (lesson === undefined) throw new AppError('LessonNotFound')
  return { enrollment, lesson }
}
