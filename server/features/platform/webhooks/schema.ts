import { z } from 'zod'
import {
  deliveryStatuses,
  disabledReasons,
  webhookStatuses,
} from '../../../../db/schema/platform/webhooks.ts'
import { withPeriod } from '../../../../lib/lists/periods.ts'
import {
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  named,
  pageInput,
  Revision,
  rawText,
  revisionInput,
  sortedPageInput,
  text,
} from '../../../../lib/schema.ts'
import {
  type WebhookFailureReason,
  webhookFailures,
} from '../../../adapters/webhook-sender/types.ts'
import { eventTypeNames } from '../events/event-types.ts'
import { proofFields, requireProof } from '../proof/schema.ts'

export const exampleWebhookId = '019a9c44-3c1f-7a60-8d25-4e7b9f0a1c0a'
const exampleEventId = '0d9a4c1e-7b52-4f3a-8c61-5e2f9b7d4a09'

const webhookId = field(IdInPath, 'Id of the webhook', exampleWebhookId)
const eventId = field(IdInPath, 'Id of the event', exampleEventId)

const url = field(
  rawText(500).min(1),
  'Where events are sent: https, without user, password and fragment',
  'https://hooks.example.org/lyceum',
)
const description = field(
  z.union([text(200), z.literal('')]),
  'For people: what it is for',
  'Mailing list',
)
const chosenTypes = field(
  z
    .array(z.enum(eventTypeNames))
    .min(1)
    .max(eventTypeNames.length)
    .transform((types) => [...new Set(types)])
    .nullable(),
  'The types of events that it gets; null for all, those of later releases too',
  ['enrollment.started', 'course.completed'],
)
const status = z
  .enum(webhookStatuses)
  .describe('disabled: nothing is sent, and what happens meanwhile is not sent later by itself')

export const WebhookInput = z.strictObject({ webhookId })
export type WebhookInput = z.infer<typeof WebhookInput>

export const ListWebhooksInput = z.strictObject(pageInput)
export type ListWebhooksInput = z.infer<typeof ListWebhooksInput>

export const CreateWebhookInput = requireProof(
  z.strictObject({
    url,
    description: description.optional(),
    types: chosenTypes.optional(),
    ...proofFields,
  }),
).meta({ id: 'CreateWebhookInput', description: 'A new webhook' })
export type CreateWebhookInput = z.infer<typeof CreateWebhookInput>

export const UpdateWebhookInput = requireProof(
  z.strictObject({
    webhookId,
    ...revisionInput,
    url: url.optional(),
    description: description.optional(),
    types: chosenTypes.optional(),
    status: status.optional(),
    ...proofFields,
  }),
).meta({ id: 'UpdateWebhookInput', description: 'Fields that are absent stay as they are' })
export type UpdateWebhookInput = z.infer<typeof UpdateWebhookInput>

const webhookFields = {
  id: field(Id, 'The webhook', exampleWebhookId),
  url,
  description: field(z.string(), 'For people: what it is for', 'Mailing list'),
  types: field(z.array(z.string()).nullable(), 'The types of events that it gets; null for all', [
    'enrollment.started',
    'course.completed',
  ]),
  status,
  reason: z
    .enum(disabledReasons)
    .nullable()
    .describe(
      'Why it is disabled. by-hand: an administrator did it; gone: the receiver answered 410; ' +
        'failing: nothing arrived for five days',
    ),
  publicKey: field(
    z.string().nullable(),
    'Verifies the signatures v1a (Ed25519); null where the keys of the server are lost',
    'whpk_O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik=',
  ),
  formerSecretUntil: Instant.nullable().describe(
    'Until when the secret before signs as well; null after a rotation is over',
  ),
  failingSince: Instant.nullable().describe('Since when nothing arrived; null after a success'),
  replaysToNumber: field(
    z.int().nullable(),
    'Number of the last event of the replay that runs; null while none runs',
    null,
  ),
  revision: Revision,
  createdAt: Instant.describe('When it was created'),
}

export const Webhook = named('Webhook', 'A receiver of events', webhookFields)
export type Webhook = z.infer<typeof Webhook>

export const WebhookWithSecret = named('WebhookWithSecret', 'A webhook with its new secret', {
  ...webhookFields,
  secret: z.string().meta({
    description: 'Signs all messages (v1, HMAC-SHA256). Shown this once',
    examples: ['whsec_plJ3nmyCDGBKInavdOK15jsl7Yl2tqJ3yhRmXmSxWVk='],
  }),
})
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

export const WebhookList = listOf(Webhook, 'All webhooks, in the order in which they were created')
export type WebhookList = z.infer<typeof WebhookList>

export const DeletedWebhook = named('DeletedWebhook', 'A webhook that is gone', {
  deleted: z.literal(true).describe('It is gone, with its deliveries'),
})
export type DeletedWebhook = z.infer<typeof DeletedWebhook>

export const RotateSecretInput = requireProof(
  z.strictObject({
    webhookId,
    overlapSeconds: field(
      z
        .int()
        .min(0)
        .max(7 * 24 * 3_600)
        .default(24 * 3_600),
      'How long the secret before signs as well, in seconds',
      86_400,
    ),
    ...proofFields,
  }),
).meta({ id: 'RotateSecretInput', description: 'How to rotate the secret' })
export type RotateSecretInput = z.infer<typeof RotateSecretInput>

const failureReasons = Object.keys(webhookFailures) as [
  WebhookFailureReason,
  ...WebhookFailureReason[],
]

const outcomeFields = {
  answerStatus: field(z.int().nullable(), 'HTTP status of the answer; null where none came', 204),
  answer: field(z.string().nullable(), 'The first 1,024 bytes of the answer', 'thanks'),
  failure: field(
    z.enum([...failureReasons, 'event-gone']).nullable(),
    'Why no answer came; null where one did',
    null,
  ),
  milliseconds: field(z.int().min(0).nullable(), 'How long the attempt took', 84),
}

export const WebhookTest = named('WebhookTest', 'The outcome of a test message', {
  delivered: z.boolean().describe('Whether the receiver answered with a status from 200 to 299'),
  ...outcomeFields,
  advice: field(z.string().nullable(), 'How to get it delivered; null where it was', null),
})
export type WebhookTest = z.infer<typeof WebhookTest>

const deliveryStatus = z
  .enum(deliveryStatuses)
  .describe('waiting: for its first attempt or the next; failed: it is not tried any more')

export const Delivery = named('Delivery', 'An event on its way to a webhook', {
  eventId: field(Id, 'The event: `webhook-id`', exampleEventId),
  type: field(z.string(), 'Type of the event', 'course.completed'),
  number: field(z.int().min(1), 'Number of the event', 1042),
  status: deliveryStatus,
  attempts: field(z.int().min(0), 'Attempts so far, or since it was sent again', 1),
  dueAt: Instant.nullable().describe('When the next attempt is due; null unless it waits'),
  attemptedAt: Instant.nullable().describe('When the last attempt was made'),
  ...outcomeFields,
  createdAt: Instant.describe('When the event was handed to the webhook, or last replayed'),
})
export type Delivery = z.infer<typeof Delivery>

export const ListDeliveriesInput = withPeriod({
  webhookId,
  status: field(deliveryStatus.optional(), 'Only deliveries with this status', 'failed'),
  type: z.enum(eventTypeNames).optional().describe('Only events of this type'),
  ...sortedPageInput,
})
export type ListDeliveriesInput = z.infer<typeof ListDeliveriesInput>

export const DeliveryList = listOf(Delivery, 'Deliveries of the last 30 days, newest first')
export type DeliveryList = z.infer<typeof DeliveryList>

export const DeliveryInput = z.strictObject({ webhookId, eventId })
export type DeliveryInput = z.infer<typeof DeliveryInput>

/** Exceeds any number that will occur, and is exact in JSON. */
const maxEventNumber = 1_000_000_000_000_000

export const ReplayInput = z
  .strictObject({
    webhookId,
    fromNumber: field(
      z.int().min(1).max(maxEventNumber).optional(),
      'Number of the first event',
      1042,
    ),
    fromTime: field(
      z.iso.datetime({ offset: true }).optional(),
      'Instead of its number: since when events count',
      '2026-11-21T09:30:00Z',
    ),
    toNumber: field(
      z.int().min(1).max(maxEventNumber).optional(),
      'Number of the last event; default: the newest',
      1142,
    ),
  })
  .refine(({ fromNumber, fromTime }) => (fromNumber === undefined) !== (fromTime === undefined), {
    path: ['fromNumber'],
    error: 'or `fromTime` must say where to begin, and only one of them',
  })
  .meta({
    id: 'ReplayInput',
    description: 'Events to send again',
    examples: [{ fromNumber: 1042, toNumber: 1142 }],
  })
export type ReplayInput = z.infer<typeof ReplayInput>

export const Replay = named('Replay', 'A replay that began', {
  fromNumber: field(z.int().min(1), 'Number of the first event that is sent again', 1042),
  toNumber: field(z.int().min(1), 'Number of the last', 1142),
  nextNumber: field(
    z.int().nullable(),
    'From where to go on when this replay is over: 10,000 events are sent again at once; ' +
      'null where nothing is left',
    null,
  ),
})
export type Replay = z.infer<typeof Replay>
