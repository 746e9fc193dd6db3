import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { startIdentityProvider } from '../../../test/identity-providers/identity-provider.ts'
import { setEmail } from '../accounts/set-email.ts'
import { goodPassword, newEmail, otherPassword, outcomeOf } from '../auth/test-support.ts'
import { broughtBack, frontend, newPerson, openBrowser, signIn, start } from './test-support.ts'

const school = await forAllTests(startIdentityProvider({ redirectUris: [frontend] }))
const config = { oauthProviders: [school.config], oauthReturnUrls: [frontend] }
const api = await forAllTests(startApi({ config }))
const trusting = await forAllTests(
  startApi({ config: { ...config, oauthLinkVerifiedEmails: true } }),
)

test('a provider that vouches for the email does not open a verified account', async () => {
  const { email, password } = await api.given.learner()
  const answer = await signIn(api, school, newPerson({ email }))

  expect(outcomeOf(answer)).toBe('409 LinkRequired')
  const login = await api.request('POST /auth/login', { body: { email, password } })
  expect(
    (await api.request('GET /api/v1/me/identities', { token: login.body.token })).body,
  ).toEqual({
    items: [],
  })
})

test('if the setting allows it, it does; the account keeps its password, and its owner is notified', async () => {
  const { email, password, id } = await trusting.given.learner()
  const person = newPerson({ email: email.toUpperCase() })

  expect((await signIn(trusting, school, person)).body.user).toMatchObject({
    id,
    name: 'Ada Lovelace',
  })
  expect(outcomeOf(await trusting.request('POST /auth/login', { body: { email, password } }))).toBe(
    '200',
  )
  await expect
    .poll(() =>
      trusting.mails
        .filter(({ to }) => to === email)
        .map(({ text }) => text)
        .join(),
    )
    .toContain('My School')
})

test.each(['true', 'false', '1', 'TRUE', 1, 'yes', null])(
  'a provider that says %j vouches for an email only with true, as a boolean or in letters',
  async (verified) => {
    const answer = await signIn(api, school, newPerson({ email_verified: verified }))
    expect(outcomeOf(answer)).toBe(verified === 'true' ? '200' : '403 ProviderEmailNotVerified')
  },
)

test.each([
  [{ given_name: 'Ada', family_name: 'Lovelace' }, 'Ada Lovelace'],
  [{ given_name: '小明', family_name: '王' }, '王小明'],
  [{ given_name: 'Ada' }, 'Ada'],
  [{ given_name: ' ', family_name: 'Lovelace' }, 'Lovelace'],
  [{ name: 'Countess Lovelace', given_name: 'Ada' }, 'Countess Lovelace'],
])('a provider that says %j names the person %j', async (names, name) => {
  const { name: _, ...person } = newPerson()
  const answer = await signIn(api, school, { ...person, ...names })
  expect(answer.body.user.name).toBe(name)
})

test('a squatter’s unverified account goes to the person whom the provider vouches for, and nothing of the squatter stays', async () => {
  const email = newEmail()
  const squatter = { email, password: goodPassword, name: 'Mallory' }
  await api.request('POST /auth/signup', { body: squatter })
  const oldCode = await api.codeFor(email)
  await api.request('POST /auth/forgetpassword', { body: { email } })
  const mailsBefore = api.mails.length
  await expect.poll(() => api.mails.filter(({ to }) => to === email).length).toBe(2)
  const resetCode = await api.codeFor(email)
  expect(mailsBefore).toBeLessThanOrEqual(api.mails.length)
  const { rows } = await api.database.db.execute(sql`select id from users where email = ${email}`)
  const planted = await api.deps.sessions.open(api.deps.db, String(rows[0]?.id))
  const now = new Date()
  const plantedToken = await api.deps.tokens.issue(
    { userId: String(rows[0]?.id), sessionId: planted.id },
    { from: now, until: new Date(now.getTime() + 3_600_000) },
  )
  expect((await api.request('GET /api/v1/me', { token: plantedToken })).status).toBe(200)

  const owner = await signIn(api, school, newPerson({ email }))

  expect(owner.body.user).toMatchObject({ email, name: 'Ada King' })
  expect(outcomeOf(await api.request('GET /api/v1/me', { token: plantedToken }))).toBe(
    '401 TokenInvalid',
  )
  const known = sql`select device_mac from known_devices where user_id = ${owner.body.user.id}`
  expect((await api.database.db.execute(known)).rows).toHaveLength(1)
  expect(outcomeOf(await api.request('POST /auth/login', { body: squatter }))).toBe(
    '401 InvalidCredentials',
  )
  expect(
    outcomeOf(
      await api.request('POST /api/v1/auth/verify-email', { body: { email, code: oldCode } }),
    ),
  ).toBe('400 InvalidCode')
  const reset = { email, otp: resetCode, newPassword: otherPassword }
  expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body: reset }))).toBe(
    '400 InvalidCode',
  )
  const me = await api.request('GET /api/v1/me', { token: owner.body.token })
  expect(JSON.stringify(me.body)).not.toContain('Mallory')
})

test('after an operator changed the email and its owner claimed the account, earlier sign-ins no longer work', async () => {
  const before = newPerson()
  const { body } = await signIn(api, school, before)
  const newAddress = newEmail()
  await setEmail(api.deps, { oldEmail: before.email ?? '', newEmail: newAddress })
  expect(outcomeOf(await signIn(api, school, before))).toBe('403 EmailNotVerified')

  const owner = await signIn(api, school, newPerson({ email: newAddress }))
  expect(owner.body.user.id).toBe(body.user.id)
  expect((await signIn(api, school, before)).body.user.id).not.toBe(body.user.id)
})

test.each([
  ['no email', { email: undefined, email_verified: undefined }],
  ['an unverified email', { email_verified: false }],
  ['an email without saying whether it is verified', { email_verified: undefined }],
  ['an email verified as a text that is not true', { email_verified: 'yes' }],
  ['an email verified as a number', { email_verified: 1 }],
  ['an invalid email', { email: 'ada', email_verified: true }],
])('a provider that sends %s creates no account and opens none', async (_what, claims) => {
  const { email } = await trusting.given.learner()
  const unverified = newEmail()
  await trusting.request('POST /auth/signup', {
    body: { email: unverified, password: goodPassword },
  })

  for (const claimed of [email, unverified, newEmail()]) {
    const { email: _email, ...person } = newPerson()
    const allClaims = 'email' in claims ? claims : { email: claimed, ...claims }
    const without = Object.fromEntries(
      Object.entries({ ...person, ...allClaims }).filter(([, value]) => value !== undefined),
    )
    expect(outcomeOf(await signIn(trusting, school, without as typeof person))).toBe(
      '403 ProviderEmailNotVerified',
    )
  }
  expect(
    outcomeOf(
      await trusting.request('POST /auth/login', {
        body: { email: unverified, password: goodPassword },
      }),
    ),
  ).toBe('403 EmailNotVerified')
})

test('an email that matches only after folding full-width letters opens no account', async () => {
  await trusting.given.learner({ email: 'fold@example.com' })
  const answer = await signIn(trusting, school, newPerson({ email: 'ｆold@example.com' }))

  expect(outcomeOf(answer)).toBe('403 ProviderEmailNotVerified')
})

test.each(['\u0007\n', ''])(
  'instead of the name %j, which cannot be printed, a guess is used and marked',
  async (name) => {
    const person = newPerson({ email: `grace.hopper+${crypto.randomUUID()}@example.com`, name })

    expect((await signIn(api, school, person)).body.user).toMatchObject({
      name: 'Grace Hopper',
      nameIsGuess: true,
    })
  },
)

test('two concurrent first sign-ins of one person create one account', async () => {
  await using another = await startApi({ config })
  for (let round = 0; round < 5; round++) {
    const person = newPerson()
    const browsers = [
      openBrowser(api),
      openBrowser(another),
      openBrowser(api),
      openBrowser(another),
    ]
    const callbacks: URL[] = []
    for (const browser of browsers) callbacks.push(await school.visit(await start(browser), person))
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        browser.request('POST /api/v1/auth/oauth/school/callback', {
          body: broughtBack(callbacks[index] ?? new URL(frontend)),
        }),
      ),
    )

    expect(answers.map(outcomeOf)).toEqual(['200', '200', '200', '200'])
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
    const { rows } = await api.database.db.execute(
      sql`select (select count(*)::int from users where email = ${person.email}) as users,
        (select count(*)::int from identities where subject = ${person.sub}) as identities`,
    )
    expect(rows).toEqual([{ users: 1, identities: 1 }])
  }
})

test('registering with a password during the first sign-in ends with one account and without the password', async () => {
  for (let round = 0; round < 5; round++) {
    const person = newPerson()
    const email = person.email ?? ''
    const browser = openBrowser(api)
    const callback = await school.visit(await start(browser), person)
    const [signedIn, registered] = await Promise.all([
      browser.request('POST /api/v1/auth/oauth/school/callback', { body: broughtBack(callback) }),
      api.request('POST /auth/signup', { body: { email, password: goodPassword } }),
    ])

    expect(outcomeOf(signedIn)).toBe('200')
    expect(['201', '409 DuplicateEmail']).toContain(outcomeOf(registered))
    expect(
      outcomeOf(await api.request('POST /auth/login', { body: { email, password: goodPassword } })),
    ).toBe('401 InvalidCredentials')
  }
})

test('an account that only signs in with a third party can set a password by mail, and then has both ways', async () => {
  const person = newPerson()
  const email = person.email ?? ''
  await signIn(api, school, person)
  await api.request('POST /auth/forgetpassword', { body: { email } })
  const reset = { email, otp: await api.codeFor(email), newPassword: goodPassword }

  expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body: reset }))).toBe(
    '200',
  )
  expect(
    outcomeOf(await api.request('POST /auth/login', { body: { email, password: goodPassword } })),
  ).toBe('200')
  expect(outcomeOf(await signIn(api, school, person))).toBe('200')
})
