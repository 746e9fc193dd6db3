import { listAttemptsAt } from '../../../../db/queries/assessment/attempts.ts'
import { listExtensionsIn } from '../../../../db/queries/learning/extensions.ts'
import { listProgress } from '../../../../db/queries/learning/progress/progress.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { UserContext } from '../../../context.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import { locksOf } from '../../courses/lessons/locks.ts'
import { toExtension } from '../extensions/extend-due.ts'
import { duesInCourse } from '../progress/learners-days.ts'
import { learnerInScope } from '../reports/in-scope.ts'
import { toLearnerReport } from '../reports/learner-reports.ts'
import {
  type CourseLearnerPage,
  maxAttemptsShown,
  maxExtensionsShown,
  type ShowLearnerInput,
} from './schema.ts'

/**
 * Shows one learner, lesson by lesson, with attempts at what is to be passed.
 *
 * @throws EnrollmentNotFound
 */
export async function showLearner(
  ctx: UserContext,
  { userId, courseId, ...page }: ShowLearnerInput,
  scope: LearnerScope,
): Promise<CourseLearnerPage> {
  const learning = { userId, courseId }
  const learner = await learnerInScope(ctx, learning, scope)
  const [rows, extensions] = [
    await listProgress(ctx.db, learning, { after: startOf(page), limit: page.limit + 1 }),
    await listExtensionsIn(ctx.db, { ...learning, limit: maxExtensionsShown }),
  ]
  const lessonIds = rows.map(({ id }) => id)
  const dues = await duesInCourse(ctx, learning)
  const attempts = await listAttemptsAt(ctx.db, { ...learning, lessonIds, each: maxAttemptsShown })
  return {
    ...toLearnerReport(ctx, learner, scope),
    extensions: extensions.map(toExtension),
    ...toPage(
      rows,
      page.limit,
      ({ id, key, title, required, percent, completedAt, lockFacts }) => ({
        ...withIsoDates({ lessonKey: key, title, required, percent, completedAt }),
        dueOn: dues.get(key)?.on ?? null,
        locks: locksOf(lockFacts, ctx),
        attempts: attempts
          .filter(({ lessonId }) => lessonId === id)
          .map(({ lessonId: _, score, ...attempt }) =>
            withIsoDates({ ...attempt, percent: score === null ? null : score / 100 }),
          ),
      }),
    ),
  }
}
