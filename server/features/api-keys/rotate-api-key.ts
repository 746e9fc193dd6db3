import { replaceSecret } from '../../../db/queries/accounts/api-keys.ts'
import { type ActorDeps, inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { changeOf, recordEvent } from '../../security/audit.ts'
import { describeApiKey, requireApiKey } from './describe-api-key.ts'
import { withProvenMaker } from './prove-maker.ts'
import type { NewApiKey, RotateApiKeyInput } from './schema.ts'

/** @throws WrongPassword, PasswordNotSet, InvalidCode, ApiKeyNotFound, ApiKeyEnded */
export async function rotateApiKey(
  ctx: UserContext,
  { id, overlapSeconds, password, code }: RotateApiKeyInput,
): Promise<NewApiKey> {
  const by = { id }
  return withProvenMaker(ctx, { password, code }, (ctx, maker) =>
    renewSecret(ctx, { by, overlapSeconds, makerId: maker.id }),
  )
}

/**
 * Gives a key a new secret, and lets the one before work for a while. From then on it acts for
 * whoever did so: nobody gets a secret that acts for somebody else.
 *
 * @throws ApiKeyNotFound, ApiKeyEnded
 */
export async function renewSecret(
  ctx: ActorDeps,
  {
    by,
    overlapSeconds,
    makerId,
  }: {
    by: { id: string } | { publicId: string }
    overlapSeconds: number
    /** Default: as before. */
    makerId?: string | undefined
  },
): Promise<NewApiKey> {
  return inTransaction(ctx, async (ctx) => {
    const before = await requireApiKey(ctx, by)
    const at = ctx.now()
    const madeBy = makerId ?? before.maker.id
    const { text, secretHash } = ctx.apiKeys.make(before.publicId)
    // A secret that opened nothing for a blocked maker opens nothing for the next one.
    const overlap = describeApiKey(before, at).status === 'blocked' ? 0 : overlapSeconds
    const formerUntil = overlap === 0 ? null : new Date(at.getTime() + overlap * 1000)
    const isReplaced = await replaceSecret(ctx.db, {
      id: before.id,
      secretHash,
      madeBy,
      at,
      formerUntil,
    })
    if (!isReplaced) throw new AppError('ApiKeyEnded')

    await recordEvent(ctx, 'api-key-rotated', {
      userId: madeBy,
      details: {
        key: before.id,
        overlapSeconds: overlap,
        ...changeOf({ madeBy: before.maker.id }, { madeBy }),
      },
    })
    return { ...describeApiKey(await requireApiKey(ctx, { id: before.id }), at), key: text }
  })
}
