import {
  lockWebhook,
  writeWebhookSecrets,
} from '../../../../db/queries/platform/webhooks/webhooks.ts'
import { makeWebhookSecret } from '../../../adapters/webhook-sender/signatures.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { RotateSecretInput, WebhookWithSecret } from './schema.ts'
import { requireWebhook, toWebhook } from './show-webhook.ts'
import { sealWebhookSecret } from './webhook-secrets.ts'

/**
 * Gives a webhook a new secret. The one before also signs for a while, so that the receiver can
 * change over without losing a message.
 * @throws WebhookNotFound
 */
export async function rotateSecret(
  ctx: UserContext,
  { webhookId, overlapSeconds }: RotateSecretInput,
): Promise<WebhookWithSecret> {
  const secret = makeWebhookSecret()
  return inTransaction(ctx, async (ctx) => {
    const before = await lockWebhook(ctx.db, webhookId)
    if (before === undefined) throw new AppError('WebhookNotFound')
    const overlaps = overlapSeconds > 0
    await writeWebhookSecrets(ctx.db, {
      before,
      after: {
        secret: sealWebhookSecret(ctx, webhookId, secret),
        formerSecret: overlaps ? before.secret : null,
        formerUntil: overlaps ? new Date(ctx.now().getTime() + overlapSeconds * 1_000) : null,
        signingKey: before.signingKey,
      },
    })
    await recordEvent(ctx, 'webhook-secret-rotated', {
      userId: null,
      details: { webhookId, overlapSeconds },
    })
    return { ...(await toWebhook(ctx, await requireWebhook(ctx, webhookId))), secret }
  })
}
