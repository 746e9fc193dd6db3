import { stopMails as stop } from '../../../../db/queries/people/users/users.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import {
  readUnsubscription,
  type Unsubscription,
} from '../../../security/key-ring/unsubscriptions.ts'

/**
 * Ends mails of a kind for the account that the token names, signed in or not. Only the first call
 * changes and records anything. Undefined for a token that is not one of ours.
 */
export async function stopMails(ctx: Deps, token: string): Promise<Unsubscription | undefined> {
  const found = readUnsubscription(ctx.keys, token)
  if (found === undefined) return undefined
  const { userId, ends } = found
  await inTransaction(ctx, async (ctx) => {
    const wish = ends === 'announcements' ? 'announcementsByMail' : 'remindersByMail'
    if (await stop(ctx.db, userId, wish))
      await recordEvent(ctx, 'mails-stopped', { userId, details: { mails: ends } })
  })
  return found
}
