import { replaceSecret } from '../../../../db/queries/people/api-keys.ts'
import { type ActorDeps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { type KeyScope, missingReadScopes } from '../../../security/permissions.ts'
import { withProof } from '../../platform/proof/with-proof.ts'
import { describeApiKey, requireApiKey } from './describe-api-key.ts'
import type { NewApiKey, RotateApiKeyInput } from './schema.ts'

/** @throws WrongPassword, PasswordNotSet, InvalidCode, ApiKeyNotFound, ApiKeyEnded,
 *   InvalidFields */
export async function rotateApiKey(
  ctx: UserContext,
  { apiKeyId: id, overlapSeconds, password, code }: RotateApiKeyInput,
): Promise<NewApiKey> {
  return withProof(ctx, { password, code }, (ctx) =>
    renewSecret(ctx, { id, overlapSeconds, makerId: ctx.user.id }),
  )
}

/**
 * Gives a key a new secret, while the old one still works for a while. From then on it acts for
 * whoever did so: nobody gets a secret that acts for somebody else.
 *
 * @throws ApiKeyNotFound, ApiKeyEnded, InvalidFields
 */
export async function renewSecret(
  ctx: ActorDeps,
  {
    id,
    overlapSeconds,
    makerId,
  }: {
    id: string
    overlapSeconds: number
    /** Default: unchanged. */
    makerId?: string | undefined
  },
): Promise<NewApiKey> {
  return inTransaction(ctx, async (ctx) => {
    const before = await requireApiKey(ctx, { id })
    const at = ctx.now()
    const described = describeApiKey(ctx, before, at)
    const createdBy = makerId ?? before.maker.id
    const { text, secretHash } = ctx.apiKeys.make(before.publicId)
    // Ends a blocked maker's secret at once: having opened nothing, it opens nothing for the next.
    const overlap = described.status === 'blocked' ? 0 : overlapSeconds
    const formerUntil = overlap === 0 ? null : new Date(at.getTime() + overlap * 1000)
    const isReplaced = await replaceSecret(ctx.db, {
      id: before.id,
      secretHash,
      createdBy,
      at,
      formerUntil,
    })
    if (!isReplaced) throw new AppError('ApiKeyEnded')
    requireReadScopes(described.scopes)

    await recordEvent(ctx, 'api-key-rotated', {
      userId: createdBy,
      details: {
        key: before.id,
        overlapSeconds: overlap,
        ...changeOf({ createdBy: before.maker.id }, { createdBy }),
      },
    })
    return { ...describeApiKey(ctx, await requireApiKey(ctx, { id: before.id }), at), key: text }
  })
}

/** Requires all read scopes: a key keeps its scopes, and without some it lives no longer. */
function requireReadScopes(scopes: readonly KeyScope[]): void {
  const missing = missingReadScopes(scopes)
  if (missing.length === 0) return
  const message =
    `lacks ${missing.join(', ')}, and the scopes of a key stay: create one with ` +
    [...missing, ...scopes].join(', ')
  throw new AppError('InvalidFields', { issues: [{ path: 'id', message }] })
}
