import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Answer, forAllTests, startApi } from '../../../test/api.ts'
import { startIdentityProvider } from '../../../test/identity-providers/identity-provider.ts'
import { outcomeOf, problemOf } from '../auth/test-support.ts'
import {
  broughtBack,
  finish,
  frontend,
  newPerson,
  openBrowser,
  otherFrontend,
  ownReturn,
  signIn,
  start,
} from './test-support.ts'

const school = await forAllTests(
  startIdentityProvider({
    redirectUris: [frontend, otherFrontend, ownReturn('school')],
  }),
)
const club = await forAllTests(
  startIdentityProvider({
    name: 'club',
    redirectUris: [frontend, ownReturn('club')],
  }),
)
const config = {
  oauthProviders: [school.config, club.config],
  oauthReturnUrls: [frontend, otherFrontend],
}
const api = await forAllTests(startApi({ config }))

const cookieName = 'lyceum-oauth-school'

test('a first sign-in creates a verified account with the name from the provider', async () => {
  const person = newPerson()
  const answer = await signIn(api, school, person)

  expect(outcomeOf(answer)).toBe('200')
  expect(Object.keys(answer.body).sort()).toEqual(['expiresAt', 'token', 'tokenType', 'user'])
  expect(answer.body.user).toMatchObject({
    email: person.email,
    name: 'Ada King',
    nameIsGuess: false,
    role: 'learner',
  })
  const me = await api.request('GET /api/v1/me', { token: answer.body.token })
  expect(me.body).toMatchObject({ id: answer.body.user.id, email: person.email })
})

test('a second sign-in finds the same user, even with a different email and name at the provider', async () => {
  const person = newPerson()
  const first = await signIn(api, school, person)
  const again = await signIn(api, school, {
    ...person,
    email: newPerson().email ?? '',
    name: 'Another Name',
  })

  expect(again.body.user).toEqual(first.body.user)
})

test('the same subject at a different provider is somebody else', async () => {
  const person = newPerson()
  const one = await signIn(api, school, person)
  const other = await signIn(api, club, { ...newPerson(), sub: person.sub })

  expect(other.body.user.id).not.toBe(one.body.user.id)
})

test('all providers are listed, and none if none is configured', async () => {
  expect((await api.request('GET /api/v1/auth/oauth')).body.items).toEqual([
    {
      name: 'school',
      title: 'My School',
      redirectUrl: 'http://lyceum.test/api/v1/auth/oauth/school/redirect',
    },
    {
      name: 'club',
      title: 'My School',
      redirectUrl: 'http://lyceum.test/api/v1/auth/oauth/club/redirect',
    },
  ])
  await using bare = await startApi()
  expect((await bare.request('GET /api/v1/auth/oauth')).body).toEqual({ items: [] })
  expect(outcomeOf(await bare.request('POST /api/v1/auth/oauth/school/start', { body: {} }))).toBe(
    '404 ProviderNotFound',
  )
})

test('the authorization URL has an S256 challenge, and a fresh state and nonce of 256 bits each', async () => {
  const visits = [new URL(await start(openBrowser(api))), new URL(await start(openBrowser(api)))]
  for (const { searchParams, origin } of visits) {
    expect(origin).toBe(school.config.issuer)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'lyceum',
      redirect_uri: frontend,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(Buffer.from(searchParams.get(name) ?? '', 'base64url')).toHaveLength(32)
    }
  }
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(new Set(visits.map(({ searchParams }) => searchParams.get(name))).size).toBe(2)
  }
})

test('the cookie is out of reach of scripts and other sites, lasts ten minutes, and is Secure under https', async () => {
  const browser = openBrowser(api)
  const answer = await browser.request('POST /api/v1/auth/oauth/school/start', { body: {} })
  expect(answer.headers['set-cookie']).toMatch(
    /^lyceum-oauth-school=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  )

  await using secure = await startApi({
    config: { ...config, publicUrl: 'https://learn.example.org' },
  })
  const { headers } = await secure.request('POST /api/v1/auth/oauth/school/start', { body: {} })
  expect(headers['set-cookie']).toMatch(
    /^__Host-lyceum-oauth-school=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('neither state nor cookie nor code is stored in clear', async () => {
  const browser = openBrowser(api)
  const state = new URL(await start(browser)).searchParams.get('state')
  const { rows } = await api.database.db.execute(sql`select * from oauth_flows`)

  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(state)
  expect(JSON.stringify(rows)).not.toContain(browser.cookies.get(cookieName))
})

test('of twenty concurrent returns with the same parameters one is signed in', async () => {
  const browser = openBrowser(api)
  const person = newPerson()
  const callback = await school.visit(await start(browser), person)
  await using another = await startApi({ config })
  const cookie = `${cookieName}=${browser.cookies.get(cookieName)}`
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? api : another).request('POST /api/v1/auth/oauth/school/callback', {
        body: broughtBack(callback),
        headers: { cookie },
      }),
    ),
  )

  expect(answers.map(outcomeOf).sort()).toEqual(['200', ...Array(19).fill('400 SignInExpired')])
  const { rows } = await api.database.db.execute(
    sql`select count(*)::int as sessions from sessions
      join users on users.id = user_id where email = ${person.email}`,
  )
  expect(rows).toEqual([{ sessions: 1 }])
})

test('a sign-in begun in one browser cannot be finished in a different one, and the attempt does not spoil it', async () => {
  const [victim, attacker] = [openBrowser(api), openBrowser(api)]
  const callback = await school.visit(await start(attacker), newPerson())

  expect(outcomeOf(await finish(victim, callback))).toBe('400 SignInExpired')
  await start(victim)
  expect(outcomeOf(await finish(victim, callback))).toBe('400 SignInExpired')
  expect(outcomeOf(await finish(attacker, callback))).toBe('200')
})

test('a sign-in begun with one provider cannot be finished with a different one', async () => {
  const browser = openBrowser(api)
  await start(browser, 'club')
  const callback = await school.visit(await start(browser), newPerson())
  browser.cookies.set('lyceum-oauth-club', browser.cookies.get(cookieName) ?? '')

  expect(outcomeOf(await finish(browser, callback, 'club'))).toBe('400 SignInExpired')
})

test('a second click and a second tab do not spoil the first', async () => {
  const browser = openBrowser(api)
  const visits = [await start(browser), await start(browser)]
  const callback = await school.visit(visits[0] ?? '', newPerson())

  expect(outcomeOf(await finish(browser, callback))).toBe('200')
})

test('a flow expires after ten minutes', async () => {
  await using slow = await startApi({ config })
  const browser = openBrowser(slow)
  const callback = await school.visit(await start(browser), newPerson())
  slow.advance(10 * 60_000 + 1_000)

  expect(outcomeOf(await finish(browser, callback))).toBe('400 SignInExpired')
})

test('an unknown state, a wrong code and a different issuer are refused', async () => {
  const bring = async (change: Record<string, string>) => {
    const browser = openBrowser(api)
    const callback = await school.visit(await start(browser), newPerson())
    return browser.request('POST /api/v1/auth/oauth/school/callback', {
      body: { ...broughtBack(callback), ...change },
    })
  }
  expect(outcomeOf(await bring({ state: 'x'.repeat(43) }))).toBe('400 SignInExpired')
  expect(outcomeOf(await bring({ code: 'guessed' }))).toBe('403 SignInRefused')
  expect(outcomeOf(await bring({ iss: club.config.issuer }))).toBe('403 SignInRefused')
  expect(outcomeOf(await bring({ state: '' }))).toBe('400 MissingFields')
})

test('without the issuer that the provider promises to send nobody is signed in', async () => {
  const browser = openBrowser(api)
  const { iss, ...rest } = broughtBack(await school.visit(await start(browser), newPerson()))

  expect(iss).toBe(school.config.issuer)
  expect(
    outcomeOf(await browser.request('POST /api/v1/auth/oauth/school/callback', { body: rest })),
  ).toBe('403 SignInRefused')
})

test('canceling at the provider returns no code and signs nobody in', async () => {
  const callback = await school.visit(await start(openBrowser(api)), 'cancel')

  expect(callback.searchParams.get('error')).toBe('access_denied')
  expect(outcomeOf(await finish(openBrowser(api), callback))).toBe('400 MissingFields')
})

test('sign-in works the same over tRPC', async () => {
  const browser = openBrowser(api)
  const started = await browser.request('POST /trpc/auth.startOAuth', {
    body: { provider: 'school', returnUrl: frontend },
  })
  const callback = await school.visit(started.body.result.data.authorizationUrl, newPerson())
  const finished = await browser.request('POST /trpc/auth.finishOAuth', {
    body: { provider: 'school', ...broughtBack(callback) },
  })

  expect(finished.body.result.data).toMatchObject({
    tokenType: 'Bearer',
    user: { name: 'Ada King' },
  })
  expect(browser.cookies.size).toBe(0)
})

test('the secrets of a sign-in are not tokens', async () => {
  const browser = openBrowser(api)
  const callback = await school.visit(await start(browser), newPerson())
  const secrets = [...Object.values(broughtBack(callback)), browser.cookies.get(cookieName) ?? '']

  expect(secrets).toHaveLength(4)
  for (const token of secrets)
    expect(outcomeOf(await api.request('GET /api/v1/me', { token }))).toBe('401 TokenInvalid')
})

test('an account without a password cannot log in with one, and gets the same answer as a stranger', async () => {
  const person = newPerson()
  await signIn(api, school, person)
  const answers: Answer[] = []
  for (const email of [person.email, newPerson().email]) {
    answers.push(
      await api.request('POST /auth/login', {
        body: { email, password: 'correct horse battery staple' },
      }),
    )
  }
  const [known, stranger] = answers.map((answer) => ({ ...problemOf(answer), requestId: '' }))

  expect(known).toEqual(stranger)
  expect(known?.error).toBe('InvalidCredentials')
})

test('starts are limited per IP, by redirects and by calls together', async () => {
  await using strict = await startApi({ config: { ...config, rateLimitScale: 0.01 } })
  const ip = '192.0.2.1'
  const redirect = () => strict.request('GET /api/v1/auth/oauth/school/redirect', { ip })
  expect((await redirect()).status).toBe(302)

  const call = await strict.request('POST /api/v1/auth/oauth/school/start', { ip, body: {} })
  expect([outcomeOf(call), outcomeOf(await redirect())]).toEqual(Array(2).fill('429 RateLimited'))
})

test('a sign-in and a refusal are recorded, without any secret', async () => {
  const logLines: string[] = []
  await using logged = await startApi({ config, logLines })
  const browser = openBrowser(logged)
  const callback = await school.visit(await start(browser), newPerson())
  const cookie = browser.cookies.get(cookieName) ?? ''
  const { body } = await finish(browser, callback)
  await finish(browser, callback)

  const { rows } = await logged.database.db.execute(
    sql`select event from audit_events
      where user_id = ${body.user.id}
        or (event = 'sign-in-refused' and details ->> 'error' = 'SignInExpired')`,
  )
  const events = new Set(rows.map(({ event }) => event))
  for (const event of [
    'account-registered',
    'sign-in-method-added',
    'login-succeeded',
    'sign-in-refused',
  ])
    expect(events).toContain(event)
  const text = logLines.join('\n')
  for (const secret of [
    cookie,
    body.token,
    school.config.clientSecret,
    callback.searchParams.get('code') ?? '',
    callback.searchParams.get('state') ?? '',
  ]) {
    expect(text).not.toContain(secret)
  }
})

test('whoever registers by a third party accepts the terms of the school, too', async () => {
  const terms = { url: 'https://school.example.org/terms', version: '2026-11' }
  await using withTerms = await startApi({ config: { ...config, terms } })
  const person = newPerson()
  const come = async (accepted?: string) => {
    const browser = openBrowser(withTerms)
    return finish(browser, await school.visit(await start(browser, 'school', accepted), person))
  }

  expect((await come()).body.error).toBe('TermsNotAccepted')
  const { token } = (await come('2026-11')).body
  const { profile } = (await withTerms.request('GET /api/v1/me/export', { token })).body
  expect(profile.terms).toMatchObject([{ version: '2026-11' }])
  // Asked once: the account is there.
  expect((await come()).status).toBe(200)
})
