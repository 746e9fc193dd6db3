import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyRing } from './key-ring/key-ring.ts'
import { makeKeys, type SigningKey } from './key-ring/keys.ts'
import { createTokens } from './tokens.ts'

const issuer = 'https://learn.example.org'
const [a, b] = [...(await makeKeys()).signing, ...(await makeKeys()).signing]
if (a === undefined || b === undefined) throw new Error('No keys were made.')
const others = await makeKeys()

function tokensWith(signing: SigningKey[], tokenIssuer = issuer) {
  return createTokens({
    keys: createKeyRing({ keys: { ...others, signing }, now: () => from }),
    issuer: tokenIssuer,
  })
}

const subject = { userId: randomUUID(), sessionId: 's'.repeat(40) }
const from = new Date('2026-03-01T12:00:00Z')
const until = new Date('2026-03-01T13:00:00Z')
const at = (time: string) => new Date(`2026-03-01T${time}Z`)

test('a token is valid to the second it expires, on first use and later', async () => {
  const tokens = tokensWith([a])
  const token = await tokens.issue(subject, { from, until })
  for (let sight = 0; sight < 2; sight++) {
    expect(await tokens.verify(token, from)).toEqual({ valid: true, ...subject })
    expect(await tokens.verify(token, at('12:59:59.999'))).toEqual({ valid: true, ...subject })
    expect(await tokens.verify(token, until)).toEqual({ valid: false, expired: true })
  }
  expect(await tokensWith([a]).verify(token, until)).toEqual({ valid: false, expired: true })
})

test('every token has its own id', async () => {
  const tokens = tokensWith([a])
  const made = await Promise.all([1, 2].map(() => tokens.issue(subject, { from, until })))
  expect(
    new Set(
      made.map(
        (token) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti,
      ),
    ).size,
  ).toBe(2)
})

test('after a rotation tokens of the old key are valid while the key is there, and invalid afterwards', async () => {
  const [before, during, after] = [tokensWith([a]), tokensWith([b, a]), tokensWith([b])]
  const old = await before.issue(subject, { from, until })
  const renewed = await during.issue(subject, { from, until })

  expect(await during.verify(old, from)).toMatchObject({ valid: true })
  expect(await after.verify(old, from)).toEqual({ valid: false, expired: false })
  expect(await after.verify(old, until)).toEqual({ valid: false, expired: false })
  expect(await after.verify(renewed, from)).toMatchObject({ valid: true })
  expect(await before.verify(renewed, from)).toEqual({ valid: false, expired: false })
})

test('a key signs from its date on, and verifies before that', async () => {
  const next = { ...b, activeFrom: at('12:30:00').toISOString() }
  const [one, other] = [tokensWith([a, next]), tokensWith([next, a])]
  for (const tokens of [one, other]) {
    const kids = await Promise.all(
      [at('12:29:59.999'), at('12:30:00')].map((moment) =>
        tokens.issue(subject, { from: moment, until }),
      ),
    )
    expect(
      kids.map(
        (token) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid,
      ),
    ).toEqual([a.kid, b.kid])
    for (const token of kids) expect(await one.verify(token, from)).toMatchObject({ valid: true })
  }
})

test('a token becomes invalid when its key is removed, even if it was verified before', async () => {
  let signing = [a, b]
  const keys = createKeyRing({
    keys: { ...others, signing },
    now: () => from,
    reload: async () => ({ ...others, signing }),
  })
  const tokens = createTokens({ keys, issuer })
  const token = await tokens.issue(subject, { from, until })
  expect(await tokens.verify(token, from)).toMatchObject({ valid: true })

  signing = [b]
  await keys.refresh()
  expect(await tokens.verify(token, from)).toEqual({ valid: false, expired: false })
})

test('a token of a key added a moment ago is valid at once', async () => {
  const keys = createKeyRing({
    keys: { ...others, signing: [a] },
    now: () => from,
    reload: async () => ({ ...others, signing: [a, b] }),
  })
  const token = await tokensWith([b]).issue(subject, { from, until })
  expect(await createTokens({ keys, issuer }).verify(token, from)).toMatchObject({ valid: true })
})

test('all keys are published, without their private halves', async () => {
  const { publicKeys } = tokensWith([b, a])
  expect(publicKeys.keys).toEqual(
    [b, a].map(({ kid, x }) => ({ kid, x, kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' })),
  )
})

test('a token of a different service with the same keys is invalid', async () => {
  const foreign = tokensWith([a], 'https://other.example.org')
  const tokens = tokensWith([a])
  const token = await foreign.issue(subject, { from, until })
  for (const time of [from, until])
    expect(await tokens.verify(token, time)).toEqual({ valid: false, expired: false })
})

test('garbage is invalid, and never throws', async () => {
  const tokens = tokensWith([a])
  const good = await tokens.issue(subject, { from, until })
  const [head = '', body = '', signature = ''] = good.split('.')
  for (const token of [
    '',
    '.',
    '..',
    '...',
    'a.b.c',
    `${head}..${signature}`,
    `.${body}.${signature}`,
    `${head}.${body}.`,
    `${head}.${body}.${signature}=`,
    'é.é.é',
    '\0',
    `${good}.`,
  ]) {
    expect([token, await tokens.verify(token, from)]).toEqual([
      token,
      { valid: false, expired: false },
    ])
  }
})
