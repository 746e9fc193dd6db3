import { randomBytes, randomUUID } from 'node:crypto'
import {
  chown,
  link,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair, importJWK } from 'jose'
import { z } from 'zod'
import { deriveCredentialKey, es256KeyOf, makeCredentialKey } from './credential-keys.ts'

const Secret = z.base64url().min(43, 'must have at least 32 bytes')

/** When it comes into use: late enough for every process to know it. Absent: always in use. */
const activeFrom = z.iso.datetime().optional()

const SigningKey = z
  .object({
    kid: z.string().min(1),
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: Secret,
    d: Secret,
    activeFrom,
  })
  .refine(isKeyPair, 'is not a matching pair of Ed25519 key halves')
export type SigningKey = z.infer<typeof SigningKey>

const CredentialKey = z
  .object({
    kid: z.string().regex(/^[\w-]{4,40}$/, 'must be 4 to 40 letters, digits, - and _'),
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: Secret,
    /** May be deleted once a different key signs; the public halves stay. */
    d: Secret.optional(),
    /** The public half for ES256, whose private half is derived from `d`. */
    es256: z.object({ x: Secret, y: Secret }).optional(),
    activeFrom,
  })
  .refine(
    ({ d, ...key }) => d === undefined || isKeyPair({ ...key, d }),
    'is not a matching pair of Ed25519 key halves',
  )
  .transform((key) => {
    if (key.d === undefined) return key
    const { x, y } = es256KeyOf(key.d)
    return { ...key, es256: { x, y } }
  })
export type CredentialKey = z.infer<typeof CredentialKey>

const VersionedSecret = z.object({
  version: z.number().int().min(1).max(32_767),
  secret: Secret,
  activeFrom,
})
export type VersionedSecret = z.infer<typeof VersionedSecret>

const KeysFile = z.object({
  /** The latest active key signs (the first of several); all of them verify and are published. */
  signing: z
    .array(SigningKey)
    .min(1)
    .refine((keys) => areDistinct(keys.map(({ kid }) => kid)), 'two keys have the same kid'),
  /** Mixed into passwords before bcrypt. The highest active version hashes; all compare. */
  peppers: versioned('two peppers have the same version'),
  /**
   * HMAC keys under which one-time codes are stored. The highest active version is for new codes.
   * A single key may be a plain string.
   */
  codes: z.preprocess(
    (codes) => (typeof codes === 'string' ? [{ version: 1, secret: codes }] : codes),
    versioned('two keys of codes have the same version'),
  ),
  /**
   * Keys that sign certificates as Verifiable Credentials. All of them stay here and are published
   * forever: credentials are checked for years.
   */
  credentials: z
    .array(CredentialKey)
    .min(1)
    .refine(
      (keys) => keys.at(-1)?.d !== undefined,
      'the last key, which signs, has no private half',
    )
    .refine((keys) => areDistinct(keys.map(({ kid }) => kid)), 'two keys have the same kid')
    .optional(),
})

/** Derives a key for credentials from another secret, in a file without any. */
const Keys = KeysFile.transform(({ credentials, ...keys }) => ({
  ...keys,
  credentials:
    credentials ??
    keys.codes.slice(0, 1).map(({ secret }): CredentialKey => deriveCredentialKey(secret)),
}))
export type Keys = z.infer<typeof Keys>

function versioned(refusal: string) {
  return z
    .array(VersionedSecret)
    .min(1)
    .refine((secrets) => areDistinct(secrets.map(({ version }) => version)), refusal)
}

export class KeysError extends Error {
  override readonly name = 'KeysError'
}

export async function makeKeys(): Promise<Keys> {
  return {
    signing: [await makeSigningKey()],
    peppers: [{ version: 1, secret: makeSecret() }],
    codes: [{ version: 1, secret: makeSecret() }],
    credentials: [makeCredentialKey()],
  }
}

export async function makeSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('Ed25519', { extractable: true })
  const { x, d } = await exportJWK(privateKey)
  if (x === undefined || d === undefined)
    throw new KeysError('The runtime generated an incomplete key.')
  return { kid: randomUUID(), kty: 'OKP', crv: 'Ed25519', x, d }
}

export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Reads the keys. Errors name the file and the mistake, never a key. */
export async function readKeys(file: string): Promise<Keys> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new KeysError(
      error.code === 'ENOENT'
        ? `There is no keys file at ${file}. Create one with: npm run lyceum -- keys create`
        : `The keys file ${file} cannot be read (${error.code}).`,
    )
  })
  return parseKeys(text, `The keys file ${file}`)
}

/** Source of the keys: the text itself takes precedence over the file. */
export interface KeysSource {
  keysFile: string
  keysText: string | undefined
}

/** Reads the keys of the settings. Errors name the place and the mistake, never a key. */
export async function readConfiguredKeys({ keysFile, keysText }: KeysSource): Promise<Keys> {
  return keysText === undefined ? readKeys(keysFile) : parseKeys(keysText, 'The setting KEYS')
}

async function parseKeys(text: string, place: string): Promise<Keys> {
  const parsed = await Keys.safeParseAsync(parseJson(text))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'content'}: ${issue.message}`,
  )
  throw new KeysError(`${place} is not valid: ${problems.join('; ')}`)
}

/** Returns who can read a file besides its owner; undefined if nobody, or without a file. */
export async function exposureOf(file: string): Promise<'group' | 'everybody' | undefined> {
  // Skips Windows, which has no such permissions.
  if (process.platform === 'win32') return undefined
  const { mode } = await stat(file).catch(() => ({ mode: 0 }))
  if ((mode & 0o007) !== 0) return 'everybody'
  return (mode & 0o070) !== 0 ? 'group' : undefined
}

/**
 * Refuses keys that every account of the machine could read. Their group may: containers run with
 * their own, for which they mount secrets.
 */
export async function requirePrivateKeys(file: string): Promise<void> {
  if ((await exposureOf(file)) !== 'everybody') return
  throw new KeysError(`Everybody on this machine can read the keys file. Run: chmod 600 ${file}`)
}

/**
 * Writes new keys, readable only by the owner. Returns false if the file already exists: of two
 * processes that start at once, one creates the keys.
 */
export async function createKeys(file: string): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = await writeBeside(file, await makeKeys())
  try {
    await link(temporary, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await unlink(temporary)
  }
}

/**
 * Copies the keys of the settings to a file, readable only by its owner. An existing copy stays;
 * other keys are not replaced.
 */
export async function copyKeys({ keysFile, keysText }: KeysSource, to: string): Promise<void> {
  const text = keysText ?? (await readFile(keysFile, 'utf8'))
  await writeFile(to, text, { flag: 'wx', mode: 0o600 }).catch(
    async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' || (await readFile(to, 'utf8')) !== text) throw error
    },
  )
}

/** Replaces the keys in the file atomically: readers see the old ones or the new ones. */
export async function replaceKeys(file: string, keys: Keys): Promise<void> {
  const target = await realpath(file)
  const { uid, gid } = await stat(target)
  const temporary = await writeBeside(target, keys).catch((error: NodeJS.ErrnoException) => {
    throw new KeysError(
      `The folder of ${file} cannot be written to (${error.code}). Change a copy of the file, with ` +
        'KEYS_FILE set to it, and replace the mounted secret by the copy.',
    )
  })
  try {
    // Keeps the owner: the operator may differ, and the server must still read the file.
    if (uid !== process.getuid?.()) await chown(temporary, uid, gid)
    await rename(temporary, target)
  } catch (error) {
    await unlink(temporary)
    throw error
  }
  await syncFolder(dirname(target))
}

async function writeBeside(file: string, keys: Keys): Promise<string> {
  const temporary = `${file}.${process.pid}.${randomUUID()}`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(keys, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return temporary
}

/** Makes the rename survive a power failure. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

async function isKeyPair(key: {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  d: string
}): Promise<boolean> {
  return importJWK(key, 'EdDSA').then(
    () => true,
    () => false,
  )
}

function areDistinct(values: unknown[]): boolean {
  return new Set(values).size === values.length
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
