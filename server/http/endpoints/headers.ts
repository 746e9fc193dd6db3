import type { Header, Reference } from './document.ts'
import { referTo } from './document.ts'

/** Headers of answers. An answer to an uncounted request has no `ratelimit-…`. */
export const headers = {
  'x-request-id': {
    description: 'Identifies the request in the logs',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'ratelimit-limit': {
    description: 'The number of requests allowed in the window',
    schema: { type: 'integer' },
  },
  'ratelimit-remaining': {
    description: 'The number of requests left in the window',
    schema: { type: 'integer' },
  },
  'ratelimit-reset': {
    description: 'The number of seconds until the window ends',
    schema: { type: 'integer' },
  },
  'retry-after': {
    description: 'The number of seconds to wait before trying again',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'www-authenticate': {
    description:
      'How to authenticate (RFC 6750); `error="invalid_token"` when the token you sent is invalid',
    required: true,
    schema: { type: 'string', pattern: '^Bearer' },
  },
  'content-range': {
    description: 'Which bytes these are, and of how many (RFC 9110)',
    required: true,
    schema: { type: 'string' },
  },
  location: {
    description: 'The URL of what was created, or of the redirect',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  etag: {
    description:
      'Changes with the answer; send it as If-None-Match to get 304 as long as nothing has ' +
      'changed. Of what has a revision: `"r42"`, to send as If-Match when you change it',
    required: true,
    schema: { type: 'string' },
  },
  link: {
    description: 'The URL of the next page as `rel="next"` (RFC 8288); absent on the last page',
    required: false,
    schema: { type: 'string' },
  },
  'idempotency-replayed': {
    description: '`true` when this repeats the first answer to the same Idempotency-Key',
    required: false,
    schema: { type: 'string', const: 'true' },
  },
  deprecation: {
    description: 'The time since which the route is deprecated (RFC 9745)',
    required: true,
    schema: { type: 'string', pattern: '^@\\d+$' },
  },
  sunset: {
    description: 'The time at which the route goes away (RFC 8594)',
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
