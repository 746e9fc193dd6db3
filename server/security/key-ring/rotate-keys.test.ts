import { readdir, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { folderForAllTests } from '../../test/folder.ts'
import { createKeyRing, inUseAt, openKeyRing, signerAt } from './key-ring.ts'
import {
  createKeys,
  type Keys,
  makeKeys,
  readConfiguredKeys,
  readKeys,
  replaceKeys,
} from './keys.ts'
import { addKey, describeKeys, type KeysInUse, replaceKey, withoutUnneeded } from './rotate-keys.ts'

const folder = await folderForAllTests()

const at = (time: string) => new Date(`2026-03-01T${time}Z`)
const now = at('12:00:00')
const before = await makeKeys()

async function added(
  keys: Keys,
  kind: 'signing' | 'peppers' | 'codes',
  activeFrom = at('12:10:00'),
): Promise<Keys> {
  const changed = await addKey(keys, { kind, activeFrom }, now)
  if (changed === undefined) throw new Error('Nothing was added.')
  return changed
}

function inUse({ signing, peppers, codes }: Keys, moment: Date): unknown[] {
  return [
    signerAt(signing, moment).kid,
    inUseAt(peppers, moment).version,
    inUseAt(codes, moment).version,
  ]
}

describe('a rotation', () => {
  test('adds a key that is known at once and used from its date on', async () => {
    const keys = await added(await added(await added(before, 'signing'), 'peppers'), 'codes')
    const [old, next] = keys.signing

    expect(inUse(keys, at('12:09:59'))).toEqual([old?.kid, 1, 1])
    expect(inUse(keys, at('12:10:00'))).toEqual([next?.kid, 2, 2])
    expect(describeKeys(keys, now).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      ...[
        'signing in use',
        'signing next',
        'peppers in use',
        'peppers next',
        'codes in use',
        'codes next',
        'credentials in use',
      ],
    ])
    expect(createKeyRing({ keys, now: () => now }).allCodes).toHaveLength(2)
  })

  test('requested twice happens once', async () => {
    for (const kind of ['signing', 'peppers', 'codes'] as const) {
      expect(
        await addKey(
          await added(before, kind),
          { kind, activeFrom: at('12:20:00') },
          at('12:05:00'),
        ),
      ).toBeUndefined()
    }
  })

  test('after a compromise leaves nothing of the old key', async () => {
    const keys = await replaceKey(
      await replaceKey(await added(before, 'signing'), 'signing', now),
      'codes',
      now,
    )
    expect([keys.signing.length, keys.codes.length, keys.peppers]).toEqual([1, 1, before.peppers])
    expect(keys.signing[0]?.kid).not.toBe(before.signing[0]?.kid)
    expect(keys.codes[0]?.version).toBe(2)
    expect(inUse(keys, now)).toEqual([keys.signing[0]?.kid, 1, 2])
  })

  test('keeps the first key signing if an operator wrote several without dates', async () => {
    const [one, two] = [...before.signing, ...(await makeKeys()).signing]
    if (one === undefined || two === undefined) throw new Error('No keys were made.')
    expect(signerAt([two, one], now)).toBe(two)
    expect(signerAt([one, two], now)).toBe(one)
  })
})

describe('pruning', () => {
  const nothing: KeysInUse = {
    now: at('23:00:00'),
    hasSessionFrom: async () => false,
    pepperVersions: [2],
  }
  const rotated = async () => added(await added(await added(before, 'signing'), 'peppers'), 'codes')

  test('removes keys that nothing needs any longer', async () => {
    const { signing, peppers, codes } = await withoutUnneeded(await rotated(), nothing)
    expect([signing.length, signing[0]?.kid === before.signing[0]?.kid]).toEqual([1, false])
    expect([peppers, codes].map((secrets) => secrets.map(({ version }) => version))).toEqual([
      [2],
      [2],
    ])
  })

  test('removes nothing before the next key is in use', async () => {
    const keys = await rotated()
    expect(await withoutUnneeded(keys, { ...nothing, now: at('12:09:00') })).toEqual(keys)
  })

  test('keeps a signing key while a session of its time is open', async () => {
    const asked: Date[] = []
    const hasSessionFrom = async (until: Date) => asked.push(until) > 0
    const { signing } = await withoutUnneeded(await rotated(), { ...nothing, hasSessionFrom })
    expect(signing).toHaveLength(2)
    expect(asked).toEqual([at('12:10:10')])
  })

  test('keeps a pepper while a stored password uses it', async () => {
    const { peppers } = await withoutUnneeded(await rotated(), {
      ...nothing,
      pepperVersions: [1, 2],
    })
    expect(peppers.map(({ version }) => version)).toEqual([1, 2])
  })

  test('keeps a key for codes until the last code of its time has expired', async () => {
    const versionsAt = async (time: string) =>
      (await withoutUnneeded(await rotated(), { ...nothing, now: at(time) })).codes.map(
        ({ version }) => version,
      )
    expect(await versionsAt('12:20:10')).toEqual([1, 2])
    expect(await versionsAt('12:20:11')).toEqual([2])
  })
})

describe('the file', () => {
  test('is replaced atomically, stays private, and leaves no other file behind', async () => {
    const file = join(folder, 'own/keys.json')
    await createKeys(file)
    const keys = await added(await readKeys(file), 'signing')
    await replaceKeys(file, keys)

    expect(await readKeys(file)).toEqual(keys)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(folder, 'own'))).toEqual(['keys.json'])
  })

  test('is replaced at the target of a link, and the link stays', async () => {
    const [file, link] = [join(folder, 'target.json'), join(folder, 'link.json')]
    await createKeys(file)
    await symlink(file, link)
    await replaceKeys(link, await added(await readKeys(link), 'signing'))
    expect((await readKeys(file)).signing).toHaveLength(2)
    expect((await readKeys(link)).signing).toHaveLength(2)
  })

  test('is read again when it changes; an unreadable file changes nothing and is logged once', async () => {
    const file = join(folder, 'watched.json')
    const lines: string[] = []
    await createKeys(file)
    const { keys, close } = await openKeyRing(
      { keysFile: file, keysText: undefined },
      {
        now: () => now,
        log: pino({}, { write: (line) => lines.push(line) }),
      },
    )
    const [old] = keys.signing
    const lookAgain = () =>
      new Promise((resolve) => setTimeout(resolve, 1_010)).then(() => keys.refresh())

    await replaceKeys(file, await added(await readKeys(file), 'signing'))
    await keys.refresh()
    expect(keys.signing.map(({ kid }) => kid)).toEqual([old?.kid, expect.any(String)])

    await writeFile(file, '{"signing":')
    await lookAgain()
    await lookAgain()
    expect(keys.signing).toHaveLength(2)
    expect(lines.filter((line) => line.includes('cannot be read'))).toHaveLength(1)
    close()
  })

  test('is read again when a mounted secret is replaced, as Kubernetes does', async () => {
    const mount = join(folder, 'mount')
    for (const version of ['v1', 'v2']) await createKeys(join(mount, version, 'keys.json'))
    await symlink('v1', join(mount, 'current'))
    const keysFile = join(folder, 'mounted.json')
    await symlink('mount/current/keys.json', keysFile)
    const { keys, close } = await openKeyRing(
      { keysFile, keysText: undefined },
      { now: () => now, log: pino({ level: 'silent' }) },
    )

    await symlink('v2', join(mount, 'next'))
    await rename(join(mount, 'next'), join(mount, 'current'))
    await keys.refresh()

    expect(keys.codes).toBe((await readKeys(join(mount, 'v2/keys.json'))).codes[0]?.secret)
    close()
  })
})

test('the keys of a setting are the content of a file, and a mistake names no key', async () => {
  const made = await makeKeys()
  const source = { keysFile: '/nowhere', keysText: JSON.stringify(made) }
  expect(await readConfiguredKeys(source)).toEqual(made)

  const secret = made.codes[0]?.secret ?? ''
  const cut = { ...source, keysText: source.keysText.slice(0, -9) }
  const failure = await readConfiguredKeys(cut).catch((error: Error) => error.message)
  expect(failure).toMatch(/^The setting KEYS is not valid: /)
  expect(failure).not.toContain(secret)
})
