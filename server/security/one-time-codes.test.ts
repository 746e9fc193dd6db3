import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { makeSecret } from './key-ring/keys.ts'
import { macOfCode, makeCode, sameMac } from './one-time-codes.ts'

const [key, otherKey] = [makeSecret(), makeSecret()]
const expiresAt = new Date('2026-11-21T10:00:00Z')
const subject = {
  userId: '019a0000-0000-7000-8000-000000000001',
  purpose: 'reset_password',
  code: '01234567',
} as const

test('codes have eight digits, leading zeros kept, every digit equally often in every place', () => {
  const made = Array.from({ length: 2_000 }, () => makeCode(key, { requestId: newId(), expiresAt }))
  for (const code of made) expect(code).toMatch(/^\d{8}$/)
  expect(new Set(made).size).toBeGreaterThan(1_990)

  for (let place = 0; place < 8; place++) {
    const counts = Array.from(
      { length: 10 },
      (_, digit) => made.filter((code) => code[place] === String(digit)).length,
    )
    const chiSquare = counts.reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0)
    // Has nine degrees of freedom: a fair generator exceeds 50 once in ten million times.
    expect(chiSquare).toBeLessThan(50)
  }
})

test('a code depends on the key, its request and its expiry, and on nothing else', () => {
  const request = { requestId: subject.userId, expiresAt }
  const code = makeCode(key, request)

  expect(makeCode(key, { ...request })).toBe(code)
  expect(makeCode(otherKey, request)).not.toBe(code)
  expect(makeCode(key, { ...request, requestId: newId() })).not.toBe(code)
  expect(makeCode(key, { ...request, expiresAt: new Date(0) })).not.toBe(code)
})

test('the stored form depends on the key, the user, the purpose and the code', () => {
  const stored = macOfCode(key, subject)
  expect(sameMac(stored, macOfCode(key, { ...subject }))).toBe(true)
  for (const other of [
    macOfCode(otherKey, subject),
    macOfCode(key, { ...subject, userId: '019a0000-0000-7000-8000-000000000002' }),
    macOfCode(key, { ...subject, purpose: 'verify_email' }),
    macOfCode(key, { ...subject, code: '01234568' }),
  ]) {
    expect(sameMac(stored, other)).toBe(false)
  }
})

test('the stored form is not a hash that anyone could compute', () => {
  const stored = macOfCode(key, subject)
  expect(stored).toMatch(/^[0-9a-f]{64}$/)
  for (const text of [subject.code, `${subject.purpose}\n${subject.userId}\n${subject.code}`]) {
    expect(stored).not.toBe(createHash('sha256').update(text).digest('hex'))
  }
})
