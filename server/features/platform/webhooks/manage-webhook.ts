import { isIP } from 'node:net'
import {
  changeWebhook,
  deleteWebhook,
  insertWebhook,
  lockWebhook,
  lockWebhooks,
  type WebhookRow,
} from '../../../../db/queries/platform/webhooks/webhooks.ts'
import { newId } from '../../../../lib/ids.ts'
import { makeSigningKey, makeWebhookSecret } from '../../../adapters/webhook-sender/signatures.ts'
import { objectionTo } from '../../../adapters/webhook-sender/webhook-url.ts'
import { type ActorDeps, type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { clientLimits } from '../../../errors/client-limits.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { isOutside } from '../../../security/outside-addresses.ts'
import type * as schema from './schema.ts'
import { toWebhook } from './show-webhook.ts'
import { sealSigningKey, sealWebhookSecret } from './webhook-secrets.ts'

/**
 * Creates a webhook, which gets what happens from now on.
 * @throws InvalidFields, TooManyWebhooks
 */
export async function createWebhook(
  ctx: UserContext,
  { url, description = '', types = null }: schema.CreateWebhookInput,
): Promise<schema.WebhookWithSecret> {
  requireSendable(ctx, url)
  const id = newId()
  const secret = makeWebhookSecret()

  return inTransaction(ctx, async (ctx) => {
    await lockWebhooks(ctx.db)
    const webhook = {
      id,
      url,
      description,
      types,
      secret: sealWebhookSecret(ctx, id, secret),
      signingKey: sealSigningKey(ctx, id, makeSigningKey()),
      createdBy: ctx.user.id,
      createdAt: ctx.now(),
    }
    const added = await insertWebhook(ctx.db, webhook, { most: clientLimits.webhooks })
    if (added === undefined)
      throw new AppError('TooManyWebhooks', { facts: { most: clientLimits.webhooks } })
    await recordEvent(ctx, 'webhook-created', {
      userId: null,
      details: { webhookId: id, ...changeOf(undefined, factsOf(added)) },
    })
    return { ...(await toWebhook(ctx, added)), secret }
  })
}

/** @throws WebhookNotFound, DraftChanged, InvalidFields */
export async function updateWebhook(
  ctx: ActorDeps,
  { webhookId, revision, ...change }: schema.UpdateWebhookInput,
): Promise<schema.Webhook> {
  if (change.url !== undefined) requireSendable(ctx, change.url)

  return inTransaction(ctx, async (ctx) => {
    const before = await lockWebhook(ctx.db, webhookId)
    if (before === undefined) throw new AppError('WebhookNotFound')
    if (before.revision !== revision)
      throw new AppError('DraftChanged', { facts: { revision: before.revision } })
    const after = await changeWebhook(ctx.db, {
      id: webhookId,
      url: change.url ?? before.url,
      description: change.description ?? before.description,
      types: change.types === undefined ? before.types : change.types,
      status: change.status ?? before.status,
    })
    if (after === undefined) throw new AppError('WebhookNotFound')
    const details = {
      ...changeOf(factsOf(before), factsOf(after)),
      // Records no path, which may hold a secret of the receiver.
      ...(before.url !== after.url && { urlChanged: true }),
      ...(before.description !== after.description && { descriptionChanged: true }),
    }
    if (Object.keys(details).length > 0)
      await recordEvent(ctx, 'webhook-changed', {
        userId: null,
        details: { webhookId, ...details },
      })
    return toWebhook(ctx, after)
  })
}

/** @throws WebhookNotFound */
export async function removeWebhook(
  ctx: UserContext,
  { webhookId }: schema.WebhookInput,
): Promise<schema.DeletedWebhook> {
  return inTransaction(ctx, async (ctx) => {
    const deleted = await deleteWebhook(ctx.db, webhookId)
    if (deleted === undefined) throw new AppError('WebhookNotFound')
    await recordEvent(ctx, 'webhook-deleted', {
      userId: null,
      details: { webhookId, ...changeOf(factsOf(deleted), undefined) },
    })
    return { deleted: true }
  })
}

/** Returns its facts for the audit trail: nothing that could be a secret, or was written freely. */
function factsOf({ url, types, status }: WebhookRow) {
  return { host: new URL(url).host, types: types?.join(' ') ?? 'all', status }
}

/** Refuses early what can be: names are looked up with every message. */
function requireSendable({ config }: Deps, url: string): void {
  const { allowPrivateAddresses } = config
  const objection = objectionTo(url, { allowHttp: allowPrivateAddresses }) ?? objectionToHost()
  if (objection !== undefined)
    throw new AppError('InvalidFields', { issues: [{ path: 'url', message: objection }] })

  function objectionToHost(): string | undefined {
    if (allowPrivateAddresses) return undefined
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
    const isInner = isIP(host) === 0 ? host === 'localhost' : !isOutside(host)
    return isInner ? 'leads into a private network: give one that is public' : undefined
  }
}
