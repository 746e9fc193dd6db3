import { expect, test } from 'vitest'
import { runEach } from './run-each.ts'

test('a step that fails keeps no other from its work, and is reported in the end', async () => {
  const done: number[] = []
  const step = (number: number, failure?: Error) => async () => {
    if (failure !== undefined) throw failure
    done.push(number)
  }

  await expect(
    runEach([step(1), step(2, new Error('the second')), step(3), step(4, new Error('another'))]),
  ).rejects.toThrow('the second')
  expect(done).toEqual([1, 3])
  await expect(runEach([step(5)])).resolves.toBeUndefined()
})
