import { randomBytes } from 'node:crypto'
import { compare } from 'bcrypt'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../test/at-once.ts'
import { createHashPool, type HashTask } from './hash-pool.ts'
import { createKeyRing, type KeyRing } from './key-ring/key-ring.ts'
import { makeKeys, type VersionedSecret } from './key-ring/keys.ts'
import { createPasswords, type PasswordHash } from './passwords.ts'

function pepper(version: number) {
  return { version, secret: randomBytes(32).toString('base64url') }
}

const others = await makeKeys()

function keysWith(peppers: VersionedSecret[], reload?: () => VersionedSecret[]): KeyRing {
  return createKeyRing({
    keys: { ...others, peppers },
    now: () => new Date(),
    ...(reload && { reload: async () => ({ ...others, peppers: reload() }) }),
  })
}

const first = pepper(1)
const pool = createHashPool()
const passwords = createPasswords({ pool, keys: keysWith([first]), cost: 10 })

test('a password matches its own hash and no other does', async () => {
  const stored = await passwords.hash('correct horse battery staple')
  expect(stored).toEqual({ hash: expect.stringMatching(/^\$2b\$10\$.{53}$/), pepperVersion: 1 })
  expect(await passwords.matches('correct horse battery staple', stored)).toBe(true)
  for (const other of [
    'correct horse battery stapl',
    'correct horse battery staple ',
    'Correct horse battery staple',
    '',
  ]) {
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
  expect(
    await createPasswords({ pool, keys: keysWith([pepper(1)]), cost: 10 }).matches(
      'correct horse battery staple',
      stored,
    ),
  ).toBe(false)
})

test('a new pepper hashes from now on, and the old one still compares', async () => {
  const old = await passwords.hash('an old password')
  const rotated = createPasswords({ pool, keys: keysWith([first, pepper(2)]), cost: 10 })

  expect(await rotated.matches('an old password', old)).toBe(true)
  const renewed = await rotated.hash('an old password')
  expect(renewed.pepperVersion).toBe(2)
  expect(await rotated.matches('an old password', renewed)).toBe(true)
})

test('a pepper that a different process used a moment ago compares at once, and one of tomorrow hashes nothing yet', async () => {
  const [second, third] = [
    pepper(2),
    { ...pepper(3), activeFrom: new Date(Date.now() + 86_400_000).toISOString() },
  ]
  const ahead = createPasswords({ pool, keys: keysWith([first, second, third]), cost: 10 })
  const behind = createPasswords({
    pool,
    keys: keysWith([first], () => [first, second, third]),
    cost: 10,
  })

  const stored = await ahead.hash('a new password')
  expect(stored.pepperVersion).toBe(2)
  expect(await behind.matches('a new password', stored)).toBe(true)
})

test('without a stored hash nothing matches, not even what it is compared with', async () => {
  for (const guess of ['nobody', '', 'correct horse battery staple'])
    expect(await passwords.matches(guess, undefined)).toBe(false)
})

test('when too many callers wait, the next is asked to come back, and the waiting ones are served', async () => {
  const maxWaiting = 3
  const busy = createPasswords({ pool, keys: keysWith([first]), cost: 10, maxWaiting })
  const room = pool.size + maxWaiting

  const results = await Promise.allSettled(
    Array.from({ length: room + 4 }, () => busy.hash('the same')),
  )

  expect(results.slice(0, room).map(({ status }) => status)).toEqual(Array(room).fill('fulfilled'))
  for (const result of results.slice(room)) {
    expect(result).toMatchObject({
      status: 'rejected',
      reason: {
        name: 'ServiceUnavailable',
        status: 503,
        retryAfterSeconds: 5,
        cause: { message: 'more passwords wait than are hashed in time' },
      },
    })
  }
  expect(await busy.matches('the same', await busy.hash('the same'))).toBe(true)
})

test('a caller that waits for too long is asked to come back, and nothing is hashed for it', async () => {
  const hashed: string[] = []
  const refused = Promise.withResolvers<void>()
  const starved = createPasswords({
    keys: keysWith([first]),
    cost: 10,
    maxWaitMilliseconds: 200,
    pool: {
      size: 1,
      run: async <Result extends string | boolean>(task: HashTask) => {
        hashed.push(task.password)
        await refused.promise
        return pool.run<Result>(task)
      },
    },
  })

  const served = starved.hash('the first')
  const [waited] = await Promise.allSettled([starved.hash('the second')])
  refused.resolve()
  expect(waited).toMatchObject({
    status: 'rejected',
    reason: { name: 'ServiceUnavailable', status: 503, retryAfterSeconds: 5 },
  })
  expect((await served).hash).toMatch(/^\$2b\$10\$/)
  expect(hashed).toHaveLength(1)
})

test('a failure inside does not use up a place', async () => {
  const busy = createPasswords({ pool, keys: keysWith([first]), cost: 10, maxWaiting: 0 })
  for (let failure = 0; failure < pool.size + 2; failure++) {
    await expect(
      busy.matches('x', { hash: `$2b$10$${'x'.repeat(53)}`, pepperVersion: 9 }),
    ).rejects.toThrow('Pepper 9')
  }
  expect((await busy.hash('x')).pepperVersion).toBe(1)
})

test('only as many callers wait as can be served within about five seconds', async () => {
  const busy = createPasswords({ pool, keys: keysWith([first]), cost: 10 })
  const room = pool.size * (1 + 80)

  const client = new AbortController()
  const asked = Promise.allSettled(
    Array.from({ length: room + 1 }, () => busy.hash('the same', client.signal)),
  )
  await new Promise(setImmediate)
  // Ends it early: refusals come at once, and need no service of the others.
  client.abort()
  const results = await asked

  expect(results.at(-1)).toMatchObject({
    status: 'rejected',
    reason: { name: 'ServiceUnavailable', retryAfterSeconds: 5 },
  })
  expect(
    results.slice(0, room).map((result) => result.status === 'rejected' && result.reason.name),
  ).not.toContain('ServiceUnavailable')
})

test('work that will hash starts only while it can be served, and refusals are slow', async () => {
  const busy = createPasswords({ pool, keys: keysWith([first]), cost: 10, maxWaiting: 2 })
  const room = pool.size + 2
  let begun = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const work = () => {
    begun++
    return finished
  }
  const inside = atOnce(room, () => busy.admit(work))

  const asked = performance.now()
  await expect(busy.admit(work)).rejects.toMatchObject({
    name: 'ServiceUnavailable',
    retryAfterSeconds: 5,
  })
  expect(performance.now() - asked).toBeGreaterThan(900)
  expect(begun).toBe(room)

  finish()
  await inside
  await busy.admit(work)
  await expect(busy.admit(() => Promise.reject(new Error('failed inside')))).rejects.toThrow(
    'failed inside',
  )
  await atOnce(room, () => busy.admit(work))
})

describe('a hash is renewed', () => {
  const costlier = createPasswords({ pool, keys: keysWith([first]), cost: 11 })
  const rotated = createPasswords({ pool, keys: keysWith([first, pepper(2)]), cost: 10 })

  test.each([
    ['when the cost was raised', costlier, { cost: '11', pepperVersion: 1 }],
    ['when the pepper was rotated', rotated, { cost: '10', pepperVersion: 2 }],
  ])('%s', async (_when, later, expected) => {
    const stored = await passwords.hash('correct horse battery staple')
    const renewed = await later.renew('correct horse battery staple', stored)

    expect(renewed).toEqual({
      hash: expect.stringContaining(`$2b$${expected.cost}$`),
      pepperVersion: expected.pepperVersion,
    })
    expect(renewed?.hash.slice(7, 29)).toBe(stored.hash.slice(7, 29))
    expect(renewed && (await later.matches('correct horse battery staple', renewed))).toBe(true)
    expect(renewed && (await later.renew('correct horse battery staple', renewed))).toBeUndefined()
  })

  test('never to a lower cost', async () => {
    const stored = await costlier.hash('correct horse battery staple')
    expect(await passwords.renew('correct horse battery staple', stored)).toBeUndefined()
    const renewed = await rotated.renew('correct horse battery staple', stored)
    expect(renewed?.hash).toMatch(/^\$2b\$11\$/)
  })
})

test('a hash from when the cost was lower takes as long to compare as one of today', async () => {
  const costlier = createPasswords({ pool, keys: keysWith([first]), cost: 12 })
  const [old, today] = [await passwords.hash('the same'), await costlier.hash('the same')]
  // Measures the processor's time: the clock includes what other processes take.
  const microseconds = async (stored: PasswordHash | undefined) => {
    const before = process.cpuUsage()
    await costlier.matches('another', stored)
    return process.cpuUsage(before).user
  }
  const fastest: number[] = []
  for (const stored of [old, today, undefined]) {
    fastest.push(
      Math.min(await microseconds(stored), await microseconds(stored), await microseconds(stored)),
    )
  }
  // Exceeds a quarter, the ratio without the padding.
  expect(Math.min(...fastest) / Math.max(...fastest)).toBeGreaterThan(0.7)
})

test('a worker that fails does not affect the others', async () => {
  await expect(pool.run({ password: 'x', salt: 'no salt' })).rejects.toThrow('salt')
  expect(await passwords.matches('x', await passwords.hash('x'))).toBe(true)
})
