import { expect, test } from 'vitest'
import { QueueTimeout } from '../../lib/queue.ts'
import { createConnectionQueue, createKeyedMutex } from './connection-queue.ts'

const trouble = new Error('the database is in trouble')
const queueOf = (concurrency: number) =>
  createConnectionQueue({
    concurrency,
    millisecondsWhileStuck: 300,
    millisecondsWhileBusy: 3_000,
    isTrouble: (error) => error === trouble,
  })
const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

test('no more jobs run at once than the concurrency allows, and they start in order', async () => {
  const queue = queueOf(2)
  const begun: number[] = []
  let [working, most] = [0, 0]
  const work = (index: number) =>
    queue.run(async () => {
      begun.push(index)
      most = Math.max(most, ++working)
      await sleep(5)
      working--
    })

  await Promise.all(Array.from({ length: 10 }, (_, index) => work(index)))

  expect([most, queue.load().waiting]).toEqual([2, 0])
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('callers behind work that gets done are served, however long the queue', async () => {
  const queue = queueOf(1)

  const all = Promise.all(Array.from({ length: 15 }, () => queue.run(() => sleep(60))))

  await expect(all).resolves.toHaveLength(15)
})

test('but they do not wait forever', async () => {
  const queue = queueOf(1)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, () => queue.run(() => sleep(200))),
  )

  const refused = outcomes.filter((one) => one.status === 'rejected')
  expect(refused.length).toBeGreaterThan(5)
  expect(refused.every(({ reason }) => reason instanceof QueueTimeout)).toBe(true)
})

test('callers behind stuck work are refused soon, and served again once it is done', async () => {
  const queue = queueOf(1)
  const release = Promise.withResolvers<void>()
  const stuck = queue.run(() => release.promise)

  await expect(queue.run(() => sleep(0))).rejects.toBeInstanceOf(QueueTimeout)

  release.resolve()
  await stuck
  await expect(queue.run(() => Promise.resolve('served'))).resolves.toBe('served')
})

test('while the database is in trouble nobody waits long, although others are served', async () => {
  const queue = queueOf(1)
  await expect(queue.run(() => Promise.reject(trouble))).rejects.toBe(trouble)

  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => queue.run(() => sleep(60))),
  )

  expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
})

test('a job that fails otherwise frees its place too', async () => {
  const queue = queueOf(1)
  const failure = new Error('no such row')

  await expect(queue.run(() => Promise.reject(failure))).rejects.toBe(failure)

  await expect(queue.run(() => Promise.resolve('served'))).resolves.toBe('served')
})

test('jobs of different keys run side by side, jobs of one key one after the other', async () => {
  const mutex = createKeyedMutex({
    millisecondsWhileStuck: 300,
    millisecondsWhileBusy: 3_000,
    isTrouble: () => false,
  })
  const log: string[] = []
  const work = (key: string, name: string) =>
    mutex.run(key, async () => {
      log.push(`${name} begins`)
      await sleep(20)
      log.push(`${name} ends`)
    })

  await Promise.all([work('ada', 'one'), work('ada', 'two'), work('grace', 'other')])

  expect(log.indexOf('two begins')).toBeGreaterThan(log.indexOf('one ends'))
  expect(log.indexOf('other begins')).toBeLessThan(log.indexOf('one ends'))
})
