import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { errors } from '../../errors/errors.ts'
import { eventTypeNames } from '../../features/platform/events/event-types.ts'
import { appRouter } from '../../router.ts'
import { startApi } from '../../test/api.ts'
import type { Response } from '../endpoints/document.ts'
import { operationsOf, routesOf } from '../operations.ts'
import { describeApi } from './openapi.ts'

const document = describeApi('https://learn.lyceum.test')
const { schemas, responses } = document.components
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    address: `${method.toUpperCase()} ${path}`,
    ...operation,
  })),
)
const byAddress = new Map(operations.map((operation) => [operation.address, operation]))

/** Returns the response of an address with a status, resolved if it is a shared one. */
function responseOf(address: string, status: string): Response | undefined {
  const response = byAddress.get(address)?.responses[status]
  return response !== undefined && '$ref' in response ? responses[nameIn(response)] : response
}

function nameIn({ $ref }: { $ref?: string }): string {
  return $ref?.split('/').at(-1) ?? ''
}

/** Addresses of the specification, in its order, with their status of success. */
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
  ['GET /api/lessons/{lessonId}', '200', 'protected'],
  ['POST /api/progress/update', '200', 'protected'],
  ['POST /api/cart', '200 201', 'protected'],
  ['GET /api/certificates/{userId}', '200', 'protected'],
  ['POST /api/v1/transaction', '200 201', 'protected'],
  ['GET /api/v1/transaction/user', '200', 'protected'],
  ['GET /api/v1/transaction/{transactionId}', '200', 'protected'],
  ['POST /courses/{courseId}/certificate', '200 201', 'protected'],
  ['GET /certificates/verify/{code}', '200', 'protected'],
]

test.each(specified)(
  '%s is described, with its success (%s), and is %s',
  (address, statuses, access) => {
    const operation = byAddress.get(address)
    expect(
      Object.keys(operation?.responses ?? {})
        .filter((status) => status < '300')
        .join(' '),
    ).toBe(statuses)
    expect(operation?.security).toEqual(
      access === 'open' ? [] : expect.arrayContaining([{ bearer: [] }]),
    )
    expect(Object.keys(operation?.responses ?? {}).includes('401')).toBe(
      access === 'protected' || address.endsWith('/login'),
    )
  },
)

test('the document describes every route except tRPC, those of wallets, assets, text files of every site and development pages', async () => {
  await using api = await startApi()
  const undescribed =
    /^(\*|\/(?:trpc|dev|sandbox|docs\/assets|verify\/assets|oid4vci)\/.*|\/\.well-known\/o.*|\/docs\/|\/favicon\.ico|\/sw\.js|.*\.txt)$/
  const routes = routesIn(
    api.server.printRoutes({ commonPrefix: false, includeHooks: false }),
  ).filter((route) => !undescribed.test(route))
  const described = Object.keys(document.paths).map((path) =>
    path.replace(/\{code\}\.(pdf|png)/, '{file}').replace(/\{\w+\}/g, ':'),
  )
  // Compares positions: two addresses may name the parameter there differently.
  expect(described.sort()).toEqual(
    routes.map((route) => route.replace(/:[\w|:]+(\(.*?\))?/g, ':')).sort(),
  )
})

/** Returns the addresses in the tree that Fastify prints. */
function routesIn(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', name = '', methods] = /^([│ ]*)[├└]── (\S+)( \(.*\))?/.exec(line) ?? []
    const depth = indent.length / 4
    above.splice(depth, above.length, name)
    return methods === undefined ? [] : [above.join('')]
  })
}

test('no route is ambiguous: no two differ only in the names of their parameters', () => {
  const published = routesOf(operationsOf(appRouter)).map(({ method, path }) => `${method} ${path}`)
  expect(published).toHaveLength(new Set(published).size)
  const shapes = operations.map(({ address }) => address.replace(/\{\w+\}/g, '{}'))
  expect(shapes).toHaveLength(new Set(shapes).size)
  expect(operations.map(({ address }) => address)).toEqual(expect.arrayContaining(published))
})

const published = Object.fromEntries(
  operationsOf(appRouter).map(({ name, rest }) => [name.replaceAll('.', '_'), rest.route]),
)

describe('an alias has an id of its own and names its operation', () => {
  test.each([
    ['POST /auth/signup', 'POST /api/v1/auth/register'],
    ['POST /api/auth/register', 'POST /api/v1/auth/register'],
    ['POST /auth/login', 'POST /api/v1/auth/login'],
    ['POST /api/auth/login', 'POST /api/v1/auth/login'],
    ['POST /auth/forgetpassword', 'POST /api/v1/auth/forget-password'],
    ['GET /api/courses', 'GET /api/v1/courses'],
    ['GET /api/lessons/{lessonId}', 'GET /api/v1/lessons/{lessonId}'],
    ['POST /api/progress/update', 'POST /api/v1/progress'],
    ['POST /api/cart', 'POST /api/v1/cart'],
    ['GET /api/certificates/{userId}', 'GET /api/v1/users/{userId}/certificates'],
    ['POST /courses/{courseId}/certificate', 'POST /api/v1/courses/{courseId}/certificate'],
    ['GET /certificates/verify/{code}', 'GET /api/v1/certificates/verify/{code}'],
    ['POST /api/v1/me/identities/{identityId}/unlink', 'DELETE /api/v1/me/identities/{identityId}'],
  ])('%s is %s', (alias, canonical) => {
    const [one, other] = [byAddress.get(alias), byAddress.get(canonical)]
    expect(one?.['x-alias-of']).toBe(other?.operationId)
    expect(other).not.toHaveProperty('x-alias-of')
    expect(one?.requestBody).toEqual(other?.requestBody)
    expect(one?.responses).toEqual(other?.responses)
  })

  test('outside of /api/v1 there are the addresses that the specification names, and no others', () => {
    const unversioned = operations
      .filter(({ operationId, ...operation }) => published[operation['x-alias-of'] ?? operationId])
      .map(({ address }) => address)
      .filter((address) => !address.includes(' /api/v1/'))
    const named = specified.map(([address]) => address)
    expect(unversioned.sort()).toEqual(named.filter((it) => !it.includes(' /api/v1/')).sort())
  })

  test('no two operations share an id', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('every operation has one canonical route, below /api/v1, and no alias is deprecated', () => {
    for (const { address, deprecated, ...operation } of operations) {
      const isProcedure = operation.operationId in published
      if (isProcedure) expect(address).toMatch(/^[A-Z]+ \/api\/v1\//)
      if (operation['x-alias-of'] === undefined) continue
      expect([address, published[operation['x-alias-of']]]).toEqual([address, expect.anything()])
      expect([address, deprecated]).toEqual([address, undefined])
    }
  })
})

test('every operation names 429, 500 and 503, and every error under its own status', () => {
  for (const { address, responses } of operations) {
    const expected = address.endsWith('z') ? ['500', '503'] : ['429', '500', '503']
    expect([address, Object.keys(responses)]).toEqual([address, expect.arrayContaining(expected)])
    for (const status of Object.keys(responses)) {
      const { description = '', content = {} } = responseOf(address, status) ?? {}
      if (status < '400' || !('application/json' in content)) continue
      const names = [...description.matchAll(/^(\w+): /gm)].map(
        ([, name]) => name as keyof typeof errors,
      )
      expect([address, status, names.length > 0]).toEqual([address, status, true])
      for (const name of names) expect([name, errors[name]?.status]).toEqual([name, Number(status)])
      const [problem, refined] = content['application/json'].schema.allOf ?? []
      expect(problem?.$ref).toBe('#/components/schemas/Problem')
      expect(refined?.properties).toMatchObject({
        error: { anyOf: [{ type: 'string', enum: names }, { type: 'string' }] },
        status: { const: Number(status) },
      })
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
  ['GET /api/v1/transaction/{transactionId}', '404', 'TransactionNotFound'],
])('%s names %s %s', (address, status, error) => {
  expect(responseOf(address, status)?.description).toContain(`${error}: `)
})

test('inputs are described: fields of bodies, parameters of paths and queries', () => {
  const body = byAddress.get('POST /auth/login')?.requestBody
  expect(body?.required).toBe(true)
  expect(schemas[nameIn(body?.content['application/json']?.schema ?? {})]).toMatchObject({
    title: 'Login input',
    properties: { email: { type: 'string', maxLength: 1000 }, password: {} },
    required: ['email', 'password'],
  })
  expect(byAddress.get('POST /api/v1/transaction')?.requestBody?.required).toBe(false)
  expect(byAddress.get('POST /courses/{courseId}/certificate')).not.toHaveProperty('requestBody')

  expect(byAddress.get('GET /api/lessons/{lessonId}')?.parameters).toMatchObject([
    { name: 'lessonId', in: 'path', required: true, schema: { format: 'uuid' } },
    { name: 'If-None-Match', in: 'header' },
  ])
  const [limit] =
    byAddress.get('GET /api/courses')?.parameters.filter(({ name }) => name === 'limit') ?? []
  expect(limit).toMatchObject({
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  })
  expect(limit?.required).not.toBe(true)
})

test('everything has a description: operations, parameters, named schemas and each of their fields', () => {
  for (const { address, summary, description, tags, parameters } of operations) {
    expect([address, summary, description]).toEqual([
      address,
      expect.stringMatching(/^[A-Z].*[^.]$/),
      expect.stringMatching(/\S/),
    ])
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(tags))
    for (const { name, description, example, required = false } of parameters) {
      expect([address, name, description]).toEqual([address, name, expect.stringMatching(/\S/)])
      expect([address, name, example !== undefined]).toEqual([address, name, required])
    }
  }
  for (const [name, { title, description, properties = {} }] of Object.entries(schemas)) {
    expect([name, title, description]).toEqual([
      name,
      expect.any(String),
      expect.stringMatching(/\S/),
    ])
    for (const [field, schema] of Object.entries(properties)) {
      expect([name, field, schema.description ?? schema.$ref]).toEqual([
        name,
        field,
        expect.stringMatching(/\S/),
      ])
    }
  }
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      'Money',
      'Course',
      'Certificate',
      'Problem',
      'Registration',
      'CourseList',
    ]),
  )
})

test('every body of a request or answer has an example that fits its schema', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'lyceum', components: { schemas } })
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>()
  const bodies = operations.flatMap(({ address, requestBody, responses }) => [
    ...Object.entries(requestBody?.content ?? {}),
    ...Object.keys(responses).flatMap((status) =>
      Object.entries(responseOf(address, status)?.content ?? {}),
    ),
  ])
  for (const [type, { schema, example, examples = {} }] of bodies) {
    if (/^application\/(pdf|zip|octet-stream|vnd\..*)$|^image\/|^\*\/\*$/.test(type)) continue
    const told = [
      ...(example === undefined ? [] : [example]),
      ...Object.values(examples).map(({ value }) => value),
    ]
    expect(told.length).toBeGreaterThan(0)
    const text = JSON.stringify(schema).replaceAll('"#/components', '"lyceum#/components')
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
    compiled.set(text, validate)
    for (const one of told) expect([one, validate(one), validate.errors]).toEqual([one, true, null])
  }
})

test('the description of an operation lists its limits', () => {
  expect(byAddress.get('POST /auth/login')?.description).toContain(
    '- failed logins: 20 per minute for each IP address',
  )
  expect(byAddress.get('GET /verify/{code}')?.description).toContain(
    '- certificate verifications: 60 per minute for each IP address',
  )
})

test('a list says where its next page is', () => {
  for (const { operationId, 'x-alias-of': aliasOf, parameters, responses } of operations) {
    const isPaged = parameters.some(({ name }) => name === 'cursor')
    const { links, headers = {} } = (responses[200] ?? {}) as Response
    expect([operationId, links?.next?.operationId]).toEqual([
      operationId,
      isPaged ? (aliasOf ?? operationId) : undefined,
    ])
    expect(['link' in headers, links?.next?.parameters]).toEqual([
      isPaged,
      isPaged ? { cursor: '$response.body#/nextCursor' } : undefined,
    ])
  }
})

test('generated types have names that can be read: none long, none twice', () => {
  const names = [...Object.keys(schemas), ...Object.keys(responses)]
  expect(names.filter((name) => name.length > 44 || !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([])
  expect(names.filter((name) => names.includes(`${name}Output`))).toEqual([])
})

test('a validator made from the document takes the errors of tomorrow', () => {
  const { content = {} } = responseOf('POST /auth/login', '401') ?? {}
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'lyceum', components: { schemas } })
  const schema = JSON.stringify(content['application/json']?.schema)
  const isProblem = ajv.compile(
    JSON.parse(schema.replaceAll('"#/components', '"lyceum#/components')),
  )
  const known = content['application/json']?.examples?.InvalidCredentials?.value as object
  expect([isProblem(known), isProblem({ ...known, error: 'AccountLocked' })]).toEqual([true, true])
  expect(isProblem({ ...known, error: 5 })).toBe(false)
})

test('operations that can be opened to strangers say so, and no others', () => {
  const openable = operations
    .filter(({ description }) => description.includes('Needs no token'))
    .map(({ address }) => address)
  expect(openable.sort()).toEqual([
    'GET /api/courses',
    'GET /api/v1/certificates/verify/{code}',
    'GET /api/v1/courses',
    'GET /api/v1/courses/{idOrSlug}',
    'GET /api/v1/courses/{idOrSlug}/previews/{key}',
    'GET /api/v1/programs',
    'GET /api/v1/programs/{idOrSlug}',
    'GET /api/v1/subjects',
    'GET /certificates/verify/{code}',
  ])
})

test('bodies that refuse unknown fields are closed; answers may gain fields', () => {
  const closed = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    JSON.stringify(schema).includes('"additionalProperties":false') ? name : [],
  )
  expect(closed.filter((name) => !/Input(Row)?$/.test(name))).toEqual([])
  expect(closed).toEqual(expect.arrayContaining(['CreateCouponInput', 'BulkEnrollmentInputRow']))
  expect(closed).not.toContain('UpdateProgressInput')
})

test('every type of event is described as a webhook, with an example that fits its schema', () => {
  expect(Object.keys(document.webhooks)).toEqual(eventTypeNames)
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
  ajv.addSchema({ $id: 'document', components: { schemas } })
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { schema, example } = post?.requestBody?.content['application/json'] ?? { schema: {} }
    const validate = ajv.compile({ $ref: `document${schema.$ref}` })
    expect([type, validate(example), validate.errors]).toEqual([type, true, null])
    expect([type, validate({ ...Object(example), type: 'another.one' })]).toEqual([type, false])
  }
})

test('a parameter has one name wherever it stands, that of the thing it identifies', () => {
  const names = new Map<string, Set<string>>()
  for (const path of Object.keys(document.paths))
    for (const [, thing = '', name = ''] of path.matchAll(/\/([\w-]+)\/\{(\w+)\}/g))
      names.set(thing, (names.get(thing) ?? new Set()).add(name))

  const several = [...names]
    .filter(([, own]) => own.size > 1)
    .map(([thing, own]) => [thing, ...own])
  expect(several.sort()).toEqual([
    ['certificates', 'userId', 'code'],
    ['courses', 'courseId', 'idOrSlug'],
    ['lessons', 'lessonId', 'key'],
    ['programs', 'idOrSlug', 'programId'],
    ['versions', 'number', 'from'],
  ])
  expect(Object.keys(document.paths).filter((path) => path.includes('{id}'))).toEqual([])
})

test('no default is null, which generators take for a value of the type', () => {
  expect(JSON.stringify(document)).not.toContain('"default":null')
})
