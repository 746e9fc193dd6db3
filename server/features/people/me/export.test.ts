import { expect, test } from 'vitest'
import { countUses } from '../../../../db/queries/platform/limits.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { fillAccount } from '../../../test/full-account.ts'
import { givenGraduate } from '../../../test/learning.ts'
import { setEmail } from '../accounts/set-email.ts'
import { newEmail, outcomeOf } from '../auth/test-support.ts'
import { exportedLists } from './export-cursor.ts'
import type { AccountExport } from './export-schema.ts'
import { signIn } from './test-support.ts'

const api = await forAllTests(startApi())

test('the export has everything of the user, nothing of others, and no secret', async () => {
  const { learner: other } = await givenGraduate(api, { learner: { name: 'Somebody else' } })
  const { learner, course } = await givenGraduate(api)
  const [free, wanted] = [await api.given.course(), await api.given.course()]
  await api.as(learner).transactions.create.mutate({ courseIds: [free.id] })
  await api.as(learner).cart.add.mutate({ courseId: wanted.id })
  const token = await signIn(api, learner, { ip: '203.0.113.5' })

  const { status, headers, body, text } = await api.request('GET /api/v1/me/export', { token })

  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body).toMatchObject({
    profile: { id: learner.id, email: learner.email, name: learner.name, hasPassword: true },
    identities: [],
    sessions: [
      { device: 'Firefox on Windows', ip: '203.0.113.5', current: true },
      { current: false },
    ],
    cart: [{ courseId: wanted.id }],
    transactions: [{ status: 'fulfilled', lines: [{ courseId: free.id }] }],
    certificates: [{ courseId: course.id, learnerName: learner.name }],
    evidence: [{ verificationCode: body.certificates[0].verificationCode }],
  })
  expect(
    body.enrollments.map(
      ({ courseId, completedAt }: { courseId: string; completedAt: string | null }) => [
        courseId,
        completedAt !== null,
      ],
    ),
  ).toEqual([
    [course.id, true],
    [free.id, false],
  ])
  expect(body.progress).not.toHaveLength(0)
  for (const progress of body.progress)
    expect(progress).toMatchObject({ courseId: course.id, percent: 100 })
  const events: string[] = body.events.map(({ event }: { event: string }) => event)
  expect(events.slice(0, 2)).toEqual(['data-exported', 'login-succeeded'])
  expect(body.events[1].details).toMatchObject({ isNewDevice: false })
  const others = JSON.stringify({ ...body, evidence: [] })
  expect(others).not.toMatch(/\$2[aby]\$|[0-9a-f]{64}|Mac"|Hash"/)
  for (const secret of [other.id, other.email, 'Somebody else', token])
    expect(text).not.toContain(secret)
})

test('events about the email alone are in the export since the email became the user’s, and not before', async () => {
  const email = newEmail()
  const forgot = (email: string) => api.request('POST /auth/forgetpassword', { body: { email } })
  await forgot(email)
  const user = await api.given.learner({ email })
  const to = newEmail()
  await forgot(to)
  await forgot(email)
  const eventsOf = async () =>
    (await api.as(user).me.export.query()).events.map(({ event }) => event)
  expect(await eventsOf()).toEqual(['data-exported', 'code-requested'])

  await setEmail(api.deps, { oldEmail: email, newEmail: to })
  await forgot(to)
  await forgot(email)
  const { token } = await api.given.learner({ email: newEmail() })
  expect((await api.as({ token }).me.export.query()).events.map(({ event }) => event)).toEqual([
    'data-exported',
  ])
  const session = await api.deps.sessions.open(api.deps.db, user.id)
  const from = api.deps.now()
  const until = new Date(from.getTime() + 60_000)
  user.token = await api.deps.tokens.issue(
    { userId: user.id, sessionId: session.id },
    { from, until },
  )
  expect(await eventsOf()).toEqual([
    'data-exported',
    'code-requested',
    'email-changed',
    'data-exported',
  ])
})

const past = { courses: 600, lessons: 3, purchases: 250, events: 2_300 }

/** Reads every page of an export. */
async function exportAll(token: string): Promise<AccountExport[]> {
  const pages: AccountExport[] = []
  let cursor: string | null = ''
  do {
    const query = cursor === '' ? '' : `?cursor=${cursor}`
    const { status, body } = await api.request(`GET /api/v1/me/export${query}`, { token })
    expect(status).toBe(200)
    pages.push(body)
    cursor = body.nextCursor
  } while (cursor !== null)
  return pages
}

test('lists longer than a page are complete, whatever their length: no gap, no duplicate', async () => {
  const { id, token } = await api.given.learner()
  const bystander = await api.given.learner()
  for (const userId of [id, bystander.id]) await fillAccount(api.deps.db, { userId, ...past })

  const pages = await exportAll(token)

  const all = <
    List extends Exclude<keyof AccountExport & string, 'exportedAt' | 'profile' | 'nextCursor'>,
  >(
    list: List,
  ) => pages.flatMap((page): AccountExport[List][number][] => page[list])
  const distinct = (keys: unknown[]) => new Set(keys.map((key) => JSON.stringify(key))).size
  expect([
    distinct(all('enrollments').map(({ courseId }) => courseId)),
    distinct(all('progress').map(({ courseId, lessonKey }) => [courseId, lessonKey])),
    distinct(all('transactions').map(({ id }) => id)),
    distinct(all('events').map(({ details }) => details)),
    distinct(all('openings').map(({ courseId, lessonKey }) => [courseId, lessonKey])),
  ]).toEqual([600, 1_800, 250, 2_300 + 1, 1_800])
  expect([all('enrollments').length, all('progress').length]).toEqual([600, 1_800])
  expect(all('openings')).toHaveLength(1_800)
  expect([all('transactions').length, all('events').length]).toEqual([250, 2_301])
  for (const page of pages) {
    const { enrollments, progress, openings, transactions, events } = page
    expect(enrollments.length).toBeLessThanOrEqual(500)
    expect(transactions.length).toBeLessThanOrEqual(100)
    expect(Math.max(progress.length, openings.length, events.length)).toBeLessThanOrEqual(1_000)
  }
  expect(all('events').filter(({ event }) => event === 'data-exported')).toHaveLength(1)
})

test('a cursor that was not given out is refused, and one of another account shows only one’s own', async () => {
  const [one, other] = [await api.given.learner(), await api.given.learner()]
  await fillAccount(api.deps.db, { userId: one.id, ...past })
  const { body } = await api.request('GET /api/v1/me/export', { token: one.token })

  const ask = (cursor: string) =>
    api.request(`GET /api/v1/me/export?cursor=${cursor}`, { token: other.token })
  for (const cursor of ['x', '', 'e30', Buffer.from('{"events":1}').toString('base64url')])
    expect([cursor, outcomeOf(await ask(cursor))]).toEqual([
      cursor,
      expect.stringMatching(/^400 (Invalid|Missing)Fields$/),
    ])
  const given = JSON.parse(Buffer.from(body.nextCursor, 'base64url').toString())
  for (const list of exportedLists.filter(
    (list) => !/^(progress|openings|extensions)$/.test(list),
  )) {
    const position = Buffer.from(`${one.id} of a lesson`).toString('base64url')
    const cursor = Buffer.from(JSON.stringify({ ...given, [list]: position })).toString('base64url')
    expect([list, outcomeOf(await ask(cursor))]).toEqual([list, '400 InvalidFields'])
  }
  const foreign = await ask(body.nextCursor)
  expect(foreign.body).toMatchObject({ transactions: [], enrollments: [], progress: [] })
})

test('one page at a time for an account, from whatever process; others are not held up', async () => {
  await using second = await startApi()
  const { token } = await api.given.learner()
  const other = await api.given.learner()

  const answers = await atOnce(12, (index) =>
    (index % 2 === 0 ? api : second).request('GET /api/v1/me/export', { token }),
  )
  const [theirs] = await atOnce(1, () => api.request('GET /api/v1/me/export', other))

  const outcomes = tally(answers.map(outcomeOf))
  expect(Object.keys(outcomes).sort()).toEqual(['200', '429 RateLimited'])
  expect(outcomes['429 RateLimited']).toBeGreaterThan(0)
  for (const { status, headers, body } of answers)
    if (status === 429)
      expect([headers['retry-after'], body.facts]).toEqual(['1', { retryAfterSeconds: 1 }])
  expect(theirs?.status).toBe(200)
  expect((await api.request('GET /api/v1/me/export', { token })).status).toBe(200)
})

test('a process that died in the middle of a page holds up the next one for half a minute only', async () => {
  const { id, token } = await api.given.learner()
  const now = new Date(api.deps.now().getTime() - 29_000)
  await countUses(api.deps.db, now, [{ key: `export:${id}`, windowSeconds: 30 }])
  const ask = async () => outcomeOf(await api.request('GET /api/v1/me/export', { token }))

  expect(await ask()).toBe('429 RateLimited')
  api.advance(1_100)
  expect(await ask()).toBe('200')
})

test('a batch holds one export at most', async () => {
  const { token } = await api.given.learner()
  const batch = (names: string[]) => api.request(`GET /trpc/${names.join()}?batch=1`, { token })

  expect((await batch(['me.export', 'me.export'])).body.error.data.error).toBe('InvalidFields')
  expect((await batch(['me.export', 'me.get'])).status).toBe(200)
})

test('the IPs of strangers who tried the email or the password are not in the export', async () => {
  const user = await api.given.learner()
  const stranger = { ip: '198.51.100.66' }
  const { email } = user
  const attempt = (path: string, body: object) =>
    api.request(`POST /api/v1/auth/${path}`, { body: { email, ...body }, ...stranger })
  await attempt('login', { password: 'not the password of the user' })
  await attempt('forget-password', {})
  await attempt('resetpassword', { otp: '12345678', newPassword: 'a password of the stranger' })
  const token = await signIn(api, user, { ip: '203.0.113.5' })

  const { body, text } = await api.request('GET /api/v1/me/export', { token })

  const ips = new Map(
    body.events.map(({ event, ip }: { event: string; ip: string | null }) => [event, ip]),
  )
  expect(Object.fromEntries(ips)).toMatchObject({
    'login-succeeded': '203.0.113.5',
    'login-failed': null,
    'code-requested': null,
    'code-wrong': null,
  })
  expect(text).not.toContain(stranger.ip)
})
