import { describe, expect, test } from 'vitest'
import { errors } from '../errors.ts'
import { appRouter } from '../router.ts'
import { describeApi } from './openapi.ts'
import { addressesOf, operationsOf } from './operations.ts'

interface Operation {
  operationId: string
  'x-alias-of'?: string
  security: unknown[]
  tags: string[]
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, object>; required?: string[] } }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

const document = describeApi('https://learn.example.org')
const paths = document.paths as Record<string, Record<string, Operation>>
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ address: `${method.toUpperCase()} ${path}`, ...operation })),
)
const byAddress = new Map(operations.map((operation) => [operation.address, operation]))

/** Every address that the specification names, in its order, with the status that it answers when it succeeds. */
const specified: [string, string, 'open' | 'protected'][] = [
  ['POST /api/v1/auth/register', '201', 'open'],
  ['POST /api/v1/auth/login', '200', 'open'],
  ['POST /api/v1/auth/forget-password', '200', 'open'],
  ['POST /api/v1/auth/resetpassword', '200', 'open'],
  ['POST /auth/signup', '201', 'open'],
  ['POST /auth/login', '200', 'open'],
  ['POST /auth/forgetpassword', '200', 'open'],
  ['POST /api/auth/register', '201', 'open'],
  ['POST /api/auth/login', '200', 'open'],
  ['GET /api/courses', '200', 'protected'],
  ['GET /api/lessons/{id}', '200', 'protected'],
  ['POST /api/progress/update', '200', 'protected'],
  ['POST /api/cart', '200 201', 'protected'],
  ['GET /api/certificates/{userId}', '200', 'protected'],
  ['POST /api/v1/transaction', '200 201', 'protected'],
  ['GET /api/v1/transaction/user', '200', 'protected'],
  ['GET /api/v1/transaction/{id}', '200', 'protected'],
  ['POST /courses/{courseId}/certificate', '200 201', 'protected'],
  ['GET /certificates/verify/{code}', '200', 'protected'],
]

test.each(specified)('%s is described, with its success (%s), and is %s', (address, statuses, access) => {
  const operation = byAddress.get(address)
  expect(
    Object.keys(operation?.responses ?? {})
      .filter((status) => status < '300')
      .join(' '),
  ).toBe(statuses)
  expect(operation?.security).toEqual(access === 'open' ? [] : [{ bearer: [] }])
  expect(Object.keys(operation?.responses ?? {}).includes('401')).toBe(access === 'protected' || address.endsWith('/login'))
})

test('the document and the routes are the same set of addresses', () => {
  const published = addressesOf(operationsOf(appRouter)).map(({ method, path }) => `${method} ${path}`)
  expect(operations.map(({ address }) => address).sort()).toEqual(published.sort())
  expect(published).toHaveLength(new Set(published).size)
})

describe('an alias has an id of its own and names the operation that it stands for', () => {
  test.each([
    ['POST /auth/signup', 'POST /api/v1/auth/register'],
    ['POST /api/auth/register', 'POST /api/v1/auth/register'],
    ['POST /auth/login', 'POST /api/v1/auth/login'],
    ['POST /api/auth/login', 'POST /api/v1/auth/login'],
    ['POST /auth/forgetpassword', 'POST /api/v1/auth/forget-password'],
  ])('%s is %s', (alias, canonical) => {
    const [one, other] = [byAddress.get(alias), byAddress.get(canonical)]
    expect(one?.['x-alias-of']).toBe(other?.operationId)
    expect(other).not.toHaveProperty('x-alias-of')
    expect(one?.requestBody).toEqual(other?.requestBody)
    expect(one?.responses).toEqual(other?.responses)
  })

  test('no two operations share an id', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(operations.filter((operation) => operation['x-alias-of'] !== undefined)).toHaveLength(5)
  })
})

test('every operation names 429, 500 and 503, and every error under its own status', () => {
  for (const { address, responses } of operations) {
    expect([address, Object.keys(responses)]).toEqual([address, expect.arrayContaining(['429', '500', '503'])])
    for (const [status, { description, content }] of Object.entries(responses)) {
      if (status < '400') continue
      const names = [...description.matchAll(/^(\w+): /gm)].map(([, name]) => name as keyof typeof errors)
      expect([address, status, names.length > 0]).toEqual([address, status, true])
      for (const name of names) expect([name, errors[name]?.status]).toEqual([name, Number(status)])
      expect(JSON.stringify(content)).toContain('#/components/schemas/Problem')
    }
  }
})

test.each([
  ['POST /auth/signup', '409', 'DuplicateEmail'],
  ['POST /api/auth/login', '401', 'InvalidCredentials'],
  ['POST /api/auth/login', '403', 'EmailNotVerified'],
  ['POST /api/auth/login', '400', 'MissingFields'],
  ['GET /api/courses', '401', 'TokenExpired'],
  ['POST /api/v1/auth/resetpassword', '400', 'InvalidCode'],
  ['POST /api/cart', '409', 'AlreadyEnrolled'],
  ['POST /courses/{courseId}/certificate', '409', 'CourseNotCompleted'],
  ['GET /api/v1/transaction/{id}', '404', 'TransactionNotFound'],
])('%s names %s %s', (address, status, error) => {
  expect(byAddress.get(address)?.responses[status]?.description).toContain(`${error}: `)
})

test('what is sent is described: fields of bodies, parameters of paths and queries', () => {
  expect(byAddress.get('POST /auth/login')?.requestBody?.content['application/json']?.schema).toMatchObject({
    properties: { email: {}, password: {} },
    required: ['email', 'password'],
  })
  expect(byAddress.get('GET /api/lessons/{id}')?.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
  const [limit] = byAddress.get('GET /api/courses')?.parameters?.filter(({ name }) => name === 'limit') ?? []
  expect(limit).toMatchObject({ in: 'query' })
  expect(limit?.required).not.toBe(true)
})

test('answers may grow and unknown fields have no effect: nothing in the document is closed', () => {
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false')
})
