import type { Deps } from '../../../../server/context.ts'
import { updateWebhook } from '../../../../server/features/platform/webhooks/manage-webhook.ts'
import { showWebhook } from '../../../../server/features/platform/webhooks/show-webhook.ts'
import { type CommandResult, said } from '../../output.ts'

export async function disable(deps: Deps, webhookId: string): Promise<CommandResult> {
  const { revision } = await showWebhook(deps, { webhookId })
  const webhook = await updateWebhook(deps, { webhookId, revision, status: 'disabled' })
  return said(webhook, `The webhook ${webhook.id} is disabled.`)
}
