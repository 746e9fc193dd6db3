import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair, importJWK } from 'jose'
import { z } from 'zod'

const Secret = z.base64url().min(43, 'must hold at least 32 bytes')

const SigningKey = z
  .object({
    kid: z.string().min(1),
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: Secret,
    d: Secret,
  })
  .refine(isKeyPair, 'is not the two halves of one Ed25519 key')
export type SigningKey = z.infer<typeof SigningKey>

const Keys = z.object({
  /** The first one signs; all of them verify and are published. */
  signing: z
    .array(SigningKey)
    .min(1)
    .refine((keys) => areDistinct(keys.map(({ kid }) => kid)), 'two keys have the same kid'),
  /** Mixed into passwords before bcrypt. The highest version hashes; the others still compare. */
  peppers: z
    .array(z.object({ version: z.number().int().min(1), secret: Secret }))
    .min(1)
    .refine((peppers) => areDistinct(peppers.map(({ version }) => version)), 'two peppers have the same version'),
  /** Key of the HMAC under which one-time codes are stored. */
  codes: Secret,
})
export type Keys = z.infer<typeof Keys>

export class KeysError extends Error {
  override readonly name = 'KeysError'
}

export async function makeKeys(): Promise<Keys> {
  const { privateKey } = await generateKeyPair('Ed25519', { extractable: true })
  const { x, d } = await exportJWK(privateKey)
  if (x === undefined || d === undefined) throw new KeysError('The runtime made a key without its parts.')
  return {
    signing: [{ kid: randomUUID(), kty: 'OKP', crv: 'Ed25519', x, d }],
    peppers: [{ version: 1, secret: randomBytes(32).toString('base64url') }],
    codes: randomBytes(32).toString('base64url'),
  }
}

/** Reads the keys. Errors name the file and what is wrong with it, never a key. */
export async function readKeys(file: string): Promise<Keys> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new KeysError(
      error.code === 'ENOENT'
        ? `There is no file of keys at ${file}. Make one with: npm run lyceum -- keys create`
        : `The file of keys ${file} cannot be read (${error.code}).`,
    )
  })
  const parsed = await Keys.safeParseAsync(parseJson(text))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'content'}: ${issue.message}`)
  throw new KeysError(`The file of keys ${file} is not valid: ${problems.join('; ')}`)
}

/** Writes new keys, readable by their owner only. False when the file was there already: of two processes that start at once one makes the keys. */
export async function createKeys(file: string): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}.${randomUUID()}`
  await writeFile(temporary, `${JSON.stringify(await makeKeys(), null, 2)}\n`, { mode: 0o600, flag: 'wx' })
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

async function isKeyPair(key: { kty: 'OKP'; crv: 'Ed25519'; x: string; d: string }): Promise<boolean> {
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
