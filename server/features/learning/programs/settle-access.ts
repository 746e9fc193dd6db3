import { keepSaidWay } from '../../../../db/queries/learning/enrollments/kept-ways.ts'
import {
  insertEnrollment,
  type NewEnrollment,
  type SettledEnrollment,
  settleEnrollment,
} from '../../../../db/queries/learning/enrollments/settle.ts'
import { listOpenedBy } from '../../../../db/queries/learning/programs.ts'
import { deleteCartItems } from '../../../../db/queries/shop/cart.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'

/**
 * Decides by the ways into a course whether access is open, and until when. Whatever takes a way,
 * or moves its end, calls it in the transaction that has locked the purchases of the user. What a
 * program has opened follows it. `opens` lets it reopen what had ended. Undefined for somebody who
 * never had the course.
 */
export async function settleAccess(
  ctx: Deps,
  { userId, courseId }: EnrollmentKey,
  { opens = false } = {},
): Promise<SettledEnrollment | undefined> {
  await keepSaidWay(ctx.db, { userId, courseId })
  const asked = { userId, courseId, now: ctx.now(), takesSeat: opens }
  const settled = await settleEnrollment(ctx.db, { ...asked, opens: opens ? 'ended' : 'none' })
  if (settled !== undefined) await followUp(ctx, { userId, courseId }, settled)
  return settled
}

/**
 * Does the same once a way is given: enrolls, and reopens what had ended or was left. A program
 * takes no seat.
 */
export async function openAccess(
  ctx: Deps,
  { userId, courseId, versionId }: NewEnrollment,
  { takesSeat }: { takesSeat: boolean },
): Promise<SettledEnrollment | undefined> {
  await keepSaidWay(ctx.db, { userId, courseId })
  const asked = { userId, courseId, now: ctx.now(), takesSeat }
  const settled =
    (await insertEnrollment(ctx.db, { ...asked, versionId })) ??
    (await settleEnrollment(ctx.db, { ...asked, opens: 'all' }))
  if (settled !== undefined) await followUp(ctx, { userId, courseId }, settled)
  return settled
}

async function followUp(
  ctx: Deps,
  { userId, courseId }: EnrollmentKey,
  { before, after, kind }: SettledEnrollment,
): Promise<void> {
  const isSame = before?.endsAt?.getTime() === after.endsAt?.getTime()
  if (before?.status === after.status && isSame) return
  // Empties the cart of what the user now has for good.
  if (after.status !== 'ended' && after.endsAt === null)
    await deleteCartItems(ctx.db, userId, [courseId])
  if (kind === 'program') await settleOpened(ctx, { userId, programId: courseId })
}

/** Settles what a program has opened, after its learner's access to it has changed. */
export async function settleOpened(
  ctx: Deps,
  { userId, programId }: { userId: string; programId: string },
): Promise<void> {
  for (const courseId of await listOpenedBy(ctx.db, { userId, programId }))
    if (hasEnded(await settleAccess(ctx, { userId, courseId })))
      await recordEvent(ctx, 'enrollment-ended', {
        userId,
        details: { courseId, because: 'its program has ended' },
      })
}

export function hasEnded(settled: SettledEnrollment | undefined): boolean {
  if (settled?.before === undefined) return false
  return settled.before.status !== 'ended' && settled.after.status === 'ended'
}

/** Whether access is new, or open again. */
export function hasOpened(settled: SettledEnrollment | undefined): boolean {
  return settled?.after.status === 'active' && settled.before?.status !== 'active'
}
