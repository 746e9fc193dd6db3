import type { InvitationRow } from '../../../db/queries/learning/invitations.ts'
import type { Deps } from '../../context.ts'
import { coursePageOf } from '../notifications/notify.ts'

/**
 * Mails the invitation once the transaction of `ctx.db` is committed. `title`: of the course; null
 * for an invitation to register alone.
 */
export async function mailInvitation(
  ctx: Deps,
  { email, courseId, locale }: Pick<InvitationRow, 'email' | 'courseId' | 'locale'>,
  title: string | null,
): Promise<void> {
  const page = courseId === null ? null : coursePageOf(ctx, courseId)
  await ctx.jobs.enqueue(ctx.db, 'send-course-mail', {
    to: email,
    locale,
    at: ctx.now().toISOString(),
    notification: { kind: 'invited', title, email, page },
  })
  ctx.afterCommit(() => ctx.jobs.wake('send-course-mail'))
}
