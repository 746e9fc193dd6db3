import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeKeys } from './keys.ts'
import { createTokens } from './tokens.ts'

const issuer = 'https://learn.example.org'
const [a, b] = [...(await makeKeys()).signing, ...(await makeKeys()).signing]
if (a === undefined || b === undefined) throw new Error('No keys were made.')
const subject = { userId: randomUUID(), sessionId: 's'.repeat(40) }
const from = new Date('2026-03-01T12:00:00Z')
const until = new Date('2026-03-01T13:00:00Z')
const at = (time: string) => new Date(`2026-03-01T${time}Z`)

test('a token speaks for its subject until the second it ends, on first sight and later', async () => {
  const tokens = await createTokens({ keys: [a], issuer })
  const token = await tokens.issue(subject, { from, until })
  for (let sight = 0; sight < 2; sight++) {
    expect(await tokens.verify(token, from)).toEqual({ valid: true, ...subject })
    expect(await tokens.verify(token, at('12:59:59.999'))).toEqual({ valid: true, ...subject })
    expect(await tokens.verify(token, until)).toEqual({ valid: false, expired: true })
  }
  expect(await (await createTokens({ keys: [a], issuer })).verify(token, until)).toEqual({ valid: false, expired: true })
})

test('every token has an id of its own', async () => {
  const tokens = await createTokens({ keys: [a], issuer })
  const made = await Promise.all([1, 2].map(() => tokens.issue(subject, { from, until })))
  expect(new Set(made.map((token) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti)).size).toBe(2)
})

test('keys rotate: what the old one signed is good while it is among the keys, and invalid afterwards', async () => {
  const [before, during, after] = [
    await createTokens({ keys: [a], issuer }),
    await createTokens({ keys: [b, a], issuer }),
    await createTokens({ keys: [b], issuer }),
  ]
  const old = await before.issue(subject, { from, until })
  const renewed = await during.issue(subject, { from, until })

  expect(await during.verify(old, from)).toMatchObject({ valid: true })
  expect(await after.verify(old, from)).toEqual({ valid: false, expired: false })
  expect(await after.verify(old, until)).toEqual({ valid: false, expired: false })
  expect(await after.verify(renewed, from)).toMatchObject({ valid: true })
  expect(await before.verify(renewed, from)).toEqual({ valid: false, expired: false })
})

test('all keys are published, and nothing private of any', async () => {
  const { publicKeys } = await createTokens({ keys: [b, a], issuer })
  expect(publicKeys.keys).toEqual([b, a].map(({ kid, x }) => ({ kid, x, kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' })))
})

test('a token of another service with the same keys is invalid', async () => {
  const foreign = await createTokens({ keys: [a], issuer: 'https://other.example.org' })
  const tokens = await createTokens({ keys: [a], issuer })
  const token = await foreign.issue(subject, { from, until })
  for (const time of [from, until]) expect(await tokens.verify(token, time)).toEqual({ valid: false, expired: false })
})

test('garbage is invalid, and never an exception', async () => {
  const tokens = await createTokens({ keys: [a], issuer })
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
    expect([token, await tokens.verify(token, from)]).toEqual([token, { valid: false, expired: false }])
  }
})
