import { expect, test } from 'vitest'
import { createHashPool } from './hash-pool.ts'
import { createKeyRing } from './key-ring/key-ring.ts'
import { makeKeys } from './key-ring/keys.ts'
import { createPasswords } from './passwords.ts'

test('no password is compared for a client that disconnected while waiting', async () => {
  const keys = createKeyRing({ keys: await makeKeys(), now: () => new Date() })
  const passwords = createPasswords({ keys, cost: 10, pool: createHashPool() })
  const stored = await passwords.hash('correct horse battery staple')
  const client = new AbortController()
  const stays = Array.from({ length: 20 }, () =>
    passwords.matches('correct horse battery staple', stored),
  )
  const leaves = passwords.matches('correct horse battery staple', stored, client.signal)

  client.abort()

  await expect(leaves).rejects.toThrow('aborted')
  expect(await Promise.all(stays)).not.toContain(false)
})
