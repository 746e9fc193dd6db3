import { revokeApiKeysOf } from '../../db/queries/people/api-keys.ts'
import { changeOf } from './audit/details.ts'
import { type AuditContext, recordEvent } from './audit.ts'

/**
 * Ends the keys of somebody who may no longer have any, in the transaction of the reason: if they
 * become an administrator again, no earlier key works.
 */
export async function endApiKeysOf(ctx: AuditContext, userId: string): Promise<void> {
  for (const id of await revokeApiKeysOf(ctx.db, { userId, at: ctx.now() }))
    await recordRevocation(ctx, { id, userId })
}

/** @param key with the id of the administrator for whom it acted */
export async function recordRevocation(
  ctx: AuditContext,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const details = { key: id, ...changeOf({ revoked: false }, { revoked: true }) }
  await recordEvent(ctx, 'api-key-revoked', { userId, details })
}
