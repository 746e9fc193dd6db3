import {
  listDueAmong,
  listDueEnrollments,
} from '../../../../db/queries/learning/enrollments/end-dates.ts'
import { forgetEndOfPurchase } from '../../../../db/queries/learning/enrollments/kept-ways.ts'
import {
  findFulfilledLine,
  lockPurchasesOf,
  transitionLines,
} from '../../../../db/queries/shop/transactions.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'

const dueAtOnce = 500

/** The job: ends enrollments whose time is up, unless another way lasts longer. */
export async function endDueEnrollments(ctx: Deps): Promise<void> {
  await forEachDue(ctx, {
    task: 'end-enrollment',
    list: () => listDueEnrollments(ctx.db, { now: ctx.now(), limit: dueAtOnce }),
    limit: dueAtOnce,
    idOf: ({ userId, courseId }) => `${userId} ${courseId}`,
    work: (enrollment) =>
      inTransaction(ctx, async (ctx) => {
        await lockPurchasesOf(ctx.db, enrollment.userId)
        await endIfDue(ctx, enrollment)
      }),
  })
}

/**
 * Ends what is due, in the transaction that locked the user, before the courses are given anew.
 * Without ids: in all courses.
 */
export async function endDueOf(
  ctx: Deps,
  { userId, courseIds }: { userId: string; courseIds: string[] | undefined },
): Promise<void> {
  for (const courseId of await listDueAmong(ctx.db, { userId, courseIds, now: ctx.now() }))
    await endIfDue(ctx, { userId, courseId })
}

async function endIfDue(ctx: Deps, enrollment: EnrollmentKey): Promise<void> {
  const { userId, courseId } = enrollment
  const settled = await ctx.hooks.settleAccess(ctx, enrollment)
  if (settled?.before === undefined) return
  const { status, endsAt } = settled.before
  // Skips it if another process was first, or somebody moved the end since it was listed.
  if (status === 'ended' || endsAt === null || endsAt > ctx.now()) return
  const hasEnded = settled.after.status === 'ended'
  const line = hasEnded ? await findFulfilledLine(ctx.db, enrollment) : undefined
  // Marks its line as refunded, having cost nothing: the course can be taken again.
  if (line !== undefined) {
    await transitionLines(ctx.db, line.transactionId, [line.position], 'refunded')
    await forgetEndOfPurchase(ctx.db, enrollment)
  }
  await recordEvent(ctx, hasEnded ? 'enrollment-ended' : 'enrollment-changed', {
    userId,
    details: { courseId, because: 'its end date has come' },
  })
}
