import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeTestDatabase } from '../../../server/test/database.ts'
import { connectDatabase } from '../client.ts'
import { createDatabaseClock } from './clock.ts'

/** Makes a machine whose clock is off by so many milliseconds, and whose time passes when told. */
function machine(off: number) {
  let passed = 0
  const pass = (milliseconds: number) => {
    passed += milliseconds
  }
  const clock = createDatabaseClock({ steady: () => passed, wall: () => 1e12 + off + passed })
  /** Asks the database, which answers after the delays; its clock starts at 1e12. */
  const ask = (there: number, back: number) => {
    const askedAt = passed
    pass(there)
    const milliseconds = 1e12 + passed
    pass(back)
    clock.learn({ askedAt, answeredAt: passed, milliseconds })
  }
  return { clock, pass, ask, error: () => clock.now().getTime() - (1e12 + passed) }
}

test('whatever the clock of its machine says, a process counts by that of the database', () => {
  for (const off of [-90_000, -2_500, 90_000]) {
    const { clock, ask, pass, error } = machine(off)
    ask(5, 15)
    pass(60_000)
    expect(Math.abs(error())).toBeLessThanOrEqual(20)
    expect(Math.abs(clock.millisecondsAhead() - off)).toBeLessThanOrEqual(20)
  }
})

test('no answer, however slow, makes it worse, and it is as exact as the quickest one', () => {
  for (const off of [-90_000, -400, 0, 400, 90_000]) {
    const { ask, error } = machine(off)
    let [before, quickest] = [Math.abs(error()), Number.POSITIVE_INFINITY]
    for (const [there, back] of [0, 3_000, 40, 7, 3_000, 1, 0, 3_000].entries()) {
      ask(there, back)
      quickest = Math.min(quickest, there + back)
      expect(Math.abs(error())).toBeLessThanOrEqual(Math.min(before, quickest))
      before = Math.abs(error())
    }
  }
})

test('two processes 90 s apart agree within moments, by what each new connection asks anyway', async () => {
  const url = await makeTestDatabase()
  const log = pino({ level: 'silent' })
  const clocks = [-90_000, 90_000].map((off) =>
    createDatabaseClock({ steady: () => performance.now(), wall: () => Date.now() + off }),
  )
  const databases = clocks.map((clock) => connectDatabase({ url, log, clock }))
  await Promise.all(databases.map(({ db }) => db.execute('select 1')))

  const [one = Number.NaN, other = Number.NaN] = clocks.map(({ now }) => now().getTime())
  expect(Math.abs(one - Date.now())).toBeLessThan(10_000)
  expect(Math.abs(one - other)).toBeLessThan(10_000)
  expect(clocks.map((clock) => Math.round(clock.millisecondsAhead() / 10_000))).toEqual([-9, 9])
  await Promise.all(databases.map((database) => database.close()))
})
