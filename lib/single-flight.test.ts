import { expect, test } from 'vitest'
import { createSingleFlight, shareCalls } from './single-flight.ts'

test('calls of one key that come while one runs share its result, those of others do not', async () => {
  const flights = createSingleFlight<string, string>()
  const calls: string[] = []
  const work = (key: string) => () => {
    calls.push(key)
    return Promise.resolve(`${key} ${calls.length}`)
  }

  const both = [flights.run('one', work('one')), flights.run('one', work('one'))]
  expect(flights.has('one')).toBe(true)
  expect(await Promise.all([...both, flights.run('two', work('two'))])).toEqual([
    'one 1',
    'one 1',
    'two 2',
  ])

  expect(flights.has('one')).toBe(false)
  expect(await flights.run('one', work('one'))).toBe('one 3')
})

test('a failure is shared too, and the next call starts anew', async () => {
  const flights = createSingleFlight<string, string>({ freshMilliseconds: 60_000 })
  const fail = () => Promise.reject(new Error('failed'))

  const both = await Promise.allSettled([flights.run('one', fail), flights.run('one', fail)])

  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await flights.run('one', () => Promise.resolve('done'))).toBe('done')
})

test('work turns interactive as soon as an interactive caller joins', async () => {
  const flights = createSingleFlight<string, boolean>()
  const { promise: joined, resolve: join } = Promise.withResolvers<void>()
  const background = flights.run('one', (priority) => joined.then(() => priority.interactive), {
    interactive: false,
  })
  const interactive = flights.run('one', () => Promise.reject(new Error('not shared')))

  join()

  expect(await Promise.all([background, interactive])).toEqual([true, true])
})

test('a fresh result is given again until it is too old, counted from the start of the call', async () => {
  let now = 0
  let calls = 0
  const next = shareCalls(
    async () => {
      now += 40
      calls++
      return calls
    },
    { freshMilliseconds: 100, now: () => now },
  )

  expect(await next()).toBe(1)
  now = 99
  expect(await next()).toBe(1)
  now = 100
  expect(await next()).toBe(2)
})
