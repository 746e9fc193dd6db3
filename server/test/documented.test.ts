import { expect, test } from 'vitest'
import { requireDocumented } from './documented.ts'

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': '5f0c1d34-8a55-4c1e-9b0e-3d1f0a6c2b71',
  'ratelimit-limit': '300',
  'ratelimit-remaining': '299',
  'ratelimit-reset': '60',
  etag: 'W/"x"',
}
const cart = { status: 200, headers, body: { items: [], total: { amount: 0, currency: 'USD' } } }
const problem = {
  error: 'DuplicateEmail',
  message: 'No.',
  status: 409,
  title: 'Duplicate email',
  detail: 'No.',
  type: 'http://lyceum.test/docs/errors#DuplicateEmail',
  requestId: '5f0c1d34-8a55-4c1e-9b0e-3d1f0a6c2b71',
}

test('a documented answer passes', () => {
  expect(() => requireDocumented('GET', '/api/v1/cart', cart)).not.toThrow()
  expect(() =>
    requireDocumented('POST', '/auth/signup', { status: 409, headers, body: problem }),
  ).not.toThrow()
})

test.each([
  ['another status', { status: 204 }, 'no such status'],
  [
    'a field that is not described',
    { body: { ...cart.body, discount: 0 } },
    'must NOT have additional properties',
  ],
  [
    'a field deep inside',
    { body: { items: [], total: { amount: 0, currency: 'USD', tax: 0 } } },
    'must NOT have additional properties',
  ],
  ['a field of another kind', { body: { ...cart.body, items: {} } }, 'must be array'],
  ['a field that is missing', { body: { items: [] } }, "must have required property 'total'"],
  [
    'a header that is missing',
    { headers: { ...headers, etag: undefined } },
    'without the header etag',
  ],
  [
    'another type of content',
    { headers: { ...headers, 'content-type': 'text/plain' } },
    'content of type text/plain',
  ],
])('%s is found', (_, change, fault) => {
  expect(() => requireDocumented('GET', '/api/v1/cart', { ...cart, ...change })).toThrow(fault)
})

test('an error that the route does not name is found, and so is a different body at an unknown path', () => {
  const other = { status: 409, headers, body: { ...problem, error: 'AlreadyEnrolled' } }
  expect(() => requireDocumented('POST', '/auth/signup', other)).toThrow(
    'must be equal to one of the allowed values',
  )
  expect(() =>
    requireDocumented('GET', '/nothing', { status: 404, headers, body: { message: 'No.' } }),
  ).toThrow('required property')
})
