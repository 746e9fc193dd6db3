import { findUser, type UserRow } from '../../../db/queries/users.ts'
import type { Deps } from '../../context.ts'
import type { Notice } from './mail-texts.ts'

export type { Notice } from './mail-texts.ts'

/**
 * Has the user told by mail what happened to the account, once the transaction of `ctx.db` is
 * committed. Call it while the user still exists: the job carries the address, the name and the
 * language along, so that the mail arrives when they have changed or are gone.
 */
export async function notify(
  ctx: Deps,
  { userId, notice }: { userId: string; notice: Notice },
): Promise<void> {
  const user = await findUser(ctx.db, userId)
  if (user === undefined) throw new Error('There is no such user to notify.')
  await notifyUser(ctx, user, notice)
}

/** For who has read the user in the same transaction. */
export async function notifyUser(ctx: Deps, user: UserRow, notice: Notice): Promise<void> {
  const to = notice.kind === 'email-changed' ? notice.oldEmail : user.email
  await ctx.jobs.enqueue(ctx.db, 'send-notification', {
    to,
    name: user.name,
    locale: user.locale,
    at: ctx.now().toISOString(),
    notice,
  })
  ctx.afterCommit(() => ctx.jobs.wake('send-notification'))
}
