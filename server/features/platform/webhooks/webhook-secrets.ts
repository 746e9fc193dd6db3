import {
  type WebhookRow,
  writeWebhookSecrets,
} from '../../../../db/queries/platform/webhooks/webhooks.ts'
import { publicKeyOf } from '../../../adapters/webhook-sender/signatures.ts'
import type { WebhookKeys } from '../../../adapters/webhook-sender/types.ts'
import type { Deps } from '../../../context.ts'
import {
  isSealedWithFormerKey,
  openSecret,
  sealSecret,
} from '../../../security/key-ring/stored-secrets.ts'

/** Encrypts the secret of a webhook, bound to it alone. */
export function sealWebhookSecret({ keys }: Deps, webhookId: string, secret: string): Buffer {
  return sealSecret(keys, secret, `${webhookId} webhook`)
}

export function sealSigningKey({ keys }: Deps, webhookId: string, signingKey: string): Buffer {
  return sealSecret(keys, signingKey, `${webhookId} webhook-signing`)
}

/**
 * Returns the keys that sign a webhook's messages; undefined if the server's keys no longer open
 * them. Secrets that a former key sealed are sealed with the current one.
 */
export async function openWebhookKeys(
  ctx: Deps,
  webhook: WebhookRow,
): Promise<WebhookKeys | undefined> {
  const { id, formerUntil } = webhook
  const isFormerOver = formerUntil === null || formerUntil <= ctx.now()
  const open = (sealed: Buffer) => openSecret(ctx.keys, sealed, `${id} webhook`)
  const secret = await open(webhook.secret)
  const former =
    isFormerOver || webhook.formerSecret === null ? undefined : await open(webhook.formerSecret)
  const signingKey = await openSecret(ctx.keys, webhook.signingKey, `${id} webhook-signing`)
  if (secret === undefined || signingKey === undefined) return undefined

  if (isSealedWithFormerKey(ctx.keys, webhook.secret))
    await writeWebhookSecrets(ctx.db, {
      before: webhook,
      after: {
        secret: sealWebhookSecret(ctx, id, secret),
        formerSecret: former === undefined ? null : sealWebhookSecret(ctx, id, former),
        formerUntil: former === undefined ? null : formerUntil,
        signingKey: sealSigningKey(ctx, id, signingKey),
      },
    })
  return { secrets: former === undefined ? [secret] : [secret, former], signingKey }
}

export async function findPublicKey(
  { keys }: Deps,
  { id, signingKey }: WebhookRow,
): Promise<string | null> {
  const opened = await openSecret(keys, signingKey, `${id} webhook-signing`)
  return opened === undefined ? null : publicKeyOf(opened)
}
