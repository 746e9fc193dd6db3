import { execFile } from 'node:child_process'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { folderForAllTests } from '../../test/folder.ts'
import { createKeys, KeysError, makeKeys, readKeys } from './keys.ts'

const folder = await folderForAllTests()
const keys = await makeKeys()
const [signing] = keys.signing
const codes = keys.codes[0]?.secret
const [otherSigning] = (await makeKeys()).signing

let count = 0
async function fileWith(content: string): Promise<string> {
  const file = join(folder, `keys-${++count}.json`)
  await writeFile(file, content)
  return file
}

test('created keys can be read back, by their owner only', async () => {
  const file = join(folder, 'new/folder/keys.json')
  expect(await createKeys(file)).toBe(true)
  const made = await readKeys(file)
  expect([made.signing.length, made.peppers[0]?.version]).toEqual([1, 1])
  expect([
    (await stat(file)).mode & 0o777,
    (await stat(join(folder, 'new/folder'))).mode & 0o777,
  ]).toEqual([0o600, 0o700])

  expect(await createKeys(file)).toBe(false)
  expect(await readKeys(file)).toEqual(made)
})

test('of processes that start at once one creates the keys, and all read the same', async () => {
  const file = join(folder, 'race/keys.json')
  const module = new URL('keys.ts', import.meta.url).href
  const script = `const { createKeys, readKeys } = await import(${JSON.stringify(module)})
    const made = await createKeys(process.argv[1])
    console.log(JSON.stringify({ made, codes: (await readKeys(process.argv[1])).codes[0].secret }))`
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, file], {
      env: {},
    })

  const outcomes = (await Promise.all([run(), run(), run()])).map(({ stdout }) =>
    JSON.parse(stdout),
  )

  expect(outcomes.filter(({ made }) => made)).toHaveLength(1)
  expect(new Set(outcomes.map(({ codes }) => codes)).size).toBe(1)
  expect(await readdir(join(folder, 'race'))).toEqual(['keys.json'])
})

describe('invalid keys are refused with the file and the place, never with a key', () => {
  test.each<[string, unknown, string]>([
    ['no JSON', `{"codes":"${codes}"`, 'content'],
    ['a list', [codes], 'content'],
    ['nothing to sign with', { ...keys, signing: [] }, 'signing'],
    ['a key of 8 bytes', { ...keys, signing: [{ ...signing, d: 'c2hvcnRrZXk' }] }, 'signing.0.d'],
    [
      'a key that is no base64url',
      { ...keys, signing: [{ ...signing, d: `${signing?.d.slice(0, -1)}!` }] },
      'signing.0.d',
    ],
    ['halves of two keys', { ...keys, signing: [{ ...signing, x: otherSigning?.x }] }, 'signing.0'],
    ['a key of another kind', { ...keys, signing: [{ ...signing, kty: 'oct' }] }, 'signing.0.kty'],
    [
      'two keys of one name',
      { ...keys, signing: [signing, { ...otherSigning, kid: signing?.kid }] },
      'signing',
    ],
    ['no pepper', { ...keys, peppers: [] }, 'peppers'],
    [
      'two peppers of one version',
      { ...keys, peppers: [keys.peppers[0], { ...keys.peppers[0], secret: codes }] },
      'peppers',
    ],
    [
      'a short pepper',
      { ...keys, peppers: [{ version: 1, secret: 'c2hvcnQ' }] },
      'peppers.0.secret',
    ],
    ['no key for codes', { ...keys, codes: undefined }, 'codes'],
    ['a short key for codes', { ...keys, codes: 'c2hvcnRrZXk' }, 'codes.0.secret'],
    [
      'two keys for codes of one version',
      { ...keys, codes: [keys.codes[0], { ...keys.codes[0], secret: signing?.x }] },
      'codes',
    ],
    [
      'a moment that is none',
      { ...keys, signing: [{ ...signing, activeFrom: 'soon' }] },
      'signing.0.activeFrom',
    ],
  ])('%s', async (_what, content, place) => {
    const file = await fileWith(typeof content === 'string' ? content : JSON.stringify(content))
    const refusal = await readKeys(file).catch((error) => error)

    expect(refusal).toBeInstanceOf(KeysError)
    expect(refusal.message).toContain(`${file} is not valid: ${place}: `)
    for (const secret of [codes, keys.peppers[0]?.secret, signing?.d, signing?.x, 'c2hvcn'])
      expect(refusal.message).not.toContain(secret)
  })
})

test('a missing file is named, with the command that creates one', async () => {
  const file = join(folder, 'absent.json')
  await expect(readKeys(file)).rejects.toThrow(new RegExp(`no keys file at ${file}.*keys create`))
})
