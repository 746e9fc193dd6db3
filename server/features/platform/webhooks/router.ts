import { adminProcedure, router } from '../../../trpc.ts'
import { withProof } from '../proof/with-proof.ts'
import { createWebhook, removeWebhook, updateWebhook } from './manage-webhook.ts'
import { rotateSecret } from './rotate-secret.ts'
import * as schema from './schema.ts'
import { redeliver, replayEvents } from './send-again.ts'
import { showDeliveries } from './show-deliveries.ts'
import { showWebhook, showWebhooks } from './show-webhook.ts'
import { testWebhook } from './test-webhook.ts'

const webhookProcedure = adminProcedure('webhooks:write')

export const webhooksRouter = router({
  list: webhookProcedure
    .meta({ route: 'GET /api/v1/admin/webhooks', summary: 'List the webhooks' })
    .input(schema.ListWebhooksInput)
    .output(schema.WebhookList)
    .query(({ ctx, input }) => showWebhooks(ctx, input)),

  create: webhookProcedure
    .meta({
      route: 'POST /api/v1/admin/webhooks',
      summary: 'Create a webhook',
      description:
        'It gets what happens from now on, signed by the Standard Webhooks specification. The ' +
        'secret is in this answer alone. There are at most 20 webhooks.',
      location: '/api/v1/admin/webhooks/{id}',
      errors: ['TooManyWebhooks'],
      proof: true,
    })
    .input(schema.CreateWebhookInput)
    .output(schema.WebhookWithSecret)
    .mutation(({ ctx, input }) => withProof(ctx, input, (ctx) => createWebhook(ctx, input))),

  get: webhookProcedure
    .meta({
      route: 'GET /api/v1/admin/webhooks/{webhookId}',
      summary: 'Show a webhook',
      errors: ['WebhookNotFound'],
      revisioned: true,
    })
    .input(schema.WebhookInput)
    .output(schema.Webhook)
    .query(({ ctx, input }) => showWebhook(ctx, input)),

  deliveries: webhookProcedure
    .meta({
      route: 'GET /api/v1/admin/webhooks/{webhookId}/deliveries',
      summary: 'List the deliveries of a webhook, with the answers',
      errors: ['WebhookNotFound'],
    })
    .input(schema.ListDeliveriesInput)
    .output(schema.DeliveryList)
    .query(({ ctx, input }) => showDeliveries(ctx, input)),

  redeliver: webhookProcedure
    .meta({
      route: 'POST /api/v1/admin/webhooks/{webhookId}/deliveries/{eventId}/redeliver',
      summary: 'Send an event to a webhook again',
      description: 'Soon, with the same `webhook-id`. The count of its attempts starts over.',
      errors: ['WebhookNotFound', 'DeliveryNotFound', 'WebhookDisabled'],
      limits: ['webhookSendsPerAccount'],
      repeatable: true,
    })
    .input(schema.DeliveryInput)
    .output(schema.Delivery)
    .mutation(({ ctx, input }) => redeliver(ctx, input)),

  replay: webhookProcedure
    .meta({
      route: 'POST /api/v1/admin/webhooks/{webhookId}/replay',
      summary: 'Send past events to a webhook again',
      description:
        'Those of its types, from a number or an instant on, at most 10,000 at once; each with ' +
        'the `webhook-id` that it had. Events are kept for 90 days.',
      errors: ['WebhookNotFound', 'WebhookDisabled', 'ReplayRunning'],
      limits: ['webhookSendsPerAccount'],
    })
    .input(schema.ReplayInput)
    .output(schema.Replay)
    .mutation(({ ctx, input }) => replayEvents(ctx, input)),

  test: webhookProcedure
    .meta({
      route: 'POST /api/v1/admin/webhooks/{webhookId}/test',
      summary: 'Send a test message now',
      description:
        'Sends one signed message of the type `ping`. The result says whether it was delivered.',
      errors: ['WebhookNotFound'],
      limits: ['webhookSendsPerAccount'],
      oncePerBatch: true,
    })
    .input(schema.WebhookInput)
    .output(schema.WebhookTest)
    .mutation(({ ctx, input }) => testWebhook(ctx, input)),

  rotateSecret: webhookProcedure
    .meta({
      route: 'POST /api/v1/admin/webhooks/{webhookId}/rotate-secret',
      summary: 'Give a webhook a new secret',
      description:
        'The secret before signs as well for a while: a message then has a signature of each. ' +
        'The new one is in this answer alone. The public key stays.',
      errors: ['WebhookNotFound'],
      proof: true,
    })
    .input(schema.RotateSecretInput)
    .output(schema.WebhookWithSecret)
    .mutation(({ ctx, input }) => withProof(ctx, input, (ctx) => rotateSecret(ctx, input))),

  update: webhookProcedure
    .meta({
      route: 'PATCH /api/v1/admin/webhooks/{webhookId}',
      summary: 'Change, disable or enable a webhook',
      description:
        'One that is enabled goes on with what happens from then on. To send what happened ' +
        'meanwhile, replay it.',
      errors: ['WebhookNotFound'],
      proof: true,
      revisioned: true,
    })
    .input(schema.UpdateWebhookInput)
    .output(schema.Webhook)
    .mutation(({ ctx, input }) => withProof(ctx, input, (ctx) => updateWebhook(ctx, input))),

  delete: webhookProcedure
    .meta({
      route: 'DELETE /api/v1/admin/webhooks/{webhookId}',
      summary: 'Delete a webhook and its deliveries',
      errors: ['WebhookNotFound'],
    })
    .input(schema.WebhookInput)
    .output(schema.DeletedWebhook)
    .mutation(({ ctx, input }) => removeWebhook(ctx, input)),
})
