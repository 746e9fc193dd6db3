import { setVersionOfEnrollment } from '../../../../db/queries/authoring/moves.ts'
import {
  findEnrollment,
  lockEnrollmentToMove,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import {
  copyFormerProgress,
  recountLessons,
} from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { countsOf, coursePercent } from '../../courses/courses/course-state.ts'
import { advanceProgram, completeIfDone } from '../../learning/completion/completion.ts'

export interface MovedLearner {
  percentBefore: number
  percentAfter: number
  /** Whether the move completed the course. */
  completes: boolean
}

export interface LearnerToMove {
  userId: string
  courseId: string
  /** The id of the version to move to. */
  versionId: string
}

/**
 * Moves a learner to a version, with what they have done by key and former keys. A completed course
 * stays completed; one whose required lessons are all done is completed now, and certified.
 * Undefined without an active enrollment, or if the learner is on the version already.
 */
export async function moveEnrollment(
  ctx: Deps,
  { userId, courseId, versionId }: LearnerToMove,
): Promise<MovedLearner | undefined> {
  return inTransaction(ctx, async (ctx) => {
    const learning = { userId, courseId }
    const before = await lockEnrollmentToMove(ctx.db, learning)
    if (before?.status !== 'active' || before.versionId === versionId) return undefined
    const percentBefore = coursePercent(before, await countsOf(ctx, before))

    await copyFormerProgress(ctx.db, { ...learning, versionId })
    const isProgram = await setVersionOfEnrollment(ctx.db, { ...learning, versionId })
    await recountLessons(ctx.db, learning)
    if (isProgram) await advanceProgram(ctx, learning)
    const after = await findEnrollment(ctx.db, learning)
    if (after === undefined) throw new Error('A locked enrollment is gone.')

    const percentAfter = coursePercent(after, await countsOf(ctx, after))
    const isNowDone = before.completedAt === null && after.completedAt !== null
    const completes = isNowDone || (await completeIfDone(ctx, learning)) !== undefined
    return { percentBefore, percentAfter, completes }
  })
}
