import { expect, test } from 'vitest'
import { createKeyRing } from '../security/key-ring.ts'
import { makeKeys } from '../security/keys.ts'
import { createPasswords } from '../security/passwords.ts'

test('nobody is compared with whose client went away while waiting for its turn', async () => {
  const keys = createKeyRing({ keys: await makeKeys(), now: () => new Date() })
  const passwords = createPasswords({ keys, cost: 10 })
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
