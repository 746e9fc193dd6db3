import { expect, test } from 'vitest'
import { RendererBusy } from './contract.ts'
import { createWaitingLine } from './waiting-line.ts'

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
  await Promise.all([0, 1, 2, 3, 4, 5].map((number) => line.run(() => job(number))))

  expect(started).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
  expect(line.isIdle()).toBe(true)
})

test('whoever finds the line full is told so at once', async () => {
  const line = createWaitingLine({ places: 1, waiting: 1 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = line.run(() => promise)
  const second = line.run(async () => 'second')

  await expect(line.run(async () => 'third')).rejects.toThrow(RendererBusy)

  resolve('first')
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  expect(await line.run(async () => 'fourth')).toBe('fourth')
})

test('a job that fails gives its place to the next', async () => {
  const line = createWaitingLine({ places: 1, waiting: 5 })

  const outcomes = await Promise.allSettled([line.run(() => Promise.reject(new Error('torn paper'))), line.run(async () => 'printed')])

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
