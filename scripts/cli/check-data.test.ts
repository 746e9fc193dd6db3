import { expect, test, vi } from 'vitest'
import { invariants } from '../../server/features/invariants/invariants.ts'
import { newId } from '../../server/lib/ids.ts'
import { startApi } from '../../server/test/api.ts'
import { givenCommandLine } from './test/command-line.ts'

// Every command is a process of its own.
vi.setConfig({ testTimeout: 90_000 })

test('doctor --data names what violates an invariant by ids, --fix mends it once and says what it did, and the exit code says whether something is left', async () => {
  await using lyceum = await givenCommandLine()
  await using api = await startApi()
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  await api.given.enrollment(learner, course)
  const whole = await lyceum.run(['doctor', '--data'])
  expect([whole.code, whole.stdout.match(/^ok /gm)?.length]).toEqual([
    0,
    Object.keys(invariants).length,
  ])
  expect(whole.stdout).toMatch(/\nThe data is in order\.\n$/)

  await api.deps.withTransaction(async (db) => {
    await db.execute(
      `insert into cart_items values ('${learner.id}', '${course.id}', now(), 0, 'USD')`,
    )
    await db.execute(
      `insert into coupons (id, code, percent, uses, created_at) values ('${newId()}', 'LOST-5', 5, 1, now())`,
    )
  })
  const violated = await lyceum.run(['doctor', '--data'])
  expect(violated.code).toBe(1)
  expect(
    violated.stdout,
  ).toContain(`violated   owned-is-not-in-the-cart: Nobody has in the cart what is open to them.
           user ${learner.id}, course ${course.id}
           → Run \`npm run lyceum -- doctor --data --fix\`. Where that does not help: What it prints says why.\n`)
  expect(violated.stdout).toMatch(/\nSomething has to be mended: see above\.\n$/)
  expect(violated.stdout + violated.stderr).not.toContain('@')

  const fixed = await lyceum.run(['doctor', '--data', '--fix', '--json'])
  expect([fixed.code, fixed.json.state, fixed.json.mended.length]).toEqual([0, 'ok', 2])
  expect(fixed.json.mended).toContainEqual({
    invariant: 'owned-is-not-in-the-cart',
    violation: { userId: learner.id, courseId: course.id },
    did: 'took it out of the cart',
  })
  expect(fixed.stderr).toBe('Mending\nChecking\n')

  const again = await lyceum.run(['doctor', '--data', '--fix'])
  expect([again.code, again.stdout.includes('mended ')]).toEqual([0, false])
})

test('--fix without --data is a mistake', async () => {
  await using lyceum = await givenCommandLine()
  const { code, stderr } = await lyceum.run(['doctor', '--fix'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('error: --fix belongs to --data')])
})
