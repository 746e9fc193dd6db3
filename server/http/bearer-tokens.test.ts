import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CompactSign, importJWK } from 'jose'
import { expect, test } from 'vitest'
import type { SigningKey } from '../security/key-ring/keys.ts'
import { makeKeys } from '../security/key-ring/keys.ts'
import { forAllTests, startApi } from '../test/api.ts'

const api = await forAllTests(startApi())
const learner = await api.given.learner()
const [headerOf, claimsOf] = [partOf(learner.token, 0), partOf(learner.token, 1)]
const [ownKey] = api.deps.keys.signing

function partOf(token: string, index: number): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString())
}

function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(
    'base64url',
  )
}

/** Signs a token with the server's own key, with any claims. */
async function sign(
  claims: object | string,
  header: object = {},
  key: SigningKey | undefined = ownKey,
): Promise<string> {
  const text = typeof claims === 'string' ? claims : JSON.stringify(claims)
  const { alg, ...rest } = { ...headerOf, ...header }
  return new CompactSign(Buffer.from(text))
    .setProtectedHeader({ ...rest, alg: String(alg) })
    .sign(await importJWK({ ...key }, 'EdDSA'))
}

async function outcomesOf(authorization: string): Promise<string[]> {
  const headers = { authorization }
  const rest = await api.request('GET /api/v1/me', { headers })
  const rpc = await api.request('GET /trpc/me.get?input={}', { headers })
  return [rest, rpc].map(
    ({ status, body, headers }) =>
      `${status} ${body.error?.data?.error ?? body.error} ${headers['www-authenticate']}`,
  )
}

const missing = '401 TokenMissing Bearer'
const invalid = '401 TokenInvalid Bearer error="invalid_token"'

test.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Token x', 'BearerToken'])(
  '%j counts as no token',
  async (authorization) => {
    expect(await outcomesOf(authorization)).toEqual([missing, missing])
  },
)

test.each([
  'Bearer  x',
  'Bearer x y',
  'Bearer\tx',
  'Bearer ..',
  'Bearer %E0%A4%A',
  'Bearer null',
  `Bearer ${'x'.repeat(9_000)}`,
  `Bearer ${learner.token}x`,
  `Bearer ${learner.token} ${learner.token}`,
  `Bearer ${learner.token.slice(0, -2)}`,
  `Bearer ${learner.token.split('.').slice(0, 2).join('.')}.`,
  `Bearer "${learner.token}"`,
])('%.30j is an invalid token', async (authorization) => {
  expect(await outcomesOf(authorization)).toEqual([invalid, invalid])
})

test.each(['bearer', 'BEARER', 'Bearer '])(
  'the scheme %j is accepted in any case',
  async (scheme) => {
    expect(
      (
        await api.request('GET /api/v1/me', {
          headers: { authorization: `${scheme} ${learner.token}` },
        })
      ).status,
    ).toBe(200)
  },
)

test('a token is accepted only in the Authorization header', async () => {
  const headers = {
    cookie: `token=${learner.token}`,
    'x-access-token': learner.token,
    'proxy-authorization': `Bearer ${learner.token}`,
  }
  const query = `access_token=${learner.token}&token=${learner.token}`
  expect((await api.request('GET /api/v1/me', { headers })).status).toBe(401)
  expect((await api.request(`GET /api/v1/me?${query}`, { headers })).status).toBe(401)
  // Refuses over tRPC a query that nothing reads, before anybody is looked for.
  expect((await api.request(`GET /trpc/me.get?${query}`, { headers })).status).toBe(400)
})

test('the test signs tokens like the server', async () => {
  expect((await api.request('GET /api/v1/me', { token: await sign(claimsOf) })).status).toBe(200)
})

test('claims hold only what is documented, and nothing about the person', () => {
  expect(Object.keys(claimsOf).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub'])
  expect(claimsOf).toMatchObject({
    iss: 'http://lyceum.test',
    aud: 'http://lyceum.test',
    sub: learner.id,
  })
  expect(Object.keys(headerOf).sort()).toEqual(['alg', 'kid', 'typ'])
})

const soon = Math.floor(Date.now() / 1000) + 600
test.each<[string, object | string, object?]>([
  ['without exp', { ...claimsOf, exp: undefined }],
  ['with exp in text', { ...claimsOf, exp: String(soon) }],
  [
    'with an exp that never comes',
    JSON.stringify({ ...claimsOf, exp: 0 }).replace('"exp":0', '"exp":1e400'),
  ],
  ['with a negative exp', { ...claimsOf, exp: -1 }],
  ['with nbf in the future', { ...claimsOf, nbf: soon }],
  ['without sub', { ...claimsOf, sub: undefined }],
  ['without sid', { ...claimsOf, sid: undefined }],
  ['without jti', { ...claimsOf, jti: undefined }],
  ['without iat', { ...claimsOf, iat: undefined }],
  ['without iss', { ...claimsOf, iss: undefined }],
  ['without aud', { ...claimsOf, aud: undefined }],
  ['of another issuer', { ...claimsOf, iss: 'http://evil.test' }],
  ['for another audience', { ...claimsOf, aud: 'http://evil.test' }],
  ['whose sub is no id', { ...claimsOf, sub: 'admin' }],
  ['whose sub is somebody else', { ...claimsOf, sub: crypto.randomUUID() }],
  ['whose session is nobody’s', { ...claimsOf, sid: 'x'.repeat(40) }],
  ['that expired and is of another issuer too', { ...claimsOf, iss: 'http://evil.test', exp: 1 }],
  ['that expired and has no session too', { ...claimsOf, sid: undefined, exp: 1 }],
  ['of another type', claimsOf, { typ: 'JWT' }],
  ['of no type', claimsOf, { typ: undefined }],
  ['that claims nothing', 'null'],
  ['that is no JSON', '{'],
])('a token %s is TokenInvalid although the signature is right', async (_what, claims, header) => {
  expect(await outcomesOf(`Bearer ${await sign(claims, header)}`)).toEqual([invalid, invalid])
})

test('a token with the session of a different user is TokenInvalid', async () => {
  const other = await api.given.learner()
  expect(
    await outcomesOf(`Bearer ${await sign({ ...claimsOf, sid: partOf(other.token, 1).sid })}`),
  ).toEqual([invalid, invalid])
})

test('no other algorithm and no key of an attacker is accepted, and no URL in a token is fetched', async () => {
  let visits = 0
  const canary = createServer((_request, response) => {
    visits++
    response.end('{"keys":[]}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => canary.once('listening', resolve))
  const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/keys`

  const [published] = api.deps.tokens.publicKeys.keys
  const { x = '' } = published ?? {}
  const pem = `-----BEGIN PUBLIC KEY-----\n${Buffer.from(`302a300506032b6570032100${Buffer.from(x, 'base64url').toString('hex')}`, 'hex').toString('base64')}\n-----END PUBLIC KEY-----\n`
  const unsigned = (header: object) => `${encode({ ...headerOf, ...header })}.${encode(claimsOf)}`
  const hmac = (key: string | Buffer) => {
    const input = unsigned({ alg: 'HS256' })
    return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
  }
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rs256 = new CompactSign(Buffer.from(JSON.stringify(claimsOf)))
    .setProtectedHeader({ ...headerOf, alg: 'RS256' })
    .sign(rsa.privateKey)
  const [attacker] = (await makeKeys()).signing
  const { d: _secret, ...attackerJwk } = attacker ?? { d: '' }
  const byAttacker = (header: object) => sign(claimsOf, header, attacker)

  const forged = [
    ...['none', 'nOnE', '', 'EdDSA'].map((alg) => `${unsigned({ alg })}.`),
    ...[Buffer.from(x, 'base64url'), x, pem, JSON.stringify(published), ''].map(hmac),
    await rs256,
    await byAttacker({}),
    await byAttacker({ jwk: attackerJwk }),
    await byAttacker({ jku: url, kid: 'elsewhere' }),
    await byAttacker({ jku: url }),
    await byAttacker({ x5u: url }),
    await byAttacker({ x5c: [encode('x')] }),
    await sign(claimsOf, { kid: '../../dev/null' }),
    await sign(claimsOf, { kid: "' OR 1=1 --" }),
    await sign(claimsOf, { kid: 'x'.repeat(6_000) }),
    await sign(claimsOf, { kid: undefined }),
    await sign(claimsOf, { kid: '__proto__' }),
    ...[[headerOf.kid], null, 0, {}].map(
      (kid) => `${encode({ ...headerOf, kid })}.${learner.token.split('.').slice(1).join('.')}`,
    ),
    `${encode({ ...headerOf, crit: ['x'], x: 1 })}.${learner.token.split('.').slice(1).join('.')}`,
    `${encode({ ...headerOf, b64: false, crit: ['b64'] })}.${learner.token.split('.').slice(1).join('.')}`,
    `${learner.token.split('.')[0]}.${encode({ ...claimsOf, exp: soon * 2 })}.${learner.token.split('.')[2]}`,
  ]
  for (const token of forged)
    expect([token.slice(0, 80), ...(await outcomesOf(`Bearer ${token}`))]).toEqual([
      token.slice(0, 80),
      invalid,
      invalid,
    ])

  canary.close()
  expect(visits).toBe(0)
})

test('codes and ids that the service issues are not tokens', async () => {
  await api.request('POST /auth/forgetpassword', { body: { email: learner.email } })
  const code = await api.codeFor(learner.email)
  for (const other of [code, String(claimsOf.sid), String(claimsOf.jti), learner.id])
    expect(await outcomesOf(`Bearer ${other}`)).toEqual([invalid, invalid])
})

test('a token with modified padding bits ends with its session all the same', async () => {
  const { token } = await api.given.learner()
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.at(-1) ?? '')
  const twin = token.slice(0, -1) + alphabet[last ^ 1]
  await api.request('GET /api/v1/me', { token: twin })
  await api.request('POST /api/v1/auth/logout', { token })

  for (const form of [token, twin])
    expect(await outcomesOf(`Bearer ${form}`)).toEqual([invalid, invalid])
})
