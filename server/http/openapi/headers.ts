import type { Header, Reference } from './document.ts'
import { referTo } from './document.ts'

/**
 * What goes with answers, by the header's name. What is refused before it is counted has no
 * `ratelimit-…`.
 */
export const headers = {
  'x-request-id': {
    description: 'Finds the request in the logs',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'ratelimit-limit': {
    description: 'How many requests the client may make in the window',
    schema: { type: 'integer' },
  },
  'ratelimit-remaining': { description: 'How many of them are left', schema: { type: 'integer' } },
  'ratelimit-reset': {
    description: 'In how many seconds the window ends',
    schema: { type: 'integer' },
  },
  'retry-after': {
    description: 'After how many seconds to try again',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'www-authenticate': {
    description:
      'How to authenticate (RFC 6750); `error="invalid_token"` when the token that was sent is no good',
    required: true,
    schema: { type: 'string', pattern: '^Bearer' },
  },
  location: {
    description: 'Where what was made is found, or where the browser is led',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  etag: {
    description:
      'Changes with the answer; send it as If-None-Match to be told 304 while nothing changed',
    required: true,
    schema: { type: 'string' },
  },
  'idempotency-replayed': {
    description:
      '`true` where this is the answer that was given to the same Idempotency-Key before',
    required: false,
    schema: { type: 'string', const: 'true' },
  },
  deprecation: {
    description: 'Since when the address is deprecated (RFC 9745)',
    required: true,
    schema: { type: 'string', pattern: '^@\\d+$' },
  },
  sunset: {
    description: 'When the address goes away (RFC 8594)',
    required: true,
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof headers

export const countedRequest: HeaderName[] = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
]
export const everyAnswer: HeaderName[] = ['x-request-id', ...countedRequest]

export function referToHeaders(names: HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, referTo('headers', name)]))
}
