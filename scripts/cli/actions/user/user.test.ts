import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newEmail, outcomeOf } from '../../../../server/features/people/auth/test-support.ts'
import type { GivenUser } from '../../../../server/test/given.ts'
import type { Ended } from '../../test/command-line.ts'
import { givenService } from '../../test/service.ts'

const { api, lyceum } = await givenService()

test('a user is erased, whose tokens then open nothing', async () => {
  const { id, email, token } = await api.given.learner()

  const erased = await lyceum.run(['user', 'erase', email.toUpperCase(), '--yes', '--json'])
  expect(erased).toMatchObject({ code: 0, json: { id, email, erased: true } })
  expect(outcomeOf(await api.request('GET /api/v1/me', { token }))).toBe('401 TokenInvalid')
})

test('a user who lost the mailbox gets a new email, unless it is taken, and a code to verify it', async () => {
  const [user, other] = [
    await api.given.learner({ name: 'Ada Lovelace' }),
    await api.given.learner(),
  ]
  const to = newEmail()

  const taken = await lyceum.run(['user', 'email', user.email, other.email])
  expect(taken).toMatchObject({ code: 4, stdout: '' })
  expect(taken.stderr).toContain('already registered')

  const changed = await lyceum.run(['user', 'email', user.email, to, '--json'])
  expect(changed).toMatchObject({
    code: 0,
    json: { id: user.id, email: to, emailVerifiedAt: null },
  })
  expect(outcomeOf(await api.request('GET /api/v1/me', { token: user.token }))).toBe(
    '401 TokenInvalid',
  )
  await api.codeFor(to)

  const back = await lyceum.run(['user', 'email', to, user.email])
  expect(back.stdout).toBe(
    `The email of Ada Lovelace is now ${user.email}. A verification code was sent to it.\n`,
  )
})

describe('users', () => {
  test('verified by an administrator can log in', async () => {
    const { email, password } = await api.given.learner({ verified: false })
    const login = async () =>
      (await api.request('POST /api/v1/auth/login', { body: { email, password } })).status
    expect(await login()).toBe(403)

    const verified = await lyceum.run(['user', 'verify', ` ${email.toUpperCase()} `, '--json'])

    expect(verified).toMatchObject({
      code: 0,
      json: { email, changed: true, emailVerifiedAt: expect.any(String) },
    })
    expect(await login()).toBe(200)
  })

  test('become administrators when they log in again, because their sessions end', async () => {
    const [user, other] = [await api.given.learner(), await api.given.learner()]
    const readCertificates = async (token: string) =>
      (await api.request(`GET /api/certificates/${other.id}`, { token })).status
    expect(await readCertificates(user.token)).toBe(403)

    expect(await lyceum.run(['user', 'role', user.email, 'admin'])).toMatchObject({
      code: 0,
      stdout: `${user.email} is now an administrator.\n`,
    })
    expect(await readCertificates(user.token)).toBe(401)

    const { email, password } = user
    const { body } = await api.request('POST /api/v1/auth/login', { body: { email, password } })
    expect(await readCertificates(body.token)).toBe(200)
  })

  test('are listed by filters, page by page, and it says when there are more', async () => {
    const domain = `${randomUUID()}.test`
    const [one, two, three] = [
      await api.given.learner({ email: `one@${domain}` }),
      await api.given.learner({ email: `two@${domain}`, role: 'finance' }),
      await api.given.learner({ email: `three@${domain}`, verified: false }),
    ]
    const list = (...filters: string[]) =>
      lyceum.run(['user', 'list', '--words', domain, '--json', ...filters])
    const [first, rest, unverified, finance, wrong] = await Promise.all([
      list('--limit', '2'),
      list('--after', two.email),
      list('--verified', 'no'),
      list('--role', 'finance', '--suspended', 'no'),
      list('--from', 'yesterday'),
    ])
    const emailsIn = (ended: Ended) => ended.json.items.map(({ email }: GivenUser) => email)
    expect([emailsIn(first), first.json.nextAfter]).toEqual([[one.email, two.email], two.email])
    expect([emailsIn(rest), rest.json.nextAfter]).toEqual([[three.email], null])
    expect([emailsIn(unverified), emailsIn(finance)]).toEqual([[three.email], [two.email]])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--from: is neither')])
    const { stdout } = await lyceum.run(['user', 'list', '--words', domain, '--limit', '1'])
    expect(stdout).toContain(`There are more: --after ${one.email}\n`)
  })

  test('are suspended with a reason, and let in again', async () => {
    const { email, token } = await api.given.learner()

    const suspended = await lyceum.run(['user', 'suspend', email, '--reason', 'Shared', '--json'])
    expect(suspended).toMatchObject({
      code: 0,
      json: { email, suspension: { since: expect.any(String), reason: 'Shared' } },
    })
    expect(outcomeOf(await api.request('GET /api/v1/me', { token }))).toBe('403 AccountSuspended')
    expect((await lyceum.run(['user', 'reinstate', email])).stdout).toBe(
      `${email} is not suspended.\n`,
    )
    expect(outcomeOf(await api.request('GET /api/v1/me', { token }))).toBe('401 TokenInvalid')
  })

  test('are enrolled by the slug or the id of a course, once', async () => {
    const [user, course] = [await api.given.learner(), await api.given.course()]
    const learn = async () =>
      (await api.request(`GET /api/lessons/${course.lessons[1]?.id}`, { token: user.token })).status
    expect(await learn()).toBe(403)

    const choices = [course.slug, course.id]
    const [bySlug, byId] = await Promise.all(
      choices.map((choice) => lyceum.run(['enroll', user.email, choice, '--json'])),
    )

    const { id, slug, title } = course
    expect(bySlug?.json).toEqual({
      email: user.email,
      course: { id, slug, title, version: 1 },
      changed: expect.any(Boolean),
    })
    expect(byId?.json.course).toEqual(bySlug?.json.course)
    expect([bySlug?.json.changed, byId?.json.changed].sort()).toEqual([false, true])
    expect(await learn()).toBe(200)
  })
})

test('the sessions of a user are listed and ended, and the trail says how many', async () => {
  const { id: userId, email, token } = await api.given.learner()
  await api.deps.sessions.open(api.deps.db, userId)

  const listed = await lyceum.run(['user', 'sessions', email, '--json'])
  const ended = await lyceum.run(['user', 'sessions', email, '--end'])

  expect(listed.json.items).toHaveLength(2)
  expect(ended.stdout).toBe(`All sessions of ${email} have ended: 2.\n`)
  expect(outcomeOf(await api.request('GET /api/v1/me', { token }))).toBe('401 TokenInvalid')
  expect((await lyceum.run(['user', 'sessions', email])).stdout).toBe(`${email} has no sessions.\n`)
  const { items } = await api.as(await api.given.admin()).admin.users.audit.query({ userId })
  expect(items).toMatchObject([
    { event: 'sessions-ended', details: { 'before.sessions': 2, 'after.sessions': 0 } },
  ])
})

test('somebody without an account is invited once', async () => {
  const email = newEmail()
  const { email: known } = await api.given.learner()

  const first = await lyceum.run(['user', 'invite', email, '--json'])
  const again = await lyceum.run(['user', 'invite', email])
  const refused = await lyceum.run(['user', 'invite', known])

  expect(first.json).toMatchObject({ email, changed: true })
  expect(again.stdout).toBe(`${email} was invited before.\n`)
  expect(refused.stderr).toContain('has an account already')
})
