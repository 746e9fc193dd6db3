import { expect, test } from 'vitest'
import { createWaitingLine } from './priority-queue.ts'
import { RendererBusy } from './types.ts'

const bulk = { interactive: false }

test('jobs run in the order they came, and never more at once than there are places', async () => {
  const line = createWaitingLine({ places: 2, waiting: 10 })
  const started: number[] = []
  let running = 0
  let most = 0

  async function job(number: number) {
    started.push(number)
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
  }
  await Promise.all([0, 1, 2, 3, 4, 5].map((number) => line.run(() => job(number), bulk)))

  expect(started).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
  expect(line.isIdle()).toBe(true)
})

test('whoever finds the line full is told so at once', async () => {
  const line = createWaitingLine({ places: 1, waiting: 1 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = line.run(() => promise, bulk)
  const second = line.run(async () => 'second', bulk)

  await expect(line.run(async () => 'third', bulk)).rejects.toThrow(RendererBusy)

  resolve('first')
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  expect(await line.run(async () => 'fourth', bulk)).toBe('fourth')
})

test('a job that fails gives its place to the next', async () => {
  const line = createWaitingLine({ places: 1, waiting: 5 })

  const outcomes = await Promise.allSettled([
    line.run(() => Promise.reject(new Error('torn paper')), bulk),
    line.run(async () => 'printed', bulk),
  ])

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

test('whom somebody waits for goes first, also when that turned out while it was in line', async () => {
  const line = createWaitingLine({ places: 1, waiting: 10 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const served: string[] = []
  const serve = (name: string) => async () => {
    served.push(name)
  }
  const first = line.run(() => promise, bulk)
  const hurried = { interactive: false }
  const others = [
    line.run(serve('bulk 1'), bulk),
    line.run(serve('bulk 2, hurried'), hurried),
    line.run(serve('interactive'), { interactive: true }),
    line.run(serve('bulk 3'), bulk),
  ]

  hurried.interactive = true
  resolve()
  await Promise.all([first, ...others])

  expect(served).toEqual(['bulk 2, hurried', 'interactive', 'bulk 1', 'bulk 3'])
})
