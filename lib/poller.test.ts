import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPoller, type PollerOptions } from './poller.ts'

/** Returns a poller that finds what the function says, and a record of what happened. */
function givenPoller(
  find: (look: number) => boolean | Promise<boolean>,
  rests = { shortest: 10, longest: 80 },
) {
  const happened = { looks: [] as number[], failures: 0, recoveries: 0, work: 0 }
  const options: PollerOptions = {
    look: async () => find(happened.looks.push(performance.now())),
    rests,
    onFailure: () => happened.failures++,
    onRecovery: () => happened.recoveries++,
  }
  const poller = createPoller(options)
  poller.onWork(() => happened.work++)
  return { poller, happened }
}

test('it looks often while there is work, and rarely while there is none', async () => {
  const { poller, happened } = givenPoller((look) => look <= 5, { shortest: 10, longest: 400 })
  poller.start()
  await expect.poll(() => happened.looks.length).toBeGreaterThan(11)
  await poller.stop()

  const rests = happened.looks.slice(1).map((at, index) => at - (happened.looks[index] ?? 0))
  expect(happened.work).toBe(5)
  expect(Math.min(...rests.slice(0, 5))).toBeLessThan(200)
  expect(rests.at(-1)).toBeGreaterThan(390)
})

test('a call to wake up makes it look soon, and many of them no more often', async () => {
  const { poller, happened } = givenPoller(() => false, { shortest: 10, longest: 60_000 })
  poller.wake()
  poller.start()
  await expect.poll(() => happened.looks.length).toBe(1)
  await sleep(50)
  for (let call = 0; call < 1_000; call++) poller.wake()
  await expect.poll(() => happened.looks.length).toBe(2)
  await sleep(50)
  await poller.stop()

  expect(happened.looks).toHaveLength(2)
})

test('a failure does not end it, and a row of them is reported once', async () => {
  const { poller, happened } = givenPoller((look) => {
    if (look > 1 && look < 4) throw new Error('The database is down.')
    return false
  })
  poller.start()
  await expect.poll(() => happened.looks.length).toBeGreaterThan(4)
  await poller.stop()

  expect([happened.failures, happened.recoveries]).toEqual([1, 1])
})

test('where it takes long to find nothing, it looks rarely; work is never left waiting', async () => {
  const slow = givenPoller(async () => {
    await sleep(100)
    return false
  })
  const busy = givenPoller(async () => {
    await sleep(100)
    return true
  })
  for (const { poller } of [slow, busy]) poller.start()
  await expect.poll(() => busy.happened.looks.length, { timeout: 60_000 }).toBeGreaterThan(3)
  await expect.poll(() => slow.happened.looks.length).toBeGreaterThan(1)
  for (const { poller } of [slow, busy]) await poller.stop()

  const [first = 0, second = 0] = slow.happened.looks
  expect(second - first).toBeGreaterThan(480)
})

test('stopping waits for a look that runs, and no other one follows', async () => {
  const look = Promise.withResolvers<boolean>()
  const { poller, happened } = givenPoller(() => look.promise)
  poller.start()
  await expect.poll(() => happened.looks.length).toBe(1)
  let isStopped = false
  const stopped = poller.stop().then(() => {
    isStopped = true
  })
  await sleep(20)
  expect(isStopped).toBe(false)
  look.resolve(true)
  await stopped
  poller.wake()
  await sleep(150)
  expect(happened.looks).toHaveLength(1)
})
