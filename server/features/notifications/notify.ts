import { findUser, type UserRow } from '../../../db/queries/accounts/users.ts'
import type { Deps } from '../../context.ts'
import type { Notification } from '../../texts/types.ts'

/**
 * Mails the user a notification once the transaction of `ctx.db` is committed. Call it while the
 * user still exists: the job carries the email, the name and the language along, so that the mail
 * arrives even when they have changed or are gone.
 */
export async function notify(
  ctx: Deps,
  { userId, notification }: { userId: string; notification: Notification },
): Promise<void> {
  const user = await findUser(ctx.db, userId)
  if (user === undefined) throw new Error('There is no such user to notify.')
  await notifyUser(ctx, user, notification)
}

/** The same for a caller that has read the user in the same transaction. */
export async function notifyUser(
  ctx: Deps,
  user: UserRow,
  notification: Notification,
): Promise<void> {
  const to = notification.kind === 'email-changed' ? notification.oldEmail : user.email
  await ctx.jobs.enqueue(ctx.db, 'send-notification', {
    to,
    name: user.name,
    locale: user.locale,
    at: ctx.now().toISOString(),
    notification,
  })
  ctx.afterCommit(() => ctx.jobs.wake('send-notification'))
}
