import { afterEach, expect, test, vi } from 'vitest'
import { givenKey } from '../../server/features/people/api-keys/test-support.ts'
import { forAllTests, startApi } from '../../server/test/api.ts'
import { createLyceum, memoryTokenStore } from '../src/index.ts'
import { connect, failureOf } from './support.ts'

const api = await forAllTests(startApi())

afterEach(() => vi.unstubAllGlobals())

test('a client with a key sends it with each call, and each call by itself', async () => {
  const course = await api.given.course()
  const { token: key } = await givenKey(api, ['catalogue:read'])
  const { lyceum, sent } = connect(api, { key })

  const [list, shown, mine] = await Promise.all([
    lyceum.courses.list.query(),
    lyceum.courses.get.query({ idOrSlug: course.slug }),
    failureOf(lyceum.me.get.query()),
  ])

  expect([list.items.length > 0, shown.title]).toEqual([true, course.title])
  expect((mine as Error).name).toBe('KeyNotAllowed')
  expect(sent.map(({ operations }) => operations)).toEqual([
    ['courses.list'],
    ['courses.get'],
    ['me.get'],
  ])
  expect(new Set(sent.map(({ authorization }) => authorization))).toEqual(
    new Set([`Bearer ${key}`]),
  )
})

test('a key that ended fails by name each time: it is neither forgotten nor replaced', async () => {
  const { token: key, id, maker } = await givenKey(api, ['catalogue:read'])
  const { lyceum, sent } = connect(api, { key })
  await api.request(`DELETE /api/v1/admin/api-keys/${id}`, { token: maker.token })

  for (let count = 0; count < 2; count++)
    expect(await failureOf(lyceum.courses.list.query())).toMatchObject({ name: 'TokenInvalid' })
  expect(sent.map(({ authorization }) => authorization)).toEqual([`Bearer ${key}`, `Bearer ${key}`])
})

test('nobody signs in or out with it', async () => {
  const { token: key, maker } = await givenKey(api, ['catalogue:read'])
  const { lyceum } = connect(api, { key })
  const { email, password } = maker
  expect(await failureOf(lyceum.signIn({ email, password }))).toMatchObject({
    name: 'KeyNotAllowed',
  })
  expect(await failureOf(lyceum.signOut())).toMatchObject({ name: 'KeyNotAllowed' })
  expect((await lyceum.courses.list.query()).items).toBeDefined()
})

test('it is refused in a browser, and beside a token', () => {
  const options = { baseUrl: 'https://api.example.com', key: 'lyc_x' }
  expect(() => createLyceum({ ...options, token: 'x' })).toThrow('only one of')
  expect(() => createLyceum({ ...options, tokenStore: memoryTokenStore() })).toThrow('only one of')
  expect(createLyceum(options).session).toBeDefined()
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {})
  expect(() => createLyceum(options)).toThrow('A key is for servers')
})
