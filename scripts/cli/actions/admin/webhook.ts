import { updateWebhook } from '../../../../server/features/base/webhooks/manage-webhook.ts'
import {
  showWebhook,
  showWebhooks,
} from '../../../../server/features/base/webhooks/show-webhook.ts'
import { allPages } from '../../all-pages.ts'
import { readId } from '../../arguments.ts'
import { type CommandResult, printable } from '../../output.ts'
import { table } from '../../table.ts'
import { withDeps } from '../../with-deps.ts'

export async function list(): Promise<CommandResult> {
  const items = await withDeps((deps) =>
    allPages((cursor) => showWebhooks(deps, { limit: 100, cursor })),
  )
  const rows = items.map(({ id, status, reason, types, url }) => [
    id,
    reason === null ? status : `${status}: ${reason}`,
    types?.join(' ') ?? 'all',
    // The path may hold a secret of the receiver.
    printable(new URL(url).host),
  ])
  return {
    json: { items },
    text:
      rows.length === 0
        ? 'There are no webhooks.\n'
        : table(['ID', 'STATUS', 'EVENTS', 'HOST'], rows),
  }
}

export async function disable(typed: string): Promise<CommandResult> {
  const webhookId = readId(typed)
  const webhook = await withDeps(async (deps) => {
    const { revision } = await showWebhook(deps, { webhookId })
    return updateWebhook(deps, { webhookId, revision, status: 'disabled' })
  })
  return { json: webhook, text: `The webhook ${webhook.id} is disabled.\n` }
}
