import { updateWebhook } from '../../../../server/features/base/webhooks/manage-webhook.ts'
import {
  showWebhook,
  showWebhooks,
} from '../../../../server/features/base/webhooks/show-webhook.ts'
import { readId } from '../../arguments.ts'
import type { CommandResult } from '../../output.ts'
import { listAll, wholeList } from '../../results.ts'
import { withDeps } from '../../with-deps.ts'

export function list(): Promise<CommandResult> {
  return listAll(showWebhooks, wholeList, {
    columns: {
      ID: 'id',
      STATUS: ({ status, reason }) => (reason === null ? status : `${status}: ${reason}`),
      EVENTS: ({ types }) => types?.join(' ') ?? 'all',
      // The path may hold a secret of the receiver.
      HOST: ({ url }) => new URL(url).host,
    },
    none: 'There are no webhooks.',
  })
}

export async function disable(typed: string): Promise<CommandResult> {
  const webhookId = readId(typed)
  const webhook = await withDeps(async (deps) => {
    const { revision } = await showWebhook(deps, { webhookId })
    return updateWebhook(deps, { webhookId, revision, status: 'disabled' })
  })
  return { json: webhook, text: `The webhook ${webhook.id} is disabled.\n` }
}
