import { expect, test } from 'vitest'
import { createKeyRing } from './key-ring.ts'
import { makeKeys } from './keys.ts'
import { addKey, withoutUnneeded } from './rotate-keys.ts'
import { isSealedWithFormerKey, openSecret, sealSecret } from './stored-secrets.ts'

const now = () => new Date()
const keys = await makeKeys()
const ring = createKeyRing({ keys, now })
const purpose = 'course credential'

test('a secret opens for its purpose alone, and is different each time it is sealed', async () => {
  const sealed = sealSecret(ring, 'ghp_token', purpose)
  expect(await openSecret(ring, sealed, purpose)).toBe('ghp_token')
  expect(await openSecret(ring, sealed, 'course hook')).toBeUndefined()
  expect(sealSecret(ring, 'ghp_token', purpose).equals(sealed)).toBe(false)
  expect(sealed.includes('ghp_token')).toBe(false)
})

test('a single changed bit is found', async () => {
  const sealed = sealSecret(ring, 'ghp_token', purpose)
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(await openSecret(ring, changed, purpose)).toBeUndefined()
  }
  for (const length of [0, 3, 30])
    expect(await openSecret(ring, sealed.subarray(0, length), purpose)).toBeUndefined()
})

test('after a rotation it still opens, is known to be old, and keeps its key from being pruned', async () => {
  const sealed = sealSecret(ring, 'ghp_token', purpose)
  const past = new Date(Date.now() - 1_000)
  const rotated = await addKey(keys, { kind: 'peppers', activeFrom: past }, past)
  if (rotated === undefined) throw new Error('not rotated')
  const after = createKeyRing({ keys: rotated, now })
  expect(await openSecret(after, sealed, purpose)).toBe('ghp_token')
  expect([isSealedWithFormerKey(ring, sealed), isSealedWithFormerKey(after, sealed)]).toEqual([
    false,
    true,
  ])
  const prune = async (pepperVersions: number[]) => {
    const hasSessionFrom = async () => false
    const kept = await withoutUnneeded(rotated, { now: now(), hasSessionFrom, pepperVersions })
    return openSecret(createKeyRing({ keys: kept, now }), sealed, purpose)
  }
  expect([await prune([1]), await prune([])]).toEqual(['ghp_token', undefined])
})
