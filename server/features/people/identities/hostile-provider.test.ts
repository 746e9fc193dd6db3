import { createHmac } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { JWTPayload } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { createIdentityProviders } from '../../../adapters/identity-providers/identity-providers.ts'
import { type Answer, forAllTests, startApi } from '../../../test/api.ts'
import {
  type Misbehaviour,
  send,
  signWith,
  startHostileProvider,
} from '../../../test/identity-providers/hostile-provider.ts'
import { outcomeOf } from '../auth/test-support.ts'
import { finish, frontend, newPerson, openBrowser, start } from './test-support.ts'

const victim = newPerson()
const evil = await forAllTests(startHostileProvider({ person: { ...victim } }))
const logLines: string[] = []
const api = await forAllTests(
  startApi({
    config: { oauthProviders: [evil.config], oauthReturnUrls: [frontend] },
    logLines,
  }),
)
afterEach(async () => {
  expect(evil.canary.hits).toBe(0)
  await api.database.db.execute(sql`delete from users where email = ${victim.email}`)
})

/**
 * Signs in once with a provider that misbehaves from discovery on, or from the moment the browser
 * returns.
 */
async function signInAt(
  how: Misbehaviour,
  { fromTheStart = how.metadata !== undefined } = {},
): Promise<Answer> {
  // Clears what is cached about it.
  api.deps.identityProviders = createIdentityProviders([evil.config])
  evil.misbehave(fromTheStart ? how : {})
  const browser = openBrowser(api)
  const callback = evil.visit(await start(browser, 'evil'))
  evil.misbehave(how)
  return finish(browser, callback, 'evil')
}

const now = () => Math.floor(Date.now() / 1000)

function unsigned(alg: string) {
  return (claims: JWTPayload) => `${encode({ alg, typ: 'JWT' })}.${encode(claims)}.`
}

function hmacWith(secretOf: (keys: { publicPem: string }) => string) {
  return (claims: JWTPayload, keys: { publicPem: string }) => {
    const input = `${encode({ alg: 'HS256', kid: 'k1' })}.${encode(claims)}`
    return `${input}.${createHmac('sha256', secretOf(keys)).update(input).digest('base64url')}`
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Begins an answer and never ends it. */
const hang: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{')
}
const silent: RequestListener = () => undefined
const fail: RequestListener = (_request, response) => send(response, { error: 'server_error' }, 500)
const redirect: RequestListener = (_request, response) => {
  response.writeHead(302, { location: evil.canary.url })
  response.end()
}
const endless: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"access_token": "')
  // Sends as much as the client accepts, up to 10 MB.
  for (let sent = 0; sent < 10 * 1024 * 1024 && response.write('a'.repeat(64 * 1024)); )
    sent += 64 * 1024
  response.on('drain', () => response.write('a'.repeat(64 * 1024)))
}
const bomb: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  response.end(gzipSync(`{"access_token": "${'a'.repeat(10 * 1024 * 1024)}"}`))
}
const page: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end('<h1>Welcome</h1>')
}

test('an honest provider of this kind signs in', async () => {
  const answer = await signInAt({})
  expect(outcomeOf(answer)).toBe('200')
})

const tokens: [string, Misbehaviour][] = [
  ['is for a different client', { claims: { aud: 'another' } }],
  [
    'is for several clients without saying for whom',
    { claims: { aud: ['lyceum', 'another'], azp: 'another' } },
  ],
  ['is from a different issuer', { claims: { iss: 'https://accounts.google.com' } }],
  ['has a different nonce', { claims: { nonce: 'another' } }],
  ['has no nonce', { claims: { nonce: undefined } }],
  ['has expired', { claims: { iat: now() - 7200, exp: now() - 3600 } }],
  ['never expires', { claims: { exp: undefined } }],
  ['expires in words', { claims: { exp: 'tomorrow' } }],
  ['is not valid yet', { claims: { nbf: now() + 3600 } }],
  ['names nobody', { claims: { sub: undefined } }],
  ['names nobody in particular', { claims: { sub: '' } }],
  ['names somebody by a blank', { claims: { sub: ' ' } }],
  ['names somebody in a way no database accepts', { claims: { sub: 'a\0b' } }],
  ['names somebody at length', { claims: { sub: 'a'.repeat(10_000) } }],
  ['is not signed', { sign: unsigned('none') }],
  ['is not signed, in other letters', { sign: unsigned('nOnE') }],
  [
    'is not signed, by a provider that says that this is its way',
    { sign: unsigned('none'), metadata: { id_token_signing_alg_values_supported: ['none'] } },
  ],
  ['is signed with the public key as a secret', { sign: hmacWith(({ publicPem }) => publicPem) }],
  [
    'is signed with the public key as a secret, by a provider that says that this is its way',
    {
      sign: hmacWith(({ publicPem }) => publicPem),
      metadata: { id_token_signing_alg_values_supported: ['HS256'] },
    },
  ],
  [
    'is signed with our secret',
    {
      sign: hmacWith(() => evil.config.clientSecret),
      metadata: { id_token_signing_alg_values_supported: ['HS256'] },
    },
  ],
  ['is signed with a foreign key', { sign: (claims, { foreign }) => signWith(foreign)(claims) }],
  [
    'is signed with a key that the provider has not',
    { sign: (claims, { own }) => signWith(own, { kid: 'k2' })(claims) },
  ],
  [
    'brings its key along',
    {
      sign: (claims, { foreign }) =>
        signWith(foreign, { jku: evil.canary.url, x5u: evil.canary.url, kid: undefined })(claims),
    },
  ],
  [
    'was changed after it was signed',
    { sign: async (claims, { own }) => changed(await signWith(own)(claims)) },
  ],
  ['is missing', { sign: () => undefined as unknown as string }],
  ['is not a token', { sign: () => 'not.a.token' }],
]

function changed(token: string): string {
  const [header, claims = '', signature] = token.split('.')
  const other = {
    ...JSON.parse(Buffer.from(claims, 'base64url').toString()),
    email_verified: true,
    extra: 1,
  }
  return [header, encode(other), signature].join('.')
}

test.each(tokens)('an id_token that %s signs nobody in', async (_what, how) => {
  const answer = await signInAt(how)

  expect(outcomeOf(answer)).toBe('502 ProviderUnavailable')
  const { rows } = await api.database.db.execute(
    sql`select email from users where email = ${victim.email}`,
  )
  expect(rows).toEqual([])
})

test.each([
  ['its token endpoint fails', { '/token': fail }],
  ['its keys fail', { '/jwks': fail }],
  ['its token endpoint answers with 10 MB', { '/token': endless }],
  ['its token endpoint answers with 10 MB, packed into 10 kB', { '/token': bomb }],
  ['its keys are 10 MB', { '/jwks': endless }],
  ['its token endpoint redirects elsewhere', { '/token': redirect }],
  ['its keys redirect elsewhere', { '/jwks': redirect }],
  ['its token endpoint answers with a web page', { '/token': page }],
] as [string, NonNullable<Misbehaviour['answers']>][])(
  'if %s, nobody is signed in, and the answer takes less than ten seconds',
  async (_what, answers) => {
    const before = Date.now()
    const bytesBefore = evil.sentBytes()
    const answer = await signInAt({ answers })

    expect(outcomeOf(answer)).toBe('502 ProviderUnavailable')
    expect(Date.now() - before).toBeLessThan(10_000)
    // Expects only the buffers of the two sockets to be sent.
    expect(evil.sentBytes() - bytesBefore).toBeLessThan(8 * 1024 * 1024)
  },
)

test('a provider that is slow at every step is not waited for either', async () => {
  const before = Date.now()
  const answer = await signInAt({
    sign: async (claims, { own }) => {
      await new Promise((resolve) => setTimeout(resolve, 4_500))
      return signWith(own)(claims)
    },
    answers: { '/jwks': silent },
  })

  expect(outcomeOf(answer)).toBe('502 ProviderUnavailable')
  expect(Date.now() - before).toBeLessThan(9_000)
})

test.each([
  ['hangs', hang],
  ['fails', fail],
  ['redirects elsewhere', redirect],
  ['is 10 MB long', endless],
] as [string, RequestListener][])(
  'a discovery document that %s starts no sign-in',
  async (_what, listener) => {
    api.deps.identityProviders = createIdentityProviders([evil.config])
    evil.misbehave({ answers: { '/.well-known/openid-configuration': listener } })
    const before = Date.now()
    const answer = await api.request('POST /api/v1/auth/oauth/evil/start', { body: {} })

    expect(outcomeOf(answer)).toBe('502 ProviderUnavailable')
    expect(Date.now() - before).toBeLessThan(10_000)
    // Lets the next sign-in ask it again.
    evil.misbehave({})
    expect((await api.request('POST /api/v1/auth/oauth/evil/start', { body: {} })).status).toBe(200)
  },
)

test('a discovery document of a different issuer is refused', async () => {
  api.deps.identityProviders = createIdentityProviders([evil.config])
  evil.misbehave({ metadata: { issuer: 'https://accounts.google.com' } })
  expect(outcomeOf(await api.request('POST /api/v1/auth/oauth/evil/start', { body: {} }))).toBe(
    '502 ProviderUnavailable',
  )
})

test('a sign-in by redirects reports to the frontend if the provider does not answer or answers nonsense', async () => {
  api.deps.identityProviders = createIdentityProviders([evil.config])
  evil.misbehave({ answers: { '/.well-known/openid-configuration': fail } })
  const begun = await api.request(`GET /api/v1/auth/oauth/evil/redirect`)
  expect(begun.headers.location).toBe(`${frontend}?error=ProviderUnavailable`)

  evil.misbehave({ claims: { aud: 'another' } })
  const browser = openBrowser(api)
  const { headers } = await browser.request('GET /api/v1/auth/oauth/evil/redirect')
  const callback = evil.visit(String(headers.location))
  const ended = await browser.request(`GET ${callback.pathname}${callback.search}`)
  expect(ended.headers.location).toBe(`${frontend}?error=ProviderUnavailable`)
})

test('the log says what was wrong, without what the provider sent', async () => {
  logLines.length = 0
  await signInAt({ claims: { aud: 'another', email: 'victim-of-logs@example.com' } })

  const line = logLines.find(
    (text) => text.includes('ProviderUnavailable') && text.includes('"level":50'),
  )
  expect(line).toContain('evil: unexpected JWT claim value encountered')
  expect(logLines.join('\n')).not.toContain('victim-of-logs')
})

test.each([
  ['name', { name: 'Ada\0King' }, '200'],
  ['name', { name: { $ne: null } }, '200'],
  ['name', { name: 'A'.repeat(20_000) }, '200'],
  ['email', { email: 'ada\0@example.com' }, '403 ProviderEmailNotVerified'],
  ['email', { email: ['ada@example.com'] }, '403 ProviderEmailNotVerified'],
  ['email', { email: `${'a'.repeat(20_000)}@example.com` }, '403 ProviderEmailNotVerified'],
])('a strange %s does no harm: %#', async (_what, claims, outcome) => {
  const { email } = newPerson()
  const answer = await signInAt({ claims: { sub: crypto.randomUUID(), email, ...claims } })
  expect(outcomeOf(answer)).toBe(outcome)
  if (answer.status === 200) expect(answer.body.user.name).toMatch(/^Learner /)

  const user = await api.given.learner()
  const started = await api.request('POST /api/v1/me/oauth/evil/start', {
    token: user.token,
    body: { password: user.password },
  })
  const body = Object.fromEntries(evil.visit(started.body.authorizationUrl).searchParams)
  evil.misbehave({ claims: { sub: crypto.randomUUID(), email, ...claims } })
  expect(
    (await api.request('POST /api/v1/me/oauth/evil/callback', { token: user.token, body })).status,
  ).toBe(200)
})

test('while the provider hangs for many users, other routes answer at once', async () => {
  api.deps.identityProviders = createIdentityProviders([evil.config])
  evil.misbehave({})
  const browsers = Array.from({ length: 30 }, () => openBrowser(api))
  const callbacks: URL[] = []
  for (const browser of browsers) callbacks.push(evil.visit(await start(browser, 'evil')))
  evil.misbehave({ answers: { '/token': hang } })
  const began = Date.now()
  const waiting = browsers.map((browser, index) =>
    finish(browser, callbacks[index] ?? new URL(frontend), 'evil'),
  )

  let ended = 0
  for (const one of waiting) void one.finally(() => ended++)
  for (let count = 0; count < 40; count++)
    expect((await api.request('GET /readyz')).status).toBe(200)
  expect(ended).toBe(0)
  expect((await Promise.all(waiting)).map(outcomeOf)).toEqual(
    Array(30).fill('502 ProviderUnavailable'),
  )
  expect(Date.now() - began).toBeLessThan(10_000)
})
