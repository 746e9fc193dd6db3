import { describe, expect, test } from 'vitest'
import { givenKey } from '../features/people/api-keys/test-support.ts'
import { endpoints } from '../http/openapi/describe-endpoints.ts'
import { operationsOf } from '../http/operations.ts'
import { appRouter } from '../router.ts'
import { type KeyScope, keyScopes, missingReadScopes } from '../security/permissions.ts'
import { forAllTests, startApi } from './api.ts'
import { givenTeam } from './authoring.ts'
import { opensTo, openToEveryKey } from './key-matrix.ts'

const api = await forAllTests(startApi())

const team = await givenTeam(api)
const maker = await api.given.admin()
const keyWith = (scopes: readonly KeyScope[]) => {
  const namesCourses = scopes.some((scope) => /^(authoring|grades|learners):/.test(scope))
  return givenKey(api, scopes, { maker, ...(namesCourses && { courseIds: [team.courseId] }) })
}
const keys = [
  { name: 'no scope', scopes: [] as KeyScope[], key: await keyWith([]) },
  ...(await Promise.all(
    keyScopes.map(async (scope) => {
      const scopes = [...missingReadScopes([scope]), scope]
      return { name: scope, scopes, key: await keyWith(scopes) }
    }),
  )),
  { name: 'all scopes', scopes: keyScopes, key: await keyWith(keyScopes) },
]

const operations = operationsOf(appRouter)
const files = endpoints.filter(({ requiresToken }) => requiresToken)

/** Values of the path; nothing has these ids but the course that the keys name. */
const nothing = '00000000-0000-7000-8000-000000000000'
const addressOf = (route: string) =>
  route
    .replace('{courseId}', team.courseId)
    .replace('{number}', '1')
    .replace(/\{\w+\}/g, nothing)

function isOpenTo(name: string, scopes: readonly KeyScope[]): boolean {
  if (openToEveryKey.includes(name)) return true
  return scopes.some((scope) => opensTo[scope].includes(name))
}

/** Returns how the access refused, or that it did not, whatever else is wrong with the request. */
function gateOf({ status, body }: { status: number; body: unknown }): string {
  const { error } = Object(body)
  const name = typeof error === 'string' ? error : error?.data?.error
  return status === 401 || status === 403 ? `${status} ${name}` : 'open'
}

test('every line of the table is an operation or file, and every scope has a line', () => {
  const names = [...operations, ...files].map((called) =>
    'name' in called ? called.name : called.operationId,
  )
  const listed = [...openToEveryKey, ...Object.values(opensTo).flat()]
  expect(listed.filter((name) => !names.includes(name))).toEqual([])
  const byTwo = listed.filter((name, index) => listed.indexOf(name) !== index)
  // The scopes of the school, and those of the courses that a key names.
  expect(byTwo.filter((name) => !/^(learners[._]|certificates[._]archive)/.test(name))).toEqual([])
  for (const names of Object.values(opensTo)) expect(new Set(names).size).toBe(names.length)
  expect(Object.keys(opensTo)).toEqual(keyScopes)
})

test('no operation of auth or of an account is open to any key', () => {
  const listed = [...openToEveryKey, ...Object.values(opensTo).flat()]
  expect(
    listed.filter((name) => /^(auth|me|cart|admin\.apiKeys|members\.add)\b/.test(name)),
  ).toEqual([])
})

describe.each(keys)('a key with $name', ({ scopes, key: { token } }) => {
  test('gets in where the table says so, over REST, and is refused by name elsewhere', async () => {
    const wrong: string[] = []
    for (const { name, rest } of operations) {
      const address = addressOf(rest.route)
      const answer = await api.request(address, {
        token,
        // Nothing is written, whoever may: the revision is not the current one, the body is empty.
        headers: { 'if-match': '"r999999"' },
        ...(!address.startsWith('GET') && { body: {} }),
      })
      const expected = isOpenTo(name, scopes) ? 'open' : '403 KeyNotAllowed'
      if (gateOf(answer) !== expected) wrong.push(`${name}: ${gateOf(answer)}, not ${expected}`)
    }
    expect(wrong).toEqual([])
  })

  test('gets in over tRPC where it does over REST', async () => {
    const wrong: string[] = []
    // Both decide by the same function: of one scope, its own operations are enough.
    const isWhole = scopes.length === 0 || scopes.length === keyScopes.length
    const called = isWhole ? operations : operations.filter(({ name }) => isOpenTo(name, scopes))
    for (const { name, type } of called) {
      const input = { courseId: team.courseId }
      const answer =
        type === 'query'
          ? await api.request(
              `GET /trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`,
              { token },
            )
          : await api.request(`POST /trpc/${name}`, { token, body: input })
      const expected = isOpenTo(name, scopes) ? 'open' : '403 KeyNotAllowed'
      if (gateOf(answer) !== expected) wrong.push(`${name}: ${gateOf(answer)}, not ${expected}`)
    }
    expect(wrong).toEqual([])
  })

  test('gets the files that its scopes open', async () => {
    const wrong: string[] = []
    for (const { operationId, route } of files) {
      const answer = await api.request(addressOf(route), { token })
      const expected = isOpenTo(operationId, scopes) ? 'open' : '403 KeyNotAllowed'
      if (gateOf(answer) !== expected)
        wrong.push(`${operationId}: ${gateOf(answer)}, not ${expected}`)
    }
    expect(wrong).toEqual([])
  })
})
