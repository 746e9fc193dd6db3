import type { CourseRow } from '../../../../db/queries/courses/courses/courses.ts'
import {
  type InvitationRow,
  insertInvitation,
  listPromises,
  lockInvitationsTo,
  replacePromises,
  updateInvitation,
} from '../../../../db/queries/learning/invitations.ts'
import { newId } from '../../../../lib/ids.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { mailInvitation } from './mail-invitation.ts'

/** Days after which an unverified account was evidently not wanted; the seat is free again. */
export const daysToAccept = 90

export interface InvitationWish {
  /** Lower case, like those of accounts. */
  email: string
  /** Undefined to invite only to register. */
  course?: Pick<CourseRow, 'id' | 'title' | 'language'> | undefined
  /** The inviting cohort; undefined: the school. Earlier ones stay. */
  cohortId?: string | undefined
  /** When the enrollment is to end; undefined leaves it unchanged. */
  endsAt?: Date | null | undefined
  /** Why the requirements of the course are waived. */
  waive?: string | undefined
  /** The language of the mail. Default: the course's. */
  locale?: string | undefined
}

export interface Invited {
  outcome: 'invited' | 'changed' | 'unchanged'
  invitation: InvitationRow
}

/**
 * Keeps a place for somebody without a verified account, and mails them once. Inviting again can
 * only add a cohort, or the course without one, or change the end.
 *
 * @throws CourseFull
 */
export async function createInvitation(ctx: ActorDeps, wish: InvitationWish): Promise<Invited> {
  const { email, course, cohortId = null, endsAt = null } = wish
  const courseId = course?.id ?? null
  return inTransaction(ctx, async (ctx) => {
    const before = (await lockInvitationsTo(ctx.db, email)).find(
      (invitation) => invitation.courseId === courseId,
    )
    if (before !== undefined) return changeInvitation(ctx, before, wish)

    const invitation: InvitationRow = {
      id: newId(),
      email,
      courseId,
      cohortId,
      endsAt,
      locale: wish.locale ?? course?.language ?? 'en',
      invitedBy: ctx.user?.id ?? null,
      mailId: null,
      createdAt: ctx.now(),
      expiresAt: endOfWaiting(ctx),
    }
    await insertInvitation(ctx.db, invitation)
    await recordEvent(ctx, 'invitation-created', {
      userId: null,
      email,
      details: changeOf(undefined, factsOf(invitation)),
      reason: wish.waive,
    })
    await mailInvitation(ctx, invitation, course?.title ?? null)
    return { outcome: 'invited', invitation }
  })
}

export function endOfWaiting({ now }: Pick<ActorDeps, 'now'>): Date {
  return new Date(now().getTime() + daysToAccept * 86_400_000)
}

/** Returns the facts of an invitation for the audit trail. */
export function factsOf({ id, courseId, cohortId, endsAt }: InvitationRow) {
  return { invitationId: id, courseId, cohortId, endsAt: endsAt?.toISOString() ?? null }
}

/** Changes it; an expired one begins anew, with a mail. */
async function changeInvitation(
  ctx: ActorDeps,
  before: InvitationRow,
  { email, course, endsAt, ...wish }: InvitationWish,
): Promise<Invited> {
  const isExpired = before.expiresAt <= ctx.now()
  const cohortId = wish.cohortId ?? null
  const promised = await listPromises(ctx.db, before.id)
  const same = promised.find((one) => one.cohortId === cohortId)
  const wanted = { cohortId, endsAt: endsAt === undefined ? (same?.endsAt ?? null) : endsAt }
  const details = changeOf(
    same && factsOf({ ...before, ...same }),
    factsOf({ ...before, ...wanted }),
  )
  if (!isExpired && Object.keys(details).length === 0)
    return { outcome: 'unchanged', invitation: before }

  // Puts the newest into the row, because lists show that.
  const others = isExpired ? [] : promised.filter((one) => one !== same)
  await replacePromises(ctx.db, before.id, [wanted, ...others])
  const invitation =
    (await updateInvitation(ctx.db, before.id, {
      ...wanted,
      ...(isExpired && { expiresAt: endOfWaiting(ctx), invitedBy: ctx.user?.id ?? null }),
    })) ?? before
  await recordEvent(ctx, isExpired ? 'invitation-created' : 'invitation-changed', {
    userId: null,
    email,
    details: { invitationId: before.id, ...details },
  })
  if (isExpired) await mailInvitation(ctx, invitation, course?.title ?? null)
  return { outcome: isExpired ? 'invited' : 'changed', invitation }
}
