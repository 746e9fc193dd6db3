import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '../../../../db/schema/people/sessions.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenThirdPartyOnly } from '../../../test/identity-providers/third-party-only.ts'
import { outcomeOf } from '../auth/test-support.ts'
import { isGood, safari, signIn } from './test-support.ts'

const api = await forAllTests(startApi())
const second = await forAllTests(startApi({ mails: api.mails }))

const minutes = 60_000

test('a session shows its device, its IP and whether it is the current one, but no secret', async () => {
  const learner = await givenThirdPartyOnly(api)
  const { email } = await api.given.learner({ name: 'Somebody else' })
  const user = await api.given.learner()
  const phone = await signIn(api, user, { userAgent: safari, ip: '2001:db8:1:2::7' })
  const nameless = await signIn(api, user, { userAgent: 'x'.repeat(3000), ip: '203.0.113.9' })

  const { status, headers, body, text } = await api.request('GET /api/v1/me/sessions', {
    token: phone,
  })

  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body.nextCursor).toBe(null)
  expect(body.items).toMatchObject([
    { device: 'x'.repeat(40), ip: '203.0.113.9', current: false },
    { device: 'Safari on iOS', ip: '2001:db8:1:2::/64', current: true },
    { device: null, ip: null, current: false },
  ])
  for (const token of [phone, nameless]) {
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(text).not.toContain(sid)
  }
  expect(text).not.toMatch(/[0-9a-f]{64}/)
  expect((await api.as(learner).me.sessions.query({})).items).toHaveLength(1)
  expect(text).not.toContain(email)
})

test('the list is paged', async () => {
  const user = await api.given.learner()
  for (let count = 0; count < 4; count++) await signIn(api, user)
  const first = await api.as(user).me.sessions.query({ limit: 3 })
  const rest = await api.as(user).me.sessions.query({ limit: 3, cursor: first.nextCursor ?? '' })

  expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([3, 2, null])
  expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(5)
  expect(rest.items.at(-1)?.current).toBe(true)
})

test('ending a session refuses its token in every process at the next request, and no other', async () => {
  const user = await api.given.learner()
  const [mine, other] = [await signIn(api, user), await signIn(api, user)]
  const { items } = await api.as({ token: other }).me.sessions.query({})
  const id = items.find(({ current }) => current)?.id
  expect(await isGood(second, other)).toBe(true)

  expect(
    outcomeOf(
      await api.request(`DELETE /api/v1/me/sessions/${id?.toUpperCase()}`, { token: mine }),
    ),
  ).toBe('200')

  expect([await isGood(second, other), await isGood(second, mine)]).toEqual([false, true])
  expect(outcomeOf(await api.request(`DELETE /api/v1/me/sessions/${id}`, { token: mine }))).toBe(
    '404 SessionNotFound',
  )
})

test('a session of somebody else gets the answer of one that never existed, and continues', async () => {
  const [me, victim] = [await api.given.learner(), await api.given.learner()]
  const [theirs] = (await api.as(victim).me.sessions.query({})).items
  const answers = []
  for (const id of [theirs?.id, crypto.randomUUID(), 'nonsense', '%00', "' or true --"]) {
    const { status, body } = await api.request(
      `DELETE /api/v1/me/sessions/${encodeURIComponent(id ?? '')}`,
      { token: me.token },
    )
    answers.push({ status, ...body, requestId: '' })
  }

  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 404, error: 'SessionNotFound' })
  expect(await isGood(api, victim.token)).toBe(true)
})

test('an unused session ends; each use extends it, but never beyond its token', async () => {
  await using idle = await startApi({
    config: { sessionIdleTtlMilliseconds: 60 * minutes },
    mails: api.mails,
  })
  const { id, token } = await idle.given.learner()
  const other = await signIn(idle, await idle.given.learner())

  for (let count = 0; count < 4; count++) {
    idle.advance(50 * minutes)
    expect(await isGood(idle, token)).toBe(true)
    await expect.poll(() => lastUseOf(id)).toBeGreaterThan(idle.deps.now().getTime() - 10 * minutes)
  }
  expect(await isGood(idle, other)).toBe(false)

  idle.advance(61 * minutes)
  expect(await isGood(idle, token)).toBe(false)
  expect(await isGood(api, token)).toBe(true)
})

test('an expired idle session is not listed', async () => {
  await using idle = await startApi({
    config: { sessionIdleTtlMilliseconds: 60 * minutes },
    mails: api.mails,
  })
  const user = await idle.given.learner()
  idle.advance(61 * minutes)
  const token = await signIn(idle, user)
  expect((await idle.as({ token }).me.sessions.query({})).items).toMatchObject([{ current: true }])
})

test('the last use is stored at most every five minutes, and a request neither waits for it nor fails with it', async () => {
  await using later = await startApi({ logLines: [], mails: api.mails })
  const { id, token } = await later.given.learner()
  const opened = await lastUseOf(id)
  later.advance(4 * minutes)
  expect(await isGood(later, token)).toBe(true)
  expect(await lastUseOf(id)).toBe(opened)

  later.advance(2 * minutes)
  const lock = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = later.database.withTransaction(async (db) => {
    await db.select().from(sessions).where(eq(sessions.userId, id)).for('update')
    locked.resolve()
    await lock.promise
  })
  await locked.promise
  expect(await Promise.all(Array.from({ length: 20 }, () => isGood(later, token)))).toEqual(
    Array(20).fill(true),
  )
  expect(await lastUseOf(id)).toBe(opened)
  lock.resolve()
  await holding
  await expect.poll(() => lastUseOf(id)).toBeGreaterThan((opened ?? 0) + 5 * minutes)
})

async function lastUseOf(userId: string): Promise<number | undefined> {
  const [session] = await api.database.db.select().from(sessions).where(eq(sessions.userId, userId))
  return session?.lastUsedAt.getTime()
}
