import { afterId, type PageAfter } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../../postgres/named-statement.ts'
import type { webhookEndpoints } from '../../../schema/platform/webhooks.ts'

export type WebhookRow = typeof webhookEndpoints.$inferSelect

const fields = `
  id, url, description, types, secret, former_secret as "formerSecret",
  former_until as "formerUntil", signing_key as "signingKey", status, reason,
  position::float8 as position, replay_position::float8 as "replayPosition",
  replay_until::float8 as "replayUntil", failing_since as "failingSince", revision,
  created_by as "createdBy", created_at as "createdAt"`

/** Lists endpoints after `after`, in the order of their ids. */
export async function listWebhooks(db: Db, { after, limit }: PageAfter): Promise<WebhookRow[]> {
  return runNamed(db, {
    name: 'list_webhooks',
    text: `
      select ${fields} from webhook_endpoints where id > ${afterId('$1')}
      order by id limit $2`,
    values: [after ?? null, limit],
  })
}

export async function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return findNamed(db, {
    name: 'find_webhook',
    text: `select ${fields} from webhook_endpoints where id = $1`,
    values: [id],
  })
}

/** Locks an endpoint until the end of the transaction: nobody else sends or changes meanwhile. */
export async function lockWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return findNamed(db, {
    name: 'lock_webhook',
    text: `select ${fields} from webhook_endpoints where id = $1 for update`,
    values: [id],
  })
}

export type NewWebhook = Pick<
  WebhookRow,
  'id' | 'url' | 'description' | 'types' | 'secret' | 'signingKey' | 'createdBy' | 'createdAt'
>

/**
 * Keeps others from adding one until the end of the transaction: two at once could be one too many.
 */
export async function lockWebhooks(db: Db): Promise<void> {
  await runNamed(db, {
    name: 'lock_webhooks',
    text: 'lock table webhook_endpoints in share row exclusive mode',
    values: [],
  })
}

/** Inserts an endpoint, which gets events from now on. Undefined if there are already enough. */
export async function insertWebhook(
  db: Db,
  webhook: NewWebhook,
  { most }: { most: number },
): Promise<WebhookRow | undefined> {
  return findNamed(db, {
    name: 'insert_webhook',
    text: `
      insert into webhook_endpoints (id, url, description, types, secret, signing_key, created_by,
        created_at, position)
      select $1, $2, $3, $4, $5, $6, $7, $8, last_number from event_counter
      where (select count(*) from webhook_endpoints) < $9
      returning ${fields}`,
    values: [
      webhook.id,
      webhook.url,
      webhook.description,
      webhook.types,
      webhook.secret,
      webhook.signingKey,
      webhook.createdBy,
      webhook.createdAt,
      most,
    ],
  })
}

/**
 * Writes what an administrator can change. An endpoint that becomes active continues with events
 * from then on.
 */
export async function changeWebhook(
  db: Db,
  change: Pick<WebhookRow, 'id' | 'url' | 'description' | 'types' | 'status'>,
): Promise<WebhookRow | undefined> {
  const { id, url, description, types, status } = change
  return findNamed(db, {
    name: 'change_webhook',
    text: `
      update webhook_endpoints set url = $2, description = $3, types = $4, status = $5::text,
        reason = case when $5 = 'active' then null else coalesce(reason, 'by-hand') end,
        failing_since = case when $5 = status then failing_since end,
        position = case when $5 = 'active' and status <> 'active'
          then (select last_number from event_counter) else position end,
        revision = revision + 1
      where id = $1 returning ${fields}`,
    values: [id, url, description, types, status],
  })
}

/** Disables an endpoint; true if it was active: the process that disables it records it. */
export async function disableWebhook(
  db: Db,
  { id, reason }: { id: string; reason: 'gone' | 'failing' },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'disable_webhook',
    text: `
      update webhook_endpoints set status = 'disabled', reason = $2, revision = revision + 1
      where id = $1 and status = 'active' returning id`,
    values: [id, reason],
  })
}

export async function deleteWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return findNamed(db, {
    name: 'delete_webhook',
    text: `delete from webhook_endpoints where id = $1 returning ${fields}`,
    values: [id],
  })
}

type Secrets = Pick<WebhookRow, 'secret' | 'formerSecret' | 'formerUntil' | 'signingKey'>

/** Writes the secrets, unless they were replaced since being read. */
export async function writeWebhookSecrets(
  db: Db,
  { before, after }: { before: Pick<WebhookRow, 'id' | 'secret'>; after: Secrets },
): Promise<void> {
  await runNamed(db, {
    name: 'write_webhook_secrets',
    text: `
      update webhook_endpoints set secret = $3, former_secret = $4, former_until = $5,
        signing_key = $6
      where id = $1 and secret = $2`,
    values: [
      before.id,
      before.secret,
      after.secret,
      after.formerSecret,
      after.formerUntil,
      after.signingKey,
    ],
  })
}

/** Records since when deliveries fail, beginning with the first failure told; null ends that. */
export async function noteWebhookFailing(
  db: Db,
  { id, failingSince }: { id: string; failingSince: Date | null },
): Promise<void> {
  await runNamed(db, {
    name: 'note_webhook_failing',
    text: `
      update webhook_endpoints
      set failing_since = case when $2::timestamptz is not null then coalesce(failing_since, $2) end
      where id = $1 and (failing_since is null) <> ($2::timestamptz is null)`,
    values: [id, failingSince],
  })
}

/** Lists endpoints that were disabled because nothing arrived there. */
export async function listGivenUpWebhooks(db: Db): Promise<Pick<WebhookRow, 'url' | 'reason'>[]> {
  return runNamed(db, {
    name: 'list_given_up_webhooks',
    text: `
      select url, reason from webhook_endpoints where reason in ('gone', 'failing') order by id`,
    values: [],
  })
}

/** Replays the events after one number, up to another; false while a replay is under way. */
export async function startReplay(
  db: Db,
  { id, after, until }: { id: string; after: number; until: number },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'start_webhook_replay',
    text: `
      update webhook_endpoints set replay_position = $2, replay_until = $3
      where id = $1 and replay_until is null returning id`,
    values: [id, after, until],
  })
}
