import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { countCourses } from '../../db/queries/courses/courses/courses.ts'
import { listUsers } from '../../db/queries/people/users/find-users.ts'
import { startApi } from '../test/api.ts'
import { makeTestDatabase } from '../test/database.ts'
import { demoAccounts } from './demo-accounts.ts'
import { seedDemo } from './seed-demo.ts'

async function startTwo() {
  const databaseUrl = await makeTestDatabase()
  return [await startApi({ databaseUrl }), await startApi({ databaseUrl })] as const
}

test('when two servers find an empty database at once, one loads the demo and both start', async () => {
  const [first, second] = await startTwo()
  await using one = first
  await using other = second

  const seeded = await Promise.all([seedDemo(one.deps), seedDemo(other.deps)])

  expect(seeded.toSorted()).toEqual([false, true])
  expect(await countCourses(one.deps.db)).toBe(2)
  expect(
    (await listUsers(one.deps.db, { sort: 'oldest', limit: 100 }, 100))
      .map(({ email }) => email)
      .sort(),
  ).toEqual(demoAccounts.map(({ email }) => email).sort())
  expect(await seedDemo(other.deps)).toBe(false)
})

test('a demo that fails half-way leaves nothing behind, and the next start loads all of it', async () => {
  await using api = await startApi({ databaseUrl: await makeTestDatabase() })
  const { db } = api.deps
  await db.execute(sql`create function break_off() returns trigger language plpgsql as $$ begin
    if (select count(*) from courses) > 1 then raise exception 'broken off'; end if; return null; end $$`)
  await db.execute(
    sql`create trigger break_off after insert on courses for each row execute function break_off()`,
  )

  await expect(seedDemo(api.deps)).rejects.toThrow()
  expect([
    await countCourses(db),
    await listUsers(db, { sort: 'oldest', limit: 100 }, 100),
  ]).toEqual([0, []])

  await db.execute(sql`drop trigger break_off on courses`)
  expect(await seedDemo(api.deps)).toBe(true)
  const { email, password } = demoAccounts[0]
  expect([
    await countCourses(db),
    (await api.request('POST /auth/login', { body: { email, password } })).status,
  ]).toEqual([2, 200])
})
