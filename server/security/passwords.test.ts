import { randomBytes } from 'node:crypto'
import { compare } from 'bcrypt'
import { describe, expect, test } from 'vitest'
import { createPasswords, maxHashesAtOnce } from './passwords.ts'

function pepper(version: number) {
  return { version, secret: randomBytes(32).toString('base64url') }
}

const first = pepper(1)
const passwords = createPasswords({ peppers: [first], cost: 10 })

test('a password matches its own hash and no other does', async () => {
  const stored = await passwords.hash('correct horse battery staple')
  expect(stored).toEqual({ hash: expect.stringMatching(/^\$2b\$10\$.{53}$/), pepperVersion: 1 })
  expect(await passwords.matches('correct horse battery staple', stored)).toBe(true)
  for (const other of ['correct horse battery stapl', 'correct horse battery staple ', 'Correct horse battery staple', '']) {
    expect(await passwords.matches(other, stored)).toBe(false)
  }
})

test('the same password twice makes two hashes', async () => {
  expect((await passwords.hash('the same')).hash).not.toBe((await passwords.hash('the same')).hash)
})

describe('all of a password counts, although bcrypt reads 72 bytes', () => {
  const long = 'x'.repeat(99)
  test.each([
    ['the last of 100 characters', `${long}a`, `${long}b`],
    ['the 73rd byte', `${'é'.repeat(36)}a`, `${'é'.repeat(36)}b`],
    ['what follows a NUL', 'before\0after', 'before\0later'],
  ])('%s', async (_what, one, other) => {
    const stored = await passwords.hash(one)
    expect(await passwords.matches(one, stored)).toBe(true)
    expect(await passwords.matches(other, stored)).toBe(false)
  })
})

test('a letter with an accent is one letter, however the keyboard composes it', async () => {
  const stored = await passwords.hash('caf\u00e9 au lait')
  expect(await passwords.matches('cafe\u0301 au lait', stored)).toBe(true)
  expect(await passwords.matches('cafe au lait', stored)).toBe(false)
})

test('the hash is worth nothing without the pepper', async () => {
  const stored = await passwords.hash('correct horse battery staple')
  expect(await compare('correct horse battery staple', stored.hash)).toBe(false)
  expect(await createPasswords({ peppers: [pepper(1)], cost: 10 }).matches('correct horse battery staple', stored)).toBe(false)
})

test('a new pepper hashes from now on, and the old one still compares', async () => {
  const old = await passwords.hash('an old password')
  const rotated = createPasswords({ peppers: [first, pepper(2)], cost: 10 })

  expect(await rotated.matches('an old password', old)).toBe(true)
  const renewed = await rotated.hash('an old password')
  expect(renewed.pepperVersion).toBe(2)
  expect(await rotated.matches('an old password', renewed)).toBe(true)
})

test('without a stored hash nothing matches, not even what it is compared with', async () => {
  for (const guess of ['nobody', '', 'correct horse battery staple']) expect(await passwords.matches(guess, undefined)).toBe(false)
})

test('when too many wait, the next is told to come back, and those in line are served', async () => {
  const maxWaiting = 3
  const busy = createPasswords({ peppers: [first], cost: 10, maxWaiting })
  const room = maxHashesAtOnce + maxWaiting

  const results = await Promise.allSettled(Array.from({ length: room + 4 }, () => busy.hash('the same')))

  expect(results.slice(0, room).map(({ status }) => status)).toEqual(Array(room).fill('fulfilled'))
  for (const result of results.slice(room)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { name: 'ServiceUnavailable', status: 503, retryAfterSeconds: 5 } })
  }
  expect(await busy.matches('the same', await busy.hash('the same'))).toBe(true)
})

test('a failure inside does not use up a place', async () => {
  const busy = createPasswords({ peppers: [first], cost: 10, maxWaiting: 0 })
  for (let failure = 0; failure < maxHashesAtOnce + 2; failure++) {
    await expect(busy.matches('x', { hash: `$2b$10$${'x'.repeat(53)}`, pepperVersion: 9 })).rejects.toThrow('Pepper 9')
  }
  expect((await busy.hash('x')).pepperVersion).toBe(1)
})

test('only as many wait as get their turn within about five seconds', async () => {
  const busy = createPasswords({ peppers: [first], cost: 10 })
  const room = maxHashesAtOnce * (1 + 80)
  expect(maxHashesAtOnce).toBeLessThan(4)

  const client = new AbortController()
  const asked = Promise.allSettled(Array.from({ length: room + 1 }, () => busy.hash('the same', client.signal)))
  // Who is told to come back is told at once; the others need not be served for that to be seen.
  client.abort()
  const results = await asked

  expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { name: 'ServiceUnavailable', retryAfterSeconds: 5 } })
  expect(results.slice(0, room).map((result) => result.status === 'rejected' && result.reason.name)).not.toContain('ServiceUnavailable')
})
