import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findUserByEmail } from '../../../../db/queries/people/users/users.ts'
import { jobHandlers } from '../../../job-handlers.ts'
import { startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import { goodPassword, newEmail, outcomeOf } from '../auth/test-support.ts'
import { mailsAreSent } from '../me/test-support.ts'
import { removeAbandonedAccounts } from './remove-abandoned-accounts.ts'
import { setEmail } from './set-email.ts'

const day = 86_400_000

test('an account that nobody verified is deleted after 14 days, with what belongs to it, and its email is free again', async () => {
  await using api = await startApi({ databaseUrl: await makeTestDatabase() })
  const email = newEmail()
  const register = () =>
    api.request('POST /auth/signup', { body: { email, password: goodPassword } })
  await register()
  await mailsAreSent(api)

  api.advance(14 * day - 60_000)
  await jobHandlers(api.deps)['clean-up']({})
  expect(outcomeOf(await register())).toBe('409 DuplicateEmail')

  api.advance(2 * 60_000)
  await jobHandlers(api.deps)['clean-up']({})
  expect(await findUserByEmail(api.deps.db, email)).toBeUndefined()
  const { rows } = await api.database.db.execute(sql`select
    (select count(*)::int from one_time_codes) as codes,
    (select count(*)::int from audit_events where event = 'account-expired') as recorded`)
  expect(rows).toEqual([{ codes: 0, recorded: 1 }])
  expect(outcomeOf(await register())).toBe('201')
})

test('nobody who ever verified, was enrolled, bought, has a role or has just asked for a code loses the account', async () => {
  await using api = await startApi({ databaseUrl: await makeTestDatabase() })
  const { db } = api.database
  const unverified = (role: 'learner' | 'admin' = 'learner') =>
    api.given.learner({ verified: false, role })
  const [verified, moved] = [await api.given.learner(), await api.given.learner()]
  const [enrolled, buyer] = [await unverified(), await unverified()]
  const admin = await unverified('admin')
  const [linked, abandoned, late] = [await unverified(), await unverified(), await unverified()]
  await setEmail(api.deps, { oldEmail: moved.email, newEmail: newEmail() })
  const free = await api.given.course()
  await api.given.enrollment(enrolled, free)
  const bought = await api.request('POST /api/v1/transaction', {
    token: buyer.token,
    body: { courseIds: [free.id] },
  })
  expect(outcomeOf(bought)).toBe('201')
  await db.execute(sql`delete from enrollments where user_id = ${buyer.id}`)
  await db.execute(sql`insert into identities (issuer, subject, user_id, provider, created_at)
    values ('https://school.test', '1', ${linked.id}, 'school', now())`)
  await mailsAreSent(api)

  api.advance(20 * day)
  await api.request('POST /api/v1/auth/verify-email/resend', { body: { email: late.email } })
  const code = await api.codeFor(late.email)
  await removeAbandonedAccounts(api.deps)

  const { rows } = await db.execute<{ id: string }>(sql`select id from users`)
  const kept = [verified, moved, enrolled, buyer, admin, linked, late].map(({ id }) => id)
  expect(rows.map(({ id }) => id).sort()).toEqual(kept.sort())
  expect(kept).not.toContain(abandoned.id)
  expect(
    outcomeOf(
      await api.request('POST /api/v1/auth/verify-email', {
        body: { email: late.email, code, password: late.password },
      }),
    ),
  ).toBe('200')
})

test('more accounts than one batch go in one clean-up, and two servers at once do not fail', async () => {
  await using api = await startApi({ databaseUrl: await makeTestDatabase() })
  const { db } = api.database
  await db.execute(sql`insert into users (id, email, name, created_at)
    select gen_random_uuid(), 'squatter-' || n || '@example.com', 'X', now()
    from generate_series(1, 350) n`)
  api.advance(15 * day)

  await Promise.all([removeAbandonedAccounts(api.deps), removeAbandonedAccounts(api.deps)])
  await removeAbandonedAccounts(api.deps)

  const { rows } = await db.execute(sql`select (select count(*)::int from users) as users,
    (select count(*)::int from audit_events where event = 'account-expired') as recorded`)
  expect(rows).toEqual([{ users: 0, recorded: 350 }])
})
