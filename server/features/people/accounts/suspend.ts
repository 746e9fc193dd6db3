import { deleteExchangesOf } from '../../../../db/queries/people/identities.ts'
import {
  lockAdministrators,
  type UserRow,
  updateSuspension,
} from '../../../../db/queries/people/users/users.ts'
import { inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { endApiKeysOf } from '../../../security/end-api-keys.ts'
import { notifyUser } from '../../platform/notifications/notify.ts'
import { type AdminActor, requireAuthorityOver, requireOtherAdministrator } from './authority.ts'
import { lockChosen, type UserChoice } from './set-role.ts'

/**
 * Suspends a user, whose next request is refused by name: sessions stay only for that, and end with
 * the suspension. A suspended account is unchanged.
 *
 * @throws UserNotFound, Forbidden, LastAdmin
 */
export async function suspendUser(
  ctx: AdminActor,
  { reason, ...choice }: UserChoice & { reason: string },
): Promise<UserRow> {
  return inTransaction(ctx, async (ctx) => {
    await lockAdministrators(ctx.db)
    const user = await lockChosen(ctx, choice)
    if (user.id === ctx.user?.id)
      throw new AppError('Forbidden', { message: 'You cannot suspend yourself.' })
    requireAuthorityOver(ctx, user)
    if (user.suspendedAt !== null) return user

    await requireOtherAdministrator(ctx, user)
    const at = ctx.now()
    await updateSuspension(ctx.db, user.id, { at, reason })
    // Deletes sign-ins at third parties that wait to become sessions.
    await deleteExchangesOf(ctx.db, user.id)
    await recordEvent(ctx, 'user-suspended', {
      userId: user.id,
      // Omits the reason: the user's export has these events, and keeps what administrators delete.
      details: changeOf({ suspended: false }, { suspended: true }),
    })
    await notifyUser(ctx, user, { kind: 'account-suspended' })
    return { ...user, suspendedAt: at, suspensionReason: reason }
  })
}

/**
 * Lets the user sign in again; earlier sessions and keys end.
 *
 * @throws UserNotFound, Forbidden
 */
export async function reinstateUser(ctx: AdminActor, choice: UserChoice): Promise<UserRow> {
  return inTransaction(ctx, async (ctx) => {
    const user = await lockChosen(ctx, choice)
    requireAuthorityOver(ctx, user)
    if (user.suspendedAt === null) return user

    await ctx.sessions.endAllOf(ctx.db, user.id)
    await endApiKeysOf(ctx, user.id)
    await updateSuspension(ctx.db, user.id, undefined)
    await recordEvent(ctx, 'user-reinstated', {
      userId: user.id,
      details: changeOf({ suspended: true }, { suspended: false }),
    })
    await notifyUser(ctx, user, { kind: 'account-reinstated' })
    return { ...user, suspendedAt: null, suspensionReason: null }
  })
}
