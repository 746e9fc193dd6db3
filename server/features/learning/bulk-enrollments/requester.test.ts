import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobHandlers } from '../../../job-handlers.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { eraseAccountByEmail } from '../../people/accounts/erase-account.ts'
import { givenKey } from '../../people/api-keys/test-support.ts'
import { beginBulk } from './create-bulk-enrollment.ts'
import { bulkOf, whileJobsWait as whileWaiting } from './test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const asAdmin = bulkOf(api, admin)
const { db } = api.deps
const whileJobsWait = <Result>(work: () => Promise<Result>) => whileWaiting(api, work)

test('each enrollment by a key is an act of that key', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const key = await givenKey(api, ['enrollments:read', 'enrollments:write'])
  const { body } = await bulkOf(api, key).send(`email,course\n${learner.email},${course.slug}\n`)
  await asAdmin.done(body.id)

  const { rows } = await db.execute(sql`
    select event, actor from audit_events
    where (user_id = ${learner.id} and event = 'learner-enrolled')
      or details->>'after.bulkEnrollmentId' = ${body.id}
      or details->>'bulkEnrollmentId' = ${body.id}
    order by event`)
  const actor = `key:${key.id}`
  expect(rows).toEqual([
    { event: 'bulk-enrollment-done', actor },
    { event: 'bulk-enrollment-requested', actor },
    { event: 'learner-enrolled', actor },
  ])
})

test('what an operator began and a server goes on with stays an act of the operator', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const rows = [{ email: learner.email, course: course.slug }]
  const operator = { ...api.deps, operator: 'grace' }
  const { id } = await beginBulk(operator, rows, { timeZone: 'UTC' })
  await jobHandlers(api.deps)['clean-up']({})

  expect(await asAdmin.done(id)).toMatchObject({ enrolled: 1 })
  const acts = await db.execute(sql`
    select actor from audit_events
    where user_id = ${learner.id} and event = 'learner-enrolled'`)
  expect(acts.rows).toEqual([{ actor: 'operator:grace' }])
})

const demote = (user: GivenUser) =>
  db.execute(sql`update users set role = 'finance' where id = ${user.id}`)
const suspend = (user: GivenUser) =>
  api.as(admin).admin.users.suspend.mutate({ userId: user.id, reason: 'Left the school' })
const erase = (user: GivenUser) => eraseAccountByEmail(api.deps, user.email)

test.for([
  ['was demoted', demote],
  ['was suspended', suspend],
  ['was erased', erase],
] as const)('the rows that are left fail once whoever asked %s', async ([, end]) => {
  const user = await api.given.learner()
  await db.execute(sql`update users set role = 'support' where id = ${user.id}`)

  await expectRefused(user, () => end(user))
})

test.for([
  [
    'revoked',
    ({ id }: { id: string }) => api.as(admin).admin.apiKeys.revoke.mutate({ apiKeyId: id }),
  ],
  [
    'expired',
    ({ id }: { id: string }) =>
      db.execute(sql`update api_keys set expires_at = now() where id = ${id}`),
  ],
  ['blocked, with its maker', ({ maker }: { maker: GivenUser }) => demote(maker)],
  ['gone, with its maker', ({ maker }: { maker: GivenUser }) => erase(maker)],
] as const)('the rows that are left fail once the key is %s', async ([, end]) => {
  const key = await givenKey(api, ['enrollments:read', 'enrollments:write'])

  await expectRefused(key, () => end(key))
})

test('rows that are gone end a bulk enrollment as failed', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const sent = await whileJobsWait(async () => {
    const { body } = await asAdmin.send(`email,course\n${learner.email},${course.slug}\n`)
    await db.execute(sql`delete from bulk_enrollment_rows where bulk_id = ${body.id}`)
    return body
  })

  expect(await asAdmin.done(sent.id)).toMatchObject({ total: 1, done: 1, failed: 1 })
})

test('a bulk enrollment that is not done outlives its 30 days', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const sent = await whileJobsWait(async () => {
    const { body } = await asAdmin.send(`email,course\n${learner.email},${course.slug}\n`)
    await db.execute(sql`
      update bulk_enrollments set created_at = now() - interval '31 days' where id = ${body.id}`)
    await jobHandlers(api.deps)['clean-up']({})
    return body
  })

  expect(await asAdmin.done(sent.id)).toMatchObject({ total: 1, enrolled: 1 })
  await jobHandlers(api.deps)['clean-up']({})
  const gone = api.as(admin).admin.bulkEnrollments.get.query({ bulkEnrollmentId: sent.id })
  await expect(gone).rejects.toMatchObject({ data: { error: 'BulkEnrollmentNotFound' } })
})

/** Checks that what was requested before `end` enrolls nobody after it. */
async function expectRefused(requester: { token: string }, end: () => Promise<unknown>) {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const csv = `email,course\n${learner.email},${course.slug}\nnobody,${course.slug}\n`
  const sent = await whileJobsWait(async () => {
    const { status, body } = await bulkOf(api, requester).send(csv)
    expect([status, body.error]).toEqual([201, undefined])
    await end()
    return body
  })

  expect(await asAdmin.done(sent.id)).toMatchObject({ done: 2, enrolled: 0, failed: 2 })
  const rows = await asAdmin.rows(sent.id)
  expect(rows.map(({ outcome, error }) => [outcome, error])).toEqual([
    ['failed', 'Forbidden'],
    ['failed', 'InvalidFields'],
  ])
  expect(rows[0]?.message).toMatch(/^Whoever asked for this may not enroll people any more/)
  const enrolled = await db.execute(sql`select from enrollments where user_id = ${learner.id}`)
  expect(enrolled.rowCount).toBe(0)
}
