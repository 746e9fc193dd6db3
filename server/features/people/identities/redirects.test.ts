import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import {
  type Person,
  startIdentityProvider,
} from '../../../test/identity-providers/identity-provider.ts'
import { goodPassword, outcomeOf } from '../auth/test-support.ts'
import { frontend, newPerson, openBrowser, otherFrontend, ownReturn } from './test-support.ts'

const school = await forAllTests(
  startIdentityProvider({ redirectUris: [frontend, ownReturn('school')] }),
)
const config = { oauthProviders: [school.config], oauthReturnUrls: [frontend, otherFrontend] }
const api = await forAllTests(startApi({ config }))

const redirectRoute = 'GET /api/v1/auth/oauth/school/redirect'
const exchangeAddress = 'POST /api/v1/auth/oauth/exchange'

/** Follows a plain link to where the browser ends up. */
async function follow(
  query: Record<string, string>,
  person: Person | 'cancel' = newPerson(),
  browser = openBrowser(api),
): Promise<URL> {
  const begun = await browser.request(`${redirectRoute}?${new URLSearchParams(query)}`)
  expect(begun.status).toBe(302)
  const callback = await school.visit(String(begun.headers.location), person)
  const ended = await browser.request(`GET ${callback.pathname}${callback.search}`)
  expect([ended.status, ended.headers['cache-control'], ended.text]).toEqual([302, 'no-store', ''])
  return new URL(String(ended.headers.location))
}

test('the browser reaches the frontend with a code, and the code is exchanged for a token, once', async () => {
  const person = newPerson()
  const landed = await follow({}, person)
  expect(landed.href).toMatch(/^http:\/\/app\.lyceum\.test\/signed-in\?signInCode=[\w-]{43}$/)

  const body = { signInCode: landed.searchParams.get('signInCode') }
  const exchanged = await api.request(exchangeAddress, { body })
  expect(exchanged.body).toMatchObject({ tokenType: 'Bearer', user: { email: person.email } })
  expect((await api.request('GET /api/v1/me', { token: exchanged.body.token })).status).toBe(200)
  expect(outcomeOf(await api.request(exchangeAddress, { body }))).toBe('400 SignInExpired')
})

test('of twenty concurrent exchanges of one code one gets a token', async () => {
  const landed = await follow({})
  const body = { signInCode: landed.searchParams.get('signInCode') }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api.request(exchangeAddress, { body })),
  )

  expect(answers.map(outcomeOf).sort()).toEqual(['200', ...Array(19).fill('400 SignInExpired')])
})

test('a code is valid for a minute', async () => {
  await using slow = await startApi({ config })
  const landed = await follow({})
  slow.advance(61_000)

  const body = { signInCode: landed.searchParams.get('signInCode') }
  expect(outcomeOf(await slow.request(exchangeAddress, { body }))).toBe('400 SignInExpired')
})

test('an open code signs nobody in after all sessions ended or a new password was set', async () => {
  const person = newPerson()
  const email = person.email ?? ''
  const codeOf = async () => ({
    signInCode: (await follow({}, person)).searchParams.get('signInCode'),
  })
  const { token } = (await api.request(exchangeAddress, { body: await codeOf() })).body

  const beforeLogout = await codeOf()
  await api.request('POST /api/v1/auth/logout-all', { token, body: {} })
  expect(outcomeOf(await api.request(exchangeAddress, { body: beforeLogout }))).toBe(
    '400 SignInExpired',
  )

  const beforeReset = await codeOf()
  await api.request('POST /auth/forgetpassword', { body: { email } })
  const reset = { email, otp: await api.codeFor(email), newPassword: goodPassword }
  expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body: reset }))).toBe(
    '200',
  )
  expect(outcomeOf(await api.request(exchangeAddress, { body: beforeReset }))).toBe(
    '400 SignInExpired',
  )
})

test('with a challenge only the frontend that began can exchange the code, and a code without one cannot be slipped in', async () => {
  const codeVerifier = randomBytes(32).toString('base64url')
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const signInCode = (await follow({ codeChallenge })).searchParams.get('signInCode')
  const other = randomBytes(32).toString('base64url')

  expect(outcomeOf(await api.request(exchangeAddress, { body: { signInCode } }))).toBe(
    '400 SignInExpired',
  )
  expect(
    outcomeOf(await api.request(exchangeAddress, { body: { signInCode, codeVerifier: other } })),
  ).toBe('400 SignInExpired')
  expect(
    outcomeOf(await api.request(exchangeAddress, { body: { signInCode, codeVerifier } })),
  ).toBe('200')

  const slippedIn = (await follow({})).searchParams.get('signInCode')
  expect(
    outcomeOf(
      await api.request(exchangeAddress, { body: { signInCode: slippedIn, codeVerifier } }),
    ),
  ).toBe('400 SignInExpired')
})

test('in development a sign-in leads back to any page of the machine itself', async () => {
  const landed = await follow({ returnUrl: 'http://localhost:5173/signed-in' }, 'cancel')
  expect(landed.href).toBe('http://localhost:5173/signed-in?error=SignInRefused')
})

test('canceling at the provider leads back to the frontend that began, with the name of the error', async () => {
  const landed = await follow({ returnUrl: otherFrontend }, 'cancel')
  expect(landed.href).toBe(`${otherFrontend}?error=SignInRefused`)
})

test('returning twice, without the cookie or with an unknown state leads to the first frontend with an error', async () => {
  const browser = openBrowser(api)
  const begun = await browser.request(redirectRoute)
  const callback = await school.visit(String(begun.headers.location), newPerson())
  const back = `GET ${callback.pathname}${callback.search}`
  const outcomes: unknown[] = []
  for (const visit of [
    () => api.request(back),
    () => browser.request(back),
    () => browser.request(back),
  ]) {
    outcomes.push((await visit()).headers.location)
  }

  expect(outcomes).toEqual([
    `${frontend}?error=SignInExpired`,
    expect.stringMatching(/^http:\/\/app\.lyceum\.test\/signed-in\?signInCode=/),
    `${frontend}?error=SignInExpired`,
  ])
  expect(outcomeOf(await browser.request(`GET ${callback.pathname}`))).toBe('400 InvalidFields')
})

test('a sign-in ends the way it began: by redirects or at the callback of single-page frontends', async () => {
  const callback = 'POST /api/v1/auth/oauth/school/callback'
  const codeChallenge = createHash('sha256').update('x'.repeat(43)).digest('base64url')
  const redirected = openBrowser(api)
  const begun = await redirected.request(`${redirectRoute}?codeChallenge=${codeChallenge}`)
  const back = await school.visit(String(begun.headers.location), newPerson())
  const { state, code } = Object.fromEntries(back.searchParams)

  const body = { state, code }
  expect(outcomeOf(await redirected.request(callback, { body }))).toBe('400 SignInExpired')
  const ended = await redirected.request(`GET ${back.pathname}${back.search}`)
  expect(String(ended.headers.location)).toMatch(/\?signInCode=/)

  const single = openBrowser(api)
  const started = await single.request('POST /api/v1/auth/oauth/school/start', { body: {} })
  const returned = await school.visit(started.body.authorizationUrl, newPerson())
  const elsewhere = await single.request(`GET ${back.pathname}${returned.search}`)
  expect(elsewhere.headers.location).toBe(`${frontend}?error=SignInExpired`)
  const fields = Object.fromEntries(returned.searchParams)
  expect(outcomeOf(await single.request(callback, { body: fields }))).toBe('200')
})

test('a HEAD request uses nothing up', async () => {
  const browser = openBrowser(api)
  const begun = await browser.request(redirectRoute)
  const callback = await school.visit(String(begun.headers.location), newPerson())

  const looked = await browser.request(`HEAD ${callback.pathname}${callback.search}`)
  expect([looked.status, looked.headers.location, looked.headers['set-cookie']]).toEqual([
    200,
    undefined,
    undefined,
  ])
  expect(
    (await browser.request(`GET ${callback.pathname}${callback.search}`)).headers.location,
  ).toContain('signInCode=')
})

test('if an account has to be linked first, the frontend gets the name of that error', async () => {
  const { email } = await api.given.learner()
  const landed = await follow({}, newPerson({ email }))
  expect(landed.href).toBe(`${frontend}?error=LinkRequired`)
})

describe('no redirect leads to a URL that is not configured', () => {
  const evil = [
    '//evil.test',
    'https:evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    'https://app@evil.test',
    'https://evil.test/%0d%0aset-cookie:a=b',
    `${frontend}\r\nlocation: https://evil.test`,
    'http://app.lyceum.test@evil.test/signed-in',
    'http://app.lyceum.test/signed-in/../evil',
    'http://app.lyceum.test/signed-in?next=https://evil.test',
    'http://app.lyceum.test/signed-in#token',
    'http://app.lyceum.test/SIGNED-IN',
    'http://app.lyceum.test./signed-in',
    'http://localhost:5173@evil.test/',
    'http://localhost:5173\\@evil.test/',
    'http://127.0.0.1.evil.test/',
    '',
  ]

  test.each(evil)('%j', async (returnUrl) => {
    const query = new URLSearchParams({ returnUrl })
    expect(outcomeOf(await api.request(`${redirectRoute}?${query}`))).toBe('400 InvalidFields')
    const started = await api.request('POST /api/v1/auth/oauth/school/start', {
      body: { returnUrl },
    })
    expect(outcomeOf(started)).toMatch(/^400 /)

    // Ignores the parameter under other names.
    for (const name of ['redirect', 'next', 'callbackURL', 'redirect_uri']) {
      const { headers } = await api.request(
        `${redirectRoute}?${new URLSearchParams({ [name]: returnUrl })}`,
      )
      expect(new URL(String(headers.location)).origin).toBe(school.config.issuer)
      expect(new URL(String(headers.location)).searchParams.get('redirect_uri')).toBe(
        ownReturn('school'),
      )
    }
  })

  test('two return URLs are refused', async () => {
    const answer = await api.request(
      `${redirectRoute}?returnUrl=${frontend}&returnUrl=https://evil.test`,
    )
    expect(outcomeOf(answer)).toBe('400 InvalidFields')
  })
})

test('configured frontends can send the cookie across origins, all others cannot', async () => {
  const allowed = async (corsOrigins: string[], origin: string) => {
    await using named = await startApi({ config: { ...config, corsOrigins } })
    const { headers } = await named.request('POST /api/v1/auth/oauth/school/start', {
      body: {},
      headers: { origin },
    })
    return [headers['access-control-allow-origin'], headers['access-control-allow-credentials']]
  }
  expect(await allowed(['https://app.example.org'], 'https://app.example.org')).toEqual([
    'https://app.example.org',
    'true',
  ])
  expect((await allowed(['https://app.example.org'], 'https://evil.test'))[0]).not.toBe(
    'https://evil.test',
  )
  expect(await allowed(['*'], 'https://evil.test')).toEqual(['*', undefined])
})
