import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { createIdentityProviders } from '../../../adapters/identity-providers/identity-providers.ts'
import { readConfig } from '../../../config/config.ts'
import { type Answer, forAllTests, startApi } from '../../../test/api.ts'
import { newEmail, outcomeOf } from '../auth/test-support.ts'
import { broughtBack, frontend, openBrowser, start } from './test-support.ts'

const { oauthProviders } = readConfig({
  OAUTH_GOOGLE_CLIENT_ID: 'google-client',
  OAUTH_GOOGLE_CLIENT_SECRET: 'google-secret',
  OAUTH_MICROSOFT_CLIENT_ID: 'microsoft-client',
  OAUTH_MICROSOFT_CLIENT_SECRET: 'microsoft-secret',
  OAUTH_GITHUB_CLIENT_ID: 'github-client',
  OAUTH_GITHUB_CLIENT_SECRET: 'github-secret',
})

type Reply = (request: IncomingMessage, body: URLSearchParams) => unknown

/** The providers' answers, by URL without its query. */
const replies = new Map<string, Reply>()
/** One server stands in for all providers; a header tells it which URL was meant. */
const server = createServer(async (request, response) => {
  const answer = replies.get(String(request.headers['x-meant']))?.(
    request,
    new URLSearchParams(await text(request)),
  )
  response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify((await answer) ?? {}))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const asked: string[] = []

/** Sends calls for the real URLs to the server above. */
const identityProviders = createIdentityProviders(oauthProviders, (url, options) => {
  asked.push(url)
  const headers = { ...(options.headers as Record<string, string>), 'x-meant': url }
  return fetch(`http://127.0.0.1:${port}/`, { ...options, headers })
})
const api = await forAllTests(
  startApi({
    config: { oauthProviders, oauthReturnUrls: [frontend] },
    identityProviders,
    logLines: [],
  }),
)
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})

test('the three presets need only id and secret, and each requests the email', async () => {
  expect(
    oauthProviders.map(({ name, title, issuer, scopes }) => [name, title, issuer, scopes]),
  ).toEqual([
    ['github', 'GitHub', 'https://github.com', 'read:user user:email'],
    ['google', 'Google', 'https://accounts.google.com', 'openid email profile'],
    [
      'microsoft',
      'Microsoft',
      'https://login.microsoftonline.com/common/v2.0',
      'openid email profile',
    ],
  ])
})

/** A person at GitHub, as its API describes them. */
interface GitHubPerson {
  id: unknown
  name?: string | null
  emails?: { email: string; primary: boolean; verified: unknown }[]
}

let lastId = 1000

async function signInAtGitHub(
  { id, name, emails = [] }: GitHubPerson,
  change: Record<string, string> = {},
): Promise<Answer> {
  const browser = openBrowser(api)
  const authorizationUrl = new URL(await start(browser, 'github'))
  expect(authorizationUrl.origin + authorizationUrl.pathname).toBe(
    'https://github.com/login/oauth/authorize',
  )
  const challenge = authorizationUrl.searchParams.get('code_challenge')

  replies.set('https://github.com/login/oauth/access_token', async (_request, body) => {
    const verifier = new TextEncoder().encode(body.get('code_verifier') ?? '')
    const proof = Buffer.from(await crypto.subtle.digest('SHA-256', verifier)).toString('base64url')
    expect(Object.fromEntries(body)).toMatchObject({
      client_id: 'github-client',
      client_secret: 'github-secret',
      redirect_uri: frontend,
    })
    if (proof !== challenge || body.get('code') !== 'good')
      return { error: 'bad_verification_code', error_description: 'The code is wrong.' }
    return { access_token: 'gho_token', token_type: 'bearer', scope: 'read:user,user:email' }
  })
  const withToken = (answer: unknown) => (request: IncomingMessage) =>
    request.headers.authorization === 'Bearer gho_token' ? answer : undefined
  replies.set(
    'https://api.github.com/user',
    withToken({ id, login: 'ada', name, email: 'public@example.com' }),
  )
  replies.set('https://api.github.com/user/emails', withToken(emails))

  const state = authorizationUrl.searchParams.get('state') ?? ''
  return browser.request('POST /api/v1/auth/oauth/github/callback', {
    body: { state, code: 'good', ...change },
  })
}

test('GitHub: the account gets the primary email, and is found again by id, not by name', async () => {
  const [id, email] = [++lastId, newEmail()]
  const emails = [
    { email: newEmail(), primary: false, verified: true },
    { email, primary: true, verified: true },
  ]
  const first = await signInAtGitHub({ id, name: 'Ada King', emails })
  expect(first.body.user).toMatchObject({ email, name: 'Ada King' })

  const again = await signInAtGitHub({ id, name: null, emails: [] })
  expect(again.body.user.id).toBe(first.body.user.id)
  const other = await signInAtGitHub({
    id: ++lastId,
    name: null,
    emails: [{ email: newEmail(), primary: true, verified: true }],
  })
  expect(other.body.user).toMatchObject({ name: 'ada' })
  expect(other.body.user.id).not.toBe(first.body.user.id)
})

test('GitHub: without a verified primary email there is no account', async () => {
  for (const emails of [
    [],
    [{ email: newEmail(), primary: true, verified: false }],
    [{ email: newEmail(), primary: false, verified: true }],
  ]) {
    expect(outcomeOf(await signInAtGitHub({ id: ++lastId, name: 'Ada', emails }))).toBe(
      '403 ProviderEmailNotVerified',
    )
  }
})

test('GitHub: an issuer, if sent, must be GitHub’s', async () => {
  const person = () => ({
    id: ++lastId,
    emails: [{ email: newEmail(), primary: true, verified: true }],
  })

  expect(outcomeOf(await signInAtGitHub(person(), { iss: 'https://github.com/login/oauth' }))).toBe(
    '200',
  )
  expect(outcomeOf(await signInAtGitHub(person(), { iss: 'https://accounts.google.com' }))).toBe(
    '403 SignInRefused',
  )
})

test('GitHub: a code refused with its usual 200 is refused here; an answer of a different form is not believed', async () => {
  const emails = [{ email: newEmail(), primary: true, verified: true }]

  expect(outcomeOf(await signInAtGitHub({ id: ++lastId, emails }, { code: 'guessed' }))).toBe(
    '403 SignInRefused',
  )
  for (const id of [undefined, 'ada', '17', 1.5, 0, -1, { $ne: 0 }]) {
    expect(outcomeOf(await signInAtGitHub({ id, emails }))).toBe('502 ProviderUnavailable')
  }
  const odd = [{ email: newEmail(), primary: true, verified: 'true' }]
  expect(outcomeOf(await signInAtGitHub({ id: ++lastId, emails: odd }))).toBe(
    '502 ProviderUnavailable',
  )
})

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', use: 'sig' }] }
const methods = {
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
}

replies.set('https://accounts.google.com/.well-known/openid-configuration', () => ({
  issuer: 'https://accounts.google.com',
  authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_endpoint: 'https://oauth2.googleapis.com/token',
  jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
  userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
  id_token_signing_alg_values_supported: ['RS256'],
  ...methods,
}))
replies.set('https://www.googleapis.com/oauth2/v3/certs', () => jwks)

const microsoft = 'https://login.microsoftonline.com'
replies.set(`${microsoft}/common/v2.0/.well-known/openid-configuration`, () => ({
  issuer: `${microsoft}/{tenantid}/v2.0`,
  authorization_endpoint: `${microsoft}/common/oauth2/v2.0/authorize`,
  token_endpoint: `${microsoft}/common/oauth2/v2.0/token`,
  jwks_uri: `${microsoft}/common/discovery/v2.0/keys`,
  userinfo_endpoint: 'https://graph.microsoft.com/oidc/userinfo',
  id_token_signing_alg_values_supported: ['RS256'],
  ...methods,
}))
replies.set(`${microsoft}/common/discovery/v2.0/keys`, () => jwks)

async function signInBy(provider: 'google' | 'microsoft', claims: JWTPayload): Promise<Answer> {
  const browser = openBrowser(api)
  const { searchParams } = new URL(await start(browser, provider))
  const token =
    provider === 'google'
      ? 'https://oauth2.googleapis.com/token'
      : `${microsoft}/common/oauth2/v2.0/token`
  replies.set(token, async () => {
    const now = Math.floor(Date.now() / 1000)
    const allClaims = {
      aud: `${provider}-client`,
      iat: now,
      exp: now + 60,
      nonce: searchParams.get('nonce'),
      ...claims,
    }
    const id_token = await new SignJWT(allClaims)
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .sign(privateKey)
    return { access_token: 'token', token_type: 'Bearer', expires_in: 60, id_token }
  })
  const callback = new URL(
    `${frontend}?${new URLSearchParams({ state: searchParams.get('state') ?? '', code: 'good' })}`,
  )
  return browser.request(`POST /api/v1/auth/oauth/${provider}/callback`, {
    body: broughtBack(callback),
  })
}

test('Google: the id_token says everything, and nothing else is requested', async () => {
  const [iss, email] = ['https://accounts.google.com', newEmail()]
  const answer = await signInBy('google', {
    iss,
    sub: '10769150350006150715113082367',
    email,
    email_verified: true,
    name: 'Ada King',
  })

  expect(answer.body.user).toMatchObject({ email, name: 'Ada King' })
  expect(asked).not.toContain('https://openidconnect.googleapis.com/v1/userinfo')
  expect(
    outcomeOf(
      await signInBy('google', {
        iss: 'accounts.google.com',
        sub: '1',
        email: newEmail(),
        email_verified: true,
      }),
    ),
  ).toBe('502 ProviderUnavailable')
})

const tenants = ['9188040d-6c67-4c5b-b112-36a304b66dad', '72f988bf-86f1-41af-91ab-2d7cd011db47']

test('Microsoft: the issuer is the tenant’s, and the same subject in a different tenant is somebody else', async () => {
  const sub = crypto.randomUUID()
  const users: string[] = []
  for (const tid of tenants) {
    const answer = await signInBy('microsoft', {
      iss: `${microsoft}/${tid}/v2.0`,
      tid,
      sub,
      email: newEmail(),
      xms_edov: true,
    })
    expect(outcomeOf(answer)).toBe('200')
    users.push(answer.body.user.id)
  }
  expect(new Set(users).size).toBe(2)

  const [tid = '', otherTid = ''] = tenants
  for (const iss of [
    `${microsoft}/${otherTid}/v2.0`,
    `${microsoft}/{tenantid}/v2.0`,
    `${microsoft}/common/v2.0`,
  ]) {
    expect(
      outcomeOf(await signInBy('microsoft', { iss, tid, sub, email: newEmail(), xms_edov: true })),
    ).toBe('502 ProviderUnavailable')
  }
})

test('Microsoft: an email that a tenant’s administrator may have entered opens no account', async () => {
  const { email } = await api.given.learner()
  const [tid = ''] = tenants
  for (const claims of [{}, { xms_edov: false }, { xms_edov: '1' }]) {
    const answer = await signInBy('microsoft', {
      iss: `${microsoft}/${tid}/v2.0`,
      tid,
      sub: crypto.randomUUID(),
      email,
      ...claims,
    })
    expect(outcomeOf(answer)).toBe('403 ProviderEmailNotVerified')
  }
})
