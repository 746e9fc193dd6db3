import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DeadlineExceeded, withDeadline } from './deadline.ts'

test('work that is done in time gives its result, or its failure', async () => {
  expect(await withDeadline(1_000, Promise.resolve('done'))).toBe('done')
  await expect(withDeadline(1_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed')
})

test('work that is not done in time rejects, with an error of the caller where there is one', async () => {
  await expect(withDeadline(10, sleep(200))).rejects.toBeInstanceOf(DeadlineExceeded)
  await expect(withDeadline(10, sleep(200), () => new RangeError('late'))).rejects.toThrow('late')
})
