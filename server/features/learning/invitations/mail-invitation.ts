import {
  type InvitationRow,
  updateInvitation,
} from '../../../../db/queries/learning/invitations.ts'
import type { Deps } from '../../../context.ts'
import { macOfEmail } from '../../../security/audit.ts'
import { isWithin } from '../../../security/budgets.ts'
import type { Budget } from '../../../security/limits.ts'
import { coursePageOf } from '../../platform/notifications/notify.ts'

type MailedInvitation = Pick<InvitationRow, 'id' | 'email' | 'courseId' | 'locale'>

/**
 * Mails the invitation once the transaction of `ctx.db` is committed, unless today's mails to the
 * email are used up: then it waits unmailed. `title`: of the course; null for an invitation to
 * register alone.
 */
export async function mailInvitation(
  ctx: Deps,
  invitation: MailedInvitation,
  title: string | null,
): Promise<void> {
  if (await isWithin(ctx.limits.within(ctx.db), [budgetOf(ctx, invitation)]))
    await enqueueMail(ctx, invitation, title)
}

/**
 * Does the same for somebody who asks for the mail, and refuses one too many.
 * @throws RateLimited
 */
export async function mailInvitationAgain(
  ctx: Deps,
  invitation: MailedInvitation,
  title: string | null,
): Promise<void> {
  await ctx.limits.within(ctx.db).takeAll([budgetOf(ctx, invitation)])
  await enqueueMail(ctx, invitation, title)
}

/** Keys the budget by email, as an invitation withdrawn and made anew is a different one. */
function budgetOf({ keys }: Deps, { email }: MailedInvitation): Budget {
  return ['invitationMailsPerEmail', macOfEmail(keys.codes, email)]
}

async function enqueueMail(
  ctx: Deps,
  { id, email, courseId, locale }: MailedInvitation,
  title: string | null,
): Promise<void> {
  const page = courseId === null ? null : coursePageOf(ctx, courseId)
  const mailId = await ctx.jobs.enqueue(ctx.db, 'send-course-mail', {
    to: email,
    locale,
    at: ctx.now().toISOString(),
    notification: { kind: 'invited', title, email, page },
  })
  await updateInvitation(ctx.db, id, { mailId })
  ctx.afterCommit(() => ctx.jobs.wake('send-course-mail'))
}
