import { expect, test } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'
import type { Db } from './client.ts'

const [db, otherDb] = [{}, {}] as [Db, Db]

function watchedSearch() {
  const calls: string[][] = []
  const find = createBatchLoader(async (_db, keys) => {
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

test('lookups of one turn are found by one call, each key once, and each gets its own result', async () => {
  const { calls, find } = watchedSearch()

  const answers = await Promise.all(['one', 'two', 'one', 'unknown'].map((key) => find(db, key)))

  expect(calls).toEqual([['one', 'two', 'unknown']])
  expect(answers).toEqual(['one as of call 1', 'two as of call 1', 'one as of call 1', undefined])
})

test('a lookup that comes after the call has started gets a result of its own', async () => {
  const { calls, find } = watchedSearch()
  const first = find(db, 'one')
  await new Promise(setImmediate)
  const second = find(db, 'one')

  expect([await first, await second]).toEqual(['one as of call 1', 'one as of call 2'])
  expect(calls).toHaveLength(2)
})

test('a transaction shares no lookups with what runs outside it', async () => {
  const { calls, find } = watchedSearch()

  await Promise.all([find(db, 'one'), find(otherDb, 'one')])

  expect(calls).toEqual([['one'], ['one']])
})

test('a call that fails rejects the lookups that wait for it, and no later ones', async () => {
  const { find } = watchedSearch()

  const asked = await Promise.allSettled([find(db, 'one'), find(db, 'bad')])

  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await find(db, 'one')).toBe('one as of call 2')
})
