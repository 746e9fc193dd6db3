import { expect, test } from 'vitest'
import { createLines, createTurns, NoTurn } from './turns.ts'

const trouble = new Error('the database is in trouble')
const turnsOf = (places: number) =>
  createTurns({
    places,
    millisecondsWhileStuck: 300,
    millisecondsWhileBusy: 3_000,
    isTrouble: (error) => error === trouble,
  })
const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

test('no more are at work than there are places, and each comes in its turn', async () => {
  const turns = turnsOf(2)
  const begun: number[] = []
  let [working, most] = [0, 0]
  const work = (index: number) =>
    turns.take(async () => {
      begun.push(index)
      most = Math.max(most, ++working)
      await sleep(5)
      working--
    })

  await Promise.all(Array.from({ length: 10 }, (_, index) => work(index)))

  expect([most, turns.waiting()]).toEqual([2, 0])
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('who waits behind work that gets done is served, however long the line', async () => {
  const turns = turnsOf(1)

  const all = Promise.all(Array.from({ length: 15 }, () => turns.take(() => sleep(60))))

  await expect(all).resolves.toHaveLength(15)
})

test('but not for ever', async () => {
  const turns = turnsOf(1)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, () => turns.take(() => sleep(200))),
  )

  const refused = outcomes.filter((one) => one.status === 'rejected')
  expect(refused.length).toBeGreaterThan(5)
  expect(refused.every(({ reason }) => reason instanceof NoTurn)).toBe(true)
})

test('who waits behind work that does not get done is told soon, and the next one is served again when it does', async () => {
  const turns = turnsOf(1)
  const release = Promise.withResolvers<void>()
  const stuck = turns.take(() => release.promise)
  const asked = performance.now()

  await expect(turns.take(() => sleep(0))).rejects.toBeInstanceOf(NoTurn)

  expect(performance.now() - asked).toBeLessThan(1_000)
  release.resolve()
  await stuck
  await expect(turns.take(() => Promise.resolve('served'))).resolves.toBe('served')
})

test('while the database is in trouble nobody waits long, although others are served', async () => {
  const turns = turnsOf(1)
  await expect(turns.take(() => Promise.reject(trouble))).rejects.toBe(trouble)

  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => turns.take(() => sleep(60))),
  )

  expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
})

test('what fails otherwise gives its place back too', async () => {
  const turns = turnsOf(1)
  const failure = new Error('no such row')

  await expect(turns.take(() => Promise.reject(failure))).rejects.toBe(failure)

  await expect(turns.take(() => Promise.resolve('served'))).resolves.toBe('served')
})

test('lines go on beside each other, and in each one after the other', async () => {
  const lines = createLines({
    millisecondsWhileStuck: 300,
    millisecondsWhileBusy: 3_000,
    isTrouble: () => false,
  })
  const log: string[] = []
  const work = (line: string, name: string) =>
    lines.take(line, async () => {
      log.push(`${name} begins`)
      await sleep(20)
      log.push(`${name} ends`)
    })

  await Promise.all([work('ada', 'one'), work('ada', 'two'), work('grace', 'other')])

  expect(log.indexOf('two begins')).toBeGreaterThan(log.indexOf('one ends'))
  expect(log.indexOf('other begins')).toBeLessThan(log.indexOf('one ends'))
})
