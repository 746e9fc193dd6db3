import { expect, test } from 'vitest'
import { batchLoader } from './batch-loader.ts'
import type { Db } from './client.ts'

const [db, otherDb] = [{}, {}] as [Db, Db]

function watchedSearch() {
  const calls: string[][] = []
  const find = batchLoader(async (_db, keys) => {
    calls.push(keys)
    if (keys.includes('bad')) throw new Error('lost')
    return new Map(
      keys
        .filter((key) => key !== 'unknown')
        .map((key) => [key, `${key} as of call ${calls.length}`]),
    )
  })
  return { calls, find }
}

test('what is asked for in one turn is found by one call, each key once, and everyone gets their own answer', async () => {
  const { calls, find } = watchedSearch()

  const answers = await Promise.all(['one', 'two', 'one', 'unknown'].map((key) => find(db, key)))

  expect(calls).toEqual([['one', 'two', 'unknown']])
  expect(answers).toEqual(['one as of call 1', 'two as of call 1', 'one as of call 1', undefined])
})

test('who asks once the search has begun gets an answer from after the question', async () => {
  const { calls, find } = watchedSearch()
  const first = find(db, 'one')
  await new Promise(setImmediate)
  const second = find(db, 'one')

  expect([await first, await second]).toEqual(['one as of call 1', 'one as of call 2'])
  expect(calls).toHaveLength(2)
})

test('what runs in a transaction shares nothing with what runs outside of it', async () => {
  const { calls, find } = watchedSearch()

  await Promise.all([find(db, 'one'), find(otherDb, 'one')])

  expect(calls).toEqual([['one'], ['one']])
})

test('a search that fails tells all who wait for it, and not those who ask later', async () => {
  const { find } = watchedSearch()

  const asked = await Promise.allSettled([find(db, 'one'), find(db, 'bad')])

  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await find(db, 'one')).toBe('one as of call 2')
})
