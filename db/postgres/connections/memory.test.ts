import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../server/test/api.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: (options: { type: 'minor' }) => void = runInNewContext('gc')

const api = await forAllTests(startApi())

/**
 * Returns the bytes that outlive minor garbage collections, per run of the work. Anything held by
 * old objects outlives them until the next full collection, although nothing needs it.
 */
async function bytesLeftBehind(work: () => Promise<unknown>, times: number): Promise<number> {
  for (let time = 0; time < 200; time++) await work()
  const before = usedAfterCollection()
  for (let time = 0; time < times; time++) await work()
  return (usedAfterCollection() - before) / times
}

function usedAfterCollection(): number {
  for (let time = 0; time < 3; time++) collectGarbage({ type: 'minor' })
  return process.memoryUsage().heapUsed
}

test('a statement leaves neither itself nor its rows behind', async () => {
  const statement = `select repeat('x', 10000) as text from generate_series(1, 10)`
  const left: number[] = []
  // Takes the median: other files share this worker, and its full collections come at any time.
  for (let round = 0; round < 5; round++)
    left.push(await bytesLeftBehind(() => api.deps.db.execute(statement), 200))
  expect(left.sort((one, other) => one - other)[2]).toBeLessThan(5_000)
})
