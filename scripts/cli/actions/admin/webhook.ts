import type { Deps } from '../../../../server/context.ts'
import { updateWebhook } from '../../../../server/features/platform/webhooks/manage-webhook.ts'
import {
  showWebhook,
  showWebhooks,
} from '../../../../server/features/platform/webhooks/show-webhook.ts'
import { type CommandResult, said } from '../../output.ts'
import { listAll } from '../../results.ts'

export function list(deps: Deps): Promise<CommandResult> {
  return listAll(
    deps,
    showWebhooks,
    {},
    {
      columns: [
        'id',
        'status',
        'reason',
        ['TYPES', ({ types }) => types ?? 'all'],
        // The path may hold a secret of the receiver.
        ['HOST', ({ url }) => new URL(url).host],
      ],
      none: 'There are no webhooks.',
    },
  )
}

export async function disable(deps: Deps, webhookId: string): Promise<CommandResult> {
  const { revision } = await showWebhook(deps, { webhookId })
  const webhook = await updateWebhook(deps, { webhookId, revision, status: 'disabled' })
  return said(webhook, `The webhook ${webhook.id} is disabled.`)
}
