import { beforeEach, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import type { GivenUser } from '../../../test/given.ts'
import { outcomeOf } from '../auth/test-support.ts'
import { isGood } from '../me/test-support.ts'
import { setRole } from './set-role.ts'

const api = await forAllTests(startApi({ databaseUrl: await makeTestDatabase() }))

/** The only two administrators. */
let [one, other]: GivenUser[] = []
beforeEach(async () => {
  await api.deps.db.execute(`update users set role = 'learner'`)
  ;[one, other] = [await api.given.admin(), await api.given.admin()]
})

function demote(at: GivenUser | undefined, by: GivenUser | undefined) {
  return api.request(`PUT /api/v1/admin/users/${at?.id}/role`, {
    token: by?.token ?? '',
    body: { role: 'learner', password: by?.password },
  })
}

function suspend(at: GivenUser | undefined, by: GivenUser | undefined) {
  return api.request(`POST /api/v1/admin/users/${at?.id}/suspension`, {
    token: by?.token ?? '',
    body: { reason: 'A quarrel' },
  })
}

async function administrators(): Promise<number> {
  const { rows } = await api.deps.db.execute(
    `select id from users where role = 'admin' and suspended_at is null`,
  )
  return rows.length
}

test('the last administrator keeps the role', async () => {
  expect(outcomeOf(await demote(other, one))).toBe('200')
  expect(outcomeOf(await demote(one, one))).toBe('409 LastAdmin')
  expect(await administrators()).toBe(1)
})

test('an administrator who is suspended or unverified does not count', async () => {
  expect(outcomeOf(await suspend(other, one))).toBe('200')
  await api.given.learner({ role: 'admin', verified: false })
  expect(outcomeOf(await demote(one, one))).toBe('409 LastAdmin')
})

test.each([
  ['demote', demote, demote],
  ['suspend', suspend, suspend],
  ['demote and suspend', demote, suspend],
])('of two administrators who %s each other at once, one stays', async (_, strike, strikeBack) => {
  const answers = await Promise.all([strike(other, one), strikeBack(one, other)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await administrators()).toBe(1)
})

test('a new role holds for the next sign-in, ends the sessions, and is on record', async () => {
  const user = await api.given.learner()
  const { body } = await api.request(`PUT /api/v1/admin/users/${user.id}/role`, {
    token: one?.token ?? '',
    body: { role: 'support', password: one?.password },
  })
  expect(body.role).toBe('support')
  expect(outcomeOf(await api.request('GET /api/v1/me', { token: user.token }))).toBe(
    '401 TokenInvalid',
  )
  const login = await api.request('POST /api/v1/auth/login', {
    body: { email: user.email, password: user.password },
  })
  const list = await api.request(`GET /api/v1/admin/users/${user.id}/audit`, {
    token: login.body.token,
  })
  await setRole(api.deps, { userId: user.id, role: 'support' })
  expect(await isGood(api, login.body.token)).toBe(true)
  expect(list.body.items).toContainEqual(
    expect.objectContaining({
      event: 'role-changed',
      actor: `user:${one?.id}`,
      details: { 'before.role': 'learner', 'after.role': 'support' },
    }),
  )
})
