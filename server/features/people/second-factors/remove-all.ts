import { deleteSecondFactors } from '../../../../db/queries/people/second-factors.ts'
import { inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { type AdminActor, requireAuthorityOver } from '../accounts/authority.ts'
import { lockChosen, type UserChoice } from '../accounts/set-role.ts'

/**
 * Removes lost second factors from an account, never from one's own, and ends its sessions. Returns
 * how many there were.
 *
 * @throws UserNotFound, Forbidden
 */
export async function removeSecondFactorsOf(ctx: AdminActor, choice: UserChoice): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const { id: userId, role } = await lockChosen(ctx, choice)
    if (userId === ctx.user?.id) throw new AppError('Forbidden', { message: ownText })
    requireAuthorityOver(ctx, { role })
    const removed = await deleteSecondFactors(ctx.db, userId)
    if (removed === 0) return 0
    await ctx.sessions.endAllOf(ctx.db, userId)
    await recordEvent(ctx, 'second-factor-removed', { userId, details: { factors: removed } })
    const notification = { kind: 'sign-in-method-removed', method: '2FA' } as const
    await notify(ctx, { userId, notification })
    return removed
  })
}

const ownText = 'Remove your own second factors in your account, or ask a different administrator.'
