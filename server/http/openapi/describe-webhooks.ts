import {
  type EventType,
  eventTypes,
  schemaNameOf,
} from '../../features/platform/events/event-types.ts'
import type { OperationObject, Parameter, PathItem, Schema } from '../endpoints/document.ts'
import { neededHeader } from '../endpoints/endpoints.ts'
import { exampleOf } from './examples.ts'

/** Describes what the service sends to webhooks: a request for each type of event. */
export function describeWebhooks(schemas: Record<string, Schema>): Record<string, PathItem> {
  const types = Object.keys(eventTypes) as EventType[]
  return Object.fromEntries(types.map((type) => [type, { post: describeWebhook(type, schemas) }]))
}

function describeWebhook(type: EventType, schemas: Record<string, Schema>): OperationObject {
  const name = schemaNameOf(type)
  const schema = { $ref: `#/components/schemas/${name}` }
  return {
    operationId: `webhook_${type.replace('.', '_')}`,
    summary: eventTypes[type].means,
    description:
      'Sent to webhooks that ask for events of this type, signed as Standard Webhooks says ' +
      '(https://www.standardwebhooks.com): at least once, each time with the same `webhook-id`, ' +
      'and not always in the order of the numbers.',
    tags: ['events'],
    security: [],
    parameters: signatureHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': { schema, example: exampleOf(schemas[name] ?? {}, schemas, name) },
      },
    },
    responses: {
      '2XX': { description: 'You have it. The body of your answer does not matter' },
      '410': { description: 'You want no further events: the webhook is disabled' },
      default: { description: 'You do not have it: it is sent again, for three days' },
    },
  }
}

const signatureHeaders: Parameter[] = [
  neededHeader(
    'webhook-id',
    'Id of the event: ignore one that you have had before',
    '0d9a4c1e-7b52-4f3a-8c61-5e2f9b7d4a09',
  ),
  neededHeader(
    'webhook-timestamp',
    'When it was sent, in seconds since 1970: refuse what is older than five minutes',
    '1795454685',
  ),
  neededHeader(
    'webhook-signature',
    'Signatures of id, timestamp and body, separated by spaces: one must be right',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]
