import {
  deleteAbandonedUsers,
  lockAbandonedUsers,
} from '../../../../db/queries/people/users/abandoned.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'

/** Days after which an account that nobody verifies is deleted. */
export const daysToVerify = 14
const batch = 100
/** Bounds one clean-up, so that a flood of registrations does not hold up the rest of it. */
const maxBatches = 50

/**
 * Deletes accounts that nobody verified within two weeks. Accounts that were ever verified, or hold
 * a course, a purchase, a certificate or a sign-in method, stay.
 */
export async function removeAbandonedAccounts(ctx: Deps): Promise<void> {
  for (let count = 0; count < maxBatches; count++) if ((await removeBatch(ctx)) < batch) return
}

/** Returns how many accounts it looked at. */
async function removeBatch(ctx: Deps): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const now = ctx.now()
    const when = { now, before: new Date(now.getTime() - daysToVerify * 86_400_000) }
    const ids = await lockAbandonedUsers(ctx.db, { ...when, limit: batch })
    if (ids.length === 0) return 0
    // Looks again: what was added to an account before it was locked is only visible now.
    for (const { id, email } of await deleteAbandonedUsers(ctx.db, ids, when))
      await recordEvent(ctx, 'account-expired', { userId: id, email })
    return ids.length
  })
}
