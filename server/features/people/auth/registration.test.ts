import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { goodPassword, newEmail, outcomeOf, problemOf, routes } from './test-support.ts'

const api = await forAllTests(startApi())

test('a hundred concurrent registrations of one email, in any case, over all aliases and two servers, create one account and send one mail', {
  timeout: 120_000,
}, async () => {
  await using other = await startApi()
  const aliases = routes.register.slice(0, 3)

  const answers = await atOnce(100, async (index) => {
    const email = [...'race@example.com']
      .map((letter, at) => ((at + index) % 3 === 0 ? letter.toUpperCase() : letter))
      .join('')
    const server = index % 2 === 0 ? api : other
    const register = () =>
      server.request(aliases[index % 3] ?? '', {
        body: { email, password: goodPassword },
        ip: `198.51.100.${index}`,
      })
    // A hundred passwords may take longer than one of them waits.
    const first = await register()
    return first.status === 503 ? register() : first
  })

  expect(tally(answers.map(outcomeOf))).toEqual({ 201: 1, '409 DuplicateEmail': 99 })
  const { rows } = await api.database.db.execute(sql`select
    (select count(*)::int from users where email = 'race@example.com') as users,
    (select count(*)::int from pgboss.job
      where name = 'send-code' and data->>'email' = 'race@example.com') as mails`)
  expect(rows).toEqual([{ users: 1, mails: 1 }])
  await expect
    .poll(() => [...api.mails, ...other.mails].map(({ to }) => to), { timeout: 10_000 })
    .toEqual(['race@example.com'])
})

describe('an easily guessed password is refused, with the reason', () => {
  const email = 'ada.lovelace@example.com'
  const weak = [
    'password1234567',
    'P@ssw0rd2024!',
    '12345678901',
    '1q2w3e4r5t',
    'qwertyuiop',
    'lyceum2026!',
    'aaaaaaaaaaaaaaa',
    'ababababab',
    'seven77',
    'ada.lovelace',
    'AdaLovelace1815',
    email,
    'x'.repeat(257),
  ]
  test.each(weak)('%s', async (password) => {
    for (const route of routes.register) {
      const answer = await api.request(route, { body: { email, password } })
      expect([route, outcomeOf(answer), problemOf(answer).issues?.[0]?.path]).toEqual([
        route,
        '400 InvalidFields',
        'password',
      ])
    }
    for (const route of routes.resetPassword) {
      const answer = await api.request(route, {
        body: { email, otp: '12345678', newPassword: password },
      })
      expect([route, outcomeOf(answer), problemOf(answer).issues?.[0]?.path]).toEqual([
        route,
        '400 InvalidFields',
        'newPassword',
      ])
    }
  })
})

test('a password that shares only a letter with the email is accepted', async () => {
  const body = { email: 'j.1984@example.com', password: 'J-83749-28374-!!_5520' }
  expect(outcomeOf(await api.request('POST /auth/signup', { body }))).toBe('201')
})

test.each([
  ['a sentence in lower case', goodPassword],
  ['spaces before a word', `${' '.repeat(15)}word`],
  ['eight characters', 'kJ8#mq2x'],
  ['256 characters, counted as people see them', 'é🙂ab'.repeat(64)],
  ['letters of any script', 'паролькоторыйнеугадать'],
])('%s make a good password', async (_what, password) => {
  const email = newEmail()
  expect(outcomeOf(await api.request('POST /auth/signup', { body: { email, password } }))).toBe(
    '201',
  )
  expect(outcomeOf(await api.request('POST /auth/login', { body: { email, password } }))).toBe(
    '403 EmailNotVerified',
  )
  expect(
    outcomeOf(
      await api.request('POST /auth/login', {
        body: { email, password: password.trim().slice(1) },
      }),
    ),
  ).toBe('401 InvalidCredentials')
})

test('passwords are stored as bcrypt of the configured cost, and nothing in the database gives one away', async () => {
  const people = Array.from({ length: 10 }, (_, index) => ({
    email: newEmail(),
    password: `a phrase of its own, number ${index}`,
  }))
  const answers = await Promise.all(
    people.map((body) => api.request('POST /api/auth/register', { body })),
  )
  expect(tally(answers.map(outcomeOf))).toEqual({ 201: 10 })

  const { rows } = await api.database.db.execute<{ password_hash: string }>(
    sql`select password_hash from users`,
  )
  for (const { password_hash: hash } of rows) expect(hash).toMatch(/^\$2b\$10\$/)
  const dump = await api.database.db.execute<{ text: string }>(
    sql`select string_agg(users::text, ' ') as text from users`,
  )
  const text = dump.rows[0]?.text ?? ''
  for (const { email, password } of people) {
    expect(text).toContain(email)
    expect(text).not.toContain(password)
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
      for (const encoding of ['hex', 'base64'] as const) {
        expect(text).not.toContain(createHash(algorithm).update(password).digest(encoding))
      }
    }
    expect(text).not.toContain(Buffer.from(password).toString('base64'))
  }
})

test('a registration cannot choose a role, an id or to be verified', async () => {
  const email = newEmail()
  const body = {
    email,
    password: goodPassword,
    role: 'admin',
    id: crypto.randomUUID(),
    emailVerifiedAt: new Date(),
    email_verified_at: 'now',
  }
  const { body: registered } = await api.request('POST /auth/signup', { body })

  expect(registered.user).toMatchObject({ email, role: 'learner' })
  expect(registered.user.id).not.toBe(body.id)
  expect(
    outcomeOf(await api.request('POST /auth/login', { body: { email, password: goodPassword } })),
  ).toBe('403 EmailNotVerified')
})

test.each([
  [undefined, 'Ada Lovelace', true],
  ['', 'Ada Lovelace', true],
  ['   ', 'Ada Lovelace', true],
  [' Ada King ', 'Ada King', false],
])('the name %j makes the learner %j, which is a guess: %j', async (name, expected, isGuess) => {
  const email = `ada.lovelace+${crypto.randomUUID().slice(0, 8)}@example.com`
  const { body } = await api.request('POST /auth/signup', {
    body: { email, password: goodPassword, name },
  })
  expect([body.user.name, body.user.nameIsGuess]).toEqual([expected, isGuess])
})

test.each(['two\nlines', 'bell\u0007', 'nul\u0000', '\ud800', 'x'.repeat(121), 17, '…'])(
  'the name %j is refused',
  async (name) => {
    const answer = await api.request('POST /auth/signup', {
      body: { email: newEmail(), password: goodPassword, name },
    })
    expect([outcomeOf(answer), problemOf(answer).issues?.[0]?.path]).toEqual([
      '400 InvalidFields',
      'name',
    ])
  },
)

test.each([
  "o'brien+news@example.com",
  'a@b-c.d--e.example.org',
  `long@${'x'.repeat(63)}.example.com`,
  'ada@beispiel.xn--p1ai',
  '  ADA@Mail-1.Example.COM ',
  'ａｄａ@example.com',
])('the email %j is taken', async (email) => {
  const answer = await api.request('POST /auth/signup', { body: { email, password: goodPassword } })
  expect(['201', '409 DuplicateEmail']).toContain(outcomeOf(answer))
})
