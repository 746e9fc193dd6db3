import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createQueue, QueueTimeout } from './queue.ts'

const bulk = { interactive: false }

test('jobs start in order, and never more run at once than the concurrency allows', async () => {
  const queue = createQueue({ concurrency: 2 })
  const started: number[] = []
  let running = 0
  let most = 0

  async function job(number: number) {
    started.push(number)
    running += 1
    most = Math.max(most, running)
    await sleep(5)
    running -= 1
  }
  await Promise.all([0, 1, 2, 3, 4, 5].map((number) => queue.run(() => job(number))))

  expect(started).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
  expect(queue.load()).toEqual({ running: 0, waiting: 0 })
})

test('a full queue refuses the next job at once, with its own error', async () => {
  const queue = createQueue({
    concurrency: 1,
    maxWaiting: 1,
    whenFull: () => new RangeError('too many'),
  })
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = queue.run(() => promise)
  const second = queue.run(async () => 'second')

  await expect(queue.run(async () => 'third')).rejects.toThrow(RangeError)

  resolve('first')
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  expect(await queue.run(async () => 'fourth')).toBe('fourth')
})

test('a job that fails makes room for the next', async () => {
  const queue = createQueue({ concurrency: 1 })

  const outcomes = await Promise.allSettled([
    queue.run(() => Promise.reject(new Error('torn paper'))),
    queue.run(async () => 'printed'),
  ])

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

test('interactive jobs go first, even those that turned interactive while they waited', async () => {
  const queue = createQueue({ concurrency: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const served: string[] = []
  const serve = (name: string) => async () => {
    served.push(name)
  }
  const first = queue.run(() => promise, bulk)
  const hurried = { interactive: false }
  const others = [
    queue.run(serve('bulk 1'), bulk),
    queue.run(serve('bulk 2, hurried'), hurried),
    queue.run(serve('interactive'), { interactive: true }),
    queue.run(serve('bulk 3'), bulk),
  ]

  hurried.interactive = true
  resolve()
  await Promise.all([first, ...others])

  expect(served).toEqual(['bulk 2, hurried', 'interactive', 'bulk 1', 'bulk 3'])
})

test('a caller that waits for longer than it may gets a QueueTimeout, and its job never starts', async () => {
  const queue = createQueue({ concurrency: 1, maxWaitMilliseconds: () => 50 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const stuck = queue.run(() => promise)
  let started = false

  await expect(
    queue.run(async () => {
      started = true
    }),
  ).rejects.toBeInstanceOf(QueueTimeout)

  resolve()
  await stuck
  expect(await queue.run(async () => 'served')).toBe('served')
  expect(started).toBe(false)
})
