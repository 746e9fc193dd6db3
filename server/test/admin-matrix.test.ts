import { describe, expect, test } from 'vitest'
import { endpoints } from '../http/openapi/describe-endpoints.ts'
import { type Operation, operationsOf } from '../http/operations.ts'
import { appRouter } from '../router.ts'
import { type Permission, permissions } from '../security/permissions.ts'
import { forAllTests, startApi } from './api.ts'

/** Written out, so that a change of what a role may do is seen. */
const roleTable: Record<Permission, readonly Caller[]> = {
  'catalogue:read': [],
  'users:read': ['admin', 'support'],
  'users:write': ['admin', 'support'],
  'sign-ins:write': ['admin', 'support'],
  'roles:write': ['admin'],
  'enrollments:read': ['admin', 'support'],
  'enrollments:write': ['admin', 'support'],
  'reports:read': ['admin', 'support'],
  'money:read': ['admin', 'support', 'finance'],
  'money:write': ['admin', 'finance'],
  'refunds:write': ['admin', 'finance'],
  'certificates:read': ['admin', 'support'],
  'certificates:write': ['admin'],
  'courses:create': ['admin'],
  'courses:own': ['admin'],
  'authoring:read': [],
  'authoring:write': [],
  'grades:read': [],
  'grades:write': [],
  'learners:read': [],
  'learners:write': [],
  'work:read': ['admin'],
  'work:write': ['admin'],
  'audit:read': ['admin'],
  'api-keys:write': ['admin'],
  'events:read': ['admin'],
  'settings:write': ['admin'],
  'webhooks:write': ['admin'],
}

const api = await forAllTests(startApi())

const suspended = await api.given.learner()
const callers = {
  stranger: undefined,
  learner: await api.given.learner(),
  support: await api.given.learner({ role: 'support' }),
  finance: await api.given.learner({ role: 'finance' }),
  admin: await api.given.admin(),
  suspended,
} as const
type Caller = keyof typeof callers
await api.as(callers.admin).admin.users.suspend.mutate({ userId: suspended.id, reason: 'A test' })

const operations = operationsOf(appRouter)
/** Permissions of the admin files that no key opens. */
const permissionsOfFiles: Record<string, Permission> = {
  'GET /api/v1/admin/audit.csv': 'audit:read',
}
const adminFiles = endpoints.filter(({ route }) => route.includes(' /api/v1/admin/'))

/** An id that nothing has: whoever gets in finds nothing, and changes nothing. */
const nothing = '00000000-0000-7000-8000-000000000000'
/** An input that no operation takes: it changes nothing, whoever may call it. */
const noInput = ['x']
const parametersOf = (route: string) =>
  Object.fromEntries(
    [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, nothing] as const),
  )
const addressOf = (route: string) => route.replace(/\{\w+\}/g, nothing)

test.each(Object.keys(roleTable) as Permission[])(
  '%s belongs to the roles that have it',
  (name) => {
    expect([...permissions[name].roles]).toEqual(roleTable[name])
  },
)

test('every permission is in the table, and every one of them opens something', () => {
  expect(Object.keys(roleTable).sort()).toEqual(Object.keys(permissions).sort())
  // Opens all that members of courses may do to those who own every course.
  const opens = ({ access, permission }: Operation) =>
    access === 'member' ? 'courses:own' : permission
  const used = new Set(operations.map(opens))
  const unused = Object.entries(roleTable).filter(
    ([name, roles]) => roles.length > 0 && !used.has(name as Operation['permission']),
  )
  expect(unused.map(([name]) => name)).toEqual([])
})

/** Returns the refusal that the access of an operation gives the caller; undefined if it admits. */
function refusalOf(operation: Operation, caller: Caller): string | undefined {
  const { access, permission, name } = operation
  if (access === 'anyone') return undefined
  if (caller === 'suspended') return '403 AccountSuspended'
  if (caller === 'stranger') {
    const isPublic = api.deps.config.publicOperations.some((open) => open === name)
    return access === 'user unless public' && isPublic ? undefined : '401 TokenMissing'
  }
  // A course that does not exist, and is not shown to exist.
  if (access === 'member') return '404 CourseNotFound'
  if (permission === undefined) return undefined
  return roleTable[permission].includes(caller) ? undefined : '403 Forbidden'
}

/** Answers to a request that got in, and did nothing. */
const idleErrors =
  /^4(00 (Missing|Invalid)Fields|03 (Forbidden|NotEnrolled)|04 \w+NotFound|28 RevisionRequired)$/

/** Taking nothing away is no error. */
const takesNothing = ['cart.remove', 'cart.removeCoupon', 'me.revokeCalendarKey']

function faultOf(
  operation: Operation,
  caller: Caller,
  { status, error, mayAnswer }: { status: number; error: unknown; mayAnswer: boolean },
): string | undefined {
  const got = `${status} ${error}`
  const expected = refusalOf(operation, caller)
  if (expected !== undefined) return got === expected ? undefined : `${got}, not ${expected}`
  // Beyond the access an operation may refuse what belongs to somebody else.
  const mayForbid = operation.rest.errors.includes('Forbidden') && caller !== 'admin'
  if (got === '403 Forbidden' && !mayForbid) return got
  return (mayAnswer && status === 200) || idleErrors.test(got)
    ? undefined
    : `${got}, not an idle answer`
}

test('me.get answers the permissions that the reader has', async () => {
  for (const caller of ['learner', 'support', 'finance', 'admin'] as const) {
    const { permissions: answered } = await api.as(callers[caller]).me.get.query()
    const names = Object.keys(roleTable) as Permission[]
    const had = names.filter((name) => roleTable[name].includes(caller))
    expect([caller, ...answered]).toEqual([caller, ...had])
  }
})

describe.each(Object.keys(callers) as Caller[])('as %s', (caller) => {
  const token = callers[caller]?.token
  const credentials = token === undefined ? {} : { token }

  test('each operation opens or refuses over REST as its access says', async () => {
    const faults: unknown[] = []
    for (const operation of operations) {
      const address = addressOf(operation.rest.route)
      const reads = address.startsWith('GET')
      const mayAnswer = reads || takesNothing.includes(operation.name)
      const { status, body } = await api.request(address, {
        ...credentials,
        ...(!reads && { body: operation.access === 'member' ? {} : noInput }),
      })
      const fault = faultOf(operation, caller, {
        status,
        error: body?.error,
        mayAnswer,
      })
      if (fault !== undefined) faults.push(`${operation.name}: ${fault}`)
    }
    expect(faults).toEqual([])
  })

  test('each operation opens or refuses over tRPC as its access says', async () => {
    const faults: unknown[] = []
    for (const operation of operations) {
      const { name, type, rest } = operation
      const isOfNothing = operation.access === 'member' || type === 'query'
      const input = isOfNothing ? parametersOf(rest.route) : noInput
      const { status, body } =
        type === 'query'
          ? await api.request(
              `GET /trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`,
              credentials,
            )
          : await api.request(`POST /trpc/${name}`, { ...credentials, body: input })
      const error = body?.error?.data?.error
      const fault = faultOf(operation, caller, { status, error, mayAnswer: type === 'query' })
      if (fault !== undefined) faults.push(`${name}: ${fault}`)
    }
    expect(faults).toEqual([])
  })

  test('each admin file opens or refuses as its permission says', async () => {
    const faults: unknown[] = []
    for (const { route, keyAccess } of adminFiles) {
      const address = addressOf(route)
      const { status, body } = await api.request(address, {
        ...credentials,
        ...(!address.startsWith('GET') && { body: '', headers: { 'content-type': 'text/csv' } }),
      })
      const [scope] = typeof keyAccess === 'object' ? keyAccess : []
      const permission = scope ?? permissionsOfFiles[route]
      const mayOpen = permission !== undefined && roleTable[permission].includes(caller)
      const expected = { stranger: '401 TokenMissing', suspended: '403 AccountSuspended' }
      const refusal = Object(expected)[caller] ?? '403 Forbidden'
      const got = `${status} ${Object(body).error}`
      const isOpen = status !== 401 && status !== 403
      if (mayOpen ? !isOpen : got !== refusal) faults.push(`${route}: ${got}`)
    }
    expect(faults).toEqual([])
  })
})
