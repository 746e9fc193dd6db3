import { revokeApiKey as revokeRow } from '../../../../db/queries/people/api-keys.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { recordRevocation } from '../../../security/end-api-keys.ts'
import { describeApiKey, requireApiKey } from './describe-api-key.ts'
import type { ApiKey, ApiKeyInput } from './schema.ts'

/**
 * Ends a key from the next request on. Repeating it changes nothing.
 *
 * @throws ApiKeyNotFound
 */
export async function revokeApiKey(ctx: ActorDeps, { apiKeyId: id }: ApiKeyInput): Promise<ApiKey> {
  return inTransaction(ctx, async (ctx) => {
    const { maker } = await requireApiKey(ctx, { id })
    const isNew = await revokeRow(ctx.db, { id, at: ctx.now() })
    if (isNew) await recordRevocation(ctx, { id, userId: maker.id })
    return describeApiKey(ctx, await requireApiKey(ctx, { id }), ctx.now())
  })
}
