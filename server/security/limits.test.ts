import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { connectDatabase } from '../../db/postgres/client.ts'
import { atOnce } from '../test/at-once.ts'
import { testDatabaseUrl } from '../test/database.ts'
import { createLimits, type LimitName, limits as table } from './limits.ts'

const url = await testDatabaseUrl()
const log = pino({ level: 'silent' })
const [one, other] = [connectDatabase({ url, log }), connectDatabase({ url, log })]
afterAll(() => Promise.all([one.close(), other.close()]))

let clock = Date.parse('2026-03-01T12:00:00.250Z')
const now = () => new Date(clock)
const limits = createLimits({ db: one.db, now, scale: 1 })
const ofAnotherProcess = createLimits({ db: other.db, now, scale: 1 })
const fiveInFifteenMinutes: LimitName = 'failedLoginsPerAccountAndIp'

async function taken(count: number, who: string, from = limits): Promise<number> {
  const results = await atOnce(count, () =>
    from.take(fiveInFifteenMinutes, who).then(
      () => 1,
      () => 0,
    ),
  )
  return results.reduce<number>((sum, result) => sum + result, 0)
}

test.each([
  ['loginsPerIp', 120, 60],
  ['failedLoginsPerIp', 20, 60],
  ['failedLoginsPerAccountAndIp', 5, 900],
  ['failedLoginsPerAccount', 50, 3600],
  ['registrationsPerIp', 200, 3600],
  ['refusedRegistrationsPerIp', 30, 3600],
  ['codeRequestsPerIp', 10, 3600],
  ['codeTriesPerIp', 300, 3600],
  ['wrongCodesPerIp', 30, 3600],
  ['exportsPerAccount', 10, 3600],
  ['emailChangesPerAccount', 5, 86_400],
  ['passwordProofsPerAccount', 20, 60],
  ['signInStartsPerIp', 100, 60],
  ['signInReturnsPerIp', 100, 60],
  ['wrongCodesPerAccountAndIp', 10, 86_400],
  ['wrongCodesPerAccount', 20, 86_400],
] as const)('%s are %i in %i seconds', (name, uses, windowSeconds) => {
  expect(table[name]).toMatchObject({ uses, windowSeconds })
})

test('of many simultaneous uses in two processes exactly the allowed number succeeds', async () => {
  const who = randomUUID()
  const counts = await Promise.all([taken(20, who), taken(20, who, ofAnotherProcess)])
  expect(counts.reduce((sum, count) => sum + count)).toBe(5)
})

test('a refusal says in whole seconds how long to wait, and that is just long enough', async () => {
  const who = randomUUID()
  await taken(5, who)
  clock += 1_400
  const refusal = await limits.take(fiveInFifteenMinutes, who).catch((error) => error)
  expect(refusal).toMatchObject({ name: 'RateLimited', status: 429, retryAfterSeconds: 899 })

  clock += 898_000
  expect(await taken(1, who)).toBe(0)
  clock += 1_000
  expect(await taken(9, who)).toBe(5)
})

test('refused uses do not prolong the wait', async () => {
  const who = randomUUID()
  for (let minute = 0; minute < 15; minute++) {
    await taken(6, who)
    clock += 60_000
  }
  expect(await taken(1, who)).toBe(1)
})

test('the wait is never shorter than a second', async () => {
  const who = randomUUID()
  await taken(5, who)
  clock += 900_000 - 1
  await expect(limits.take(fiveInFifteenMinutes, who)).rejects.toMatchObject({
    retryAfterSeconds: 1,
  })
})

test('a returned use can be taken again, and a reset returns all uses', async () => {
  const who = randomUUID()
  expect(await taken(6, who)).toBe(5)
  await limits.giveBack(fiveInFifteenMinutes, who)
  await limits.giveBack(fiveInFifteenMinutes, who)
  expect(await taken(3, who)).toBe(1)

  await limits.reset(fiveInFifteenMinutes, who)
  expect(await taken(6, who)).toBe(5)
})

test('returning a use that was never taken has no effect', async () => {
  const who = randomUUID()
  for (let count = 0; count < 3; count++) await limits.giveBack(fiveInFifteenMinutes, who)
  expect(await taken(1, who)).toBe(1)
  for (let count = 0; count < 3; count++) await limits.giveBack(fiveInFifteenMinutes, who)
  expect(await taken(8, who)).toBe(5)
})

test('limits count separately for each name and each user', async () => {
  const [who, somebodyElse] = [randomUUID(), randomUUID()]
  await taken(5, who)
  expect(await taken(1, somebodyElse)).toBe(1)
  await expect(limits.take('loginsPerIp', who)).resolves.toBeUndefined()
})

test('the scale multiplies every limit, and leaves at least one use', async () => {
  const scaled = (scale: number) => createLimits({ db: one.db, now, scale })
  expect(await taken(20, randomUUID(), scaled(2))).toBe(10)
  expect(await taken(20, randomUUID(), scaled(0.01))).toBe(1)
})
