import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'
import type { VersionedSecret } from './keys.ts'

/** Version of the stored form: format, version of the pepper, nonce, text, tag. */
const format = 1
const headBytes = 3
const nonceBytes = 12
const tagBytes = 16

/** Owner and use of a secret: what is sealed for one cannot be read as another's. */
type SecretPurpose = `${string} ${string}`

type Peppers = Pick<KeyRing, 'pepper' | 'peppers' | 'refresh'>

/**
 * Encrypts a secret that must be sent again one day, by AES-256-GCM. Its key is derived from the
 * pepper in use, which `keys prune` keeps as long as a secret is sealed with it.
 */
export function sealSecret(keys: Peppers, secret: string, purpose: SecretPurpose): Buffer {
  const { pepper } = keys
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(format, 0)
  head.writeUInt16BE(pepper.version, 1)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(pepper), nonce)
  cipher.setAAD(boundTo(head, purpose))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([head, nonce, text, cipher.getAuthTag()])
}

/** Opens the secret; undefined if its key is gone, or it is not what was sealed. */
export async function openSecret(
  keys: Peppers,
  sealed: Buffer,
  purpose: SecretPurpose,
): Promise<string | undefined> {
  if (sealed.length < headBytes + nonceBytes + tagBytes || sealed[0] !== format) return undefined
  const version = versionOf(sealed)
  const find = () => keys.peppers.find((pepper) => pepper.version === version)
  // Refreshes, because another process may know the newest key a little earlier.
  if (find() === undefined) await keys.refresh()
  const pepper = find()
  if (pepper === undefined) return undefined
  const nonce = sealed.subarray(headBytes, headBytes + nonceBytes)
  const cipher = createDecipheriv('aes-256-gcm', keyOf(pepper), nonce)
  cipher.setAAD(boundTo(sealed.subarray(0, headBytes), purpose))
  cipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const text = cipher.update(sealed.subarray(headBytes + nonceBytes, -tagBytes))
    return Buffer.concat([text, cipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Whether a newer key is in use than the one that sealed it. */
export function isSealedWithFormerKey({ pepper }: Peppers, sealed: Buffer): boolean {
  return versionOf(sealed) !== pepper.version
}

function versionOf(sealed: Buffer): number {
  return sealed.readUInt16BE(1)
}

function keyOf({ secret }: VersionedSecret): Buffer {
  const material = Buffer.from(secret, 'base64url')
  return Buffer.from(hkdfSync('sha256', material, '', 'lyceum stored secrets', 32))
}

function boundTo(head: Buffer, purpose: SecretPurpose): Buffer {
  return Buffer.concat([head, Buffer.from(purpose)])
}
