import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
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
    // Retries after a 503: a hundred passwords may take longer than one of them waits.
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
    .poll(() => [...api.mails, ...other.mails].map(({ to }) => to))
    .toEqual(['race@example.com'])
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
