import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { startIdentityProvider } from '../../../test/identity-providers/identity-provider.ts'
import { givenCertificate } from '../../../test/learning.ts'
import { newEmail, otherPassword, outcomeOf } from '../auth/test-support.ts'
import { frontend, newPerson, ownReturn, signIn } from '../identities/test-support.ts'

const school = await forAllTests(
  startIdentityProvider({ redirectUris: [frontend, ownReturn('school')] }),
)
const api = await forAllTests(
  startApi({
    config: { oauthProviders: [school.config], oauthReturnUrls: [frontend] },
  }),
)
const admin = await api.given.admin()
const support = await api.given.learner({ role: 'support' })

const suspensionOf = ({ id }: { id: string }) => `/api/v1/admin/users/${id}/suspension`

function suspend(
  user: { id: string },
  by: { token: string } = support,
  reason = 'Shared with a class',
) {
  return api.request(`POST ${suspensionOf(user)}`, { token: by.token, body: { reason } })
}

function reinstate(user: { id: string }, by: { token: string } = support) {
  return api.request(`DELETE ${suspensionOf(user)}`, { token: by.token })
}

function login({ email, password }: { email: string; password: string }) {
  return api.request('POST /api/v1/auth/login', { body: { email, password } })
}

const pathsOfEachKind = [
  'GET /api/v1/me',
  'GET /api/v1/courses',
  'GET /api/v1/admin/users',
  'GET /api/v1/transaction/019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04/receipt.pdf',
  'GET /api/v1/authoring/courses/019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02',
  'GET /api/v1/authoring/courses/019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02/export',
  'PUT /api/v1/authoring/courses/019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02/uploads/019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02/bytes',
  'POST /api/v1/auth/logout',
]

describe('a suspended user', () => {
  test('is refused by name at the next request, at every kind of route, over tRPC and in batches', async () => {
    const [user, other] = [await api.given.learner(), await api.given.learner()]
    expect(outcomeOf(await suspend(user))).toBe('200')

    for (const route of pathsOfEachKind) {
      const { status, body } = await api.request(route, { token: user.token })
      expect([route, status, body.error]).toEqual([route, 403, 'AccountSuspended'])
    }
    const { me, cart } = api.batchAs(user)
    const refused = await Promise.allSettled([me.get.query(), cart.get.query()])
    for (const result of refused)
      expect(result).toMatchObject({ reason: { data: { error: 'AccountSuspended' } } })
    expect((await api.request('GET /api/v1/me', { token: other.token })).status).toBe(200)
  })

  test('learns it at a login only with the right password', async () => {
    const user = await api.given.learner()
    await suspend(user)
    expect(outcomeOf(await login(user))).toBe('403 AccountSuspended')
    expect(outcomeOf(await login({ ...user, password: otherPassword }))).toBe(
      '401 InvalidCredentials',
    )
  })

  test('learns it at a reset only with the right code, and keeps the password', async () => {
    const user = await api.given.learner()
    await suspend(user)
    await api.request('POST /api/v1/auth/forget-password', { body: { email: user.email } })
    const otp = await api.codeFor(user.email)
    const reset = (code: string) =>
      api.request('POST /api/v1/auth/resetpassword', {
        body: { email: user.email, otp: code, newPassword: otherPassword },
      })
    expect(outcomeOf(await reset(otp === '00000000' ? '00000001' : '00000000'))).toBe(
      '400 InvalidCode',
    )
    expect(outcomeOf(await reset(otp))).toBe('403 AccountSuspended')
    await reinstate(user)
    expect(outcomeOf(await login(user))).toBe('200')
  })

  test('cannot verify an email, and learns why only with the right code', async () => {
    const email = newEmail()
    const password = otherPassword
    const { body } = await api.request('POST /api/v1/auth/register', { body: { email, password } })
    const code = await api.codeFor(email)
    await suspend(body.user)
    const verify = (code: string) =>
      api.request('POST /api/v1/auth/verify-email', { body: { email, code, password } })
    expect(outcomeOf(await verify(code === '00000000' ? '00000001' : '00000000'))).toBe(
      '400 InvalidCode',
    )
    expect(outcomeOf(await verify(code))).toBe('403 AccountSuspended')
    expect(outcomeOf(await login({ email, password }))).toBe('403 AccountSuspended')
  })

  test('cannot sign in by a third party; somebody else at the same one can', async () => {
    const person = newPerson()
    const { body } = await signIn(api, school, person)
    await suspend(body.user)
    expect(outcomeOf(await signIn(api, school, person))).toBe('403 AccountSuspended')
    expect(outcomeOf(await signIn(api, school, newPerson()))).toBe('200')
  })

  test('keeps their certificates, which verify', async () => {
    const { learner, code: verificationCode } = await givenCertificate(api)
    await suspend(learner)
    const { body } = await api.request(`GET /api/v1/certificates/verify/${verificationCode}`, {
      token: admin.token,
    })
    expect(body).toMatchObject({ valid: true, learnerName: learner.name })
  })

  test('has no sessions in administration, and no new one from a login at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const user = await api.given.learner()
      await Promise.all([login(user), login(user), suspend(user)])
      const { counts } = await api.as(support).admin.users.get.query({ userId: user.id })
      expect(counts.sessions).toBe(0)
      const { body } = await login(user)
      expect(body.error).toBe('AccountSuspended')
      await reinstate(user)
      const { rows } = await api.deps.db.execute(
        sql`select count(*)::int as count from sessions where user_id = ${user.id}`,
      )
      expect(rows).toEqual([{ count: 0 }])
    }
  })

  test('is mailed without the reason, and again when the suspension is lifted', async () => {
    const user = await api.given.learner()
    await suspend(user, support, 'Fought with Moriarty')
    await reinstate(user)
    const mails = () => api.mails.filter(({ to }) => to === user.email)
    await expect.poll(() => mails().length).toBe(2)
    const texts = mails().map(({ subject, text }) => `${subject} ${text}`)
    expect(texts.filter((text) => text.includes('suspended: you cannot sign in'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('lifted'))).toHaveLength(1)
    expect(texts.join()).not.toContain('Moriarty')
  })
})

test('after a suspension is lifted, sessions from before stay ended', async () => {
  const user = await api.given.learner()
  await suspend(user)
  const { body } = await reinstate(user)
  expect([body.suspendedAt, body.suspension]).toEqual([null, null])
  expect(outcomeOf(await api.request('GET /api/v1/me', { token: user.token }))).toBe(
    '401 TokenInvalid',
  )
  const { body: again } = await login(user)
  expect((await api.request('GET /api/v1/me', { token: again.token })).status).toBe(200)
})

test('suspending and lifting twice changes nothing, and each change is on record without its reason', async () => {
  const user = await api.given.learner()
  const first = await suspend(user, support, 'The first reason')
  const second = await suspend(user, admin, 'Another reason')
  expect(second.body.suspension).toEqual(first.body.suspension)
  expect(second.body.suspension).toEqual({
    since: first.body.suspendedAt,
    reason: 'The first reason',
  })
  await reinstate(user)
  await reinstate(user)

  const { items } = await api.as(support).admin.users.audit.query({ userId: user.id })
  expect(items.map(({ event, actor, details }) => ({ event, actor, details }))).toEqual([
    {
      event: 'user-reinstated',
      actor: `user:${support.id}`,
      details: { 'before.suspended': true, 'after.suspended': false },
    },
    {
      event: 'user-suspended',
      actor: `user:${support.id}`,
      details: { 'before.suspended': false, 'after.suspended': true },
    },
  ])
})

describe('the accounts of administrators', () => {
  test('are suspended and signed out by administrators, not by support', async () => {
    for (const role of ['support', 'finance', 'admin'] as const) {
      const colleague = await api.given.learner({ role })
      const endSessions = (by: GivenUser) =>
        api.request(`DELETE /api/v1/admin/users/${colleague.id}/sessions`, { token: by.token })
      expect(outcomeOf(await suspend(colleague))).toBe('403 Forbidden')
      expect(outcomeOf(await endSessions(support))).toBe('403 Forbidden')
      expect(outcomeOf(await suspend(colleague, admin))).toBe('200')
      expect(outcomeOf(await reinstate(colleague))).toBe('403 Forbidden')
      expect(outcomeOf(await reinstate(colleague, admin))).toBe('200')
      expect(outcomeOf(await endSessions(admin))).toBe('200')
    }
  })

  test('cannot suspend themselves', async () => {
    for (const user of [support, admin])
      expect(outcomeOf(await suspend(user, user))).toBe('403 Forbidden')
  })
})

test('the export of an account says that it was suspended, and no reason', async () => {
  const user = await api.given.learner()
  await suspend(user, support, 'Fought with Moriarty')
  await reinstate(user)
  const { body } = await login(user)
  const exported = await api.as({ token: body.token }).me.export.query({})
  expect(exported.events.map(({ event }) => event)).toContain('user-suspended')
  expect(JSON.stringify(exported)).not.toContain('Moriarty')
  const { rows } = await api.deps.db.execute(
    sql`select from audit_events where details::text like '%Moriarty%'`,
  )
  expect(rows).toEqual([])
})
