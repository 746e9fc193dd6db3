import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
} from '@tanstack/query-core'
import { expect, expectTypeOf, test } from 'vitest'
import { forAllTests, startApi } from '../../server/test/api.ts'
import { createLyceum, type LyceumError, memoryTokenStore, type Outputs } from '../src/index.ts'
import { infiniteQueryOptions, mutationOptions, queryKeyOf, queryOptions } from '../src/query.ts'
import { connect, failureOf } from './support.ts'

const api = await forAllTests(startApi())

test('a key is the path of the operation, its input, and whose data it is', async () => {
  const learner = await api.given.learner()
  const { lyceum } = connect(api)
  await lyceum.signIn({ email: learner.email, password: learner.password })

  const lesson = queryOptions(lyceum.lessons.get, { lessonId: 'one' })
  const movements = queryOptions(lyceum.admin.sales.movementsCsv)
  const courses = infiniteQueryOptions(lyceum.courses.list, { limit: 5 })

  expect(lesson.queryKey).toEqual(['lyceum', 'lessons', 'get', { lessonId: 'one' }, learner.id])
  expect(movements.queryKey).toEqual([
    ...['lyceum', 'admin', 'sales', 'movementsCsv'],
    {},
    learner.id,
  ])
  expect(courses.queryKey).toEqual(['lyceum', 'courses', 'list', { limit: 5 }, learner.id, 'pages'])
  expect(mutationOptions(lyceum.cart.add).mutationKey).toEqual(['lyceum', 'cart', 'add'])
})

test('what an area, an operation or an input has in common is one prefix of all its keys', async () => {
  const { lyceum } = connect(api)
  const queryClient = new QueryClient()
  const course = { ...queryOptions(lyceum.courses.get, { idOrSlug: 'knots', outline: 'sections' }) }
  queryClient.setQueryData(course.queryKey, 'knots')
  const found = (queryKey: readonly unknown[]) => queryClient.getQueriesData({ queryKey }).length

  expect(found(queryKeyOf(lyceum))).toBe(1)
  expect(found(queryKeyOf(lyceum.courses))).toBe(1)
  expect(found(queryKeyOf(lyceum.courses.get))).toBe(1)
  expect(found(queryKeyOf(lyceum.courses.get, { idOrSlug: 'knots' }))).toBe(1)
  expect(found(queryKeyOf(lyceum.courses.get, { idOrSlug: 'splices' }))).toBe(0)
  expect(found(queryKeyOf(lyceum.courses.list))).toBe(0)
})

test('nobody sees what was read for somebody else, nor has it read under the other name', async () => {
  const [ada, ben] = [await api.given.learner(), await api.given.learner()]
  const { lyceum, sent } = connect(api)
  const queryClient = new QueryClient()
  const cart = () => queryOptions(lyceum.cart.get)

  const beforeAnybody = cart()
  await lyceum.signIn({ email: ada.email, password: ada.password })
  const ofAda = cart()
  await queryClient.fetchQuery(ofAda)
  await lyceum.signOut()
  const ofNobody = cart()
  await lyceum.signIn({ email: ben.email, password: ben.password })
  const ofBen = cart()

  const keys = [beforeAnybody, ofAda, ofNobody, ofBen].map(({ queryKey }) => queryKey.join())
  expect(new Set(keys).size).toBe(4)
  expect(queryClient.getQueryData(ofBen.queryKey)).toBeUndefined()
  const before = sent.length
  for (const stale of [ofAda, ofNobody])
    expect(await failureOf(queryClient.fetchQuery(stale))).toMatchObject({ name: 'SessionChanged' })
  expect(sent).toHaveLength(before)
})

test('what was read stays until somebody signs in or out, also when the token has expired', async () => {
  const learner = await api.given.learner()
  const { lyceum } = connect(api)
  const login = { email: learner.email, password: learner.password }
  await lyceum.signIn(login)
  const { queryKey } = queryOptions(lyceum.cart.get)

  await api.as(learner).auth.logoutEverywhere.mutate()
  expect(await failureOf(lyceum.cart.get.query())).toMatchObject({ name: 'TokenInvalid' })
  await lyceum.session.check()
  expect(queryOptions(lyceum.cart.get).queryKey).toEqual(queryKey)

  await lyceum.signIn(login)
  expect(queryOptions(lyceum.cart.get).queryKey).toEqual(queryKey)
  await lyceum.signOut()
  expect(queryOptions(lyceum.cart.get).queryKey).not.toEqual(queryKey)
})

test('neither tokens nor keys that tell nobody by name get into a key', async () => {
  const store = memoryTokenStore('secret')
  const lyceum = createLyceum({ baseUrl: 'http://lyceum.test', tokenStore: store })
  const beforeCheck = queryOptions(lyceum.cart.get)
  await lyceum.session.check()
  const afterwards = queryOptions(lyceum.cart.get)
  expect(JSON.stringify(afterwards)).not.toContain('secret')
  expect(afterwards.queryKey).toEqual(beforeCheck.queryKey)
})

test('a query ends its call when nobody waits for it, and reads files, too', async () => {
  const { lyceum } = connect(api, {
    fetch: (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  })
  const leave = new AbortController()
  const pdf = queryOptions(lyceum.certificates.pdf, { code: 'AAAA' })
  expectTypeOf(pdf.queryFn).returns.resolves.toEqualTypeOf<Blob>()
  const reading = failureOf(pdf.queryFn({ signal: leave.signal }))
  leave.abort()
  expect(await reading).toMatchObject({ name: 'Aborted', operation: 'certificates.pdf' })
})

test('TanStack Query infers data, errors and what mutate takes', () => {
  const { lyceum } = connect(api)
  const client = new QueryClient()

  const cart = new QueryObserver(client, queryOptions(lyceum.cart.get)).getCurrentResult()
  expectTypeOf(cart.data).toEqualTypeOf<Outputs['cart']['get'] | undefined>()
  expectTypeOf(cart.error).toEqualTypeOf<LyceumError | null>()

  const list = infiniteQueryOptions(lyceum.courses.list, { limit: 5 })
  const courses = new InfiniteQueryObserver(client, list).getCurrentResult()
  expectTypeOf(courses.data).toEqualTypeOf<Outputs['courses']['list']['items'] | undefined>()
  expectTypeOf(courses.error).toEqualTypeOf<LyceumError | null>()

  const add = new MutationObserver(client, mutationOptions(lyceum.cart.add)).getCurrentResult()
  expectTypeOf(add.data).toEqualTypeOf<Outputs['cart']['add'] | undefined>()
  expectTypeOf(add.error).toEqualTypeOf<LyceumError | null>()
  expectTypeOf(add.mutate).parameter(0).toEqualTypeOf<{ courseId: string }>()
  const buy = mutationOptions(lyceum.transactions.create)
  expectTypeOf<undefined>().toExtend<Parameters<typeof buy.mutationFn>[0]>()

  // @ts-expect-error The input is required.
  queryOptions(lyceum.courses.get)
  // @ts-expect-error It changes something.
  queryOptions(lyceum.cart.add, { courseId: 'one' })
  // @ts-expect-error It is no list.
  infiniteQueryOptions(lyceum.cart.get)
  // @ts-expect-error The pages have their cursors.
  infiniteQueryOptions(lyceum.courses.list, { cursor: 'one' })
  // @ts-expect-error A mistyped field would match nothing.
  queryKeyOf(lyceum.courses.get, { id: 'knots' })
})
