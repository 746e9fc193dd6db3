import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabaseUrl } from '../../server/test/database.ts'
import { findUserByEmail } from '../queries/people/users/users.ts'
import { users } from '../schema/people/users.ts'
import { connectDatabase } from './client.ts'
import { runNamed } from './named-statement.ts'
import { observeDatabase } from './observed-database.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

async function startObserved() {
  const database = connectDatabase({
    url: await testDatabaseUrl(),
    log: pino({ level: 'silent' }),
  })
  const names: string[] = []
  const state = { isObserving: true }
  const observed = observeDatabase(database, {
    isObserving: () => state.isObserving,
    observe: (statement, run) => {
      names.push(statement)
      return run()
    },
  })
  return { ...observed, names, state, [Symbol.asyncDispose]: () => database.close() }
}

test('statements are observed by their names, which hold none of their values', async () => {
  await using database = await startObserved()
  const { db, names } = database
  await db.select().from(users).where(eq(users.email, 'nobody@example.com'))
  await db.execute(sql`select 'taken from secret', 'it''s from here' as a from users u
    join enrollments e on e.user_id = u.id where u.email = ${'hidden from all'} limit 1`)
  await db.execute(sql`with gone as (delete from cart_items where false returning *)
    select count(*) from gone`)
  await runNamed(db, { name: 'ask_nothing', text: 'select $1::text', values: ['hidden'] })

  expect(names).toEqual([
    'select users',
    'select users, enrollments',
    'delete cart_items',
    'ask_nothing',
  ])
})

test('a transaction is observed with the statements in it, and fails as before', async () => {
  await using database = await startObserved()
  const failing = database.withTransaction(async (db) => {
    await db.select().from(users).limit(1)
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(database.names).toEqual(['transaction', 'select users'])
})

test('nothing is named while nobody observes', async () => {
  await using database = await startObserved()
  database.state.isObserving = false
  await database.withTransaction((db) => findUserByEmail(db, 'nobody@example.com'))
  expect(database.names).toEqual([])
})

test('long statements that differ each time are not all remembered', async () => {
  await using database = await startObserved()
  const { db } = database
  const usedMemory = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  await db.execute('select 1')
  const before = usedMemory()
  for (let number = 0; number < 300; number++)
    await db.execute(`select ${number} /* ${'rows '.repeat(20_000)} */`)

  expect(usedMemory() - before).toBeLessThan(15_000_000)
})
